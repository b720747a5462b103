import { expect, it } from "vitest";
import { localHourStart, nextLocalHour } from "../../src/domain/local-time.ts";

/** The starts of the hours from that of an instant on. */
function hours(zone: string, first: string, count: number): string[] {
  let start = localHourStart(Date.parse(first), zone);
  return Array.from({ length: count }, () => {
    const text = new Date(start).toISOString().slice(5, 16);
    start = nextLocalHour(start, zone);
    return text;
  });
}

it("hours begin when clocks show full hours, for any offset of the zone", () => {
  expect(hours("UTC", "2024-05-06T10:59:59.999Z", 2)).toEqual(["05-06T10:00", "05-06T11:00"]);
  expect(hours("Asia/Kathmandu", "2024-05-06T10:10:00Z", 2)).toEqual(["05-06T09:15", "05-06T10:15"]);
});

it("D2: where clocks are put back by half an hour, and forward, there is an hour of 30 minutes", () => {
  expect(hours("Australia/Lord_Howe", "2024-04-06T14:10:00Z", 4)).toEqual([
    ...["04-06T14:00", "04-06T15:00", "04-06T15:30", "04-06T16:30"],
  ]);
  expect(hours("Australia/Lord_Howe", "2024-10-05T15:10:00Z", 3)).toEqual([
    ...["10-05T14:30", "10-05T15:30", "10-05T16:00"],
  ]);
});

it("D2: an hour that comes twice is two; the date that Apia skipped has none", () => {
  expect(hours("Europe/Berlin", "2024-10-27T00:30:00Z", 3)).toEqual([
    ...["10-27T00:00", "10-27T01:00", "10-27T02:00"],
  ]);
  expect(hours("Pacific/Apia", "2011-12-30T09:30:00Z", 3)).toEqual([
    ...["12-30T09:00", "12-30T10:00", "12-30T11:00"],
  ]);
});

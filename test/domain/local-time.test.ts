import { describe, expect, it } from "vitest";
import { localDateExists, localDayOf, toInstant, toLocal } from "../../src/domain/local-time.ts";

const DAY_MS = 86_400_000;

/** The instant, as text, of a local time written without an offset. */
function instantOf(local: string, zone: string): string {
  return new Date(toInstant(Date.parse(`${local}Z`), zone)).toISOString();
}

type Example = readonly [zone: string, local: string, instant: string];

const GAPS: readonly Example[] = [
  // From 02:00 EST to 03:00 EDT.
  ["America/New_York", "2024-03-10T01:59:59.999", "2024-03-10T06:59:59.999Z"],
  ["America/New_York", "2024-03-10T02:00", "2024-03-10T07:00:00.000Z"],
  ["America/New_York", "2024-03-10T02:30", "2024-03-10T07:30:00.000Z"],
  ["America/New_York", "2024-03-10T02:59:59.999", "2024-03-10T07:59:59.999Z"],
  ["America/New_York", "2024-03-10T03:00", "2024-03-10T07:00:00.000Z"],
  // From 02:00 at -03:30 to 03:00 at -02:30.
  ["America/St_Johns", "2024-03-10T02:15", "2024-03-10T05:45:00.000Z"],
  // From 00:01 at -03:30 to 01:01.
  ["America/St_Johns", "2010-03-14T00:00", "2010-03-14T03:30:00.000Z"],
  ["America/St_Johns", "2010-03-14T00:30", "2010-03-14T04:00:00.000Z"],
  // Two hours: from 00:01 at -03:30 to 02:01 at -01:30.
  ["America/St_Johns", "1988-04-03T00:30", "1988-04-03T04:00:00.000Z"],
  // Half an hour: from 02:00 at +10:30 to 02:30 at +11.
  ["Australia/Lord_Howe", "2024-10-06T02:00", "2024-10-05T15:30:00.000Z"],
  ["Australia/Lord_Howe", "2024-10-06T02:15", "2024-10-05T15:45:00.000Z"],
  ["Australia/Lord_Howe", "2024-10-06T02:30", "2024-10-05T15:30:00.000Z"],
  // A quarter: from midnight at +05:30 to 00:15 at +05:45.
  ["Asia/Kathmandu", "1986-01-01T00:00", "1985-12-31T18:30:00.000Z"],
  ["Asia/Kathmandu", "1986-01-01T00:10", "1985-12-31T18:40:00.000Z"],
  // From 02:45 at +12:45 to 03:45 at +13:45.
  ["Pacific/Chatham", "2024-09-29T03:00", "2024-09-28T14:15:00.000Z"],
  // From midnight at -03 to 01:00 at -02.
  ["America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T03:00:00.000Z"],
  // From 23:00 at -02 to midnight of the next day at -01.
  ["America/Nuuk", "2024-03-30T23:15", "2024-03-31T01:15:00.000Z"],
  // From 02:00 at +00 to 03:00 at +01, as Ramadan ends.
  ["Africa/Casablanca", "2024-04-14T02:30", "2024-04-14T02:30:00.000Z"],
  // Two hours: from 01:00 at +00 to 03:00 at +02.
  ["Antarctica/Troll", "2024-03-31T01:30", "2024-03-31T01:30:00.000Z"],
  // From midnight at -00:44:30 to 00:44:30 at +00.
  ["Africa/Monrovia", "1972-01-07T00:20", "1972-01-07T01:04:30.000Z"],
  // A whole day: from the end of the 29th at -10 to the beginning of the 31st at +14.
  ["Pacific/Apia", "2011-12-30T00:00", "2011-12-30T10:00:00.000Z"],
  ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00.000Z"],
];

const OVERLAPS: readonly Example[] = [
  // From 02:00 EDT back to 01:00 EST.
  ["America/New_York", "2024-11-03T00:59:59.999", "2024-11-03T04:59:59.999Z"],
  ["America/New_York", "2024-11-03T01:00", "2024-11-03T05:00:00.000Z"],
  ["America/New_York", "2024-11-03T01:59:59.999", "2024-11-03T05:59:59.999Z"],
  ["America/New_York", "2024-11-03T02:00", "2024-11-03T07:00:00.000Z"],
  // From 02:00 at -02:30 back to 01:00 at -03:30.
  ["America/St_Johns", "2024-11-03T01:30", "2024-11-03T04:00:00.000Z"],
  // From 00:01 at -02:30 back to 23:01 of the day before: its midnight comes twice.
  ["America/St_Johns", "2010-11-06T23:30", "2010-11-07T02:00:00.000Z"],
  ["America/St_Johns", "2010-11-07T00:00", "2010-11-07T02:30:00.000Z"],
  ["America/St_Johns", "2010-11-07T00:01", "2010-11-07T03:31:00.000Z"],
  // Half an hour: from 02:00 at +11 back to 01:30 at +10:30.
  ["Australia/Lord_Howe", "2024-04-07T01:30", "2024-04-06T14:30:00.000Z"],
  ["Australia/Lord_Howe", "2024-04-07T01:45", "2024-04-06T14:45:00.000Z"],
  ["Australia/Lord_Howe", "2024-04-07T02:00", "2024-04-06T15:30:00.000Z"],
  // From 03:45 at +13:45 back to 02:45 at +12:45.
  ["Pacific/Chatham", "2024-04-07T03:15", "2024-04-06T13:30:00.000Z"],
  // From midnight at -02 back to 23:00 of the day before.
  ["America/Sao_Paulo", "2018-02-17T23:30", "2018-02-18T01:30:00.000Z"],
  // From midnight at -01 back to 23:00 of the day before.
  ["America/Nuuk", "2024-10-26T23:15", "2024-10-27T00:15:00.000Z"],
  // From 03:00 at +01 back to 02:00 at +00, as Ramadan begins.
  ["Africa/Casablanca", "2024-03-10T02:30", "2024-03-10T01:30:00.000Z"],
];

const ELSEWHERE: readonly Example[] = [
  ["UTC", "2024-03-10T02:30", "2024-03-10T02:30:00.000Z"],
  ["Asia/Kathmandu", "2024-05-06T00:00", "2024-05-05T18:15:00.000Z"],
  ["Pacific/Chatham", "2024-05-06T12:45", "2024-05-06T00:00:00.000Z"],
  ["America/St_Johns", "2024-05-06T04:00", "2024-05-06T06:30:00.000Z"],
  ["Australia/Lord_Howe", "2024-05-06T04:00", "2024-05-05T17:30:00.000Z"],
  ["Australia/Lord_Howe", "2024-01-06T04:00", "2024-01-05T17:00:00.000Z"],
  ["Africa/Monrovia", "1971-06-01T12:00", "1971-06-01T12:44:30.000Z"],
  ["Etc/GMT+3", "2024-05-06T00:00", "2024-05-06T03:00:00.000Z"],
  ["America/New_York", "9999-07-01T00:00", "9999-07-01T04:00:00.000Z"],
];

describe("D2: a local time becomes an instant", () => {
  it.each(GAPS)("D2: inside or beside a gap of %s: %s is %s", (zone, local, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
  });

  it.each(OVERLAPS)("D2: in or beside an overlap of %s the first: %s is %s", (zone, local, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
  });

  it.each(ELSEWHERE)("D2: where nothing changes in %s: %s is %s", (zone, local, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
  });
});

describe("D2: an instant becomes a local time", () => {
  it("D2: clocks show both occurrences of a time that occurs twice", () => {
    const shown = Date.parse("2024-11-03T01:30Z");
    expect(toLocal(Date.parse("2024-11-03T05:30Z"), "America/New_York")).toBe(shown);
    expect(toLocal(Date.parse("2024-11-03T06:30Z"), "America/New_York")).toBe(shown);
  });

  it("D2: a change of offset takes hold to the millisecond", () => {
    const change = Date.parse("2024-10-05T15:30Z");
    expect(toLocal(change - 1, "Australia/Lord_Howe")).toBe(Date.parse("2024-10-06T01:59:59.999Z"));
    expect(toLocal(change, "Australia/Lord_Howe")).toBe(Date.parse("2024-10-06T02:30Z"));
  });
});

describe("D2: dates", () => {
  const day = (date: string) => Date.parse(date) / DAY_MS;

  it("D2: Apia has no 30 December 2011", () => {
    expect(localDateExists(day("2011-12-29"), "Pacific/Apia")).toBe(true);
    expect(localDateExists(day("2011-12-30"), "Pacific/Apia")).toBe(false);
    expect(localDateExists(day("2011-12-31"), "Pacific/Apia")).toBe(true);
    expect(localDateExists(day("2011-12-30"), "Pacific/Pago_Pago")).toBe(true);
  });

  it("D2: the local date changes at local midnight", () => {
    expect(localDayOf(Date.parse("2024-05-05T18:14:59.999Z"), "Asia/Kathmandu")).toBe(day("2024-05-05"));
    expect(localDayOf(Date.parse("2024-05-05T18:15:00Z"), "Asia/Kathmandu")).toBe(day("2024-05-06"));
  });
});

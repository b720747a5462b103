import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant, readInstant } from "../../src/domain/instant.ts";
import { checkProperty } from "../support/random.ts";
import { NO_TIMES, TIMES_OF_D1 } from "../support/store-times.ts";

const ACCEPTED: readonly [kind: string, text: string, instant: string][] = [
  ["a date alone is its midnight UTC", "2024-05-06", "2024-05-06T00:00:00.000Z"],
  ["T stands between date and time", "2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000Z"],
  ["a blank stands between date and time", "2024-05-06 07:08:09Z", "2024-05-06T07:08:09.000Z"],
  ["seconds may be left out", "2024-05-06T07:08Z", "2024-05-06T07:08:00.000Z"],
  ["letters may be small", "2024-05-06t07:08:09z", "2024-05-06T07:08:09.000Z"],
  ["a fraction follows a point", "2024-05-06T07:08:09.5Z", "2024-05-06T07:08:09.500Z"],
  ["a fraction follows a comma", "2024-05-06T07:08:09,25Z", "2024-05-06T07:08:09.250Z"],
  ["milliseconds are kept", "2024-05-06T07:08:09.007Z", "2024-05-06T07:08:09.007Z"],
  ["digits past milliseconds are cut, not rounded", "2024-05-06T07:08:09.9999Z", "2024-05-06T07:08:09.999Z"],
  ["nanoseconds are cut", "2024-05-06T07:08:09.123456789Z", "2024-05-06T07:08:09.123Z"],
  ["very many digits are cut", `2024-05-06T07:08:09.0019${"9".repeat(26)}Z`, "2024-05-06T07:08:09.001Z"],
  ["no offset means UTC", "2024-05-06T07:08:09.123", "2024-05-06T07:08:09.123Z"],
  ["no offset means UTC without seconds too", "2024-05-06 07:08", "2024-05-06T07:08:00.000Z"],
  ["an offset of hours", "2024-05-06T07:08:09+02", "2024-05-06T05:08:09.000Z"],
  ["an offset of hours and minutes", "2024-05-06T07:08:09+05:45", "2024-05-06T01:23:09.000Z"],
  ["an offset without a colon", "2024-05-06T07:08:09+0545", "2024-05-06T01:23:09.000Z"],
  ["an offset to the west", "2024-05-06T07:08:09-03:30", "2024-05-06T10:38:09.000Z"],
  ["an offset to the west without a colon", "2024-05-06T07:08:09.5-0330", "2024-05-06T10:38:09.500Z"],
  ["an offset to the west of hours", "2024-05-06T22:00-11", "2024-05-07T09:00:00.000Z"],
  ["an offset of nothing", "2024-05-06T07:08:09+00:00", "2024-05-06T07:08:09.000Z"],
  ["an offset after a time without seconds", "2024-05-06T07:08+14:00", "2024-05-05T17:08:00.000Z"],
  ["a blank where a + stood", "2024-05-06T07:08:09 05:45", "2024-05-06T01:23:09.000Z"],
  ["a blank where a + stood, hours only", "2024-05-06T07:08 02", "2024-05-06T05:08:00.000Z"],
  ["a blank where a + stood, no colon", "2024-05-06T07:08:09.5 0200", "2024-05-06T05:08:09.500Z"],
  ["blanks in both places", "2024-05-06 07:08:09 02:00", "2024-05-06T05:08:09.000Z"],
  ["the first instant", "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"],
  ["the first date", "1970-01-01", "1970-01-01T00:00:00.000Z"],
  ["the last instant", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ["the last instant, more digits", "9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z"],
  ["the last minute of a day", "2024-05-06T23:59:59Z", "2024-05-06T23:59:59.000Z"],
  ["a leap day", "2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["a leap day of a century divisible by 400", "2000-02-29", "2000-02-29T00:00:00.000Z"],
];

/** Texts in no form of D1, besides those that every reader is tested with: for each kind, separated by semicolons. */
const REJECTED = Object.entries({
  "a date in another form": "2024-W19;20240506T070809Z;06-05-2024;2024/05/06;+002024-05-06;-2024-05-06",
  "a date that does not exist": "2100-02-29;2024-04-31T12:00Z;2024-05-32;0000-01-01",
  "a time in another form": "07:08:09;2024-05-06T07Z;2024-05-06T0708;2024-05-06T07:08:09.5.5Z",
  "an hour past 23": "2024-05-06T25:00Z",
  "an offset after a date": "2024-05-06+02:00",
  "an offset in another form":
    "2024-05-06T07:08+020;2024-05-06T07:08+02:0;2024-05-06T07:08+;2024-05-06T07:08\u221202",
  "Z and something else": "2024-05-06T07:08:09Z+02:00;2024-05-06T07:08:09 Z",
  "an instant outside of the years by its offset": "1969-12-31T23:30-01:00;9999-12-31T23:30-01:00",
  "a blank or a line break around it": " 2024-05-06;2024-05-06 ;2024-05-06\n",
  "a mail's date": "Mon, 06 May 2024 07:08:09 GMT",
}).flatMap(([kind, texts]) => texts.split(";").map((text) => [kind, text] as const));

describe("D1: accepted", () => {
  it.each(ACCEPTED)("D1: %s: %j", (_, text, instant) => {
    const read = readInstant(text);
    expect(read).toBe(Date.parse(instant));
    expect(formatInstant(read as number)).toBe(instant);
  });

  it("D1: reads every example of a form", () => {
    expect(TIMES_OF_D1.map(readInstant)).not.toContain(null);
  });
});

describe("D1: rejected", () => {
  it.each([...REJECTED, ...NO_TIMES.map((text) => ["near a form", text] as const)])(
    "D1: %s: %j",
    (_, text) => {
      expect(readInstant(text)).toBeNull();
    },
  );
});

describe("D1: requests and answers", () => {
  it("D1: an instant is milliseconds since the epoch", () => {
    expect(readInstant("1970-01-01T00:00:01.5Z")).toBe(1500);
    expect(readInstant("2001-09-09T01:46:40Z")).toBe(1_000_000_000_000);
  });

  it("D1: anything else is a 400 that names the parameter", () => {
    expect(() => parseInstant("yesterday", "start_time")).toThrowError(
      expect.objectContaining({
        kind: "invalid",
        issues: [{ path: "start_time", message: expect.stringContaining('"yesterday"') }],
      }),
    );
  });

  it("D1: an instant that a parameter may have is its number", () => {
    expect(parseInstant("1970-01-01T00:00:00.001Z", "end_time")).toBe(1);
  });

  it("D1: output always has milliseconds and Z", async () => {
    expect(formatInstant(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(formatInstant(1_000_000_000_120)).toBe("2001-09-09T01:46:40.120Z");
    const instants = fc.integer({ min: -(2 ** 40), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
    await checkProperty(
      fc.property(instants, (instant) => formatInstant(instant) === new Date(instant).toISOString()),
    );
  });
});

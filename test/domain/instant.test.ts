import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant, readInstant } from "../../src/domain/instant.ts";
import { checkProperty } from "../support/random.ts";

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

const REJECTED: readonly [kind: string, text: string][] = [
  ["nothing", ""],
  ["a word", "now"],
  ["a week date", "2024-W19-1"],
  ["a week", "2024-W19"],
  ["a day of the year", "2024-127"],
  ["a month", "2024-05"],
  ["a year", "2024"],
  ["a date without dashes", "20240506"],
  ["a date and time without separators", "20240506T070809Z"],
  ["a date with single digits", "2024-5-6"],
  ["a date the other way round", "06-05-2024"],
  ["slashes", "2024/05/06"],
  ["seconds since the epoch", "1714978800"],
  ["milliseconds since the epoch", "1714978800000"],
  ["a time alone", "07:08:09"],
  ["hours alone", "2024-05-06T07"],
  ["hours alone with Z", "2024-05-06T07Z"],
  ["a time without colons", "2024-05-06T0708"],
  ["a single digit of an hour", "2024-05-06T7:08"],
  ["T without a time", "2024-05-06T"],
  ["a date alone with Z", "2024-05-06Z"],
  ["a date alone with an offset", "2024-05-06+02:00"],
  ["24:00", "2024-05-06T24:00"],
  ["24:00:00", "2024-05-06T24:00:00Z"],
  ["an hour past 23", "2024-05-06T25:00Z"],
  ["a minute 60", "2024-05-06T07:60Z"],
  ["a second 60", "2024-05-06T07:08:60Z"],
  ["a leap second", "2016-12-31T23:59:60Z"],
  ["a point without digits", "2024-05-06T07:08:09.Z"],
  ["a fraction of a minute", "2024-05-06T07:08.5Z"],
  ["two fractions", "2024-05-06T07:08:09.5.5Z"],
  ["30 February", "2024-02-30"],
  ["29 February in a common year", "2023-02-29"],
  ["29 February in a century", "2100-02-29"],
  ["31 April", "2024-04-31T12:00Z"],
  ["a day 0", "2024-05-00"],
  ["a day 32", "2024-05-32"],
  ["a month 0", "2024-00-06"],
  ["a month 13", "2024-13-06"],
  ["the year 1969", "1969-12-31T23:59:59.999Z"],
  ["an instant before 1970 by its offset", "1970-01-01T00:00+01:00"],
  ["the year 1969 by its text", "1969-12-31T23:30-01:00"],
  ["an instant after 9999 by its offset", "9999-12-31T23:30-01:00"],
  ["a year of five digits", "10000-01-01"],
  ["a year with a sign", "+002024-05-06"],
  ["a year before Christ", "-2024-05-06"],
  ["the year 0000", "0000-01-01"],
  ["an offset of one digit", "2024-05-06T07:08:09+2"],
  ["an offset of three digits", "2024-05-06T07:08:09+020"],
  ["an offset with half a minute", "2024-05-06T07:08:09+02:0"],
  ["an offset with seconds", "2024-05-06T07:08:09+02:00:00"],
  ["an offset of 60 minutes", "2024-05-06T07:08:09+02:60"],
  ["an offset of 24 hours", "2024-05-06T07:08:09+24:00"],
  ["Z and an offset", "2024-05-06T07:08:09Z+02:00"],
  ["a blank before Z", "2024-05-06T07:08:09 Z"],
  ["a sign alone", "2024-05-06T07:08:09+"],
  ["a typographer's minus", "2024-05-06T07:08:09\u221202:00"],
  ["a zone's name", "2024-05-06T07:08:09[Europe/Berlin]"],
  ["an abbreviation", "2024-05-06T07:08:09 CET"],
  ["a blank before it", " 2024-05-06"],
  ["a blank after it", "2024-05-06 "],
  ["a line break after it", "2024-05-06\n"],
  ["two blanks", "2024-05-06  07:08"],
  ["another separator", "2024-05-06_07:08"],
  ["digits of another script", "\u0662\u0660\u0662\u0664-05-06"],
  ["a mail's date", "Mon, 06 May 2024 07:08:09 GMT"],
];

describe("D1: accepted", () => {
  it.each(ACCEPTED)("D1: %s: %j", (_, text, instant) => {
    const read = readInstant(text);
    expect(read).toBe(Date.parse(instant));
    expect(formatInstant(read as number)).toBe(instant);
  });
});

describe("D1: rejected", () => {
  it.each(REJECTED)("D1: %s: %j", (_, text) => {
    expect(readInstant(text)).toBeNull();
  });
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

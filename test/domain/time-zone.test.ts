import { describe, expect, it } from "vitest";
import { parseTimeZone } from "../../src/domain/local-time.ts";

const ACCEPTED = [
  "UTC",
  "Etc/UTC",
  "GMT",
  "Etc/GMT+3",
  "Etc/GMT-14",
  "EST",
  "MST",
  "HST",
  "EST5EDT",
  "CET",
  "Zulu",
  "US/Pacific",
  "GB-Eire",
  "NZ-CHAT",
  "W-SU",
  "PRC",
  "Europe/Berlin",
  "Europe/Kyiv",
  "Europe/Kiev",
  "Asia/Kolkata",
  "Asia/Calcutta",
  "Asia/Kathmandu",
  "Asia/Katmandu",
  "America/New_York",
  "America/Argentina/Buenos_Aires",
  "America/Port-au-Prince",
  "America/Port_of_Spain",
  "America/Indiana/Indianapolis",
  "Antarctica/DumontDUrville",
  "Africa/Dar_es_Salaam",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];

const REFUSED: readonly [kind: string, name: string][] = [
  ["nothing", ""],
  ["an abbreviation", "PST"],
  ["an abbreviation of several zones", "IST"],
  ["an abbreviation", "JST"],
  ["an abbreviation", "BST"],
  ["an abbreviation", "PDT"],
  ["an offset", "+03:00"],
  ["an offset", "+03"],
  ["an offset", "-0330"],
  ["an offset with UTC", "UTC+3"],
  ["an offset with GMT", "GMT+3"],
  ["an offset with GMT", "GMT+03:00"],
  ["an offset beyond Etc's", "Etc/GMT+13"],
  ["an offset beyond Etc's", "Etc/GMT-15"],
  ["small letters", "america/new_york"],
  ["small letters", "utc"],
  ["small letters in the place", "Europe/berlin"],
  ["capitals", "EUROPE/BERLIN"],
  ["small letters of an old name", "us/pacific"],
  ["small letters of an old name", "cuba"],
  ["capitals of an old name", "US/PACIFIC"],
  ["capitals of an old name", "CUBA"],
  ["an old name in the wrong case", "Hst"],
  ["a name the tz database has dropped", "US/Pacific-New"],
  ["a blank around it", " UTC"],
  ["a blank around it", "UTC "],
  ["a place without its region", "Berlin"],
  ["a region without a place", "Europe"],
  ["a place that has none", "Europe/Atlantis"],
  ["Windows' name", "W. Europe Standard Time"],
  ["a POSIX rule", "CET-1CEST,M3.5.0,M10.5.0/3"],
  ["ICU's own", "SystemV/PST8"],
  ["ICU's own", "Etc/Unknown"],
  ["the machine's", "local"],
  ["the machine's", "system"],
  ["a path", "posix/Europe/Berlin"],
  ["a path", "../Europe/Berlin"],
];

describe("D2: zone names", () => {
  it.each(ACCEPTED)("D2: %s is a zone of the tz database", (name) => {
    expect(parseTimeZone(name, "time_zone")).toBe(name);
  });

  it.each(REFUSED)("D2: %s, %j, is a 400", (_, name) => {
    expect(() => parseTimeZone(name, "time_zone")).toThrowError(
      expect.objectContaining({ kind: "invalid", issues: [expect.objectContaining({ path: "time_zone" })] }),
    );
  });
});

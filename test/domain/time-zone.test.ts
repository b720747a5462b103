import { describe, expect, it } from "vitest";
import { parseTimeZone, toLocal } from "../../src/domain/local-time.ts";
import { oldTimeZoneData, TIME_ZONE_DATA } from "../../src/domain/time-zone-data.ts";

const ACCEPTED = `
  UTC Etc/UTC GMT Etc/GMT+3 Etc/GMT-14 EST MST HST EST5EDT CET Zulu US/Pacific GB-Eire NZ-CHAT W-SU PRC Europe/Berlin
  Europe/Kyiv Europe/Kiev Asia/Kolkata Asia/Calcutta Asia/Kathmandu Asia/Katmandu America/New_York
  America/Argentina/Buenos_Aires America/Port-au-Prince America/Port_of_Spain America/Indiana/Indianapolis
  Antarctica/DumontDUrville Africa/Dar_es_Salaam Australia/Lord_Howe Pacific/Apia
`
  .trim()
  .split(/\s+/);

/** Names of each kind, separated by semicolons. */
const REJECTED = Object.entries({
  "an empty text": "",
  "an abbreviation": "PST;IST;JST;BST;PDT",
  "an offset": "+03:00;+03;-0330;UTC+3;GMT+3;GMT+03:00",
  "an offset beyond Etc's": "Etc/GMT+13;Etc/GMT-15",
  "a name in the wrong case": "america/new_york;utc;Europe/berlin;EUROPE/BERLIN",
  "an old name in the wrong case": "us/pacific;cuba;US/PACIFIC;CUBA;Hst",
  "a name the tz database has dropped": "US/Pacific-New",
  "a name with a blank around it": " UTC;UTC ",
  "a part of a name": "Berlin;Europe",
  "an unknown place": "Europe/Atlantis",
  "a name of another system": "W. Europe Standard Time;SystemV/PST8;Etc/Unknown;local;system",
  "a POSIX rule": "CET-1CEST,M3.5.0,M10.5.0/3",
  "a path": "posix/Europe/Berlin;../Europe/Berlin",
}).flatMap(([kind, names]) => names.split(";").map((name) => [kind, name] as const));

describe("D2: zone names", () => {
  it.each(ACCEPTED)("D2: %s is a zone of the tz database", (name) => {
    expect(parseTimeZone(name, "time_zone")).toBe(name);
  });

  it.each(REJECTED)("D2: %s, %j, is a 400", (_, name) => {
    expect(() => parseTimeZone(name, "time_zone")).toThrowError(
      expect.objectContaining({ kind: "invalid", issues: [expect.objectContaining({ path: "time_zone" })] }),
    );
  });
});

describe("time zone data", () => {
  it.each([
    ["2025a", Date.UTC(2026, 5, 1)],
    ["2025b", Date.UTC(2026, 8, 1)],
    ["2025c", Date.UTC(2026, 11, 1)],
    ["2025d", Date.UTC(2027, 2, 1)],
    ["2025g", Date.UTC(2027, 2, 1)],
  ])("%s is old 14 months after the end of its quarter", (version, end) => {
    expect(oldTimeZoneData(end - 1, version)).toBeNull();
    expect(oldTimeZoneData(end, version)).toMatch(`the time zone data ${version} of Node`);
  });

  it("of an unknown version is not reported", () => {
    expect(oldTimeZoneData(Date.UTC(2099, 0, 1), "unknown")).toBeNull();
  });

  // Versions sort as texts.
  it.skipIf(TIME_ZONE_DATA < "2026c").each([
    ["America/Vancouver", -7],
    ["America/Edmonton", -6],
    ["Africa/Casablanca", 0],
  ])("has the rules of November 2026 for %s (2026c or later)", (timeZone, hours) => {
    const instant = Date.UTC(2026, 10, 20);
    expect(toLocal(instant, timeZone) - instant).toBe(hours * 3_600_000);
  });
});

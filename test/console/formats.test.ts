import { DateTime } from "luxon";
import { afterEach, describe, expect, it } from "vitest";
import { markLabel, timeMarks } from "../../console/src/charts/time-axis.ts";
import {
  durationMs,
  formatAligned,
  formatAverage,
  formatCount,
  formatDateTime,
  formatDay,
  formatDifference,
  formatDuration,
  formatInput,
  formatInstant,
  formatMoment,
  formatOffset,
  formatShare,
  formatShareDifference,
  formatTime,
  formatTimeOfDay,
  readDate,
  readDateTime,
  readTime,
} from "../../console/src/format.ts";
import { daysText, weekdays } from "../../console/src/pages/set-up/labels.ts";
import { formatRange, summaryOf } from "../../console/src/pages/space/numbers.tsx";
import { cellTime, shortClock } from "../../console/src/pages/week/week-grid.ts";
import {
  type Conventions,
  choosePreferences,
  conventionsOf,
  displayLocale,
  firstDayOf,
  startOfWeek,
  weekdaysInOrder,
} from "../../console/src/preferences.ts";
import type { CountMetrics } from "../../console/src/queries/counts.ts";
import { rangeOf } from "../../console/src/ranges.ts";
import { slugOf } from "../../console/src/save-file.ts";
import { readSources, withoutComments } from "../support/source-tree.ts";

const AUTO = { clock: "auto", firstDay: "auto" } as const;
const INSTANT = Date.parse("2026-11-20T14:05:09Z");
/** A Friday. */
const NOW = Date.parse("2026-11-20T12:00:00Z");

afterEach(() => choosePreferences(AUTO));

describe("the locale", () => {
  it.each([
    ["en-US", "en-US"],
    ["en-GB", "en-GB"],
    ["en-IN", "en-IN"],
    ["en", "en"],
    ["de-DE", "en-GB"],
    ["fr", "en-GB"],
    // English, but with commas where forms take points.
    ["en-DE", "en-GB"],
    ["en-", "en-GB"],
    [undefined, "en-GB"],
  ])("for a browser in %s is %s", (language, locale) => {
    expect(displayLocale(language)).toBe(locale);
  });

  it("has a first day of the week", () => {
    expect(firstDayOf("en-US")).toBe(7);
    expect(firstDayOf("en-GB")).toBe(1);
  });
});

describe("numbers", () => {
  it.each(["en-GB", "en-US"])("have points and groups of three in %s", (locale) => {
    choosePreferences(AUTO, locale);
    expect(formatCount(1_234_567)).toBe("1,234,567");
    expect(formatAverage(1_234.56)).toBe("1,234.6");
    expect(formatAverage(12)).toBe("12");
    expect(formatAligned(12)).toBe("12.0");
    expect(formatShare(0.8)).toBe("80%");
    expect(formatCount(null)).toBe("–");
  });

  it("have a sign if they are differences", () => {
    expect([5, -1_200, 0].map(formatDifference)).toEqual(["+5", "−1,200", "0"]);
    expect([0.42, -1].map(formatShareDifference)).toEqual(["+42%", "−100%"]);
  });
});

describe("dates and times", () => {
  it("follow the locale", () => {
    choosePreferences(AUTO, "en-GB");
    expect(formatMoment(INSTANT, "UTC")).toBe("Fri 20 Nov, 14:05");
    expect(formatDateTime(INSTANT, "UTC")).toBe("20 Nov 2026, 14:05:09");
    choosePreferences(AUTO, "en-US");
    expect(formatMoment(INSTANT, "UTC")).toBe("Fri, Nov 20, 2:05 PM");
    expect(formatDateTime(INSTANT, "UTC")).toBe("Nov 20, 2026, 2:05:09 PM");
    expect(formatDay(INSTANT, "UTC")).toBe("Fri, Nov 20");
  });

  it("follow the setting of the clock", () => {
    choosePreferences({ ...AUTO, clock: "12" }, "en-GB");
    expect(formatTime(INSTANT, "UTC")).toBe("2:05 PM");
    const times = ["04:00", "23:59:30", "25:00", ""].map(formatTimeOfDay);
    expect(times).toEqual(["4:00 AM", "11:59:30 PM", "25:00", ""]);
    expect(markLabel(INSTANT, 3_600_000, "UTC")).toBe("2:05 PM");
    expect([0, 9, 14].map(shortClock)).toEqual(["12 AM", "9 AM", "2 PM"]);
    const cell = {
      weekday: 5,
      hour: 14,
      average: 1,
      highest: 1,
      entrances: 0,
      utilization: 0,
      occupiedDays: 1,
      samples: [],
    };
    expect(cellTime(cell, { zone: "UTC", isSingle: false })).toBe("Friday 2:00 PM–3:00 PM");
    choosePreferences({ ...AUTO, clock: "24" }, "en-US");
    expect(formatTime(INSTANT, "UTC")).toBe("14:05");
    expect([0, 9, 14].map(shortClock)).toEqual(["00", "09", "14"]);
  });

  it("have their offset if they are shown alone", () => {
    expect(formatInstant(INSTANT, "Pacific/Chatham")).toBe("21 Nov 2026, 03:50:09 UTC+13:45");
    expect(formatInstant(INSTANT, "UTC")).toBe("20 Nov 2026, 14:05:09 UTC");
    expect(formatOffset(INSTANT, "America/New_York")).toBe("UTC−5");
    expect(formatOffset("2026-07-01T00:00:00Z", "America/New_York")).toBe("UTC−4");
  });

  it("have the same format in inputs", () => {
    expect(formatInput("2026-11-20")).toBe("20 Nov 2026");
    expect(formatInput("2026-11-20T14:05")).toBe("20 Nov 2026, 14:05");
    expect(formatInput("20 No")).toBe("20 No");
  });
});

describe("typed dates", () => {
  const used = (locale: string): Conventions => conventionsOf(locale, AUTO);

  it.each([
    ["2026-11-02", "2026-11-02", "2026-11-02"],
    ["2 Nov 2026", "2026-11-02", "2026-11-02"],
    ["Nov 2, 2026", "2026-11-02", "2026-11-02"],
    ["november 2, 2026", "2026-11-02", "2026-11-02"],
    ["2/11/2026", "2026-11-02", "2026-02-11"],
    ["2.11.2026", "2026-11-02", null],
    ["31/2/2026", null, null],
    ["tomorrow", null, null],
  ])("%s", (text, british, american) => {
    expect(readDate(text, used("en-GB"))).toBe(british);
    expect(readDate(text, used("en-US"))).toBe(american);
  });

  it.each([
    ["2026-11-02T14:05", "2026-11-02T14:05"],
    ["2 Nov 2026, 14:05", "2026-11-02T14:05"],
    ["2 Nov 2026 2:05 pm", "2026-11-02T14:05"],
    ["Nov 2, 2026, 2 PM", "2026-11-02T14:00"],
    ["2 Nov 2026", null],
    ["2 Nov 2026, 25:00", null],
  ])("with a time: %s", (text, read) => {
    expect(readDateTime(text, used("en-GB"))).toBe(read);
  });

  it("parses its own format in every locale and clock", () => {
    for (const locale of ["en-GB", "en-US", "en-IN", "en-CA"])
      for (const clock of ["12", "24"] as const) {
        choosePreferences({ ...AUTO, clock }, locale);
        expect(readDateTime(formatInput("2026-05-31T00:15"))).toBe("2026-05-31T00:15");
        expect(readDate(formatInput("2026-05-31"))).toBe("2026-05-31");
      }
  });

  it.each([
    ["9:30 am", "09:30"],
    ["12 AM", "00:00"],
    ["12:00pm", "12:00"],
    ["14:05", "14:05"],
    ["24:30", null],
  ])("times of day: %s", (text, time) => {
    expect(readTime(text)).toBe(time);
  });
});

describe("the first day of the week", () => {
  const day = DateTime.fromMillis(NOW, { zone: "UTC" });

  it("starts weeks", () => {
    expect(startOfWeek(day, 1).toISODate()).toBe("2026-11-16");
    expect(startOfWeek(day, 7).toISODate()).toBe("2026-11-15");
    expect(startOfWeek(day, 6).toISODate()).toBe("2026-11-14");
    expect(startOfWeek(day, 5).toISODate()).toBe("2026-11-20");
    expect(weekdaysInOrder(7)).toEqual([7, 1, 2, 3, 4, 5, 6]);
  });

  it("applies to the set-up", () => {
    choosePreferences({ ...AUTO, firstDay: "7" });
    expect(weekdays()[0]).toBe("Sunday");
    expect(daysText(["Monday", "Tuesday", "Wednesday", "Sunday"])).toBe("Sun–Wed");
  });

  it("applies to ranges and charts", () => {
    choosePreferences({ ...AUTO, firstDay: "7" });
    const { start } = rangeOf({ name: "this-week" }, "UTC", NOW);
    expect(new Date(start).toISOString()).toBe("2026-11-15T00:00:00.000Z");
    const last = rangeOf({ name: "last-week" }, "UTC", NOW);
    expect(last.end).toBe(start);
    const marks = timeMarks(Date.parse("2026-10-01"), Date.parse("2026-12-01"), "UTC", 9);
    expect(new Set(marks.map((mark) => new Date(mark).getUTCDay()))).toEqual(new Set([0]));
  });
});

describe("the same locale everywhere", () => {
  /** What writes numbers, dates or names in the browser's language, or has its order and clock. */
  const OWN_WAYS =
    /toLocale\w*\(|\bIntl\.(?!supportedValuesOf)|\.toFormat\(|<input[^>]*type="(?:date|datetime-local|time|week)"|\bInfo\.\w+/g;
  /** Where the ways of all are defined, and the names of files, which are dates as ISO 8601 has them. */
  const OWNERS = ["format.ts", "preferences.ts", "save-file.ts"];

  it("is used by every file of the console", () => {
    const files = readSources(["console/src"]);
    expect(files.length).toBeGreaterThan(50);
    const breaches = files
      .filter(({ path }) => !OWNERS.some((owner) => path === `console/src/${owner}`))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(OWN_WAYS)].map(([match]) => `${path}: ${match}`),
      );
    expect(breaches).toEqual([]);
  });
});

describe("durations", () => {
  it("are parsed with any number of hours", () => {
    expect(durationMs("146:09:01")).toBe((146 * 3_600 + 9 * 60 + 1) * 1_000);
  });

  it.each([
    ["0:00:00", "0 min"],
    ["0:00:45", "45 s"],
    ["0:01:59", "1 min"],
    ["0:59:59", "59 min"],
    ["1:00:00", "1 h 00 min"],
    ["35:18:00", "35 h 18 min"],
    ["1234:05:59", "1,234 h 05 min"],
  ])("writes %s as %s", (duration, text) => {
    // No line break separates a number from its unit.
    expect(formatDuration(durationMs(duration))).toBe(text.replaceAll(" ", "\u00a0"));
  });
});

describe("a formatted range", () => {
  it.each([
    ["2026-11-20T00:00Z", "2026-11-21T00:00Z", "Fri 20 Nov 2026"],
    ["2026-11-15T00:00Z", "2026-11-22T00:00Z", "Sun 15 Nov – Sat 21 Nov 2026"],
    ["2025-12-31T00:00Z", "2026-01-02T00:00Z", "Wed 31 Dec 2025 – Thu 1 Jan 2026"],
    ["2026-11-20T12:00Z", "2026-11-20T14:00Z", "Fri 20 Nov 2026, 12:00–14:00"],
    ["2026-11-20T12:00Z", "2026-11-21T14:00Z", "Fri 20 Nov, 12:00 – Sat 21 Nov 2026, 14:00"],
  ])("from %s to %s", (start, end, text) => {
    expect(formatRange({ start: Date.parse(start), end: Date.parse(end) }, "UTC")).toBe(text);
  });
});

describe("the summary", () => {
  const range = { start: Date.parse("2026-11-20T00:00Z"), end: Date.parse("2026-11-21T00:00Z") };
  const flow = { total: 12, average: 1, peak: { value: 2, timestamp: null } };
  const metrics: CountMetrics = {
    entrances: flow,
    exits: { ...flow, total: 11 },
    count: {
      average: 1.25,
      min: { value: 0, timestamp: "2026-11-20T00:00:00.000Z" },
      max: { value: 4, timestamp: "2026-11-20T12:51:00.000Z" },
    },
    target_utilization: null,
    safe_threshold: { limit: 3, breaches: 2, unsafe_duration: "0:10:00" },
  };

  it("summarises the charts", () => {
    expect(summaryOf({ range, zone: "UTC" }, metrics)).toBe(
      "Fri 20 Nov 2026: there were 0 to 4 people, 1.3 on average, with the peak on Fri 20 Nov, 12:51. " +
        "12 people entered and 11 left. The safe limit of 3 was exceeded twice, for 10\u00a0min.",
    );
  });

  it("states that there is no data", () => {
    expect(summaryOf({ range, zone: "UTC" }, null)).toBe("No data in this period.");
  });
});

describe("file names", () => {
  it.each([
    ["Cafe", "cafe"],
    ["Bürgerhaus: Café / 2. OG", "burgerhaus-cafe-2-og"],
    ["☕", "file"],
  ])("%s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});

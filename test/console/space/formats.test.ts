import { describe, expect, it } from "vitest";
import { durationMs, formatDuration } from "../../../console/src/format.ts";
import { formatRange, summaryOf } from "../../../console/src/pages/space/numbers.tsx";
import type { CountMetrics } from "../../../console/src/queries/counts.ts";
import { slugOf } from "../../../console/src/save-file.ts";

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
    expect(formatDuration(durationMs(duration))).toBe(text);
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
        "12 people entered and 11 left. The safe limit of 3 was exceeded twice, for 10 min.",
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

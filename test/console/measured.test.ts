import { describe, expect, it } from "vitest";
import {
  isMeasuredNow,
  isMeasuredThroughout,
  measuredParts,
  measuredText,
  unmeasuredIn,
  unmeasuredNow,
} from "../../console/src/measured.ts";
import { summaryOf } from "../../console/src/pages/space/numbers.tsx";
import type { CountMetrics } from "../../console/src/queries/counts.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const range = { start: NOON, end: NOON + HOUR_MS };
const DOORWAY = { id: "drw_1", name: "Door", link_id: "lnk_1", sensor_placement: 1 as const };

/** A space with measured periods in hours after noon; null lasts. */
function space(...periods: readonly (readonly [from: number, until: number | null])[]) {
  const instant = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();
  const measured_periods = periods.map(([from, until]) => ({
    start: instant(from),
    end: until === null ? null : instant(until),
  }));
  return { doorways: [DOORWAY], measured_periods };
}

const UNLINKED = { ...space(), doorways: [] };

describe("what is measured", () => {
  it.each([
    ["nothing without a link", UNLINKED, []],
    ["nothing before the first event", space(), []],
    ["all of it since an event before", space([-9, null]), [[0, 1]]],
    ["nothing of a period that ended as the range began", space([-9, 0]), []],
    ["nothing of one that begins as the range ends", space([1, null]), []],
    ["a part since the first event", space([0.5, null]), [[0.5, 1]]],
    [
      "the parts of two links",
      space([-9, 0.25], [0.75, 2]),
      [
        [0, 0.25],
        [0.75, 1],
      ],
    ],
  ] as const)("in a range: %s", (_name, of, parts) => {
    const found = measuredParts(of, range).map(({ start, end }) => [
      (start - NOON) / HOUR_MS,
      (end - NOON) / HOUR_MS,
    ]);
    expect(found).toEqual(parts);
    expect(unmeasuredIn(of, range) === null).toBe(parts.length > 0);
  });

  it.each([
    [space([-9, null]), true],
    [space([0, 1]), true],
    [space([0.5, null]), false],
    [space([-9, 0.25], [0.75, 2]), false],
    [space(), false],
  ])("throughout a range", (of, expected) => {
    expect(isMeasuredThroughout(of, range)).toBe(expected);
  });

  it("states what was not measured, and why", () => {
    expect(unmeasuredIn(UNLINKED, range)).toBe("Not measured");
    expect(unmeasuredIn(space(), range)).toBe("No data yet");
    expect(unmeasuredIn(space([2, null]), range)).toBe("No data before the first event");
    expect(unmeasuredIn(space([-9, -8], [2, null]), range)).toBe("Not measured");
  });

  it("states which part was measured", () => {
    const text = (of: ReturnType<typeof space>) => measuredText(of, range, "UTC");
    expect(text(space([0.5, null]))).toMatch(/^Measured since .*12:30( PM)?\.$/);
    expect(text(space([-9, 0.5]))).toMatch(/^Measured only .*12:00.* – .*12:30( PM)?\.$/);
    expect([text(space([-9, null])), text(space())]).toEqual([null, null]);
  });
});

describe("the count now", () => {
  it.each([
    ["without a link", UNLINKED, 0, "Not measured"],
    ["without a link, from before", { ...space([-9, -8]), doorways: [] }, 7, "Not measured"],
    ["without an event", space(), 0, "No data yet"],
    ["that a user has set before the first event", space(), 7, null],
    ["with a count of 0 after an event", space([-9, null]), 0, null],
  ])("%s", (_name, of, count, text) => {
    expect(unmeasuredNow(of, count)).toBe(text);
    expect(isMeasuredNow(of)).toBe(text === null && count === 0);
  });
});

describe("the summary of a range", () => {
  const metrics = (value: number | null) => {
    const extreme = { value, timestamp: value === null ? null : new Date(NOON).toISOString() };
    const flow = { total: 0, average: value, peak: extreme };
    const count = { average: value, min: extreme, max: extreme };
    return { entrances: flow, exits: flow, count } as CountMetrics;
  };

  it("has no zeros and no peak of a range that was not measured, or whose counts are all 0", () => {
    expect(summaryOf({ range, zone: "UTC" }, metrics(null))).toBe("No data in this period.");
    expect(summaryOf({ range, zone: "UTC" }, metrics(0))).toMatch(/: there were no people\.$/);
  });
});

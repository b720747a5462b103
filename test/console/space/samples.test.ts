import { describe, expect, it } from "vitest";
import type { LiveChange } from "../../../console/src/live/live-counts.ts";
import {
  laterBy,
  type Sample,
  toSamples,
  upToNow,
  withChanges,
} from "../../../console/src/pages/space/samples.ts";
import {
  formatZoom,
  panned,
  parseZoom,
  selected,
  zoomedIn,
  zoomedOut,
} from "../../../console/src/pages/space/space-controls.tsx";
import type { CountMetrics } from "../../../console/src/queries/counts.ts";

const MINUTE_MS = 60_000;
const NOON = Date.parse("2026-11-20T12:00Z");
const VIEW = { range: { start: NOON, end: NOON + 30 * MINUTE_MS }, interval: "5m", zone: "UTC" } as const;

function minute(minutes: number): number {
  return NOON + minutes * MINUTE_MS;
}

function minutes(from: number, to: number) {
  return { start: minute(from), end: minute(to) };
}

function sample(from: number, to: number, values: Partial<Sample> = {}): Sample {
  return { ...minutes(from, to), count: 3, min: 3, max: 3, entrances: 0, exits: 0, ...values };
}

function change(at: number, count: number, direction: 1 | -1 | null): LiveChange {
  return { spaceId: "spc_1", count, timestamp: minute(at), direction };
}

describe("samples up to now", () => {
  it("are converted from the API, where the end is the last millisecond", () => {
    const unused = { events: 3, entry_rate: 0, exit_rate: 0, utilization: null, target_utilization: null };
    const analytics = { ...unused, min: 1, max: 4, entrances: 2, exits: 1 };
    const interval = { start: "", end: "2026-11-20T12:04:59.999Z", analytics };
    const timestamp = "2026-11-20T12:00:00.000Z";
    const [converted] = toSamples([{ timestamp, count: 3, interval }]);
    expect(converted).toEqual(sample(0, 5, { min: 1, max: 4, entrances: 2, exits: 1 }));
  });

  it("include changes", () => {
    const changes = [change(3, 4, 1), change(3.5, 5, 1), change(4, 4, -1)];
    expect(upToNow([sample(0, 2)], { changes, count: 4, now: minute(4.5) }, VIEW)).toEqual([
      sample(0, 4.5, { max: 5, entrances: 2, exits: 1 }),
    ]);
  });

  it("start with the last count when a new interval starts", () => {
    const changes = [change(11, 4, 1)];
    expect(upToNow([sample(0, 2)], { changes, count: 4, now: minute(12) }, VIEW)).toEqual([
      sample(0, 5),
      sample(5, 10),
      sample(10, 12, { max: 4, entrances: 1 }),
    ]);
  });

  it("include resets", () => {
    const changes = [change(5, 0, null)];
    expect(upToNow([sample(0, 2)], { changes, count: 0, now: minute(5) }, VIEW).at(-1)).toMatchObject({
      start: minute(5),
      count: 0,
      min: 0,
      exits: 0,
    });
  });

  it("end with the range", () => {
    const changes = [change(29, 4, 1), change(31, 5, 1)];
    const live = upToNow([sample(25, 27)], { changes, count: 5, now: minute(40) }, VIEW);
    expect(live).toEqual([sample(25, 30, { max: 4, entrances: 1 })]);
    const over = [sample(25, 30)];
    expect(upToNow(over, { changes, count: 5, now: minute(40) }, VIEW)).toBe(over);
    expect(upToNow([], { changes, count: 5, now: minute(40) }, VIEW)).toEqual([]);
  });

  it("follow the local calendar", () => {
    const day = (text: string) => Date.parse(text);
    const start = day("2026-03-29T00:00Z");
    const view = {
      range: { start, end: day("2026-03-30T23:00Z") },
      interval: "1d",
      zone: "Europe/London",
    } as const;
    const today = { ...sample(0, 0), start, end: start + MINUTE_MS };
    const now = day("2026-03-30T10:00Z");
    const live = upToNow([today], { changes: [], count: 3, now }, view);
    expect(live.map(({ start: begin }) => begin)).toEqual([start, day("2026-03-29T23:00Z")]);
  });
});

describe("samples of a comparison", () => {
  it("leave out days that the later month does not have", () => {
    const days = ["2026-01-28", "2026-01-29", "2026-01-31"].map((text) => Date.parse(text));
    const samples = days.map((start) => ({ ...sample(0, 5), start, end: start + MINUTE_MS }));
    const moved = laterBy(samples, { months: 1 }, "UTC");
    expect(moved.map(({ start }) => start)).toEqual([Date.parse("2026-02-28")]);
  });

  it("move to the local times of the range", () => {
    const start = Date.parse("2026-03-24T09:00Z");
    const [moved] = laterBy(
      [{ ...sample(0, 5), start, end: start + MINUTE_MS }],
      { weeks: 1 },
      "Europe/London",
    );
    expect(moved?.start).toBe(Date.parse("2026-03-31T08:00Z"));
  });
});

describe("metrics with changes", () => {
  const flow = { total: 10, average: 1, peak: { value: 2, timestamp: "" } };
  const metrics: CountMetrics = {
    entrances: flow,
    exits: flow,
    count: { average: 1, min: { value: 0, timestamp: "" }, max: { value: 4, timestamp: "then" } },
    target_utilization: null,
    safe_threshold: null,
  };

  it("have new totals and a new peak", () => {
    const changes = [change(1, 4, 1), change(2, 6, 1), change(3, 5, -1)];
    expect(withChanges(metrics, changes)).toMatchObject({
      entrances: { total: 12 },
      exits: { total: 11 },
      count: { max: { value: 6, timestamp: "2026-11-20T12:02:00.000Z" } },
    });
    expect(withChanges(metrics, [change(1, 4, 1)])?.count.max.timestamp).toBe("then");
  });

  it("are unchanged without changes", () => {
    expect(withChanges(metrics, [])).toBe(metrics);
    expect(withChanges(null, [change(1, 4, 1)])).toBeNull();
  });
});

const BASE = { start: NOON, end: NOON + 60 * MINUTE_MS };

describe("zooming", () => {
  it("is a URL parameter", () => {
    expect(formatZoom(BASE)).toBe("20261120T1200Z..20261120T1300Z");
    expect(parseZoom(formatZoom(BASE))).toEqual(BASE);
  });

  it.each([null, "", "20261120T1200Z", "20261120T1200Z..noon", "20261120T1300Z..20261120T1200Z"])(
    "takes no notice of %j",
    (text) => {
      expect(parseZoom(text)).toBeNull();
    },
  );

  it("selects whole minutes, at least two", () => {
    expect(selected({ start: NOON + 1, end: NOON + 5 * MINUTE_MS + 1 })).toEqual(minutes(0, 6));
    expect(selected({ start: NOON + 1, end: NOON + 2 })).toEqual(minutes(0, 2));
  });

  it("zooms in to the middle, down to a minimum", () => {
    expect(zoomedIn(BASE)).toEqual(minutes(15, 45));
    expect(zoomedIn(minutes(0, 2))).toBeNull();
  });

  it("zooms out within the selected range", () => {
    expect(zoomedOut(minutes(25, 35), BASE)).toEqual(minutes(20, 40));
    expect(zoomedOut(minutes(0, 10), BASE)).toEqual(minutes(0, 20));
    expect(zoomedOut(minutes(50, 60), BASE)).toEqual(minutes(40, 60));
    expect(zoomedOut(minutes(15, 45), BASE)).toBeNull();
  });

  it("moves by half of the range", () => {
    expect(panned(BASE, 1)).toEqual(minutes(30, 90));
    expect(panned(minutes(0, 2), -1)).toEqual(minutes(-1, 1));
  });
});

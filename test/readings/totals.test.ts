import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/domain/instant.ts";
import { READING_CROSSINGS_MAX } from "../../src/domain/limits.ts";
import { lastMark } from "../../src/readings/marks.ts";
import {
  type ArrivedTotals,
  CAP_DEFAULT,
  joinTotals,
  judgeTotals,
  NEW_LINE,
  type Totals,
  type TotalsLine,
  type TotalsRules,
} from "../../src/readings/totals.ts";
import { checkProperty } from "../support/random.ts";

const START = Date.UTC(2026, 2, 2, 8);
const RULES: TotalsRules = {
  cap: CAP_DEFAULT,
  width: null,
  isReversed: false,
  direction: null,
  suspends: true,
  isReset: () => false,
};

/** What totals have besides their numbers. */
const PLAIN = { width: null, isBoot: false, isUndirected: false };

/** Totals some minutes after the start. */
function totals(
  minutes: number,
  inTotal: number | null,
  outTotal: number | null,
  more: Partial<ArrivedTotals> = {},
): ArrivedTotals {
  return { at: START + minutes * MINUTE_MS, in: inTotal, out: outTotal, ...PLAIN, ...more };
}

/** What becomes of some totals, in the order of their arrival. */
function judgeAll(arrivals: readonly ArrivedTotals[], rules: Partial<TotalsRules> = {}) {
  let line: TotalsLine = NEW_LINE;
  const stored = new Map<number, Totals>();
  return arrivals.map((arrived) => {
    const judged = judgeTotals(line, arrived, { ...RULES, ...rules }, stored.get(arrived.at) ?? null);
    if (judged.result !== "duplicate" && judged.result !== "conflict")
      stored.set(arrived.at, joinTotals(stored.get(arrived.at) ?? null, arrived));
    line = judged.line;
    return judged;
  });
}

/** The results and what was counted, in short. */
function outcomes(arrivals: readonly ArrivedTotals[], rules: Partial<TotalsRules> = {}) {
  return judgeAll(arrivals, rules).map(({ result, counted }) => [result, counted.in, counted.out]);
}

describe("running totals (D31)", () => {
  it("begin with a baseline, and count the difference from then on", () => {
    expect(outcomes([totals(0, 100, 90), totals(15, 112, 95), totals(30, 112, 95)])).toEqual([
      ["baseline", 0, 0],
      ["counted", 12, 5],
      ["counted", 0, 0],
    ]);
  });

  it("of the same time are duplicates, and with other values a conflict, whether or not they are the last", () => {
    const arrivals = [
      totals(0, 1, 1),
      totals(15, 4, 2),
      totals(15, 4, 2),
      totals(15, 5, 2),
      totals(0, 1, 1),
      totals(0, 2, 1),
    ];
    expect(outcomes(arrivals).slice(2)).toEqual([
      ["duplicate", 0, 0],
      ["conflict", 0, 0],
      ["duplicate", 0, 0],
      ["conflict", 0, 0],
    ]);
  });

  it("that are older than the last by time are late, and count nothing", () => {
    expect(outcomes([totals(0, 0, 0), totals(30, 9, 3), totals(15, 4, 1), totals(45, 10, 3)])).toEqual([
      ["baseline", 0, 0],
      ["counted", 9, 3],
      ["late", 0, 0],
      ["counted", 1, 0],
    ]);
  });

  it("may rise by the cap for each second and 60; beyond it they are a jump and the new baseline", () => {
    const limit = 15 * 60 + 60;
    expect(outcomes([totals(0, 0, 0), totals(15, limit, 0)])).toEqual([
      ["baseline", 0, 0],
      ["counted", limit, 0],
    ]);
    expect(outcomes([totals(0, 0, 0), totals(15, limit + 1, 5), totals(30, limit + 3, 6)])).toEqual([
      ["baseline", 0, 0],
      ["jump", 0, 0],
      ["counted", 2, 1],
    ]);
    expect(outcomes([totals(0, 0, 0), totals(15, limit + 1, 5)], { cap: 2 })[1]).toEqual([
      "counted",
      limit + 1,
      5,
    ]);
  });

  it("are a jump beyond what a reading may count at all, however long ago the last ones were", () => {
    const year = 365 * 24 * 60;
    expect(outcomes([totals(0, 0, 0), totals(year, READING_CROSSINGS_MAX, 0)])[1]?.[0]).toBe("counted");
    expect(outcomes([totals(0, 0, 0), totals(year, READING_CROSSINGS_MAX + 1, 0)])[1]?.[0]).toBe("jump");
  });

  it("that fall with a boot are a reset and counted as they are", () => {
    expect(outcomes([totals(0, 500, 400), totals(15, 300, 7, { isBoot: true })])[1]).toEqual([
      "reset",
      300,
      7,
    ]);
    expect(outcomes([totals(0, 90_000, 400), totals(15, 80_000, 7, { isBoot: true })])[1]).toEqual([
      "jump",
      0,
      0,
    ]);
  });

  it("that fall where the device has a daily reset are a reset, if they are possible in this time", () => {
    const isReset = (from: number, to: number) =>
      from < START + 10 * MINUTE_MS && to >= START + 10 * MINUTE_MS;
    expect(outcomes([totals(0, 500, 400), totals(15, 300, 390)], { isReset })[1]).toEqual([
      "reset",
      300,
      390,
    ]);
    expect(outcomes([totals(11, 500, 400), totals(20, 400, 390)], { isReset })[1]).toEqual([
      "backwards",
      0,
      0,
    ]);
    expect(outcomes([totals(0, 5000, 0), totals(15, 4900, 0)], { isReset })[1]).toEqual(["backwards", 0, 0]);
  });

  it("of a counter of known width wrap, and those of another do not", () => {
    const arrivals = [totals(0, 65_530, 5), totals(15, 4, 7)];
    expect(outcomes(arrivals, { width: 16 })[1]).toEqual(["wrap", 10, 2]);
    expect(outcomes(arrivals.map((each) => ({ ...each, width: 16 })))[1]).toEqual(["wrap", 10, 2]);
    expect(outcomes(arrivals)[1]).toEqual(["reset", 4, 2]);
    // Far from the end of its range, a counter cannot wrap.
    expect(outcomes([totals(0, 40_000, 5), totals(15, 4, 7)], { width: 16 })[1]).toEqual(["reset", 4, 2]);
  });

  it("that fall below half of the last, and are possible in this time, are a reset: a lower bound", () => {
    const [, reset] = judgeAll([totals(0, 500, 10), totals(15, 249, 12)]);
    expect(reset).toMatchObject({ result: "reset", counted: { in: 249, out: 2 } });
    expect(reset?.note).toContain("unknown");
    expect(outcomes([totals(0, 500, 10), totals(15, 250, 12)])[1]).toEqual(["backwards", 0, 0]);
  });

  it("make no events if either direction is impossible", () => {
    expect(outcomes([totals(0, 500, 10), totals(15, 480, 12), totals(30, 482, 13)])).toEqual([
      ["baseline", 0, 0],
      ["backwards", 0, 0],
      ["counted", 2, 1],
    ]);
  });

  it("that fall three times in a row suspend the line, which says why and counts nothing from then on", () => {
    const falling = [0, 1, 2, 3, 4].map((step) => totals(15 * step, 5_000 - 10 * step, 4_000));
    const judged = judgeAll([...falling, totals(90, 4_970, 4_002)]);
    expect(judged.map(({ result }) => result)).toEqual([
      "baseline",
      "backwards",
      "backwards",
      "backwards",
      "backwards",
      "counted",
    ]);
    const falls = { reason: "falls", since: falling[1]?.at };
    expect(judged.map(({ line }) => line.suspended)).toEqual([null, null, null, falls, falls, falls]);
    expect(judged.at(-1)).toMatchObject({ counted: { in: 0, out: 0 } });
    expect(judged.at(-1)?.note).toContain("reverse");
  });

  it("count what they fall by where the setting `reverse` says so, and exchange in and out where they rise", () => {
    const falling = [0, 1, 2, 3].map((step) => totals(15 * step, 5_000 - 10 * step, 4_000));
    expect(outcomes(falling, { isReversed: true }).slice(1)).toEqual(Array(3).fill(["counted", 10, 0]));
    expect(outcomes([totals(0, 10, 20), totals(15, 13, 21)], { isReversed: true })[1]).toEqual([
      "counted",
      1,
      3,
    ]);
  });

  it("that alternate between two rising series suspend the line by the sixth", () => {
    const both = [0, 1, 2, 3, 4, 5].map((step) =>
      step % 2 === 0 ? totals(5 * step, 900_000 + step, 10) : totals(5 * step, 700_000 + step, 5),
    );
    const judged = judgeAll(both);
    const two = { reason: "two-devices", since: both[0]?.at };
    expect(judged.map(({ line }) => line.suspended)).toEqual([null, null, null, null, null, two]);
    expect(judged.flatMap(({ counted }) => [counted.in, counted.out]).every((number) => number === 0)).toBe(
      true,
    );
    expect(judged.at(-1)?.note).toContain("two devices");
  });

  it("of one direction alone count that one", () => {
    const arrivals = [totals(0, 5, null), totals(15, null, 100), totals(30, 7, null), totals(45, 8, 103)];
    expect(outcomes(arrivals)).toEqual([
      ["baseline", 0, 0],
      ["baseline", 0, 0],
      ["counted", 2, 0],
      ["counted", 1, 3],
    ]);
  });

  it("that come in separate messages have the time since those of their own direction, and are counted over it", () => {
    const hour = 60 * 60 + 60;
    const arrivals = [
      totals(0, 5, null),
      totals(1, null, 7),
      totals(60, 5 + hour, null),
      totals(61, null, 7 + hour),
    ];
    const judged = judgeAll(arrivals);
    expect(judged.map(({ result }) => result)).toEqual(["baseline", "baseline", "counted", "counted"]);
    const [, , entered, left] = judged;
    expect(entered?.spans).toEqual([
      { span: { from: arrivals[0]?.at, to: arrivals[2]?.at }, passages: { in: hour, out: 0 } },
    ]);
    expect(left?.spans).toEqual([
      { span: { from: arrivals[1]?.at, to: arrivals[3]?.at }, passages: { in: 0, out: hour } },
    ]);
  });

  it("of one instant in two parts are counted together, and repeated as a whole or in parts are duplicates", () => {
    const first = totals(0, 5, 7);
    const arrivals = [first, totals(15, 8, null), totals(15, null, 9), totals(15, 8, 9), totals(15, null, 9)];
    expect(outcomes(arrivals)).toEqual([
      ["baseline", 0, 0],
      ["counted", 3, 0],
      ["counted", 0, 2],
      ["duplicate", 0, 0],
      ["duplicate", 0, 0],
    ]);
    expect(
      outcomes([...arrivals.slice(0, 3), totals(30, 9, 9), totals(15, 8, null), totals(15, 8, 10)]).slice(3),
    ).toEqual([
      ["counted", 1, 0],
      ["duplicate", 0, 0],
      ["conflict", 0, 0],
    ]);
  });

  it("of a register without a direction wait for the setting `direction`, which counts them as what it says", () => {
    const arrivals = [0, 1, 2].map((step) => totals(15 * step, 10 + step, null, { isUndirected: true }));
    const [baseline, waiting] = judgeAll(arrivals);
    expect(baseline?.line.suspended).toEqual({ reason: "undirected", since: START });
    expect(waiting).toMatchObject({ result: "counted", counted: { in: 0, out: 0 }, spans: [] });
    expect(waiting?.note).toContain("direction");
    expect(outcomes(arrivals, { direction: "out" }).slice(1)).toEqual(Array(2).fill(["counted", 0, 1]));
    expect(outcomes(arrivals, { direction: "in" }).slice(1)).toEqual(Array(2).fill(["counted", 1, 0]));
  });
});

interface Crossings {
  /** Ms since the crossing before, and whether it is an entrance. */
  readonly gap: number;
  readonly isIn: boolean;
}

/** A readout of a device: when, how often it arrives, and how much later than others. */
interface Readout {
  readonly gap: number;
  readonly copies: number;
  readonly delays: readonly number[];
}

const crossing = fc.record({ gap: fc.integer({ min: 1, max: 20 * SECOND_MS }), isIn: fc.boolean() });
const readout = fc.record({
  gap: fc.integer({ min: 1, max: HOUR_MS / 2 }),
  copies: fc.constantFrom(0, 1, 1, 1, 2, 3),
  delays: fc.array(fc.constantFrom(0, 0, 0, MINUTE_MS, HOUR_MS, 3 * HOUR_MS), { minLength: 3, maxLength: 3 }),
});
const device = fc.record({
  width: fc.constantFrom(16, 32, null),
  /** How far before the end of its range the counters begin. */
  before: fc.tuple(fc.nat(300), fc.nat(300)),
  crossings: fc.array(crossing, { maxLength: 60 }),
  readouts: fc.array(readout, { minLength: 1, maxLength: 20 }),
  /** The readouts before which the device restarts. */
  boots: fc.uniqueArray(fc.nat(19), { maxLength: 3 }),
});

describe("any schedule of crossings, read as totals (D31)", () => {
  it("with loss, repetition, reordering and delay, gives what passed between the first and the last, once", async () => {
    await checkProperty(
      fc.property(device, ({ width, before, crossings, readouts }) => {
        const begin = width === null ? before : before.map((each) => 2 ** width - 1 - each);
        const truth = passing(crossings);
        const read = readOut(readouts, width, (at) => {
          const passed = truth(at);
          return [(begin[0] ?? 0) + passed.in, (begin[1] ?? 0) + passed.out] as const;
        });
        let line = NEW_LINE;
        const stored = new Map<number, ArrivedTotals>();
        const sum = { in: 0, out: 0 };
        for (const arrived of read.arrivals) {
          const judged = judgeTotals(line, arrived, RULES, stored.get(arrived.at) ?? null);
          expect(["baseline", "counted", "wrap", "late", "duplicate"]).toContain(judged.result);
          sum.in += judged.counted.in;
          sum.out += judged.counted.out;
          line = judged.line;
          stored.set(arrived.at, arrived);
        }
        const [first] = read.arrivals;
        if (first === undefined) return;
        const [from, to] = [truth(first.at), truth(lastMark(line.in)?.at ?? first.at)];
        expect(sum).toEqual({ in: to.in - from.in, out: to.out - from.out });
      }),
      { numRuns: 2_000 },
    );
  });

  it("with boots that the device tells of, gives what it counted since each", async () => {
    await checkProperty(
      fc.property(device, ({ crossings, readouts, boots }) => {
        const truth = passing(crossings);
        const arrivals: ArrivedTotals[] = [];
        // Both directions have passed more before than they can after a boot.
        let offset = { in: -100, out: -100 };
        const expected = { in: 0, out: 0 };
        let last = START;
        let at = START;
        for (const [index, { gap }] of readouts.entries()) {
          const isBoot = boots.includes(index) && index > 0;
          // It starts in the middle between two readouts.
          const started = at + Math.floor(gap / 2);
          at += gap;
          const passed = truth(at);
          if (isBoot) offset = truth(started);
          const total = { in: passed.in - offset.in, out: passed.out - offset.out };
          const before = arrivals.at(-1);
          if (before !== undefined) {
            for (const name of ["in", "out"] as const) {
              const fell = total[name] < (before[name] ?? 0);
              const difference = total[name] - (before[name] ?? 0);
              if (isBoot) expected[name] += fell ? total[name] : difference;
              else expected[name] += passed[name] - truth(last)[name];
            }
          }
          last = at;
          arrivals.push({ at, ...total, ...PLAIN, isBoot });
        }
        const judged = judgeAll(arrivals);
        const sum = judged.reduce(
          (all, { counted }) => ({ in: all.in + counted.in, out: all.out + counted.out }),
          { in: 0, out: 0 },
        );
        expect(sum).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** What has passed at an instant, both ends of time included. */
function passing(crossings: readonly Crossings[]) {
  let at = START;
  const passed = crossings.map(({ gap, isIn }) => {
    at += gap;
    return { at, isIn };
  });
  return (instant: number) => ({
    in: passed.filter((each) => each.at < instant && each.isIn).length,
    out: passed.filter((each) => each.at < instant && !each.isIn).length,
  });
}

/** The totals of a device as they arrive. */
function readOut(
  readouts: readonly Readout[],
  width: number | null,
  totalsAt: (at: number) => readonly [number, number],
) {
  let at = START;
  const wrapped = (total: number) => (width === null ? total : total % 2 ** width);
  const sent = readouts.flatMap(({ gap, copies, delays }) => {
    at += gap;
    const [inTotal, outTotal] = totalsAt(at);
    const arrived: ArrivedTotals = { at, in: wrapped(inTotal), out: wrapped(outTotal), ...PLAIN, width };
    return delays.slice(0, copies).map((delay) => ({ arrived, when: at + delay }));
  });
  sent.sort((a, b) => a.when - b.when);
  return { arrivals: sent.map(({ arrived }) => arrived) };
}

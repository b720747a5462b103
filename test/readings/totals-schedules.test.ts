import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getOrInsert } from "../../src/domain/collections.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/domain/instant.ts";
import { lastMark } from "../../src/readings/marks.ts";
import { judgeTotals } from "../../src/readings/totals.ts";
import { type ArrivedTotals, NEW_LINE } from "../../src/readings/totals-line.ts";
import { judgeAll, PLAIN, RULES, START } from "../support/judged-totals.ts";
import { checkProperty } from "../support/random.ts";

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
        const stored = new Map<number, ArrivedTotals[]>();
        const sum = { in: 0, out: 0 };
        for (const arrived of read.arrivals) {
          const judged = judgeTotals(line, arrived, RULES, stored.get(arrived.at));
          expect(["baseline", "counted", "wrap", "late", "duplicate"]).toContain(judged.result);
          sum.in += judged.counted.in;
          sum.out += judged.counted.out;
          line = judged.line;
          getOrInsert(stored, arrived.at, () => []).push(arrived);
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
              if (isBoot) expected[name] += total[name];
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

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import { EVENT_ID_LENGTH_MAX } from "../../src/domain/limits.ts";
import { crossingId, crossingOf, crossingPrefix, spreadCrossings } from "../../src/readings/spread.ts";
import { checkProperty } from "../support/random.ts";

const START = Date.UTC(2026, 2, 2, 8);

describe("the crossings of a span (D31)", () => {
  it("are spread evenly, those in first at the same ms", () => {
    const { timestamps, trajectories, numbers } = spreadCrossings(
      { from: START, to: START + 60_000 },
      { in: 2, out: 4 },
    );
    expect([...timestamps].map((each) => each - START)).toEqual([
      7_500, 15_000, 22_500, 37_500, 45_000, 52_500,
    ]);
    expect([...trajectories]).toEqual([-1, 1, -1, -1, 1, -1]);
    expect([...numbers]).toEqual([0, 0, 1, 2, 1, 3]);
    const same = spreadCrossings({ from: START, to: START + 1 }, { in: 2, out: 2 });
    expect([...same.trajectories]).toEqual([1, 1, -1, -1]);
    expect([...same.timestamps]).toEqual(Array(4).fill(START));
  });

  it("are at the formula's whole ms, within the span, in order, as many as were counted", async () => {
    const span = fc.record({
      length: fc.integer({ min: 1, max: 31 * DAY_MS }),
      in: fc.nat(400),
      out: fc.nat(400),
    });
    await checkProperty(
      fc.property(span, ({ length, ...passages }) => {
        const spread = spreadCrossings({ from: START, to: START + length }, passages);
        expect(spread.length).toBe(passages.in + passages.out);
        let before = START;
        for (let row = 0; row < spread.length; row++) {
          const n = spread.trajectories[row] === 1 ? passages.in : passages.out;
          const k = BigInt(spread.numbers[row] as number);
          const exact = BigInt(START) + ((2n * k + 1n) * BigInt(length)) / (2n * BigInt(n));
          const timestamp = spread.timestamps[row] as number;
          expect(BigInt(timestamp)).toBe(exact);
          expect(timestamp).toBeGreaterThanOrEqual(before);
          expect(timestamp).toBeLessThan(START + length);
          before = timestamp;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("have ids that differ by span, number, revision and register, are short enough and give the span again", () => {
    const span = { from: START, to: START + 900_000 };
    const origin = { revision: 0, register: 0 };
    const spans = [span, { ...span, to: span.to + 1 }, { from: span.from + 1, to: span.to + 1 }];
    const ids = [
      ...spans.map((each) => crossingId(crossingPrefix(each, origin), 0)),
      crossingId(crossingPrefix(span, origin), 1),
      crossingId(crossingPrefix(span, { ...origin, revision: 1 }), 0),
      crossingId(crossingPrefix(span, { ...origin, register: 1 }), 0),
      crossingId(crossingPrefix(span, { revision: 1, register: 1 }), 0),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(crossingOf)).toEqual([
      ...spans.map((each) => ({ ...each, register: 0 })),
      ...[0, 0, 1, 1].map((register) => ({ ...span, register })),
    ]);
    expect(crossingOf("r-1-2-3")).toBeNull();
    const life = { from: 253_402_300_799_999, to: 2 * 253_402_300_799_999 };
    const longest = crossingId(crossingPrefix(life, { revision: 2 ** 31, register: 2 ** 31 }), 2 ** 31);
    expect(longest.length).toBeLessThanOrEqual(EVENT_ID_LENGTH_MAX);
    expect(crossingOf(longest)).toEqual({ ...life, register: 2 ** 31 });
  });
});

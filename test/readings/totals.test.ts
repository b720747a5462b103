import { describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { READING_CROSSINGS_MAX } from "../../src/domain/limits.ts";
import { UNSEEN_MS_MAX } from "../../src/readings/judge-total.ts";
import { BACKWARDS_MAX } from "../../src/readings/totals-line.ts";
import { judgeAll, NO_PASSAGES, outcomes, START, totals } from "../support/judged-totals.ts";

describe("running totals (D31)", () => {
  it("begin with a baseline, and count the difference from then on", () => {
    expect(outcomes([totals(0, 100, 90), totals(15, 112, 95), totals(30, 112, 95)])).toEqual([
      ["baseline", 0, 0],
      ["counted", 12, 5],
      ["counted", 0, 0],
    ]);
  });

  it("of the same time and values are duplicates; with a lower value a conflict: the first stays", () => {
    const arrivals = [
      totals(0, 1, 1),
      totals(15, 4, 2),
      totals(15, 4, 2),
      totals(15, 5, 1),
      totals(15, 3, 2),
      totals(0, 1, 1),
      totals(0, 0, 1),
    ];
    expect(outcomes(arrivals).slice(2)).toEqual([
      ["duplicate", 0, 0],
      ["conflict", 0, 0],
      ["conflict", 0, 0],
      ["duplicate", 0, 0],
      ["conflict", 0, 0],
    ]);
  });

  it("of the same time and higher, by 60 at most, are further crossings in the second after it, each once", () => {
    const judged = judgeAll([
      totals(0, 0, 0),
      totals(15, 1, 0),
      totals(15, 2, 0),
      totals(15, 2, 1),
      totals(15, 1, 0),
      totals(15, 62, 1),
      totals(15, 63, 1),
      totals(30, 65, 1),
      totals(15, 64, 1),
    ]);
    expect(judged.map(({ result, counted }) => [result, counted.in, counted.out])).toEqual([
      ["baseline", 0, 0],
      ["counted", 1, 0],
      ["counted", 1, 0],
      ["counted", 0, 1],
      // The first message of the second, delivered again.
      ["duplicate", 0, 0],
      ["counted", 60, 0],
      ["counted", 1, 0],
      ["counted", 2, 0],
      // Later totals have counted it.
      ["late", 0, 0],
    ]);
    const at = START + 15 * MINUTE_MS;
    const further = judged.flatMap(({ spans }) => spans).filter(({ place }) => place !== undefined);
    expect(further.map(({ span }) => span)).toEqual(Array(4).fill({ from: at, to: at }));
    // The ids of crossings of one instant differ by what had been counted of it before.
    expect(further.map(({ place }) => place)).toEqual([1, 2, 3, 63]);
    expect(outcomes([totals(0, 0, 0), totals(15, 1, 0), totals(15, 62, 0)])[2]).toEqual(["conflict", 0, 0]);
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
    const month = 31 * 24 * 60;
    expect(outcomes([totals(0, 0, 0), totals(month, READING_CROSSINGS_MAX, 0)])[1]?.[0]).toBe("counted");
    expect(outcomes([totals(0, 0, 0), totals(month, READING_CROSSINGS_MAX + 1, 0)])[1]?.[0]).toBe("jump");
  });

  it("count nothing more than 32 days after the last ones: the time of one of them is wrong", () => {
    expect(UNSEEN_MS_MAX).toBe(32 * DAY_MS);
    const days = UNSEEN_MS_MAX / MINUTE_MS;
    expect(outcomes([totals(0, 0, 0), totals(days, 5, 3), totals(days + 1, 6, 3)]).slice(1)).toEqual([
      ["counted", 5, 3],
      ["counted", 1, 0],
    ]);
    const judged = judgeAll([totals(0, 5, 3), totals(days + 1, 5, 4), totals(days + 2, 6, 5)]);
    expect(judged.map(({ result }) => result)).toEqual(["baseline", "jump", "counted"]);
    expect(judged.map(({ counted }) => counted)).toEqual([NO_PASSAGES, NO_PASSAGES, { in: 1, out: 1 }]);
    expect(judged[1]?.unknown).toEqual({ from: START, to: START + (days + 1) * MINUTE_MS });
  });

  it("make no events if either direction is impossible", () => {
    expect(outcomes([totals(0, 500, 10), totals(15, 480, 12), totals(30, 482, 13)])).toEqual([
      ["baseline", 0, 0],
      ["backwards", 0, 0],
      ["counted", 2, 1],
    ]);
  });

  it("that fall three times in a row suspend the line, which says why and counts nothing from then on", () => {
    expect(BACKWARDS_MAX).toBe(3);
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
      ["late", 0, 0],
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

import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { judgeTotals } from "../../src/readings/totals.ts";
import { NEW_LINE } from "../../src/readings/totals-line.ts";
import { dailyAt, judgeAll, NO_PASSAGES, outcomes, RULES, START, totals } from "../support/judged-totals.ts";

describe("running totals that begin again, or fall (D31)", () => {
  it("after a boot are a reset and counted as they are, whether they fell or not", () => {
    expect(outcomes([totals(0, 5, 4), totals(15, 7, 3, { isBoot: true })])[1]).toEqual(["reset", 7, 3]);
    const [, judged] = judgeAll([totals(0, 5, 4), totals(15, 7, 3, { isBoot: true })]);
    const span = { from: START, to: START + 15 * MINUTE_MS };
    expect(judged).toMatchObject({ spans: [{ span }], unknown: span });
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

  it("count whole since a reset at a set time, whether they fell or not; the time before it is unknown", () => {
    const reset = START + 10 * MINUTE_MS;
    const judged = judgeAll([totals(0, 5, 4), totals(15, 7, 0)], dailyAt(reset));
    expect(judged[1]).toMatchObject({
      result: "reset",
      counted: { in: 7, out: 0 },
      spans: [{ span: { from: reset, to: START + 15 * MINUTE_MS } }],
      unknown: { from: START, to: reset },
    });
    // More than can have passed since the totals before.
    expect(outcomes([totals(0, 5_000, 0), totals(15, 4_900, 0)], dailyAt(reset))[1]).toEqual(["jump", 0, 0]);
    // No reset in between.
    expect(outcomes([totals(11, 500, 400), totals(20, 400, 390)], dailyAt(reset))[1]).toEqual([
      "backwards",
      0,
      0,
    ]);
  });

  it("of the instant of a reset are the end of the day before, or the first of the new one if they are lower", () => {
    const reset = START + 15 * MINUTE_MS;
    const day = (last: number) => [totals(0, 5, 4), totals(15, last, 4), totals(30, 6, 2)];
    expect(outcomes(day(9), dailyAt(reset)).slice(1)).toEqual([
      ["counted", 4, 0],
      ["reset", 6, 2],
    ]);
    expect(outcomes(day(5), dailyAt(reset)).slice(1)).toEqual([
      ["counted", 0, 0],
      ["reset", 6, 2],
    ]);
    const lower = judgeAll([totals(0, 5, 4), totals(15, 1, 0), totals(30, 6, 2)], dailyAt(reset));
    expect(lower.map(({ result, counted }) => [result, counted.in, counted.out]).slice(1)).toEqual([
      ["reset", 1, 0],
      ["counted", 5, 2],
    ]);
    expect(lower[1]?.spans).toEqual([
      { span: { from: reset, to: reset }, passages: { in: 1, out: 0 }, place: 0 },
    ]);
  });

  it("that do not fall at three resets in a row, from 60 on, suspend the line: the setting seems wrong", () => {
    const daily = dailyAt(START + 12 * HOUR_MS);
    const days = (numbers: readonly number[]) => numbers.map((total, day) => totals(day * 24 * 60, total, 0));
    const rising = judgeAll(days([60, 70, 80, 90, 100]), daily);
    expect(rising.map(({ result }) => result).slice(1)).toEqual(Array(4).fill("reset"));
    const noReset = { reason: "no-reset", since: START + 12 * HOUR_MS };
    expect(rising.map(({ line }) => line.suspended)).toEqual([null, null, null, noReset, noReset]);
    expect(rising.at(-1)).toMatchObject({ counted: NO_PASSAGES, note: expect.stringContaining("resets_at") });
    const isSuspended = (numbers: readonly number[]) =>
      judgeAll(days(numbers), daily).at(-1)?.line.suspended !== null;
    expect(isSuspended([59, 70, 80, 90])).toBe(false);
    expect(isSuspended([60, 70, 80, 20, 60, 70, 80])).toBe(false);
    // Beyond what can have passed it is no less evident.
    expect(isSuspended([900_000, 900_100, 900_200, 900_300])).toBe(true);
  });

  it("of two readings a day with a reset between them are not those of two devices", () => {
    const daily = dailyAt(START);
    const arrivals = [10, 12, 15, 7].flatMap((people, day) => [
      totals(day * 24 * 60 - 5, people, people),
      totals(day * 24 * 60 + 5, 0, 0),
    ]);
    const judged = judgeAll([totals(-24 * 60 + 5, 0, 0), ...arrivals], daily);
    const sum = judged.reduce((all, { counted }) => all + counted.in, 0);
    expect([sum, judged.at(-1)?.line.suspended]).toEqual([44, null]);
  });

  it("of a counter of known width wrap from its last tenth to its first, and those of another do not", () => {
    const arrivals = [totals(0, 65_530, 5), totals(15, 4, 7)];
    expect(outcomes(arrivals, { width: 16 })[1]).toEqual(["wrap", 10, 2]);
    expect(outcomes(arrivals.map((each) => ({ ...each, width: 16 })))[1]).toEqual(["wrap", 10, 2]);
    expect(outcomes(arrivals)[1]).toEqual(["reset", 4, 2]);
    // Far from the end of its range, a counter does not wrap, however long it was silent.
    const silent = 20 * 60;
    const limit = 0.9 * 2 ** 16;
    const falls = (last: number, next: number) =>
      outcomes([totals(0, last, 5), totals(silent, next, 7)], { width: 16 })[1];
    expect(falls(500, 3)).toEqual(["reset", 3, 2]);
    expect(falls(Math.floor(limit), 6_553)).toEqual(["reset", 6_553, 2]);
    expect(falls(Math.ceil(limit), 6_553)).toEqual(["wrap", 2 ** 16 - Math.ceil(limit) + 6_553, 2]);
    expect(falls(Math.ceil(limit), 6_554)).toEqual(["reset", 6_554, 2]);
  });

  it("beyond the width show that it is wrong: no wrap is assumed of the line from then on", () => {
    const arrivals = [totals(0, 70_000, 5), totals(15, 1, 7), totals(16, 40, 8)];
    expect(outcomes(arrivals, { width: 16 }).slice(1)).toEqual([
      ["reset", 1, 2],
      ["counted", 39, 1],
    ]);
    const [wide] = judgeAll([totals(0, 2 ** 16, 0)], { width: 16 });
    expect(wide?.line.overWidth).toBe(2 ** 16);
    const later = { ...(wide?.line ?? NEW_LINE), in: [START, 65_530] };
    expect(judgeTotals(later, totals(15, 4, 0), { ...RULES, width: 16 }).result).toBe("reset");
    expect(judgeTotals(later, totals(15, 4, 0), { ...RULES, width: 17 }).result).toBe("reset");
  });

  it("that fall below half of the last, and are possible in this time, are a reset: a lower bound", () => {
    const [, reset] = judgeAll([totals(0, 500, 10), totals(15, 249, 12)]);
    expect(reset).toMatchObject({ result: "reset", counted: { in: 249, out: 2 } });
    expect(reset?.note).toContain("unknown");
    expect(outcomes([totals(0, 500, 10), totals(15, 250, 12)])[1]).toEqual(["backwards", 0, 0]);
  });
});

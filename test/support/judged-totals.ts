import { getOrInsert } from "../../src/domain/collections.ts";
import { DAY_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { judgeTotals } from "../../src/readings/totals.ts";
import {
  type ArrivedTotals,
  CAP_DEFAULT,
  NEW_LINE,
  type Totals,
  type TotalsLine,
  type TotalsRules,
} from "../../src/readings/totals-line.ts";

export const START = Date.UTC(2026, 2, 2, 8);
export const RULES: TotalsRules = {
  cap: CAP_DEFAULT,
  width: null,
  isReversed: false,
  direction: null,
  suspends: true,
  lastReset: null,
};

/** What totals have besides their numbers. */
export const PLAIN = { width: null, isBoot: false, isUndirected: false };

export const NO_PASSAGES = { in: 0, out: 0 };

/** The rules of a device whose totals are set to 0 each day at the time of an instant. */
export function dailyAt(instant: number): Partial<TotalsRules> {
  return {
    lastReset: (from, to) => {
      const last = instant + Math.floor((to - 1 - instant) / DAY_MS) * DAY_MS;
      return last >= from ? last : null;
    },
  };
}

/** Totals some minutes after the start. */
export function totals(
  minutes: number,
  inTotal: number | null,
  outTotal: number | null,
  more: Partial<ArrivedTotals> = {},
): ArrivedTotals {
  return { at: START + minutes * MINUTE_MS, in: inTotal, out: outTotal, ...PLAIN, ...more };
}

/** What becomes of some totals, in the order of their arrival. */
export function judgeAll(arrivals: readonly ArrivedTotals[], rules: Partial<TotalsRules> = {}) {
  let line: TotalsLine = NEW_LINE;
  const stored = new Map<number, Totals[]>();
  return arrivals.map((arrived) => {
    const judged = judgeTotals(line, arrived, { ...RULES, ...rules }, stored.get(arrived.at));
    if (judged.result !== "duplicate" && judged.result !== "conflict")
      getOrInsert(stored, arrived.at, () => []).push(arrived);
    line = judged.line;
    return judged;
  });
}

/** The results and what was counted, in short. */
export function outcomes(arrivals: readonly ArrivedTotals[], rules: Partial<TotalsRules> = {}) {
  return judgeAll(arrivals, rules).map(({ result, counted }) => [result, counted.in, counted.out]);
}

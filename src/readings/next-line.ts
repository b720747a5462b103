import type { ReadingResult } from "../domain/reading.ts";
import type { JudgedDirection } from "./judge-direction.ts";
import { isAlternating, isSeries, type Marks, onlyMark } from "./marks.ts";
import {
  type ArrivedTotals,
  BACKWARDS_MAX,
  type Direction,
  lineAfterTotals,
  type SuspendedLine,
  type TotalsLine,
  type TotalsRules,
} from "./totals-line.ts";

/** Resets at a set time, in a row, at which totals do not fall, after which a line is suspended. */
const UNFALLEN_MAX = 3;

const NONE: readonly never[] = [];

/** What becomes of totals by their directions; null for one that is not new, or has just begun. */
export interface JudgedDirections {
  readonly in: JudgedDirection | null;
  readonly out: JudgedDirection | null;
}

/** The line after totals that have been judged, unless they suspend it. */
export function lineAfterJudged(
  line: TotalsLine,
  totals: ArrivedTotals,
  rules: TotalsRules,
  judged: JudgedDirections,
  result: ReadingResult,
): TotalsLine {
  const moved = lineAfterTotals(line, totals, result);
  const overWidth = overWidthOf(line, totals, rules);
  const reset = Math.max(judged.in?.reset?.at ?? -Infinity, judged.out?.reset?.at ?? -Infinity);
  if (reset === -Infinity) return overWidth === line.overWidth ? moved : { ...moved, overWidth };
  const { at } = totals;
  // Totals from before a reset tell nothing about those after it: no series alternates there.
  const marksOf = (direction: Direction): Marks =>
    judged[direction]?.reset === undefined
      ? moved[direction]
      : onlyMark({ at, total: totals[direction] ?? 0 });
  const unfallen = unfallenOf(line, judged);
  const begun = { at: reset };
  return { ...moved, in: marksOf("in"), out: marksOf("out"), begun, unfallen, overWidth };
}

/** The last resets at a set time, in a row, at which totals did not fall. */
function unfallenOf({ unfallen }: TotalsLine, judged: JudgedDirections): readonly number[] {
  const resets = [judged.in?.reset, judged.out?.reset].flatMap((reset) => reset ?? []);
  const kept = resets.find(({ hasFallen, mustFall }) => mustFall && !hasFallen);
  if (kept === undefined || resets.some(({ hasFallen }) => hasFallen)) return NONE;
  return unfallen.at(-1) === kept.at ? unfallen : [...unfallen, kept.at].slice(-UNFALLEN_MAX);
}

/** The highest total that the width cannot hold, with those that have arrived. */
function overWidthOf({ overWidth }: TotalsLine, totals: ArrivedTotals, rules: TotalsRules): number {
  const bits = rules.width ?? totals.width;
  if (bits === null) return overWidth;
  const highest = Math.max(totals.in ?? 0, totals.out ?? 0);
  return highest >= 2 ** bits && highest > overWidth ? highest : overWidth;
}

/** Why a line makes no events with some totals either; null if it goes on: their direction is known by now. */
export function stillSuspended(
  { suspended }: TotalsLine,
  { isUndirected }: ArrivedTotals,
  { direction }: TotalsRules,
): SuspendedLine | null {
  const isDirected = !isUndirected || direction !== null;
  return suspended?.reason === "undirected" && isDirected ? null : suspended;
}

/** Why a line makes no events from some totals on; null if it goes on. @param line after these totals */
export function suspensionOf(
  line: TotalsLine,
  { at, isUndirected }: ArrivedTotals,
  rules: TotalsRules,
): SuspendedLine | null {
  if (isUndirected && rules.direction === null) return { reason: "undirected", since: at };
  if (!rules.suspends) return null;
  const [fell] = line.backwards;
  if (fell !== undefined && line.backwards.length >= BACKWARDS_MAX) return { reason: "falls", since: fell };
  const [reset] = line.unfallen;
  if (reset !== undefined && line.unfallen.length >= UNFALLEN_MAX)
    return { reason: "no-reset", since: reset };
  if (!areOfTwoDevices(line)) return null;
  const first = Math.min(line.in[0] ?? Infinity, line.out[0] ?? Infinity);
  return { reason: "two-devices", since: first };
}

/** Whether totals alternate between two rising series. */
function areOfTwoDevices({ in: entered, out: left }: TotalsLine): boolean {
  return (isAlternating(entered) || isAlternating(left)) && isSeries(entered) && isSeries(left);
}

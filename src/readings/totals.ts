import { CROSSINGS_MARGIN } from "../domain/limits.ts";
import type { ReadingResult } from "../domain/reading.ts";
import { type JudgedTotal, judgeTotal } from "./judge-total.ts";
import { isAlternating, isSeries, lastTime, type Marks, onlyMark } from "./marks.ts";
import { NO_PASSAGES, type Passages, type ReadingSpan, sumOfPassages } from "./spread.ts";
import {
  type ArrivedTotals,
  BACKWARDS_MAX,
  type Direction,
  lineAfterTotals,
  SUSPENDED,
  type SuspendedLine,
  type Totals,
  type TotalsLine,
  type TotalsRules,
} from "./totals-line.ts";

export interface JudgedTotals {
  readonly result: ReadingResult;
  readonly counted: Passages;
  /** The same by the spans over which it is counted: each is from the last totals of a direction to these. */
  readonly spans: readonly CountedSpan[];
  /** A span of which it is unknown what passed, or all that passed; null if there is none. */
  readonly unknown: ReadingSpan | null;
  /** What an operator should know; null if there is nothing. */
  readonly note: string | null;
  readonly line: TotalsLine;
}

export interface CountedSpan {
  readonly span: ReadingSpan;
  readonly passages: Passages;
  /** Tells the crossings from others of the same span; absent if there can be none. */
  readonly place?: number;
}

/** From the least to the most important of two directions. */
const BY_WEIGHT = ["counted", "wrap", "reset", "jump", "backwards"] as const;

/**
 * What a total of a direction is to its line: `moving` if it is later than the last one, `further` if it is of the same
 * instant and higher.
 */
type Arrival = "absent" | "conflict" | "known" | "late" | "further" | "moving";

/**
 * Decides what becomes of totals (D31). They are given in the order of arrival, and those from before the line's first
 * ones in the order of time.
 *
 * @param known the stored totals of the same instant
 */
export function judgeTotals(
  line: TotalsLine,
  totals: ArrivedTotals,
  rules: TotalsRules,
  known: readonly Totals[] = NONE,
): JudgedTotals {
  const { at, in: inTotal, out: outTotal } = totals;
  const hasKnown = known.length > 0;
  const entered = arrivalOf(at, inTotal, line.in, hasKnown ? known.map((each) => each.in) : NONE);
  const left = arrivalOf(at, outTotal, line.out, hasKnown ? known.map((each) => each.out) : NONE);
  if (entered === "conflict" || left === "conflict")
    return { ...NOTHING, result: "conflict", note: "other totals of this instant were here before", line };
  if (!isNew(entered) && !isNew(left)) {
    if (entered !== "late" && left !== "late") return { ...NOTHING, result: "duplicate", note: null, line };
    return { ...NOTHING, result: "late", note: "later totals have counted it already", line };
  }
  const ofIn = isNew(entered) ? judgeTotal(line.in, inTotal ?? 0, line, totals, rules) : null;
  const ofOut = isNew(left) ? judgeTotal(line.out, outTotal ?? 0, line, totals, rules) : null;
  const directions = { in: ofIn, out: ofOut };
  // Totals that have only directions that the line lacked begin to count them.
  const result = heavierOf(ofIn, ofOut);
  const moved = lineAfterJudged(line, totals, rules, directions, result);
  const suspended = stillSuspended(line, totals, rules) ?? suspensionOf(moved, totals, rules);
  const isUsed = suspended === null && result !== "jump" && result !== "backwards";
  const spans = isUsed ? spansOf(directions, line, totals, rules) : NONE;
  const noted = ofIn?.note === undefined ? ofOut : ofIn;
  return {
    result,
    counted: sumOf(spans),
    spans,
    unknown: (ofIn?.unknown === undefined ? ofOut : ofIn)?.unknown ?? null,
    note: suspended === null ? (noted?.note ?? null) : SUSPENDED[suspended.reason],
    line: suspended === moved.suspended ? moved : { ...moved, suspended },
  };
}

const NONE: readonly never[] = [];
const NOTHING = { counted: NO_PASSAGES, spans: NONE, unknown: null };

function isNew(arrival: Arrival): boolean {
  return arrival === "moving" || arrival === "further";
}

/** @param known the stored totals of the direction at the same instant */
function arrivalOf(
  at: number,
  total: number | null,
  marks: Marks,
  known: readonly (number | null)[],
): Arrival {
  if (total === null) return "absent";
  const last = lastTime(marks);
  if (at > last) return "moving";
  let highest = at === last ? (marks[marks.length - 1] as number) : -1;
  if (total === highest) return "known";
  for (const stored of known) {
    if (stored === total) return "known";
    if (stored !== null) highest = Math.max(highest, stored);
  }
  if (total < highest) return "conflict";
  if (at < last) return "late";
  return total - highest <= CROSSINGS_MARGIN ? "further" : "conflict";
}

/** The more important result of two directions, of which one may not have moved, or has just begun. */
function heavierOf(a: JudgedTotal | null, b: JudgedTotal | null): JudgedTotals["result"] {
  const weight = Math.max(
    a === null ? -1 : BY_WEIGHT.indexOf(a.result),
    b === null ? -1 : BY_WEIGHT.indexOf(b.result),
  );
  return BY_WEIGHT[weight] ?? "baseline";
}

function spansOf(
  directions: JudgedDirections,
  line: TotalsLine,
  totals: ArrivedTotals,
  rules: TotalsRules,
): readonly CountedSpan[] {
  const entered = spanOf("in", directions.in, totals, rules);
  const left = spanOf("out", directions.out, totals, rules);
  const only = entered ?? left;
  if (only === null) return NONE;
  if (entered === null || left === null) return [placed(only, line, totals)];
  if (entered.span.from !== left.span.from)
    return [placed(entered, line, totals), placed(left, line, totals)];
  const passages = sumOfPassages([entered.passages, left.passages]);
  return [placed({ span: entered.span, passages }, line, totals)];
}

function spanOf(
  direction: Direction,
  judged: JudgedTotal | null,
  totals: ArrivedTotals,
  rules: TotalsRules,
): CountedSpan | null {
  if (judged === null || judged.counted === 0) return null;
  return { span: judged.span, passages: passagesOf(direction, judged, totals, rules) };
}

/**
 * A span with its place, if totals of its end were here before, or it has no length: the totals of an instant only rise, and
 * say what has been counted of it.
 */
function placed(counted: CountedSpan, line: TotalsLine, { at }: Totals): CountedSpan {
  const isFirst = lastTime(line.in) < at && lastTime(line.out) < at;
  if (isFirst && counted.span.from < counted.span.to) return counted;
  const before = (marks: Marks) => (lastTime(marks) === at ? (marks[marks.length - 1] as number) : 0);
  return { ...counted, place: before(line.in) + before(line.out) };
}

function passagesOf(
  direction: Direction,
  { counted, hasFallen = false }: JudgedTotal,
  { isUndirected }: ArrivedTotals,
  { direction: set, isReversed }: TotalsRules,
): Passages {
  // A device that is mounted the other way round has what came in as what went out; one that counts down does not.
  const isOther = (isUndirected && set === "out") !== (isReversed && !hasFallen);
  const isIn = (direction === "in") !== isOther;
  return { in: isIn ? counted : 0, out: isIn ? 0 : counted };
}

function sumOf(spans: readonly CountedSpan[]): Passages {
  const [first, ...others] = spans;
  if (first === undefined) return NO_PASSAGES;
  return others.length === 0 ? first.passages : sumOfPassages(spans.map(({ passages }) => passages));
}

/** Resets at a set time, in a row, at which totals do not fall, after which a line is suspended. */
const UNFALLEN_MAX = 3;

/** What becomes of totals by their directions; null for one that is not new, or has just begun. */
export interface JudgedDirections {
  readonly in: JudgedTotal | null;
  readonly out: JudgedTotal | null;
}

function lineAfterJudged(
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

function unfallenOf({ unfallen }: TotalsLine, judged: JudgedDirections): readonly number[] {
  const resets = [judged.in?.reset, judged.out?.reset].flatMap((reset) => reset ?? []);
  const kept = resets.find(({ hasFallen, mustFall }) => mustFall && !hasFallen);
  if (kept === undefined || resets.some(({ hasFallen }) => hasFallen)) return NONE;
  return unfallen.at(-1) === kept.at ? unfallen : [...unfallen, kept.at].slice(-UNFALLEN_MAX);
}

function overWidthOf({ overWidth }: TotalsLine, totals: ArrivedTotals, rules: TotalsRules): number {
  const bits = rules.width ?? totals.width;
  if (bits === null) return overWidth;
  const highest = Math.max(totals.in ?? 0, totals.out ?? 0);
  return highest >= 2 ** bits && highest > overWidth ? highest : overWidth;
}

/** Why a line makes no events with some totals either; null if it goes on: their direction is known by now. */
function stillSuspended(
  { suspended }: TotalsLine,
  { isUndirected }: ArrivedTotals,
  { direction }: TotalsRules,
): SuspendedLine | null {
  const isDirected = !isUndirected || direction !== null;
  return suspended?.reason === "undirected" && isDirected ? null : suspended;
}

/** Why a line makes no events from some totals on; null if it goes on. @param line after these totals */
function suspensionOf(
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
  const { in: entered, out: left } = line;
  const isOfTwo = (isAlternating(entered) || isAlternating(left)) && isSeries(entered) && isSeries(left);
  if (!isOfTwo) return null;
  const first = Math.min(entered[0] ?? Infinity, left[0] ?? Infinity);
  return { reason: "two-devices", since: first };
}

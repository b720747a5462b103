import { READING_CROSSINGS_MAX } from "../domain/limits.ts";
import type { ReadingResult } from "../domain/reading.ts";
import { isAlternating, isSeries, lastTime, type Marks, withMark } from "./marks.ts";
import type { Passages, ReadingSpan } from "./spread.ts";

/** Running totals at a time, in ms; null for a direction that the device does not count. */
export interface Totals {
  readonly at: number;
  readonly in: number | null;
  readonly out: number | null;
}

/** Totals that have arrived. */
export interface ArrivedTotals extends Totals {
  /** Whether `in` counts a direction that only the settings have. */
  readonly isUndirected: boolean;
  /** Bits of the device's counter; null if they are not known. */
  readonly width: number | null;
  /** Whether the device says that it has restarted, and its totals with it. */
  readonly isBoot: boolean;
}

/** Why a line makes no events until an operator decides (D31). */
export type Suspension = "falls" | "two-devices" | "undirected";

/**
 * What is known of a line of totals: with it and the next reading, its result is decided. Each direction has a mark of
 * its own, since some devices send the two in separate messages.
 */
export interface TotalsLine {
  /** The last totals by time, the earliest first: the last one is the high-water mark. */
  readonly in: Marks;
  readonly out: Marks;
  /** The times of the last readings that were `backwards`, in a row. */
  readonly backwards: readonly number[];
  readonly suspended: SuspendedLine | null;
}

/** A line that makes no events, and the time of the first reading that shows why, in ms. */
export interface SuspendedLine {
  readonly reason: Suspension;
  readonly since: number;
}

/** A line of which nothing is known. */
export const NEW_LINE: TotalsLine = { in: [], out: [], backwards: [], suspended: null };

/** The settings of a line that decide what its totals mean (D31, D32). */
export interface TotalsRules {
  /** Crossings per second at most. */
  readonly cap: number;
  /** Bits of the counter, where they are set; else those that the reading has. */
  readonly width: number | null;
  /** Whether the device is mounted the other way round, or counts down. */
  readonly isReversed: boolean;
  /** The direction of a register that does not say it; null if it is not set. */
  readonly direction: Direction | null;
  /** Whether lines are suspended that fall or alternate: not those of which an operator has decided. */
  readonly suspends: boolean;
  /** Whether the device's totals are reset at a set time of day between two instants, in (from, to]. */
  readonly isReset: (from: number, to: number) => boolean;
}

/** A direction of passages. */
export type Direction = keyof Passages;

/** Crossings per second and line at most, unless a sensor has another setting. */
export const CAP_DEFAULT = 1;

/** Crossings that a span may have beyond its cap, however short it is. */
const CAP_MARGIN = 60;

/** Readings `backwards` in a row after which a line is suspended. */
const BACKWARDS_MAX = 3;

/** What becomes of totals. */
export interface JudgedTotals {
  readonly result: ReadingResult;
  /** What is counted over the span. */
  readonly counted: Passages;
  /** The same by the spans over which it is counted: each is from the last totals of a direction to these. */
  readonly spans: readonly CountedSpan[];
  /** A span of which it is unknown what passed, or all that passed; null if there is none. */
  readonly unknown: ReadingSpan | null;
  /** What an operator should know; null if there is nothing. */
  readonly note: string | null;
  /** The line after it. */
  readonly line: TotalsLine;
}

/** What is counted over a span. */
export interface CountedSpan {
  readonly span: ReadingSpan;
  readonly passages: Passages;
}

/** What becomes of one direction of totals. */
interface JudgedDirection {
  readonly result: Extract<ReadingResult, "counted" | "wrap" | "reset" | "jump" | "backwards">;
  readonly counted: number;
  readonly span: ReadingSpan;
  /** Whether the counter has run down. */
  readonly hasFallen?: boolean;
  readonly note?: string;
}

/** Why a register makes no events that does not say its direction. */
export const UNDIRECTED =
  "the line is suspended: the device does not say which direction this counts; the setting `direction` of the sensor does";

/** Why a line is suspended, and what an operator can do. */
export const SUSPENDED: Readonly<Record<Suspension, string>> = {
  falls:
    "the line is suspended: its totals fell three times in a row; a device that counts down, or is mounted the other way " +
    "round, has the setting `reverse`",
  "two-devices":
    "the line is suspended: its totals alternate between two rising series; two devices seem to send with one serial " +
    "number",
  undirected: UNDIRECTED,
};

/** What becomes of a direction whose total is the same as before: most are, at most hours. */
const UNMOVED: JudgedDirection = { result: "counted", counted: 0, span: { from: 0, to: 0 } };

/** From the least to the most important of two directions. */
const BY_WEIGHT = ["counted", "wrap", "reset", "jump", "backwards"] as const;

/** What a total of a direction is to its line: `moving` if it is later than the last one. */
type Arrival = "absent" | "conflict" | "known" | "late" | "moving";

/**
 * Decides what becomes of totals (D31). They are given in the order of arrival.
 *
 * @param known the stored totals of the same instant, if there are any
 */
export function judgeTotals(
  line: TotalsLine,
  totals: ArrivedTotals,
  rules: TotalsRules,
  known: Totals | null = null,
): JudgedTotals {
  const { at } = totals;
  const entered = arrivalOf(line.in, totals.in, known?.in ?? null, at);
  const left = arrivalOf(line.out, totals.out, known?.out ?? null, at);
  if (entered === "conflict" || left === "conflict")
    return { ...NOTHING, result: "conflict", note: "other totals of this instant were here before", line };
  if (entered !== "moving" && left !== "moving") {
    if (entered !== "late" && left !== "late") return { ...NOTHING, result: "duplicate", note: null, line };
    return { ...NOTHING, result: "late", note: "later totals have counted it already", line };
  }
  const ofIn = entered === "moving" ? judgeDirection(line.in, totals.in ?? 0, totals, rules) : null;
  const ofOut = left === "moving" ? judgeDirection(line.out, totals.out ?? 0, totals, rules) : null;
  // Totals that have only directions that the line lacked begin to count them.
  const result = heavierOf(ofIn, ofOut);
  const moved = lineAfterTotals(line, totals, result);
  const suspended = line.suspended ?? suspensionOf(moved, totals, rules);
  const isUsed = suspended === null && result !== "jump" && result !== "backwards";
  const spans = isUsed ? spansOf(ofIn, ofOut, totals, rules) : NONE;
  const noted = ofIn?.note === undefined ? ofOut : ofIn;
  return {
    result,
    counted: sumOf(spans),
    spans,
    unknown: noted?.note === undefined ? null : noted.span,
    note: suspended === null ? (noted?.note ?? null) : SUSPENDED[suspended.reason],
    line: suspended === null ? moved : { ...moved, suspended },
  };
}

const NONE: readonly never[] = [];
const NOTHING = { counted: { in: 0, out: 0 }, spans: NONE, unknown: null };

/** Totals of one instant that came in parts. */
export function joinTotals(known: Totals | null, { at, in: entered, out }: Totals): Totals {
  return { at, in: known?.in ?? entered, out: known?.out ?? out };
}

/** @param known the stored total of the same instant, if there is one */
function arrivalOf(marks: Marks, total: number | null, known: number | null, at: number): Arrival {
  if (total === null) return "absent";
  const last = lastTime(marks);
  const before = known ?? (last === at ? (marks[marks.length - 1] as number) : null);
  if (before !== null) return before === total ? "known" : "conflict";
  return at > last ? "moving" : "late";
}

/**
 * The line after totals that are later than its last ones of a direction, unless they suspend it.
 *
 * @param result what has become of them
 */
export function lineAfterTotals(line: TotalsLine, totals: Totals, result: ReadingResult): TotalsLine {
  const { at } = totals;
  return {
    in: withMark(line.in, at, totals.in),
    out: withMark(line.out, at, totals.out),
    backwards: result === "backwards" ? [...line.backwards, at].slice(-BACKWARDS_MAX) : NONE,
    suspended: line.suspended,
  };
}

/** The more important result of two directions, of which one may not have moved, or has just begun. */
function heavierOf(a: JudgedDirection | null, b: JudgedDirection | null): JudgedTotals["result"] {
  const weight = Math.max(
    a === null ? -1 : BY_WEIGHT.indexOf(a.result),
    b === null ? -1 : BY_WEIGHT.indexOf(b.result),
  );
  return BY_WEIGHT[weight] ?? "baseline";
}

/** What becomes of the total of one direction; null if it is the first one. */
function judgeDirection(
  marks: Marks,
  total: number,
  { at: to, width, isBoot }: ArrivedTotals,
  rules: TotalsRules,
): JudgedDirection | null {
  if (marks.length === 0) return null;
  const from = lastTime(marks);
  const last = marks[marks.length - 1] as number;
  const difference = total - last;
  if (difference === 0) return UNMOVED;
  const span = { from, to };
  const limit = Math.min(READING_CROSSINGS_MAX, rules.cap * ((to - from) / 1_000) + CAP_MARGIN);
  const jump = (crossings: number): JudgedDirection => ({
    result: "jump",
    counted: 0,
    span,
    note: `${crossings} crossings are more than the ${Math.floor(limit)} that are possible in this time`,
  });
  if (difference > limit) return jump(difference);
  if (difference >= 0) return { result: "counted", counted: difference, span };
  const isEvident = isBoot || (total <= limit && rules.isReset(span.from, span.to));
  if (isEvident) return total <= limit ? { result: "reset", counted: total, span } : jump(total);
  if (rules.isReversed && -difference <= limit)
    return { result: "counted", counted: -difference, span, hasFallen: true };
  const bits = rules.width ?? width;
  const capacity = bits === null ? null : 2 ** bits;
  if (capacity !== null && last >= capacity - limit && difference + capacity <= limit)
    return { result: "wrap", counted: difference + capacity, span };
  if (total <= limit && total < last / 2) {
    const note =
      "the device has begun at 0 again; what it counted before that since the last reading is unknown";
    return { result: "reset", counted: total, span, note };
  }
  return { result: "backwards", counted: 0, span, note: `the total fell by ${-difference}` };
}

/** What is counted by spans: directions that have the same span are counted together. */
function spansOf(
  ofIn: JudgedDirection | null,
  ofOut: JudgedDirection | null,
  totals: ArrivedTotals,
  rules: TotalsRules,
): readonly CountedSpan[] {
  const entered = ofIn === null || ofIn.counted === 0 ? null : passagesOf("in", ofIn, totals, rules);
  const left = ofOut === null || ofOut.counted === 0 ? null : passagesOf("out", ofOut, totals, rules);
  const only = entered ?? left;
  if (only === null) return NONE;
  if (entered === null || left === null) return [only];
  if (entered.span.from !== left.span.from) return [entered, left];
  return [{ span: entered.span, passages: addPassages(entered.passages, left.passages) }];
}

function passagesOf(
  direction: Direction,
  { counted, span, hasFallen = false }: JudgedDirection,
  { isUndirected }: ArrivedTotals,
  { direction: set, isReversed }: TotalsRules,
): CountedSpan {
  // A device that is mounted the other way round has what came in as what went out; one that counts down does not.
  const isOther = (isUndirected && set === "out") !== (isReversed && !hasFallen);
  const isIn = (direction === "in") !== isOther;
  return { span, passages: { in: isIn ? counted : 0, out: isIn ? 0 : counted } };
}

function addPassages(a: Passages, b: Passages): Passages {
  return { in: a.in + b.in, out: a.out + b.out };
}

function sumOf([first, ...others]: readonly CountedSpan[]): Passages {
  if (first === undefined) return NOTHING.counted;
  return others.reduce((sum, { passages }) => addPassages(sum, passages), first.passages);
}

function suspensionOf(
  line: TotalsLine,
  { at, isUndirected }: ArrivedTotals,
  rules: TotalsRules,
): SuspendedLine | null {
  if (isUndirected && rules.direction === null) return { reason: "undirected", since: at };
  if (!rules.suspends) return null;
  const [fell] = line.backwards;
  if (fell !== undefined && line.backwards.length >= BACKWARDS_MAX) return { reason: "falls", since: fell };
  if (!areOfTwoDevices(line)) return null;
  const first = Math.min(line.in[0] ?? Infinity, line.out[0] ?? Infinity);
  return { reason: "two-devices", since: first };
}

/** Whether totals alternate between two rising series. */
function areOfTwoDevices({ in: entered, out: left }: TotalsLine): boolean {
  return (isAlternating(entered) || isAlternating(left)) && isSeries(entered) && isSeries(left);
}

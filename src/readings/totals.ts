import { READING_CROSSINGS_MAX } from "../domain/limits.ts";
import type { ReadingResult } from "../domain/reading.ts";
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

/** The total of a direction at a time, in ms. */
export interface Mark {
  readonly at: number;
  readonly total: number;
}

/**
 * What is known of a line of totals: with it and the next reading, its result is decided. Each direction has a mark of
 * its own, since some devices send the two in separate messages.
 */
export interface TotalsLine {
  /** The last totals by time, the earliest first: the last one is the high-water mark. At most `ALTERNATING` of them. */
  readonly in: readonly Mark[];
  readonly out: readonly Mark[];
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

/** Readings over which two devices with one identity are seen. */
const ALTERNATING = 6;

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

/** From the least to the most important of two directions. */
const BY_WEIGHT = ["counted", "wrap", "reset", "jump", "backwards"] as const;

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
  const given = DIRECTIONS.filter((direction) => totals[direction] !== null);
  const before = new Map(
    given.map((direction) => [direction, totalAt(line[direction], known, direction, at)]),
  );
  if (given.some((direction) => (before.get(direction) ?? totals[direction]) !== totals[direction]))
    return { ...NOTHING, result: "conflict", note: "other totals of this instant were here before", line };
  const fresh = given.filter((direction) => before.get(direction) === null);
  if (fresh.length === 0) return { ...NOTHING, result: "duplicate", note: null, line };
  const moving = fresh.filter((direction) => at > (line[direction].at(-1)?.at ?? -Infinity));
  if (moving.length === 0)
    return { ...NOTHING, result: "late", note: "later totals have counted it already", line };
  const judged = moving.flatMap((direction) => {
    const mark = line[direction].at(-1);
    if (mark === undefined) return [];
    return { direction, ...judgeDirection(mark, totals[direction] ?? 0, totals, rules) };
  });
  // Totals that have only directions that the line lacked begin to count them.
  const result = BY_WEIGHT.findLast((each) => judged.some((one) => one.result === each)) ?? "baseline";
  const next = moved(line, totals, moving, result === "backwards");
  const suspended = line.suspended ?? suspensionOf(next, totals, rules);
  const isUsed = suspended === null && result !== "jump" && result !== "backwards";
  const spans = isUsed ? spansOf(judged, totals, rules) : [];
  const note = judged.find((one) => one.note !== undefined)?.note ?? null;
  return {
    result,
    counted: sumOf(spans),
    spans,
    unknown: judged.find((one) => one.note !== undefined)?.span ?? null,
    note: suspended === null ? note : SUSPENDED[suspended.reason],
    line: { ...next, suspended },
  };
}

const DIRECTIONS = ["in", "out"] as const;

const NOTHING = { counted: { in: 0, out: 0 }, spans: [], unknown: null };

/** Totals of one instant that came in parts. */
export function joinTotals(known: Totals | undefined, { at, in: entered, out }: Totals): Totals {
  return { at, in: known?.in ?? entered, out: known?.out ?? out };
}

/** The total of a direction that is known of an instant. */
function totalAt(
  marks: readonly Mark[],
  known: Totals | null,
  direction: Direction,
  at: number,
): number | null {
  const mark = marks.at(-1);
  return known?.[direction] ?? (mark?.at === at ? mark.total : null);
}

/** The line after totals that move the marks of some directions. */
function moved(
  line: TotalsLine,
  totals: Totals,
  moving: readonly Direction[],
  isBackwards: boolean,
): TotalsLine {
  const { at } = totals;
  const marksOf = (direction: Direction) => {
    const total = totals[direction];
    if (total === null || !moving.includes(direction)) return line[direction];
    return [...line[direction], { at, total }].slice(-ALTERNATING);
  };
  const backwards = isBackwards ? [...line.backwards, at].slice(-BACKWARDS_MAX) : [];
  return { in: marksOf("in"), out: marksOf("out"), backwards, suspended: line.suspended };
}

/** What becomes of the total of one direction. */
function judgeDirection(
  { at: from, total: last }: Mark,
  total: number,
  { at: to, width, isBoot }: ArrivedTotals,
  rules: TotalsRules,
): JudgedDirection {
  const span = { from, to };
  const limit = Math.min(READING_CROSSINGS_MAX, rules.cap * ((to - from) / 1_000) + CAP_MARGIN);
  const jump = (crossings: number): JudgedDirection => ({
    result: "jump",
    counted: 0,
    span,
    note: `${crossings} crossings are more than the ${Math.floor(limit)} that are possible in this time`,
  });
  const difference = total - last;
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
  judged: readonly (JudgedDirection & { readonly direction: Direction })[],
  { isUndirected }: ArrivedTotals,
  { direction: set, isReversed }: TotalsRules,
): CountedSpan[] {
  const spans = new Map<number, CountedSpan>();
  for (const { direction, counted, span, hasFallen = false } of judged) {
    // A device that is mounted the other way round has what came in as what went out; one that counts down does not.
    const isOther = (isUndirected && set === "out") !== (isReversed && !hasFallen);
    const name = (direction === "in") === isOther ? "out" : "in";
    const { passages } = spans.get(span.from) ?? { passages: { in: 0, out: 0 } };
    spans.set(span.from, { span, passages: { ...passages, [name]: passages[name] + counted } });
  }
  return [...spans.values()];
}

function sumOf(spans: readonly CountedSpan[]): Passages {
  return spans.reduce(
    (sum, { passages }) => ({ in: sum.in + passages.in, out: sum.out + passages.out }),
    NOTHING.counted,
  );
}

function suspensionOf(line: TotalsLine, { at, isUndirected }: ArrivedTotals, rules: TotalsRules) {
  const suspended = (reason: Suspension, since: number): SuspendedLine => ({ reason, since });
  if (isUndirected && rules.direction === null) return suspended("undirected", at);
  if (!rules.suspends) return null;
  const [fell] = line.backwards;
  if (fell !== undefined && line.backwards.length >= BACKWARDS_MAX) return suspended("falls", fell);
  const [first] = [...line.in, ...line.out].toSorted((a, b) => a.at - b.at);
  return first !== undefined && areOfTwoDevices(line) ? suspended("two-devices", first.at) : null;
}

/** Whether totals alternate between two rising series. */
function areOfTwoDevices(line: TotalsLine): boolean {
  const series = DIRECTIONS.map((direction) => line[direction].map(({ total }) => total)).filter(
    ({ length }) => length > 0,
  );
  const isLong = series.every(({ length }) => length === ALTERNATING);
  return isLong && series.every(isRisingEverySecond) && series.some(isAlternating);
}

function isRisingEverySecond(totals: readonly number[]): boolean {
  return totals.every((total, index) => index < 2 || total >= Number(totals[index - 2]));
}

/** Whether totals rise and fall in turn. */
function isAlternating(totals: readonly number[]): boolean {
  const steps = totals.slice(1).map((total, index) => total - Number(totals[index]));
  return steps.every((step, index) => index === 0 || step * Number(steps[index - 1]) < 0);
}

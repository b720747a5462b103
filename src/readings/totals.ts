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
  /** Bits of the device's counter; null if they are not known. */
  readonly width: number | null;
  /** Whether the device says that it has restarted, and its totals with it. */
  readonly isBoot: boolean;
}

/** Why a line makes no events until an operator decides (D31). */
export type Suspension = "falls" | "two-devices";

/** What is known of a line of totals: with it and the next reading, its result is decided. */
export interface TotalsLine {
  /** The last totals by time; a direction that they lack is that of the totals before. Null before the first. */
  readonly mark: Totals | null;
  /** The last totals that moved the mark, the earliest first: at most `ALTERNATING` of them. */
  readonly recent: readonly Totals[];
  /** How many readings in a row were `backwards`. */
  readonly backwards: number;
  readonly suspended: Suspension | null;
}

/** A line of which nothing is known. */
export const NEW_LINE: TotalsLine = { mark: null, recent: [], backwards: 0, suspended: null };

/** The settings of a line that decide what its totals mean (D31, D32). */
export interface TotalsRules {
  /** Crossings per second at most. */
  readonly cap: number;
  /** Bits of the counter, where they are set; else those that the reading has. */
  readonly width: number | null;
  /** Whether the device is mounted the other way round, or counts down. */
  readonly isReversed: boolean;
  /** Whether the device's totals are reset at a set time of day between two instants, in (from, to]. */
  readonly isReset: (from: number, to: number) => boolean;
}

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
  /** From the last totals to these; null where there is nothing to compare. */
  readonly span: ReadingSpan | null;
  /** What an operator should know; null if there is nothing. */
  readonly note: string | null;
  /** The line after it. */
  readonly line: TotalsLine;
}

/** One direction of totals, and what is counted of it. */
interface JudgedDirection {
  readonly result: Extract<ReadingResult, "counted" | "wrap" | "reset" | "jump" | "backwards">;
  readonly counted: number;
  /** Whether the counter has run down. */
  readonly hasFallen?: boolean;
  readonly note?: string;
}

const NOTHING: Passages = { in: 0, out: 0 };

const SUSPENDED: Readonly<Record<Suspension, string>> = {
  falls:
    "the line is suspended: its totals fell three times in a row; a device that counts down, or is mounted the other way " +
    "round, has the setting `reverse`",
  "two-devices":
    "the line is suspended: its totals alternate between two rising series; two devices seem to send with one serial " +
    "number",
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
  const { mark } = line;
  const kept = (result: ReadingResult, note: string | null = null): JudgedTotals => ({
    result,
    counted: NOTHING,
    span: null,
    note,
    line,
  });
  const earlier = known ?? (mark?.at === totals.at ? mark : null);
  if (earlier !== null) {
    if (earlier.in === totals.in && earlier.out === totals.out) return kept("duplicate");
    return kept("conflict", "other totals of this instant were here before");
  }
  if (mark === null) return { ...kept("baseline"), line: moved(line, totals, 0) };
  if (totals.at < mark.at) return kept("late", "later totals have counted it already");
  const span = { from: mark.at, to: totals.at };
  const directions = {
    in: judgeDirection(mark.in, totals.in, totals, span, rules),
    out: judgeDirection(mark.out, totals.out, totals, span, rules),
  };
  const judged = Object.values(directions).filter((each) => each !== null);
  // Totals that have only a direction that the line lacked begin to count it.
  if (judged.length === 0) return { ...kept("baseline"), line: moved(line, totals, 0) };
  const results = judged.map(({ result }) => result);
  const result = BY_WEIGHT.findLast((each) => results.includes(each)) ?? "counted";
  const isUsed = result !== "jump" && result !== "backwards";
  const next = moved(line, totals, result === "backwards" ? line.backwards + 1 : 0);
  const suspended = line.suspended ?? suspensionOf(next);
  const notes = judged.flatMap(({ note }) => note ?? []);
  return {
    result,
    counted: isUsed && suspended === null ? passagesOf(directions, rules) : NOTHING,
    span,
    note: suspended === null ? (notes[0] ?? null) : SUSPENDED[suspended],
    line: { ...next, suspended },
  };
}

/** The line after totals that move its mark. */
function moved({ mark, recent, suspended }: TotalsLine, totals: Totals, backwards: number): TotalsLine {
  const { at } = totals;
  const next = { at, in: totals.in ?? mark?.in ?? null, out: totals.out ?? mark?.out ?? null };
  return { mark: next, recent: [...recent, next].slice(-ALTERNATING), backwards, suspended };
}

/** What becomes of the total of one direction; null if there is nothing to compare. */
function judgeDirection(
  last: number | null,
  total: number | null,
  { width, isBoot }: ArrivedTotals,
  span: ReadingSpan,
  rules: TotalsRules,
): JudgedDirection | null {
  if (last === null || total === null) return null;
  const limit = Math.min(READING_CROSSINGS_MAX, rules.cap * ((span.to - span.from) / 1_000) + CAP_MARGIN);
  const difference = total - last;
  if (difference > limit) return jump(difference, limit);
  if (difference >= 0) return { result: "counted", counted: difference };
  const isEvident = isBoot || (total <= limit && rules.isReset(span.from, span.to));
  if (isEvident) return total <= limit ? { result: "reset", counted: total } : jump(total, limit);
  if (rules.isReversed && -difference <= limit)
    return { result: "counted", counted: -difference, hasFallen: true };
  const bits = rules.width ?? width;
  const capacity = bits === null ? null : 2 ** bits;
  if (capacity !== null && last >= capacity - limit && difference + capacity <= limit)
    return { result: "wrap", counted: difference + capacity };
  if (total <= limit && total < last / 2) {
    const note =
      "the device has begun at 0 again; what it counted before that since the last reading is unknown";
    return { result: "reset", counted: total, note };
  }
  return { result: "backwards", counted: 0, note: `the total fell by ${-difference}` };
}

function jump(difference: number, limit: number): JudgedDirection {
  const note = `${difference} crossings are more than the ${Math.floor(limit)} that are possible in this time`;
  return { result: "jump", counted: 0, note };
}

/**
 * What passed. A device that is mounted the other way round has what came in as what went out, and one whose counter
 * runs down where another's runs up does not.
 */
function passagesOf(
  directions: Readonly<Record<"in" | "out", JudgedDirection | null>>,
  { isReversed }: TotalsRules,
): Passages {
  const passages = { in: 0, out: 0 };
  for (const [name, other] of [
    ["in", "out"],
    ["out", "in"],
  ] as const) {
    const judged = directions[name];
    if (judged === null) continue;
    passages[isReversed && judged.hasFallen !== true ? other : name] += judged.counted;
  }
  return passages;
}

function suspensionOf({ backwards, recent }: TotalsLine): Suspension | null {
  if (backwards >= BACKWARDS_MAX) return "falls";
  return areOfTwoDevices(recent) ? "two-devices" : null;
}

/** Whether totals alternate between two rising series. */
function areOfTwoDevices(recent: readonly Totals[]): boolean {
  if (recent.length < ALTERNATING) return false;
  const series = (["in", "out"] as const).map((name) => recent.map((totals) => totals[name]));
  const rise = (numbers: readonly (number | null)[]) =>
    numbers.every((number, index) => index < 2 || (number ?? 0) >= (numbers[index - 2] ?? 0));
  const alternate = (numbers: readonly (number | null)[]) =>
    numbers.every((number, index) => {
      if (index < 2) return true;
      const [first, second] = [
        (numbers[index - 1] ?? 0) - (numbers[index - 2] ?? 0),
        (number ?? 0) - (numbers[index - 1] ?? 0),
      ];
      return first * second < 0;
    });
  return series.every(rise) && series.some(alternate);
}

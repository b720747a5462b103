import type { IntervalReading, ReadingResult } from "../domain/reading.ts";
import { NO_PASSAGES, type Passages, type ReadingSpan } from "./spread.ts";
import { type TotalsRules, UNDIRECTED } from "./totals-line.ts";

export type Interval = ReadingSpan & Pick<IntervalReading, "in" | "out">;

type ArrivedInterval = Interval & Pick<IntervalReading, "isUndirected">;

export interface IntervalRules extends Pick<TotalsRules, "isReversed" | "direction"> {
  /** Whether the sender says that other values of an interval replace those from before. */
  readonly replaces: boolean;
}

export interface JudgedInterval {
  readonly result: Extract<ReadingResult, "counted" | "duplicate" | "conflict">;
  readonly counted: Passages;
  /** Whether what the known interval counted is voided. */
  readonly replaces: boolean;
  /** What an operator should know; null if there is nothing. */
  readonly note: string | null;
}

/**
 * Decides what becomes of an interval (D31).
 *
 * @param known the stored interval of the same span, if there is one
 */
export function judgeInterval(
  interval: ArrivedInterval,
  known: Interval | null,
  { replaces, isReversed, direction }: IntervalRules,
): JudgedInterval {
  const isSame = known !== null && known.in === interval.in && known.out === interval.out;
  const nothing = { counted: NO_PASSAGES, replaces: false };
  if (isSame) return { result: "duplicate", ...nothing, note: null };
  if (known !== null && !replaces) {
    const note = "other values of this interval were here before; `replace=true` replaces them";
    return { result: "conflict", ...nothing, note };
  }
  const [first, second] = [interval.in ?? 0, interval.out ?? 0];
  if (interval.isUndirected && direction === null)
    return { result: "counted", ...nothing, replaces: known !== null, note: UNDIRECTED };
  const isOther = (interval.isUndirected && direction === "out") !== isReversed;
  const counted = isOther ? { in: second, out: first } : { in: first, out: second };
  return { result: "counted", counted, replaces: known !== null, note: null };
}

/**
 * A stored interval that an interval overlaps without being the same, which is refused (D31): it would count twice.
 *
 * @param stored in the order of time, none overlapping another
 */
export function overlapped<Stored extends ReadingSpan>(
  { from, to }: ReadingSpan,
  stored: readonly Stored[],
): Stored | null {
  return (
    stored.find((other) => other.from < to && other.to > from && !(other.from === from && other.to === to)) ??
    null
  );
}

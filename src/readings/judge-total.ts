import { DAY_MS } from "../domain/instant.ts";
import { CROSSINGS_MARGIN, READING_CROSSINGS_MAX } from "../domain/limits.ts";
import type { ReadingResult } from "../domain/reading.ts";
import { lastTime, type Marks } from "./marks.ts";
import type { ReadingSpan } from "./spread.ts";
import type { ArrivedTotals, TotalsLine, TotalsRules } from "./totals-line.ts";

export interface JudgedTotal {
  readonly result: Extract<ReadingResult, "counted" | "wrap" | "reset" | "jump" | "backwards">;
  readonly counted: number;
  readonly span: ReadingSpan;
  /** The span in which it is unknown how many passed, or whether more passed. */
  readonly unknown?: ReadingSpan;
  readonly hasFallen?: boolean;
  /** The reset that is known of, if the total has begun at 0 with it. */
  readonly reset?: KnownReset;
  readonly note?: string;
}

interface KnownReset {
  /** In ms; of a device that tells of it, when the totals before were read. */
  readonly at: number;
  readonly isSet: boolean;
  /** Whether the total is lower after it, and whether it would have to be. */
  readonly hasFallen: boolean;
  readonly mustFall: boolean;
}

/** A longer time since the last totals, in ms, counts nothing: a clock was wrong, or too much has passed unseen. */
export const UNSEEN_MS_MAX = 32 * DAY_MS;

/** A total from this one on is lower after a reset, unless as many people have passed again. */
const FALLING_TOTAL_MIN = 60;

/** A counter that wraps was in the last tenth of its range, and is in the first one. */
const WRAP_SHARE = 0.1;

/** What becomes of a direction whose total is the same as before: most are, at most hours. */
const UNMOVED: JudgedTotal = { result: "counted", counted: 0, span: { from: 0, to: 0 } };

/**
 * What becomes of the total of one direction that is later than the last one, or of the same instant and higher (D31);
 * null if it is the first one.
 *
 * @param marks those of the direction
 */
export function judgeTotal(
  marks: Marks,
  total: number,
  line: TotalsLine,
  totals: ArrivedTotals,
  rules: TotalsRules,
): JudgedTotal | null {
  if (marks.length === 0) return null;
  const { at: to } = totals;
  const from = lastTime(marks);
  const last = marks[marks.length - 1] as number;
  const span = { from, to };
  if (to - from > UNSEEN_MS_MAX) {
    const note = `the totals before are more than ${UNSEEN_MS_MAX / DAY_MS} days older`;
    return { result: "jump", counted: 0, span, unknown: span, note };
  }
  const limit = Math.min(READING_CROSSINGS_MAX, rules.cap * ((to - from) / 1_000) + CROSSINGS_MARGIN);
  const reset = knownReset(line, last, total, span, totals, rules);
  if (reset !== null) return { ...sinceReset(total, span, limit, reset), reset };
  const difference = total - last;
  if (difference === 0) return UNMOVED;
  if (difference > limit) return jump(difference, span, limit);
  if (difference > 0) return { result: "counted", counted: difference, span };
  if (rules.isReversed && -difference <= limit)
    return { result: "counted", counted: -difference, span, hasFallen: true };
  const bits = rules.width ?? totals.width;
  const capacity = bits === null ? Infinity : 2 ** bits;
  const mayWrap =
    Math.max(last, line.overWidth) < capacity &&
    last >= (1 - WRAP_SHARE) * capacity &&
    total <= WRAP_SHARE * capacity;
  if (mayWrap && difference + capacity <= limit)
    return { result: "wrap", counted: difference + capacity, span };
  if (total <= limit && total < last / 2) {
    const note =
      "the device has begun at 0 again; what it counted before that since the last reading is unknown";
    return { result: "reset", counted: total, span, unknown: span, note };
  }
  const note = `the total fell by ${-difference}`;
  return { result: "backwards", counted: 0, span, unknown: span, note };
}

function jump(crossings: number, span: ReadingSpan, limit: number): JudgedTotal {
  const note = `${crossings} crossings are more than the ${Math.floor(limit)} that are possible in this time`;
  return { result: "jump", counted: 0, span, unknown: span, note };
}

function sinceReset(total: number, span: ReadingSpan, limit: number, { at, isSet }: KnownReset): JudgedTotal {
  if (total > limit) return jump(total, span, limit);
  const unknown = { from: span.from, to: isSet ? at : span.to };
  return {
    result: "reset",
    counted: total,
    span: { from: at, to: span.to },
    ...(unknown.from < unknown.to && { unknown }),
  };
}

/** The reset that a total has begun with; null if none is known of. */
function knownReset(
  { begun }: TotalsLine,
  last: number,
  total: number,
  { from, to }: ReadingSpan,
  { isBoot }: ArrivedTotals,
  { lastReset }: TotalsRules,
): KnownReset | null {
  if (from === to || (lastReset === null && !isBoot)) return null;
  const hasFallen = total < last;
  // At the instant of a reset, a lower total is the first one after it, one that is not lower the last one before.
  const set = (hasFallen ? lastReset?.(to, to + 1) : null) ?? lastReset?.(from, to) ?? null;
  const isSet = set !== null && !(set === from && begun?.at === from);
  if (!isSet && !isBoot) return null;
  return { at: isSet ? set : from, isSet, hasFallen, mustFall: isSet && last >= FALLING_TOTAL_MIN };
}

import { formatMomentOfYear } from "./format.ts";
import type { Space } from "./queries/spaces.ts";
import type { TimeRange } from "./ranges.ts";

/** The text for the count of a space without linked doorways. */
const NOT_MEASURED = "Not measured";

/** The text for a count that no event has changed yet. */
const NO_DATA = "No data yet";

type Measured = Pick<Space, "doorways" | "measured_periods">;

/**
 * The parts of a range in which a space was measured, ascending: those in which a doorway was linked to it, from its
 * first event on (D22). There are counts of these parts only, and the requests for counts ask for these parts only.
 */
export function measuredParts(
  { measured_periods: periods }: Pick<Measured, "measured_periods">,
  range: TimeRange,
): readonly TimeRange[] {
  return periods
    .map(({ start, end }) => ({
      start: Math.max(range.start, Date.parse(start)),
      end: Math.min(range.end, end === null ? Number.POSITIVE_INFINITY : Date.parse(end)),
    }))
    .filter(({ start, end }) => start < end);
}

/** Whether a space was measured in all of a range. */
export function isMeasuredThroughout(space: Measured, range: TimeRange): boolean {
  const [first] = measuredParts(space, range);
  return first?.start === range.start && first.end === range.end;
}

/** Whether a space is measured now. */
export function isMeasuredNow({ measured_periods: periods }: Measured): boolean {
  return periods.at(-1)?.end === null;
}

/** The text in place of the count of a space that is not measured now; null for others. */
export function unmeasuredNow(space: Measured, count: number): string | null {
  return isMeasuredNow(space) ? null : unmeasuredText(isLinked(space), count);
}

/**
 * The text in place of the count of a space that is not measured. A count that a user has set for a linked space is shown
 * before the first event, too: it has none.
 */
export function unmeasuredText(isLinked: boolean, count: number): string | null {
  if (!isLinked) return NOT_MEASURED;
  return count === 0 ? NO_DATA : null;
}

/** Whether a doorway is linked to a space, and its first event is yet to come. */
export function isWaiting(space: Measured): boolean {
  return isLinked(space) && !isMeasuredNow(space);
}

/** Whether a doorway is linked to a space now. */
export function isLinked({ doorways }: Pick<Measured, "doorways">): boolean {
  return doorways.length > 0;
}

/** The text in place of the counts of a range in which a space was not measured; null for other ranges. */
export function unmeasuredIn(space: Measured, range: TimeRange): string | null {
  if (measuredParts(space, range).length > 0) return null;
  const [first] = space.measured_periods;
  if (first === undefined) return isLinked(space) ? NO_DATA : NOT_MEASURED;
  return range.end <= Date.parse(first.start) ? "No data before the first event" : NOT_MEASURED;
}

/** Which part of a range was measured, such as `Measured since Mon 5 May 2025, 14:05.`; null if it is all or nothing. */
export function measuredText(space: Measured, range: TimeRange, zone: string): string | null {
  const parts = measuredParts(space, range);
  const [first] = parts;
  if (first === undefined || isMeasuredThroughout(space, range)) return null;
  const moment = (instant: number) => formatMomentOfYear(instant, zone);
  if (first.end === range.end) return `Measured since ${moment(first.start)}.`;
  return `Measured only ${parts.map(({ start, end }) => `${moment(start)} – ${moment(end)}`).join("; ")}.`;
}

import { DateTime } from "luxon";
import type { TimeRange } from "../../ranges.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/**
 * Splits a range so that hours from the start of each part are local hours. A clock change by part of an hour, as on Lord
 * Howe Island, starts a new part at the next full local hour.
 *
 * @param range starts at a local midnight
 */
export function localHourRanges({ start, end }: TimeRange, zone: string): readonly TimeRange[] {
  const edges = [start];
  let day = DateTime.fromMillis(start, { zone });
  while (day.toMillis() < end) {
    const next = day.plus({ days: 1 }).startOf("day");
    if (part(day) !== part(next)) {
      const change = changeBetween(day.toMillis(), next.toMillis(), zone);
      edges.push(change, nextFullHour(change, zone));
    }
    day = next;
  }
  const within = [...new Set(edges)].filter((edge) => edge < end);
  return within.map((edge, index) => ({ start: edge, end: within[index + 1] ?? end }));
}

/** The minutes of an offset beyond whole hours. */
function part({ offset }: DateTime): number {
  return ((offset % HOUR_MINUTES) + HOUR_MINUTES) % HOUR_MINUTES;
}

/** The minute between two instants at which `part` of the offset changes, by bisection. */
function changeBetween(from: number, to: number, zone: string): number {
  const before = part(DateTime.fromMillis(from, { zone }));
  let low = from;
  let high = to;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (part(DateTime.fromMillis(middle, { zone })) === before) low = middle;
    else high = middle;
  }
  return high;
}

function nextFullHour(instant: number, zone: string): number {
  const { minute } = DateTime.fromMillis(instant, { zone });
  return instant + ((HOUR_MINUTES - minute) % HOUR_MINUTES) * MINUTE_MS;
}

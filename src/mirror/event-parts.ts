import { groupBy } from "../domain/collections.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { HourCount } from "../engine/ports.ts";
import type { ChangedSpan } from "./changed-spans.ts";

/** After every event, in ms. */
export const LAST_MS = 2 ** 52;

/** The events of a half-open span, in ms. */
export interface EventPart {
  readonly span: ChangedSpan;
  readonly events: number;
  /** Whether its first month is complete with it. */
  readonly endsMonth: boolean;
}

/**
 * Splits a span into parts, the latest first. A part has whole months of UTC, or hours of one month.
 *
 * @param hours those that have events, the latest first
 * @param eventsMax the events of a part at most, unless an hour has more
 */
export function eventParts(
  hours: readonly HourCount[],
  { from, to }: ChangedSpan,
  eventsMax: number,
): EventPart[] {
  const parts: EventPart[] = [];
  let end = to;
  let events = 0;
  const close = (start: number) => {
    const least = Math.max(from, start);
    if (least < end) {
      const endsMonth = least === from || least === monthStart(least);
      parts.push({ span: { from: least, to: end }, events, endsMonth });
    }
    [end, events] = [Math.min(end, least), 0];
  };
  const within = hours.filter(({ first }) => first >= from && first < to);
  for (const [start, ofMonth] of groupBy(within, ({ first }) => monthStart(first))) {
    const total = ofMonth.reduce((sum, hour) => sum + hour.events, 0);
    if (events + total > eventsMax) close(monthEnd(start));
    if (total <= eventsMax) {
      events += total;
      continue;
    }
    for (const hour of ofMonth) {
      if (events > 0 && events + hour.events > eventsMax)
        close(hour.first - (hour.first % HOUR_MS) + HOUR_MS);
      events += hour.events;
    }
    close(start);
  }
  close(from);
  return parts;
}

/** The start of the month of UTC that has an instant, in ms. */
export function monthStart(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** The start of the next one. */
export function monthEnd(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

import { type EventReading, withEffects } from "../events/event-queries.ts";
import type { SensorEvent } from "../ports.ts";
import type { CountMessage } from "./messages.ts";

/** Which of the log's events are wanted as messages. */
export interface HistoryRange {
  /** Those with greater ids, up to and with `upTo`. */
  readonly after: bigint;
  readonly upTo: bigint;
  /** The earliest timestamp, in ms. */
  readonly since: number;
  /** The most messages; the last ones where there are more. */
  readonly limit: number;
}

/** Reads messages from the log, ascending by event; each has the count right after its event. */
export type ReadHistory = (range: HistoryRange) => Promise<readonly CountMessage[]>;

/** Events whose effects are read at a time. */
const EVENTS_AT_A_TIME = 1_000;

/** How an engine reads its log for replays. */
export function historyReader(parts: Pick<EventReading, "catalog" | "events" | "clock">): ReadHistory {
  return async (range) => {
    const events = await eventsOf(parts, range);
    const messages: CountMessage[] = [];
    for (let next = 0; next < events.length; next += EVENTS_AT_A_TIME) {
      const batch = events.slice(next, next + EVENTS_AT_A_TIME);
      for (const event of await withEffects(parts, batch)) {
        const { id: eventId, timestamp, doorwayId } = event;
        if (doorwayId === null) continue;
        for (const { spaceId, countChange: direction, count } of event.effects)
          messages.push({ type: "count", spaceId, eventId, doorwayId, timestamp, direction, count });
      }
    }
    return messages.slice(-range.limit);
  };
}

/** The last events of a range that have fallen due, ascending by id. */
async function eventsOf(
  { clock, events }: Pick<EventReading, "events" | "clock">,
  { after, upTo, since, limit }: HistoryRange,
): Promise<SensorEvent[]> {
  let found: SensorEvent[] = [];
  if (limit === 0) return found;
  // What falls due at this very instant has.
  const due = { start: since, end: clock.now() + 1, order: "ASC" } as const;
  for await (const batch of events.scanEvents({}, due)) {
    for (const event of batch) if (event.id > after && event.id <= upTo) found.push(event);
    if (found.length > 2 * limit) found = lastById(found, limit);
  }
  return lastById(found, limit);
}

function lastById(events: SensorEvent[], limit: number): SensorEvent[] {
  return events.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-limit);
}

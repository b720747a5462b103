import { formatId } from "../../domain/ids.ts";

import type { Column } from "../../domain/table-columns.ts";
import type { EventEffect, EventWithEffects } from "../../engine/events/event-queries.ts";

/** A row of the table of events: an event and its effect on one space, or an event without effects. */
export interface EventRow {
  readonly event: EventWithEffects;
  readonly effect: EventEffect | null;
}

/** The columns of the table of events, which has a row for each event and space (D29). */
export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  { name: "id", kind: "text", read: ({ event }) => formatId("event", event.id) },
  { name: "sensor_id", kind: "text", read: ({ event }) => formatId("sensor", event.sensorId) },
  {
    name: "doorway_id",
    kind: "text",
    read: ({ event }) => (event.doorwayId === null ? null : formatId("doorway", event.doorwayId)),
  },
  { name: "timestamp", kind: "instant", read: ({ event }) => event.timestamp },
  { name: "direction", kind: "integer", read: ({ event }) => event.trajectory },
  { name: "space_id", kind: "text", read: ({ effect }) => effect && formatId("space", effect.spaceId) },
  { name: "count_change", kind: "integer", read: ({ effect }) => effect?.countChange ?? null },
  { name: "count", kind: "integer", read: ({ effect }) => effect?.count ?? null },
];

/** The rows of batches of events. */
export async function* eventRows(
  batches: AsyncIterable<readonly EventWithEffects[]>,
): AsyncGenerator<EventRow[]> {
  for await (const events of batches) {
    yield events.flatMap((event): EventRow[] =>
      event.effects.length === 0
        ? [{ event, effect: null }]
        : event.effects.map((effect) => ({ event, effect })),
    );
  }
}

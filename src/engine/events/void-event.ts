import { must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStore, Journal } from "../ports.ts";

/** What voiding an event needs: the log, and the live counts. */
export interface EventVoiding extends CatalogChange {
  readonly events: Pick<EventStore, "event">;
  readonly journal: Journal;
  readonly live: Pick<Live, "effectsOf" | "counts">;
}

/**
 * Voids an event: it stays in the log and no longer counts (D5).
 *
 * @throws HeadcountError `not-found` if the event does not exist or is already voided
 */
export function voidEvent(change: EventVoiding, id: bigint): Promise<void> {
  const { catalog, clock, events, journal, live, actor } = change;
  return catalog.exclusive(change, async () => {
    const instant = clock.now();
    const entry = {
      instant,
      actor,
      action: "void",
      resourceType: "event",
      resourceId: formatId("event", id),
      changes: { voided_at: { to: formatInstant(instant) } },
    } as const;
    const event = await events.event(id);
    const write = { now: instant, voided: id, catalog: catalog.withNextId({ audit: [entry] }) };
    const result = event && (await journal.commit(write));
    if (event === null || result?.conflict === "no-event") throw notFound("event", formatId("event", id));
    const sensor = must(catalog.sensors.get(event.sensorId), "sensor");
    const effects = live.effectsOf(sensor, event.timestamp, event.trajectory);
    for (const { spaceId } of effects) live.counts.forget(spaceId);
  });
}

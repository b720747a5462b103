import { must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStore } from "../ports.ts";

/** What voiding an event changes: the log, and the counts in memory. */
export interface EventVoiding extends CatalogChange {
  readonly events: Pick<EventStore, "event" | "voidEvent">;
  readonly live: Pick<Live, "effectsOf" | "counts">;
}

/**
 * Voids an event: it stays in the log and counts for nothing (D5).
 *
 * @throws HeadcountError `not-found` where there is no such event, or it is voided already
 */
export function voidEvent(change: EventVoiding, id: bigint): Promise<void> {
  const { catalog, clock, events, live, actor } = change;
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
    if (event === null || !(await events.voidEvent(id, instant, catalog.withNextId({ audit: [entry] }))))
      throw notFound("event", formatId("event", id));
    const sensor = must(catalog.sensors.get(event.sensorId), "sensor");
    const effects = live.effectsOf(sensor, event.timestamp, event.trajectory);
    for (const { spaceId } of effects) live.counts.forget(spaceId);
  });
}

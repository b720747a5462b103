import { must, notFound } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { formatInstant } from "../domain/instant.ts";
import type { EngineContext } from "./context.ts";

/**
 * Voids an event: it stays in the log and counts for nothing (D5).
 *
 * @throws HeadcountError `not-found` where there is no such event, or it is voided already
 */
export function voidEvent(context: EngineContext, id: bigint): Promise<void> {
  const { catalog, clock, events, live, actor } = context;
  return catalog.exclusive(context, async () => {
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
      throw notFound(`event ${formatId("event", id)}`);
    const sensor = must(catalog.sensors.get(event.sensorId), "sensor");
    const effects = live.effectsOf(sensor, event.timestamp, event.trajectory);
    for (const { spaceId } of effects) live.counts.forget(spaceId);
  });
}

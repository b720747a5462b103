import { type Clock, neverBack } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import { Catalog } from "./catalog.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import { Live } from "./live/live.ts";
import type { Actor, EventStore, Store } from "./ports.ts";
import { SensorActivity } from "./sensor-activity.ts";

/** What the server was told when it was started. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long after its last sign of life a sensor is online, in ms (D27). */
  readonly sensorTimeout: number;
}

/** What every use case works with. */
export interface EngineContext {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly activity: SensorActivity;
  readonly live: Live;
  readonly deliveries: Deliveries;
  readonly ingest: IngestQueue;
  /** Never goes back while the engine is open. */
  readonly clock: Clock;
  readonly settings: Settings;
  /** Whose changes these are, for the audit log. */
  readonly actor: Actor;
}

/** Reads what an engine keeps in memory from an open store. */
export async function openContext(
  store: Store,
  given: Pick<EngineContext, "clock" | "settings" | "actor">,
): Promise<EngineContext> {
  const { events } = store;
  const clock = neverBack(given.clock);
  const since = clock.now() - given.settings.sensorTimeout;
  const catalog = await Catalog.open(store.catalog);
  const audience = { isListening: () => false, publish: () => {} };
  const deliveries = await Deliveries.open({
    store: store.deliveries,
    catalog,
    clock,
    organizationName: given.settings.organizationName,
  });
  const live = new Live({ catalog, events, clock, deliveries }, await events.loadLive(), audience);
  return {
    ...given,
    clock,
    catalog,
    events,
    live,
    deliveries,
    ingest: new IngestQueue(),
    activity: new SensorActivity(await events.lastEvents(since)),
  };
}

import type { Clock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import { Catalog } from "./catalog.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
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
  readonly deliveries: Deliveries;
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
  const since = given.clock.now() - given.settings.sensorTimeout;
  const catalog = await Catalog.open(store.catalog);
  return {
    ...given,
    catalog,
    deliveries: await Deliveries.open({
      store: store.deliveries,
      catalog,
      clock: given.clock,
      organizationName: given.settings.organizationName,
    }),
    events: store.events,
    activity: new SensorActivity(await store.events.lastEvents(since)),
  };
}

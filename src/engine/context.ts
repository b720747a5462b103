import type { Clock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import { Catalog } from "./catalog.ts";
import { Feed } from "./live/feed.ts";
import { historyReader } from "./live/history.ts";
import type { Actor, EventStore, Store } from "./ports.ts";
import { SensorActivity } from "./sensor-activity.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry.ts";

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
  /** What is told to sockets. */
  readonly feed: Feed;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly settings: Settings;
  /** Whose changes these are, for the audit log. */
  readonly actor: Actor;
}

/** Reads what an engine keeps in memory from an open store. */
export async function openContext(
  store: Store,
  given: Pick<EngineContext, "clock" | "settings" | "actor"> & Partial<Pick<EngineContext, "telemetry">>,
): Promise<EngineContext> {
  const { clock, settings, telemetry = NO_TELEMETRY } = given;
  const { events } = store;
  const catalog = await Catalog.open(store.catalog);
  const { lastEventId } = await events.summary();
  telemetry.gauge("log_events", async () => (await events.summary()).events);
  telemetry.gauge("stale_spans", async () => (await events.summary()).staleRuns);
  return {
    ...given,
    telemetry,
    catalog,
    events,
    activity: new SensorActivity(await events.lastEvents(clock.now() - settings.sensorTimeout)),
    feed: new Feed(clock, historyReader({ catalog, events, clock }), lastEventId),
  };
}

import { type Clock, SteadyClock } from "../domain/clock.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import { buildCore, type CoreOptions, type EngineCore } from "./engine-core.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import { Feed } from "./live/feed.ts";
import { Live } from "./live/live.ts";
import type { Store } from "./ports.ts";
import { SensorActivity } from "./resources/sensors.ts";

/** The parts of an engine. Each use case takes those it needs. */
export interface Engine extends EngineCore {
  readonly activity: SensorActivity;
  readonly live: Live;
  readonly deliveries: Deliveries;
  readonly ingest: IngestQueue;
  readonly feed: Feed;
  /** The source of `clock`, which goes back only after a correction of the system clock. */
  readonly steadyClock: SteadyClock;
}

/** Builds an engine on an open store, and loads what it keeps in memory. */
export async function buildEngine(
  store: Store,
  given: CoreOptions & {
    /** A monotonic clock, in ms since any instant. */
    readonly elapsed?: Clock;
  },
): Promise<Engine> {
  const { elapsed = { now: () => performance.now() }, ...options } = given;
  const steadyClock = new SteadyClock(given.clock, elapsed);
  const core = await buildCore(store, { ...options, clock: steadyClock });
  const { catalog, clock, events, journal, settings, telemetry } = core;
  const { organizationName } = settings;
  const deliveries = await Deliveries.open({
    store: store.deliveries,
    journal,
    catalog,
    clock,
    organizationName,
  });
  const feed = new Feed({ catalog, events, clock }, await events.position());
  const live = new Live(
    { catalog, events, journal, clock, outbox: deliveries.outbox, telemetry },
    await events.loadLive(),
    feed,
  );
  const last = await events.lastEvents(clock.now() - settings.sensorTimeout);
  const activity = new SensorActivity(last, () => events.lastEvents(0));
  const ingest = new IngestQueue({ catalog, clock, events, live, activity, telemetry });
  telemetry.gauge("ingest_queue_rows", () => ingest.rows);
  telemetry.gauge("log_events", async () => (await events.summary()).events);
  telemetry.gauge("stale_runs", async () => (await events.summary()).staleRuns);
  telemetry.gauge("database_bytes", async () => (await store.disk.figures()).database);
  telemetry.gauge("runs_bytes", async () => (await store.disk.figures()).runs);
  telemetry.gauge("disk_free_bytes", async () => (await store.disk.figures()).free);
  return { ...core, steadyClock, live, deliveries, ingest, feed, activity };
}

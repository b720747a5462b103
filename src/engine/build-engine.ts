import { type Clock, SteadyClock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import { Catalog } from "./catalog/catalog.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import { Feed } from "./live/feed.ts";
import { Live } from "./live/live.ts";
import type { Actor, BackupSource, DiskReader, EventStore, Journal, Store } from "./ports.ts";
import { SensorActivity } from "./resources/sensors.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry.ts";

/** The parts of an engine. Each use case takes those it needs. */
export interface Engine {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly journal: Journal;
  readonly activity: SensorActivity;
  readonly live: Live;
  readonly deliveries: Deliveries;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  readonly ingest: IngestQueue;
  readonly feed: Feed;
  readonly telemetry: Telemetry;
  /** The current time. It goes back only after a correction of the system clock. */
  readonly clock: Clock;
  /** The source of `clock`. */
  readonly steadyClock: SteadyClock;
  readonly settings: Settings;
  /** The actor that the audit log names for changes. */
  readonly actor: Actor;
}

/** Builds an engine on an open store, and loads what it keeps in memory. */
export async function buildEngine(
  store: Store,
  given: Pick<Engine, "clock" | "settings" | "actor"> &
    Partial<Pick<Engine, "telemetry">> & {
      /** A monotonic clock, in ms since any instant. */
      readonly elapsed?: Clock;
    },
): Promise<Engine> {
  const { settings, actor, telemetry = NO_TELEMETRY, elapsed = { now: () => performance.now() } } = given;
  const { events, journal } = store;
  const clock = new SteadyClock(given.clock, elapsed);
  const catalog = await Catalog.open(store);
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
  return {
    settings,
    actor,
    telemetry,
    clock,
    steadyClock: clock,
    catalog,
    events,
    journal,
    live,
    deliveries,
    backups: store.backups,
    disk: store.disk,
    ingest,
    feed,
    activity,
  };
}

/** The server's settings, fixed at startup. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long a sensor counts as online after its last heartbeat or event, in ms (D27). */
  readonly sensorTimeout: number;
}

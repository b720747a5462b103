import { type Clock, type ClockStep, SteadyClock } from "../domain/clock.ts";
import { buildCore } from "./build-core.ts";
import { Bindings } from "./catalog/bindings.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import type { DeliveryRuntime } from "./deliveries/delivery-runtime.ts";
import type { CoreOptions, Engine } from "./engine.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import { Feed } from "./live/feed.ts";
import { Notifier } from "./live/notifier.ts";
import { ReplayMarks } from "./live/replay-marks.ts";
import type { Store } from "./ports.ts";
import { SensorActivity } from "./resources/sensors.ts";

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
  const stored = await events.loadLive();
  const marks = new ReplayMarks(stored.marks);
  const bindings = new Bindings(catalog);
  const feed = new Feed({ catalog, journal, events, clock, bindings, marks, actor: core.actor });
  const { outbox } = deliveries;
  const notifier = new Notifier(
    { catalog, events, journal, clock, outbox, telemetry, bindings, marks },
    stored,
    feed,
  );
  const last = await events.lastEvents(clock.now() - settings.sensorTimeout);
  const activity = new SensorActivity(catalog, last, () => events.lastEvents(0));
  journal.setAppliers([bindings, notifier, deliveries, activity]);
  const ingest = new IngestQueue({ catalog, journal, clock, events, notifier, activity, telemetry });
  telemetry.gauge("ingest_queue_rows", () => ingest.rows);
  telemetry.gauge("log_events", async () => (await events.summary()).events);
  telemetry.gauge("stale_runs", async () => (await events.summary()).staleRuns);
  telemetry.gauge("database_bytes", async () => (await store.disk.figures()).database);
  telemetry.gauge("runs_bytes", async () => (await store.disk.figures()).runs);
  telemetry.gauge("disk_free_bytes", async () => (await store.disk.figures()).free);
  return { ...core, steadyClock, notifier, deliveries, ingest, feed, activity };
}

const TICK_MS = 200;

/** The runtime of webhook calls, and the server's observer of the clock. */
export interface LiveMeans extends DeliveryRuntime {
  /** Called when the system's clock has been set. */
  readonly clockStepped: (step: ClockStep) => void;
  /** Called when reports of a sensor are too far ahead, by so many ms, at most once an hour for each. */
  readonly sensorAhead: (serialNumber: string, by: number) => void;
}

/**
 * Starts to notify sockets and webhooks.
 *
 * @param means the runtime of webhook calls
 * @returns the end, in bounded time: running calls are aborted after `graceMs`
 */
export function startLive(
  engine: Pick<
    Engine,
    "actor" | "activity" | "clock" | "deliveries" | "notifier" | "steadyClock" | "telemetry"
  >,
  means: LiveMeans,
): { stop(graceMs: number): Promise<void> } {
  const { notifier, deliveries, telemetry, steadyClock, activity } = engine;
  const { timers, observer, clockStepped } = means;
  activity.onAhead = means.sensorAhead;
  const sumOf = (figure: "backlog" | "inFlight") =>
    Array.from(deliveries.receivers()).reduce((sum, receiver) => sum + receiver[figure], 0);
  telemetry.gauge("webhook_backlog_calls", () => sumOf("backlog"));
  telemetry.gauge("webhook_in_flight_calls", () => sumOf("inFlight"));
  deliveries.start(means);
  let isStopped = false;
  let cancel = () => {};
  const loadAll = () => notifier.loadAll(() => isStopped).catch((error: unknown) => observer.failed(error));
  const tick = async (): Promise<void> => {
    const step = steadyClock.follow();
    if (step !== null) clockStepped(step);
    if (step?.kind === "back") activity.capAt(step.instant);
    await notifier.tick(engine).catch((error: unknown) => observer.failed(error));
    if (step?.kind === "back") await loadAll();
    if (isStopped) return;
    cancel = timers.after(TICK_MS, () => {
      ticking = tick();
    });
  };
  let ticking = loadAll().then(tick);
  return {
    stop: async (graceMs) => {
      isStopped = true;
      cancel();
      await ticking;
      // The next process does not know of changes that sockets have not been notified of.
      await notifier.tick(engine).catch((error: unknown) => observer.failed(error));
      await deliveries.stop(graceMs);
    },
  };
}

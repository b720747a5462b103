import { type Clock, type ClockStep, SteadyClock } from "../domain/clock.ts";
import { buildCore } from "./build-core.ts";
import { Bindings } from "./catalog/bindings.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import type { DeliveryRuntime } from "./deliveries/delivery-runtime.ts";
import type { CoreOptions, Engine } from "./engine.ts";
import { prepareFollowed } from "./follow-records.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import { Feed } from "./live/feed.ts";
import { Notifier } from "./live/notifier.ts";
import { ReplayMarks } from "./live/replay-marks.ts";
import type { SharedLog, Store } from "./ports.ts";
import { Lines } from "./readings/lines.ts";
import { Duty, type DutyMeans } from "./replication/duty.ts";
import { LogClock } from "./replication/log-clock.ts";
import { Replica, type ReplicaParts } from "./replication/replica.ts";
import { Heartbeats } from "./resources/heartbeats.ts";
import { SensorActivity } from "./resources/sensors.ts";
import type { Telemetry } from "./telemetry.ts";

/** Builds an engine on an open store, and loads what it keeps in memory. */
export async function buildEngine(
  store: Store,
  given: CoreOptions & {
    /** A monotonic clock, in ms since any instant. */
    readonly elapsed?: Clock;
    /** The log that the engine shares with others; without it, the engine has its data for itself. */
    readonly log?: SharedLog | undefined;
  },
): Promise<Engine> {
  const { elapsed = { now: () => performance.now() }, log = null, ...options } = given;
  const logClock = new LogClock(elapsed, given.clock);
  if (log !== null) logClock.follow((await log.head()).now);
  const steadyClock = new SteadyClock(log === null ? given.clock : logClock, elapsed);
  const core = await buildCore(store, { ...options, clock: steadyClock });
  const { catalog, clock, events, journal, readings, settings, telemetry } = core;
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
  const lines = await Lines.open(readings);
  const ownClock = log === null ? [] : [logClock];
  journal.setAppliers([...ownClock, bindings, notifier, deliveries, activity, lines], (drafts) =>
    prepareFollowed({ notifier, catalog, events }, drafts),
  );
  const ingest = new IngestQueue({
    catalog,
    journal,
    clock,
    events,
    notifier,
    activity,
    telemetry,
    lines,
    readings,
  });
  telemetry.gauge("ingest_queue_rows", () => ingest.rows);
  telemetry.gauge("log_events", async () => (await events.summary()).events);
  telemetry.gauge("stale_runs", async () => (await events.summary()).staleRuns);
  telemetry.gauge("database_bytes", async () => (await store.disk.figures()).database);
  telemetry.gauge("runs_bytes", async () => (await store.disk.figures()).runs);
  telemetry.gauge("disk_free_bytes", async () => (await store.disk.figures()).free);
  const replica = log && (await join(store, { log, journal, clock: logClock, elapsed }, telemetry));
  return {
    ...core,
    lines,
    steadyClock,
    notifier,
    deliveries,
    ingest,
    heartbeats: new Heartbeats(journal),
    feed,
    activity,
    replica,
  };
}

/**
 * Lets an engine follow a log from where its store stands, under the log's name for it. The store of a new directory
 * begins at the log's start.
 */
async function join(store: Store, parts: ReplicaParts, telemetry: Telemetry): Promise<Replica> {
  const { log, journal } = parts;
  const { at } = store.followed ?? { at: log.start };
  if (store.followed?.node !== log.node) await store.journal.append([], { log: log.id, node: log.node, at });
  const replica = new Replica(parts);
  telemetry.gauge("shared_log_position", () => Number(replica.position));
  telemetry.gauge("shared_log_lag_records", () => replica.state.lag);
  telemetry.gauge("shared_log_lag_seconds", () =>
    Math.min(lagOf(replica.state) / 1_000, Number.MAX_SAFE_INTEGER),
  );
  telemetry.gauge("shared_log_conflicts", () => journal.followed?.conflicts ?? 0);
  const { elapsed } = parts;
  const onFailure = (error: unknown) => replica.failed(error);
  journal.share(log, at, { format: await log.format(), elapsed, telemetry, onFailure });
  return replica;
}

/** For how long an engine may have lacked records, in ms. */
function lagOf({ behindMs, unansweredMs }: Replica["state"]): number {
  return Math.max(behindMs, unansweredMs);
}

const TICK_MS = 200;

/** The parts of an engine that notify. */
type LiveParts = Pick<
  Engine,
  "actor" | "activity" | "clock" | "deliveries" | "notifier" | "replica" | "steadyClock" | "telemetry"
>;

/** The runtime of webhook calls, and the server's observer of the clock. */
export interface LiveMeans extends DeliveryRuntime {
  /** Called when the system's clock has been set. */
  readonly clockStepped: (step: ClockStep) => void;
  /** Called when reports of a sensor are too far ahead, by so many ms, at most once an hour for each. */
  readonly sensorAhead: (serialNumber: string, by: number) => void;
}

/** What starts with a server and ends with it. */
interface Started {
  /** Lets another engine that shares the log go on; test calls can still be made. `graceMs` as in `stop`. */
  handOver(graceMs: number): Promise<void>;
  /** Ends in bounded time: running calls are aborted after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to notify sockets and webhooks. Of engines that share a log, one makes the notifications that time causes, and
 * the calls; sockets of the others are notified by its records.
 *
 * @param means the runtime of webhook calls
 * @param duties the duties of engines that share a log
 */
export function startLive(engine: LiveParts, means: LiveMeans, duties: DutyMeans | null = null): Started {
  const { deliveries, telemetry, activity, replica } = engine;
  activity.onAhead = means.sensorAhead;
  const sumOf = (figure: "backlog" | "inFlight") =>
    Array.from(deliveries.receivers()).reduce((sum, receiver) => sum + receiver[figure], 0);
  telemetry.gauge("webhook_backlog_calls", () => sumOf("backlog"));
  telemetry.gauge("webhook_in_flight_calls", () => sumOf("inFlight"));
  if (duties === null) {
    deliveries.provide(means);
    deliveries.start();
    const ticks = startTicks(engine, means);
    return {
      handOver: async () => {},
      stop: async (graceMs) => {
        await ticks.stop();
        await deliveries.stop(graceMs);
        await deliveries.close();
      },
    };
  }
  let ticks: ReturnType<typeof startTicks> | null = null;
  // That the log cannot be reached is said once by what follows it.
  const failed = (error: unknown) => {
    if (replica?.state.isReachable !== false) means.observer.failed(error);
  };
  const observer = { ...means.observer, failed };
  const { timers } = means;
  const duty = new Duty("notifications", {
    ...duties,
    timers,
    isFollowing: () => (replica?.state.stopped ?? null) === null,
    begin: async () => {
      // What the engine before this one has done is in the log.
      await replica?.barrier();
      deliveries.start();
      ticks = startTicks(engine, { ...means, observer });
    },
    end: async (graceMs) => {
      await ticks?.stop();
      await deliveries.handOver(graceMs);
    },
    failed,
  });
  deliveries.provide({ ...means, observer, isOnDuty: () => duty.isHeld });
  duty.start();
  return {
    handOver: (graceMs) => duty.stop(graceMs),
    stop: async (graceMs) => {
      await duty.stop(graceMs);
      await deliveries.close();
    },
  };
}

/** Makes the notifications that time causes. */
function startTicks(engine: LiveParts, { timers, observer, clockStepped }: LiveMeans) {
  const { notifier, steadyClock, activity } = engine;
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
    stop: async () => {
      isStopped = true;
      cancel();
      await ticking;
      // The next process does not know of changes that sockets have not been notified of.
      await notifier.tick(engine).catch((error: unknown) => observer.failed(error));
    },
  };
}

import { type Clock, type ClockStep, SteadyClock } from "../domain/clock.ts";
import { Bindings } from "./catalog/bindings.ts";
import { Catalog } from "./catalog/catalog.ts";
import { Deliveries } from "./deliveries/deliveries.ts";
import type { DeliveryRuntime } from "./deliveries/delivery-runtime.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { admissionOf } from "./ingest/admission.ts";
import { prepareFollowed } from "./ingest/group-decision.ts";
import { IngestQueue } from "./ingest/ingest-queue.ts";
import type { Draft } from "./journal/draft.ts";
import { Duty, type DutyMeans } from "./journal/duty.ts";
import { Journal } from "./journal/journal.ts";
import { LogClock } from "./journal/log-clock.ts";
import { Replica, type ReplicaParts } from "./journal/replica.ts";
import { Feed } from "./live/feed.ts";
import { Notifier } from "./live/notifier.ts";
import { ReplayMarks } from "./live/replay-marks.ts";
import type { SharedLog, Store } from "./ports.ts";
import { Lines } from "./readings/lines.ts";
import { heartbeatsOf } from "./resources/heartbeats.ts";
import { SensorActivity } from "./resources/sensors.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry.ts";
import { repeat } from "./timers.ts";

export async function buildEngine(
  store: Store,
  given: EngineOptions & {
    /** A monotonic clock, in ms since any instant. */
    readonly elapsed?: Clock;
    /** The log that the engine shares with others; without it, the engine has its data for itself. */
    readonly log?: SharedLog | undefined;
  },
): Promise<Engine> {
  const { elapsed = { now: () => performance.now() }, log = null, ...options } = given;
  const logClock = new LogClock(elapsed, given.clock);
  if (log !== null) logClock.follow((await log.head()).now);
  const clock = new SteadyClock(log === null ? given.clock : logClock, elapsed);
  const { settings, actor, telemetry = NO_TELEMETRY } = options;
  const catalog = await openCatalog(store, { ...options, clock });
  const { events, readings, changes, backups, disk } = store;
  const followers = await Journal.open(store.journal, catalog, async (journal) => {
    const { organizationName } = settings;
    const outgoing = { store: store.deliveries, journal, catalog, clock, organizationName };
    const deliveries = await Deliveries.open(outgoing);
    const stored = await events.loadLive();
    const marks = new ReplayMarks(stored.marks);
    const bindings = new Bindings(catalog);
    const feed = new Feed({ catalog, journal, events, clock, bindings, marks, actor });
    const { outbox } = deliveries;
    const live = { catalog, events, journal, clock, outbox, telemetry, bindings, marks };
    const notifier = new Notifier(live, stored, feed);
    const last = await events.lastEvents(clock.now() - settings.sensorTimeout);
    const activity = new SensorActivity(catalog, last, () => events.lastEvents(0));
    const lines = await Lines.open(readings);
    const ownClock = log === null ? [] : [logClock];
    return {
      appliers: [...ownClock, bindings, notifier, deliveries, activity, lines],
      prepare: (drafts: readonly Draft[]) => prepareFollowed({ notifier, catalog }, drafts),
      ...{ journal, notifier, deliveries, activity, lines, feed },
    };
  });
  const { journal, notifier, deliveries, activity, lines, feed } = followers;
  const admission = admissionOf(catalog, settings.selfRegisteredSensors);
  const parts = { catalog, journal, clock, events, notifier, activity, telemetry, lines, readings };
  const ingest = new IngestQueue(parts, admission);
  telemetry.gauge("ingest_queue_rows", () => ingest.rows);
  telemetry.gauge("log_events", async () => (await events.summary()).events);
  telemetry.gauge("stale_runs", async () => (await events.summary()).staleRuns);
  telemetry.gauge("database_bytes", async () => (await store.disk.figures()).database);
  telemetry.gauge("runs_bytes", async () => (await store.disk.figures()).runs);
  telemetry.gauge("disk_free_bytes", async () => (await store.disk.figures()).free);
  const replica = log && (await join(store, { log, journal, clock: logClock, elapsed }, telemetry));
  const heartbeats = heartbeatsOf(journal);
  const ofStore = { changes, backups, disk };
  return {
    ...parts,
    ...ofStore,
    settings,
    actor,
    steadyClock: clock,
    deliveries,
    ingest,
    heartbeats,
    feed,
    replica,
  };
}

/** Opens the catalog of a store, which then rolls up runs by it, and records which data were given up for lost. */
async function openCatalog({ catalog: tables, events, journal, acceptedLoss }: Store, change: EngineOptions) {
  const catalog = await Catalog.open(tables);
  events.setResetHistories((spaceId) => {
    const space = catalog.spaces.get(spaceId);
    return space === undefined ? null : catalog.history(space);
  });
  if (acceptedLoss !== null)
    await new Journal(journal, catalog).transact(change, (draft) => {
      draft.save({ nextId: acceptedLoss.nextId });
      draft.add({ acceptedLoss });
    });
  return catalog;
}

async function join(store: Store, parts: ReplicaParts, telemetry: Telemetry): Promise<Replica> {
  const { log, journal } = parts;
  const { at } = store.followed ?? { at: log.start };
  if (store.followed?.node !== log.node) await store.journal.append([], { log: log.id, node: log.node, at });
  const replica = new Replica(parts);
  telemetry.gauge("shared_log_position", () => Number(replica.position));
  telemetry.gauge("shared_log_lag_records", () => replica.state.lag);
  // For how long it may have lacked records.
  telemetry.gauge("shared_log_lag_seconds", () => {
    const { behindMs, unansweredMs } = replica.state;
    return Math.min(Math.max(behindMs, unansweredMs) / 1_000, Number.MAX_SAFE_INTEGER);
  });
  telemetry.gauge("shared_log_conflicts", () => journal.followed?.conflicts ?? 0);
  const { elapsed } = parts;
  const onFailure = (error: unknown) => replica.failed(error);
  journal.share(log, at, { format: await log.format(), elapsed, telemetry, onFailure });
  return replica;
}

const TICK_MS = 200;

type LiveParts = Pick<
  Engine,
  "actor" | "activity" | "clock" | "deliveries" | "notifier" | "replica" | "steadyClock" | "telemetry"
>;

/** The runtime of webhook calls, and the server's observer of the clock. */
export interface LiveMeans extends DeliveryRuntime {
  readonly clockStepped: (step: ClockStep) => void;
  /** Called when reports of a sensor are too far ahead, by so many ms, at most once an hour for each. */
  readonly sensorAhead: (serialNumber: string, by: number) => void;
}

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
    const stopTicks = startTicks(engine, means);
    return {
      handOver: async () => {},
      stop: async (graceMs) => {
        await stopTicks();
        await deliveries.stop(graceMs);
        await deliveries.close();
      },
    };
  }
  let stopTicks = async () => {};
  // The replica has reported already that the log cannot be reached.
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
      stopTicks = startTicks(engine, { ...means, observer });
    },
    end: async (graceMs) => {
      await stopTicks();
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

/** Makes the notifications that time causes, until what it returns is called. */
function startTicks(engine: LiveParts, { timers, observer, clockStepped }: LiveMeans): () => Promise<void> {
  const { notifier, steadyClock, activity } = engine;
  let [isLoaded, isStopped] = [false, false];
  const failed = (error: unknown) => observer.failed(error);
  const loadAll = () => notifier.loadAll(() => isStopped).catch(failed);
  const stopTicks = repeat(timers, async () => {
    if (!isLoaded) await loadAll();
    isLoaded = true;
    const step = steadyClock.follow();
    if (step !== null) clockStepped(step);
    if (step?.kind === "back") activity.capAt(step.instant);
    await notifier.tick(engine).catch(failed);
    if (step?.kind === "back") await loadAll();
    return TICK_MS;
  });
  return async () => {
    isStopped = true;
    await stopTicks();
    // The next process does not know of changes that sockets have not been notified of.
    await notifier.tick(engine).catch(failed);
  };
}

import type { Clock } from "../../domain/clock.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { LiveCount } from "../../series/live-count.ts";
import { Bindings } from "../catalog/bindings.ts";
import type { Catalog, Change } from "../catalog/catalog.ts";
import type { PendingCall } from "../deliveries/delivery-queue.ts";
import type { Outbox } from "../deliveries/outbox.ts";
import type { CommittedIds, Journal, JournalWrite, LoggedEvent, RunReader } from "../ports.ts";
import type { Telemetry } from "../telemetry.ts";
import { inChunks, Pacer } from "../yielding.ts";
import { ChangedCounts, LiveCounts, skipLost } from "./live-counts.ts";
import { type LiveMessage, NotificationBatch, type SpaceChange } from "./notifications.ts";

/** Spaces whose counts are computed at a time when a server starts. */
const MADE_AT_A_TIME = 200;

/** Messages whose webhook calls are queued before other work of the event loop runs; each may have a call for every webhook. */
const MESSAGES_AT_ONCE = 200;

/** Calls that are released after their commit before other work of the event loop runs. */
const CALLS_AT_ONCE = 2_000;

interface Subscribers {
  /** Whether there are listeners: then counts that a correction has changed are computed again at once. */
  isListening(): boolean;
  publish(messages: readonly LiveMessage[]): void;
}

interface LiveParts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly events: RunReader;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly telemetry: Pick<Telemetry, "notificationsOmitted">;
}

/**
 * Current counts, and the notifications of their changes to sockets and webhooks. The notification of an
 * event ahead of the clock is sent when the event is due (D3), also after a restart.
 */
export class Live {
  readonly counts: LiveCounts;
  readonly bindings: Bindings;
  readonly #parts: LiveParts;
  readonly #catalog: Catalog;
  readonly #subscribers: Subscribers;
  /** Events with a pending notification, ascending by timestamp. */
  #pending: LoggedEvent[];
  /** The spaces whose last threshold notification was "unsafe". */
  readonly #unsafe: Set<bigint>;
  /** The last count of each space that sockets were notified of. */
  readonly #notifiedCounts = new Map<bigint, number>();

  constructor(
    parts: LiveParts,
    { pending, unsafe }: { readonly pending: readonly LoggedEvent[]; readonly unsafe: readonly bigint[] },
    subscribers: Subscribers,
  ) {
    this.#parts = parts;
    this.#catalog = parts.catalog;
    this.#subscribers = subscribers;
    this.counts = new LiveCounts(parts.catalog, parts.events);
    this.bindings = new Bindings(parts.catalog);
    this.#unsafe = new Set(unsafe);
    parts.catalog.observe(({ remove }) => {
      for (const id of remove?.space ?? []) {
        this.#unsafe.delete(id);
        this.#notifiedCounts.delete(id);
      }
    });
    this.#pending = inOrder(pending);
  }

  /** The current counts of some spaces, by id. */
  current(spaceIds: readonly bigint[]): Promise<Map<bigint, number>> {
    return this.counts.current(spaceIds, () => this.#parts.clock.now());
  }

  /** The effect of an event on each space that it counts for (D4, D5). */
  effectsOf(sensor: Sensor, timestamp: number, trajectory: number): SpaceChange[] {
    const effects: SpaceChange[] = [];
    for (const { spaceId, doorwayId, sensorPlacement, from, to } of this.bindings.of(sensor)) {
      if (timestamp < from || timestamp >= to) continue;
      effects.push({ spaceId, doorwayId, timestamp, direction: trajectory === sensorPlacement ? 1 : -1 });
    }
    return effects;
  }

  /** Starts the notifications of a commit. To be called within `exclusive`. */
  notifications(now: number): NotificationBatch {
    this.counts.follow(now);
    const { webhooks } = this.#catalog;
    const isWanted =
      this.#subscribers.isListening() ||
      webhooks.all().some(({ enabled, type }) => enabled && type === "counts");
    const counts = new ChangedCounts(this.counts);
    return new NotificationBatch(this.#catalog, counts, this.#unsafe, { now, isWanted });
  }

  /**
   * Adds the notifications of events that are due. One whose spaces' counts cannot be computed now stays pending. To be
   * called within `exclusive`.
   */
  async notifyDue(notifications: NotificationBatch, now: number): Promise<void> {
    let due = 0;
    while (due < this.#pending.length && (this.#pending[due] as LoggedEvent).timestamp <= now) due++;
    const pacer = new Pacer();
    for (const { id, timestamp, sensorKey, trajectory } of this.#pending.slice(0, due)) {
      await pacer.step();
      const sensor = this.#catalog.sensorsByKey.first(sensorKey);
      const effects = sensor === undefined ? [] : this.effectsOf(sensor, timestamp, trajectory);
      const spaceIds = effects.map(({ spaceId }) => spaceId);
      const lost = await skipLost(spaceIds, (ids) => this.counts.make(ids, now));
      if (spaceIds.some((id) => this.counts.of(id) === undefined && !lost.includes(id))) continue;
      for (const effect of effects) {
        notifications.event(effect, id);
        notifications.threshold(effect.spaceId, timestamp);
      }
      notifications.noteNoLongerPending(id);
    }
  }

  /**
   * Commits a write together with the webhook calls and the pending notifications that it causes, then shows the
   * changed counts and notifies the sockets. To be called within `exclusive`.
   *
   * @throws HeadcountError if nothing was stored
   */
  async commit(notifications: NotificationBatch, write: JournalWrite): Promise<CommittedIds> {
    const calls: PendingCall[] = [];
    let ids: CommittedIds;
    try {
      await inChunks(notifications.forWebhooks, MESSAGES_AT_ONCE, (some) => {
        for (const call of this.#parts.outbox.queue(some, write.now)) calls.push(call);
      });
      ids = await this.#parts.journal.commit({ ...write, calls, notifications: notifications.write });
    } catch (error) {
      this.#parts.outbox.abandoned(calls);
      throw error;
    }
    notifications.counts.show(write.events?.changes, write.now);
    let { callId } = ids;
    await inChunks(calls, CALLS_AT_ONCE, (some) => {
      this.#parts.outbox.committed(some, callId);
      callId += BigInt(some.length);
    });
    this.#notify(notifications, ids.eventId);
    return ids;
  }

  #notify(notifications: NotificationBatch, firstEventId: bigint): void {
    const { deferred, omitted, write } = notifications;
    const messages = notifications.committed(firstEventId);
    if (omitted > 0) this.#parts.telemetry.notificationsOmitted(omitted);
    // Both are in the same order.
    let next = 0;
    if (write.notified.length > 0)
      this.#pending = this.#pending.filter(({ id }) => {
        const isNotified = id === write.notified[next];
        if (isNotified) next++;
        return !isNotified;
      });
    if (deferred.length > 0) {
      const pending = deferred.map(({ row, ...event }) => ({ ...event, id: firstEventId + BigInt(row) }));
      this.#pending = inOrder([...this.#pending, ...pending]);
    }
    for (const { spaceId, unsafe } of write.unsafe) {
      if (unsafe) this.#unsafe.add(spaceId);
      else this.#unsafe.delete(spaceId);
    }
    for (const message of messages) {
      if (message.type !== "threshold") this.#notifiedCounts.set(message.spaceId, message.count);
    }
    if (messages.length > 0) this.#subscribers.publish(messages);
  }

  /**
   * Notifies of changes over time, and of corrections: daily resets, events that have become due, counts that were
   * computed again. To be called often.
   */
  tick(context: Change): Promise<void> {
    return this.#catalog.exclusive(context, async () => {
      const now = this.#parts.clock.now();
      const notifications = this.notifications(now);
      await this.notifyDue(notifications, now);
      if (this.#subscribers.isListening())
        await skipLost([...this.#notifiedCounts.keys()], (ids) => this.counts.make(ids, now));
      /** Changed counts without a listener. */
      const silent: [spaceId: bigint, count: number][] = [];
      for (const [spaceId, live] of this.counts.all())
        if (!this.notifyChanged(notifications, spaceId, live, now)) silent.push([spaceId, live.at(now)]);
      if (notifications.messages.length > 0 || notifications.write.notified.length > 0)
        await this.commit(notifications, { now });
      for (const [spaceId, count] of silent) this.#notifiedCounts.set(spaceId, count);
    });
  }

  /**
   * Adds the notification of a change of a space's count that has no event with a notification: a reset, a correction.
   * To be called within `exclusive`, and before the notifications of later changes.
   *
   * @returns false if the count has changed and has no listener
   */
  notifyChanged(notifications: NotificationBatch, spaceId: bigint, live: LiveCount, now: number): boolean {
    const count = live.at(now);
    const last = notifications.lastCount(spaceId) ?? this.#notifiedCounts.get(spaceId);
    if (last === count) return true;
    const reset = live.endsInReset;
    const isWanted = last !== undefined && this.#subscribers.isListening();
    if (isWanted) notifications.reset(spaceId, reset ?? now, count);
    if (reset !== null) notifications.threshold(spaceId, reset);
    return isWanted;
  }

  /** Computes the counts of all spaces, some at a time, so that their resets cause notifications. */
  async makeAll(isStopped: () => boolean): Promise<void> {
    const ids = this.#catalog.spaces.all().map((space) => space.id);
    for (let start = 0; start < ids.length && !isStopped(); start += MADE_AT_A_TIME) {
      const some = ids.slice(start, start + MADE_AT_A_TIME);
      await skipLost(some, (these) => this.counts.make(these, this.#parts.clock.now()));
    }
  }
}

/** Events ascending by timestamp; those of the same instant stay in their order. */
function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => a.timestamp - b.timestamp);
}

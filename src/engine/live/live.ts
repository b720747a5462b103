import type { Clock } from "../../domain/clock.ts";
import type { LiveCount } from "../../series/live-count.ts";
import { planReplay } from "../../series/replay-plan.ts";
import type { Bindings } from "../catalog/bindings.ts";
import type { Catalog, Change } from "../catalog/catalog.ts";
import { countAt } from "../counts/count-series.ts";
import type { PendingCall } from "../deliveries/delivery-queue.ts";
import type { Outbox } from "../deliveries/outbox.ts";
import type {
  CommittedIds,
  EventIntake,
  Journal,
  JournalWrite,
  LoggedEvent,
  ReplayMark,
  RunReader,
} from "../ports.ts";
import type { Telemetry } from "../telemetry.ts";
import { Pacer } from "../yielding.ts";
import { ChangedCounts, LiveCounts, skipLost } from "./live-counts.ts";
import { type LiveMessage, NotificationBatch } from "./notifications.ts";
import { historyBefore, type LogPlace, type ReplayMarks } from "./replay-marks.ts";

interface Subscribers {
  /** Whether there are listeners. Without, the notifications of events are not made. */
  isListening(): boolean;
  /**
   * @param before the place of the first message
   * @param isWhole whether there were listeners when the commit of the messages began
   */
  publish(messages: readonly LiveMessage[], before: LogPlace, isWhole: boolean): void;
}

interface LiveParts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly events: RunReader;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly telemetry: Pick<Telemetry, "count">;
  readonly bindings: Bindings;
  readonly marks: ReplayMarks;
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
  /** The last count of each space that sockets were notified of, or would have been if there were any. */
  readonly #notifiedCounts = new Map<bigint, number>();
  /** Whether there are resets from after the last tick. */
  #hasNewResets = false;
  /** The last mark of the process before this one. */
  readonly #resumedAt: ReplayMark | undefined;

  constructor(
    parts: LiveParts,
    { pending, unsafe }: Pick<Awaited<ReturnType<EventIntake["loadLive"]>>, "pending" | "unsafe">,
    subscribers: Subscribers,
  ) {
    this.#parts = parts;
    this.#catalog = parts.catalog;
    this.#subscribers = subscribers;
    this.counts = new LiveCounts(parts.catalog, parts.events);
    this.bindings = parts.bindings;
    this.#resumedAt = parts.marks.last;
    this.#unsafe = new Set(unsafe);
    parts.catalog.observe(({ put, remove }) => {
      if (put?.reset !== undefined) this.#hasNewResets = true;
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

  /** Starts the notifications of a commit. To be called within `exclusive`. */
  notifications(now: number): NotificationBatch {
    this.counts.follow(now);
    const { webhooks } = this.#catalog;
    const isHeard = this.#subscribers.isListening();
    const hasWebhooks = webhooks.all().some(({ enabled, type }) => enabled && type === "counts");
    const isLive = this.#parts.marks.last?.isLive ?? true;
    const counts = new ChangedCounts(this.counts);
    return new NotificationBatch(this.#catalog, counts, this.#unsafe, { now, isHeard, hasWebhooks, isLive });
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
      const effects = sensor === undefined ? [] : this.bindings.effectsOf(sensor, timestamp, trajectory);
      const spaceIds = effects.map(({ spaceId }) => spaceId);
      const lost = await skipLost(spaceIds, (ids) => this.counts.make(ids, now));
      if (spaceIds.some((id) => this.counts.of(id) === undefined && !lost.includes(id))) continue;
      for (const effect of effects) {
        notifications.event(effect, id);
        notifications.threshold(effect.spaceId, timestamp);
      }
      notifications.noteSent(id);
    }
  }

  /**
   * Prepares notifications for the events of a commit: adds those of earlier changes of the events' spaces, and a mark
   * if a replay needs one. To be called within `exclusive`.
   */
  async precede(
    notifications: NotificationBatch,
    { spaceIds, isLive, now }: Readonly<{ spaceIds: readonly bigint[]; isLive: boolean; now: number }>,
  ): Promise<void> {
    let lastReset = -Infinity;
    const notify = (spaceId: bigint) => {
      const count = notifications.counts.of(spaceId);
      if (count === undefined || !this.#notifiedCounts.has(spaceId)) return false;
      this.#notifyChanged(notifications, spaceId, count, now);
      lastReset = Math.max(lastReset, count.lastReset);
      return true;
    };
    const unknown = spaceIds.filter((id) => !notify(id));
    if (unknown.length > 0) {
      await skipLost(unknown, (ids) => this.counts.make(ids, now));
      await this.#learn(unknown, now);
      for (const id of unknown) notify(id);
    }
    const { nextId } = this.#catalog;
    if (this.#parts.marks.isDue({ instant: now, isLive, nextId }, lastReset)) notifications.markTime();
    notifications.isLive = isLive;
  }

  /**
   * Commits a write together with the webhook calls and the pending notifications that it causes, then shows the
   * changed counts and notifies the sockets. To be called within `exclusive`.
   *
   * @throws HeadcountError if nothing was stored
   */
  async commit(notifications: NotificationBatch, write: JournalWrite): Promise<CommittedIds> {
    const calls: PendingCall[] = [];
    const pacer = new Pacer();
    let ids: CommittedIds;
    try {
      for (const [index, message] of notifications.forWebhooks.entries()) {
        calls.push(...this.#parts.outbox.queue(message, write.now));
        if (pacer.isDue(index)) await pacer.pause();
      }
      ids = await this.#parts.journal.commit({ ...write, calls, notifications: notifications.write });
    } catch (error) {
      this.#parts.outbox.abandoned(calls);
      throw error;
    }
    notifications.counts.show();
    for (const [index, call] of calls.entries()) {
      this.#parts.outbox.committed(call, ids.callId + BigInt(index));
      if (pacer.isDue(index)) await pacer.pause();
    }
    await this.#noteCounts(notifications, write);
    this.#notify(notifications, ids.eventId);
    return ids;
  }

  async #noteCounts({ isLive, lastCounts }: NotificationBatch, { now, events }: JournalWrite): Promise<void> {
    for (const [spaceId, count] of lastCounts) this.#notifiedCounts.set(spaceId, count);
    if (!isLive || events === undefined) return;
    const note = (spaceId: bigint) => {
      const count = this.counts.of(spaceId)?.at(now);
      if (count !== undefined) this.#notifiedCounts.set(spaceId, count);
      return count !== undefined;
    };
    // Late events may have made a count unknown.
    const unknown = events.changes.spaceIds.filter((id) => !note(id));
    await skipLost(unknown, (ids) => this.counts.make(ids, now));
    for (const id of unknown) note(id);
  }

  #notify(notifications: NotificationBatch, firstEventId: bigint): void {
    const { deferred, omitted, write, isHeard } = notifications;
    const { marks } = this.#parts;
    const place = { eventId: firstEventId - 1n, marks: marks.end };
    marks.add(write.marks, write.marksSince, place.eventId);
    const messages = notifications.committed(firstEventId);
    if (omitted > 0) this.#parts.telemetry.count("omitted_notifications_total", omitted);
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
    this.#subscribers.publish(messages, place, isHeard);
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
      await skipLost([...this.#notifiedCounts.keys()], (ids) => this.counts.make(ids, now));
      const counts = [...this.counts.all()];
      await this.#learn(
        counts.map(([spaceId]) => spaceId),
        now,
      );
      for (const [spaceId, live] of counts) this.#notifyChanged(notifications, spaceId, live, now);
      // Otherwise the process after this one would take them for later ones.
      if (this.#hasNewResets) notifications.markTime();
      this.#hasNewResets = false;
      if (notifications.messages.length > 0 || notifications.write.marks.length > 0)
        await this.commit(notifications, { now });
    });
  }

  /**
   * Adds the notification of a change of a space's count that has no event with a notification: a reset, a correction.
   */
  #notifyChanged(notifications: NotificationBatch, spaceId: bigint, live: LiveCount, now: number): void {
    const count = live.at(now);
    const last = notifications.lastCounts.get(spaceId) ?? this.#notifiedCounts.get(spaceId);
    if (last === count) return;
    const reset = live.endsInReset;
    if (last !== undefined) notifications.reset(spaceId, reset ?? now, count);
    if (reset !== null) notifications.threshold(spaceId, reset);
  }

  /**
   * Notes the counts of spaces that have none yet, as the sockets of the process before this one were notified of them:
   * without the resets since.
   */
  async #learn(spaceIds: readonly bigint[], now: number): Promise<void> {
    const unknown = spaceIds.filter((id) => !this.#notifiedCounts.has(id));
    await skipLost(unknown, async (ids) => {
      await this.counts.make(ids, now);
      for (const id of ids) {
        const count = this.counts.of(id)?.at(now);
        if (count !== undefined) this.#notifiedCounts.set(id, (await this.#countBefore(id, now)) ?? count);
      }
    });
  }

  /** The count of a space before the resets since the last mark of the process before this one; null without any. */
  async #countBefore(spaceId: bigint, now: number): Promise<number | null> {
    const mark = this.#resumedAt;
    if (mark === undefined || spaceId >= mark.nextId) return null;
    const history = historyBefore(this.#catalog, spaceId, mark.nextId);
    const isReset = history.resets.length < this.#catalog.resetsOfSpace.of(spaceId).length;
    const [first] = planReplay(history, mark.instant, now + 1).resets.instants;
    if (first === undefined && !isReset) return null;
    return countAt(this.#parts.events, history, first === undefined ? now : first - 1);
  }

  /** Computes the counts of all spaces, so that their resets cause notifications. */
  async makeAll(isStopped: () => boolean): Promise<void> {
    const pacer = new Pacer();
    for (const { id } of this.#catalog.spaces.all()) {
      if (isStopped()) return;
      await skipLost([id], (ids) => this.counts.make(ids, this.#parts.clock.now()));
      await pacer.step();
    }
  }
}

/** Events ascending by timestamp; those of the same instant stay in their order. */
function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => a.timestamp - b.timestamp);
}

import type { Clock } from "../../domain/clock.ts";
import { must } from "../../domain/errors.ts";
import { COMMIT_DELIVERIES_MAX } from "../../domain/limits.ts";
import type { LiveCount } from "../../series/live-count.ts";
import { planReplay } from "../../series/replay-plan.ts";
import type { Bindings, SpaceChange } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { countAt } from "../counts/count-series.ts";
import { NewDeliveries, type Outbox } from "../deliveries/outbox.ts";
import type { Draft } from "../journal/draft.ts";
import type { Change, Journal } from "../journal/journal.ts";
import type { EventStore, LoggedEvent, LogRecord, NotificationWrite, ReplayMark } from "../ports.ts";
import type { Telemetry } from "../telemetry.ts";
import { Pacer } from "../yielding.ts";
import type { Feed } from "./feed.ts";
import { ChangedCounts, LiveCounts, skipLost } from "./live-counts.ts";
import { NotificationBatch } from "./notifications.ts";
import type { ReplayParts } from "./replay.ts";
import { historyBefore } from "./replay-marks.ts";

interface NotifierParts extends ReplayParts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly outbox: Outbox;
  readonly telemetry: Pick<Telemetry, "count">;
}

/**
 * Current counts, and the notifications of their changes to sockets and webhooks. The notification of an
 * event ahead of the clock is sent when the event is due (D3), also after a restart.
 */
export class Notifier {
  readonly counts: LiveCounts;
  readonly bindings: Bindings;
  readonly #parts: NotifierParts;
  readonly #catalog: Catalog;
  readonly #feed: Feed;
  /** Events with a pending notification, ascending by timestamp. */
  #pending: LoggedEvent[];
  /** The spaces whose last threshold notification was "unsafe". */
  readonly #unsafe: Set<bigint>;
  /** The last count of each space that sockets were notified of, or would have been if there were any. */
  readonly #notifiedCounts = new Map<bigint, number>();
  #hasNewResets = false;
  readonly #resumedAt: ReplayMark | undefined;

  constructor(
    parts: NotifierParts,
    { pending, unsafe }: Pick<Awaited<ReturnType<EventStore["loadLive"]>>, "pending" | "unsafe">,
    feed: Feed,
  ) {
    this.#parts = parts;
    this.#catalog = parts.catalog;
    this.#feed = feed;
    this.counts = new LiveCounts(parts.catalog, parts.events);
    this.bindings = parts.bindings;
    this.#resumedAt = parts.marks.last;
    this.#unsafe = new Set(unsafe);
    this.#pending = inOrder(pending);
  }

  current(spaceIds: readonly bigint[]): Promise<Map<bigint, number>> {
    return this.counts.current(spaceIds, () => this.#parts.clock.now());
  }

  /** Starts the notifications of a change. @param counts with the changes that are stored with it */
  notifications(draft: Draft, counts = new ChangedCounts(this.counts)): NotificationBatch {
    const { now } = draft;
    this.counts.follow(now);
    const { webhooks } = this.#catalog;
    const isHeard = this.#feed.isListening();
    const hasWebhooks = webhooks.all().some(({ enabled, type }) => enabled && type === "counts");
    const isLive = this.#parts.marks.last?.isLive ?? true;
    return new NotificationBatch(draft, counts, this.#unsafe, { isHeard, hasWebhooks, isLive });
  }

  /**
   * Adds the notifications of events that are due. One whose spaces' counts cannot be computed now stays pending.
   */
  async notifyDue(notifications: NotificationBatch): Promise<void> {
    const { now } = notifications.draft;
    let due = 0;
    while (due < this.#pending.length && (this.#pending[due] as LoggedEvent).timestamp <= now) due++;
    const pacer = new Pacer();
    // Each message may be one to each webhook; what is left is due at the next tick.
    const most = COMMIT_DELIVERIES_MAX / 2 / Math.max(1, this.#catalog.webhooks.all().length);
    for (const event of this.#pending.slice(0, due)) {
      if (notifications.messages.length > most) break;
      await pacer.step();
      const effects = this.#effectsOf(event);
      const spaceIds = effects.map(({ spaceId }) => spaceId);
      const lost = await skipLost(spaceIds, (ids) => this.counts.load(ids, now));
      if (spaceIds.some((id) => this.counts.of(id) === undefined && !lost.includes(id))) continue;
      for (const effect of effects) {
        notifications.event(effect, event.id);
        notifications.threshold(effect.spaceId, event.timestamp);
      }
      notifications.addSent(event.id);
    }
  }

  #effectsOf({ sensorKey, timestamp, trajectory }: LoggedEvent): SpaceChange[] {
    const sensor = this.#catalog.sensorsByKey.first(sensorKey);
    return sensor === undefined ? [] : this.bindings.effectsOf(sensor, timestamp, trajectory);
  }

  /** Repeats the notifications, besides those of its events, of a change that was decided elsewhere. */
  async repeat(notifications: NotificationBatch, { marks }: NotificationWrite): Promise<void> {
    const { now } = notifications.draft;
    for (const { sent } of marks) {
      if (typeof sent === "bigint") {
        const event = this.#pending.find(({ id }) => id === sent);
        const effects = event === undefined ? [] : this.#effectsOf(event);
        await skipLost(
          effects.map(({ spaceId }) => spaceId),
          (ids) => this.counts.load(ids, now),
        );
        for (const effect of effects) notifications.event(effect, sent);
      } else if (sent !== null) notifications.reset(sent.spaceId, sent.timestamp, sent.count);
    }
  }

  /**
   * Prepares notifications for the events of a change: adds those of earlier changes of the events' spaces, and a mark
   * if a replay needs one.
   */
  async precede(
    notifications: NotificationBatch,
    { spaceIds, isLive }: Readonly<{ spaceIds: readonly bigint[]; isLive: boolean }>,
  ): Promise<void> {
    const { now, nextId } = notifications.draft;
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
      await skipLost(unknown, (ids) => this.counts.load(ids, now));
      await this.#learn(unknown, now);
      for (const id of unknown) notify(id);
    }
    if (this.#parts.marks.isDue({ instant: now, isLive, nextId }, lastReset)) notifications.markTime();
    notifications.isLive = isLive;
  }

  /**
   * Adds the deliveries and the pending notifications to the change that causes them. When it is stored, the changed
   * counts are shown and the sockets are notified.
   *
   * @param changedSpaces the spaces of its events
   */
  async notify(notifications: NotificationBatch, changedSpaces: readonly bigint[] = []): Promise<void> {
    const { draft } = notifications;
    const { outbox } = this.#parts;
    const deliveries = new NewDeliveries(draft.now);
    const pacer = new Pacer();
    for (const [index, message] of notifications.forWebhooks.entries()) {
      outbox.queue(deliveries, message);
      if (pacer.isDue(index)) await pacer.pause();
    }
    draft.add({ deliveries: deliveries.all, notifications: notifications.write });
    this.showApplied(notifications, changedSpaces);
  }

  /** Shows the changed counts and notifies the sockets when a change is stored. @param changedSpaces as in `notify` */
  showApplied(notifications: NotificationBatch, changedSpaces: readonly bigint[]): void {
    notifications.draft.whenApplied(async () => {
      notifications.counts.show();
      await this.#noteCounts(notifications, changedSpaces);
      this.#publish(notifications);
    });
  }

  /**
   * Adds the marks of a stored record, and drops the counts that it changes in another way than by new events, and what it
   * voids (D5).
   */
  apply(record: LogRecord): void {
    const { catalog, load, voided } = record;
    this.#parts.marks.apply(record);
    if (catalog !== undefined) {
      this.counts.apply(catalog);
      if (catalog.put?.reset !== undefined) this.#hasNewResets = true;
      for (const id of catalog.remove?.space ?? []) {
        this.#unsafe.delete(id);
        this.#notifiedCounts.delete(id);
      }
    }
    if (load !== undefined) this.counts.forgetAll();
    if (voided !== undefined && this.#pending.length > 0) {
      const ids = new Set(voided.ids);
      this.#pending = this.#pending.filter(({ id }) => !ids.has(Number(id)));
    }
    for (const key of voided?.sensorKeys ?? []) {
      const sensor = must(this.#catalog.sensorsByKey.first(key), "sensor");
      for (const { spaceId } of this.bindings.of(sensor)) this.counts.forget(spaceId);
    }
  }

  async #noteCounts(
    { draft: { now }, isLive, lastCounts }: NotificationBatch,
    changedSpaces: readonly bigint[],
  ): Promise<void> {
    for (const [spaceId, count] of lastCounts) this.#notifiedCounts.set(spaceId, count);
    if (!isLive) return;
    const record = (spaceId: bigint) => {
      const count = this.counts.of(spaceId)?.at(now);
      if (count !== undefined) this.#notifiedCounts.set(spaceId, count);
      return count !== undefined;
    };
    // Late events may have made a count unknown.
    const unknown = changedSpaces.filter((id) => !record(id));
    await skipLost(unknown, (ids) => this.counts.load(ids, now));
    for (const id of unknown) record(id);
  }

  #publish(notifications: NotificationBatch): void {
    const { deferred, draft, omitted, isHeard } = notifications;
    const write = must(draft.record?.notifications, "notifications");
    const firstEventId = draft.ids.eventId;
    const place = { eventId: firstEventId - 1n, marks: this.#parts.marks.end - write.marks.length };
    if (write.marks.length > 0) this.#hasNewResets = false;
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
    this.#feed.publish(messages, place, isHeard);
  }

  /**
   * Notifies of changes over time, and of corrections: daily resets, events that have become due, counts that were
   * computed again. To be called often.
   */
  tick(context: Change): Promise<void> {
    return this.#parts.journal.transact(context, async (draft) => {
      const { now } = draft;
      const notifications = this.notifications(draft);
      await this.notifyDue(notifications);
      await skipLost([...this.#notifiedCounts.keys()], (ids) => this.counts.load(ids, now));
      const counts = [...this.counts.all()];
      await this.#learn(
        counts.map(([spaceId]) => spaceId),
        now,
      );
      for (const [spaceId, live] of counts) this.#notifyChanged(notifications, spaceId, live, now);
      // Otherwise the process after this one would take them for later ones.
      if (this.#hasNewResets) notifications.markTime();
      if (notifications.messages.length > 0 || notifications.write.marks.length > 0)
        await this.notify(notifications);
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
      await this.counts.load(ids, now);
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
  async loadAll(isStopped: () => boolean): Promise<void> {
    const pacer = new Pacer();
    for (const { id } of this.#catalog.spaces.all()) {
      if (isStopped()) return;
      await skipLost([id], (ids) => this.counts.load(ids, this.#parts.clock.now()));
      await pacer.step();
    }
  }
}

function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => a.timestamp - b.timestamp);
}

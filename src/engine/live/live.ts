import type { Clock } from "../../domain/clock.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { LiveCount } from "../../series/live-count.ts";
import type { Catalog } from "../catalog.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { OwedCall } from "../deliveries/lane.ts";
import { inPieces, Pacer } from "../pacing.ts";
import type { EventStore, LiveWrite, LoggedEvent } from "../ports.ts";
import type { Telemetry } from "../telemetry.ts";
import { Announcements, type EventEffect } from "./announcements.ts";
import { Bindings } from "./bindings.ts";
import { LiveCounts } from "./live-counts.ts";
import { skipLost } from "./lost-counts.ts";
import type { LiveMessage } from "./messages.ts";

/** Spaces whose counts are made at a time when a server starts. */
const MADE_AT_A_TIME = 200;

/** Messages whose webhook calls are queued before others have their turn; each may have a call for every webhook. */
const MESSAGES_AT_ONCE = 200;

/** Calls that are released after their commit before others have their turn. */
const CALLS_AT_ONCE = 2_000;

/** Those who are told. */
export interface Audience {
  /** Whether anybody listens: then counts that a correction has changed are made anew at once. */
  isListening(): boolean;
  publish(messages: readonly LiveMessage[]): void;
}

/** What changes the counts, and what makes that durable. */
export interface LiveChange {
  /** Applies the changes to the current counts. @returns the events that are to be told of later */
  readonly change: () => Promise<readonly LoggedEvent[]>;
  readonly save: (write: LiveWrite) => Promise<void>;
}

/** What the present is made from. */
export interface LiveParts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly events: EventStore;
  readonly deliveries: Pick<Deliveries, "queue" | "committed" | "abandoned">;
  readonly telemetry: Pick<Telemetry, "unannounced">;
}

/**
 * The present: current counts, and what is told of them to sockets and webhooks. Events that lie ahead are
 * told of when they fall due (D3), also after a restart.
 */
export class Live {
  readonly counts: LiveCounts;
  readonly bindings: Bindings;
  readonly #catalog: Catalog;
  readonly #clock: Clock;
  readonly #events: EventStore;
  readonly #deliveries: Pick<Deliveries, "queue" | "committed" | "abandoned">;
  readonly #telemetry: Pick<Telemetry, "unannounced">;
  readonly #audience: Audience;
  /** Events that are to be told of when they fall due, ascending by timestamp. */
  #owed: LoggedEvent[];
  /** The spaces that were last told to be unsafe. */
  readonly #unsafe: Set<bigint>;
  /** The counts that sockets were last told of. */
  readonly #told = new Map<bigint, number>();

  constructor(
    { catalog, clock, events, deliveries, telemetry }: LiveParts,
    { owed, unsafe }: { readonly owed: readonly LoggedEvent[]; readonly unsafe: readonly bigint[] },
    audience: Audience,
  ) {
    this.#catalog = catalog;
    this.#clock = clock;
    this.#events = events;
    this.#deliveries = deliveries;
    this.#telemetry = telemetry;
    this.#audience = audience;
    this.counts = new LiveCounts(catalog, events);
    this.bindings = new Bindings(catalog);
    this.#unsafe = new Set(unsafe);
    this.#owed = inOrder(owed);
  }

  /** The current counts of some spaces, by id. */
  current(spaceIds: readonly bigint[]): Promise<Map<bigint, number>> {
    return this.counts.current(spaceIds, () => this.#clock.now());
  }

  /** What an event does to each space that it counts for (D4, D5). */
  effectsOf(sensor: Sensor, timestamp: number, trajectory: number): EventEffect[] {
    const effects: EventEffect[] = [];
    for (const { spaceId, doorwayId, sensorPlacement, from, to } of this.bindings.of(sensor)) {
      if (timestamp < from || timestamp >= to) continue;
      effects.push({ spaceId, doorwayId, timestamp, direction: trajectory === sensorPlacement ? 1 : -1 });
    }
    return effects;
  }

  /** Begins to tell of changes. To be called within `exclusive`. */
  announcements(now: number): Announcements {
    this.counts.follow(now);
    const { webhooks } = this.#catalog;
    const isTelling =
      this.#audience.isListening() ||
      webhooks.all().some(({ enabled, type }) => enabled && type === "counts");
    return new Announcements(this.#catalog, this.counts, this.#unsafe, { now, isTelling });
  }

  /**
   * Announces the events that have fallen due. One whose spaces' counts cannot be made at the moment stays owed. To be
   * called within `exclusive`.
   */
  async tellDue(announcements: Announcements, now: number): Promise<void> {
    let due = 0;
    while (due < this.#owed.length && (this.#owed[due] as LoggedEvent).timestamp <= now) due++;
    const pacer = new Pacer();
    for (const { id, timestamp, sensorKey, trajectory } of this.#owed.slice(0, due)) {
      await pacer.step();
      const sensor = this.#catalog.sensorsByKey.first(sensorKey);
      const effects = sensor === undefined ? [] : this.effectsOf(sensor, timestamp, trajectory);
      const spaceIds = effects.map(({ spaceId }) => spaceId);
      const lost = await skipLost(spaceIds, (ids) => this.counts.make(ids, now));
      if (spaceIds.some((id) => this.counts.of(id) === undefined && !lost.includes(id))) continue;
      for (const effect of effects) {
        announcements.event(effect, id);
        announcements.threshold(effect.spaceId, timestamp);
      }
      announcements.tell(id);
    }
  }

  /**
   * Has what is to be told kept together with the changes that it tells of, and then tells everybody. To be
   * called within `exclusive`.
   *
   * @param change applies the changes to the counts, with their announcements; what it answers is told later
   * @param save stores the changes and what it is given, as one
   */
  async commit(announcements: Announcements, now: number, { change, save }: LiveChange): Promise<void> {
    const calls: OwedCall[] = [];
    let owed: readonly LoggedEvent[] = [];
    try {
      await this.counts.committing(async () => {
        owed = await change();
        await this.#queueCalls(announcements, now, calls);
        await save({ calls, ...announcements.write });
      });
    } catch (error) {
      this.#deliveries.abandoned(calls);
      throw error;
    }
    await inPieces(calls, CALLS_AT_ONCE, (some) => this.#deliveries.committed(some));
    this.#tell(announcements, owed);
  }

  /** Queues the webhook calls of announcements; it adds those that have been queued to `calls`, also where it fails. */
  async #queueCalls(announcements: Announcements, now: number, calls: OwedCall[]): Promise<void> {
    await inPieces(announcements.forWebhooks, MESSAGES_AT_ONCE, (some) => {
      for (const call of this.#deliveries.queue(some, now)) calls.push(call);
    });
  }

  /** Tells everybody, now that what they are told has been committed. */
  #tell(announcements: Announcements, owed: readonly LoggedEvent[]): void {
    const { messages, unannounced, write } = announcements;
    if (unannounced > 0) this.#telemetry.unannounced(unannounced);
    // They were told of in the order in which they were owed.
    let told = 0;
    if (write.told.length > 0)
      this.#owed = this.#owed.filter(({ id }) => {
        const isTold = id === write.told[told];
        if (isTold) told++;
        return !isTold;
      });
    if (owed.length > 0) this.#owed = inOrder([...this.#owed, ...owed]);
    for (const { spaceId, unsafe } of write.unsafe) {
      if (unsafe) this.#unsafe.add(spaceId);
      else this.#unsafe.delete(spaceId);
    }
    for (const message of messages) {
      if (message.type !== "threshold") this.#told.set(message.spaceId, message.count);
    }
    if (messages.length > 0) this.#audience.publish(messages);
  }

  /**
   * Tells of what time alone has changed, and of corrections: daily resets, events that have fallen due,
   * counts made anew. To be called often.
   */
  tick(context: Parameters<Catalog["exclusive"]>[0]): Promise<void> {
    return this.#catalog.exclusive(context, async () => {
      const now = this.#clock.now();
      const announcements = this.announcements(now);
      await this.tellDue(announcements, now);
      if (this.#audience.isListening())
        await skipLost([...this.#told.keys()], (ids) => this.counts.make(ids, now));
      /** Counts that nobody needs to be told of. */
      const untold: [spaceId: bigint, count: number][] = [];
      for (const [spaceId, live] of this.counts.all())
        if (!this.tellChanged(announcements, spaceId, live, now)) untold.push([spaceId, live.at(now)]);
      if (announcements.messages.length > 0 || announcements.write.told.length > 0)
        await this.commit(announcements, now, {
          change: async () => [],
          save: (write) => this.#events.saveLive(write),
        });
      for (const [spaceId, count] of untold) this.#told.set(spaceId, count);
    });
  }

  /**
   * Tells of what else than events that are told of has changed a space's count since anybody was told of it: a
   * reset, a correction. To be called within `exclusive`, and before what comes after it is told.
   *
   * @returns false where the count is another, and nobody needs to be told
   */
  tellChanged(announcements: Announcements, spaceId: bigint, live: LiveCount, now: number): boolean {
    const count = live.at(now);
    const last = announcements.heard(spaceId) ?? this.#told.get(spaceId);
    if (last === count) return true;
    const reset = live.endsInReset;
    const isWanted = last !== undefined && this.#audience.isListening();
    if (isWanted) announcements.reset(spaceId, reset ?? now, count);
    if (reset !== null) announcements.threshold(spaceId, reset);
    return isWanted;
  }

  /** Makes the counts of all spaces, some at a time, so that their resets can be told of. */
  async makeAll(isStopped: () => boolean): Promise<void> {
    const ids = this.#catalog.spaces.all().map((space) => space.id);
    for (let start = 0; start < ids.length && !isStopped(); start += MADE_AT_A_TIME) {
      const some = ids.slice(start, start + MADE_AT_A_TIME);
      await skipLost(some, (these) => this.counts.make(these, this.#clock.now()));
    }
  }
}

/** Events ascending by timestamp; those of the same instant stay in their order. */
function inOrder(events: readonly LoggedEvent[]): LoggedEvent[] {
  return [...events].sort((a, b) => a.timestamp - b.timestamp);
}

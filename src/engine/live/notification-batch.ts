import { type SensorPlacement, safeLimit } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventReference, NotificationWrite } from "../ports.ts";
import type { ChangedCounts } from "./changed-counts.ts";
import type { CountMessage, LiveMessage, NewLiveMessage, ThresholdMessage } from "./messages.ts";

/** What an event does to one space. */
export interface SpaceChange {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  /** The event's, in ms. */
  readonly timestamp: number;
  /** +1 an entrance, -1 an exit (D4). */
  readonly direction: SensorPlacement;
}

/**
 * The notifications of some changes that are about to be committed, in order. They are sent after the commit, and
 * dropped where it fails.
 */
export class NotificationBatch {
  readonly messages: NewLiveMessage[] = [];
  /** The counts that the commit changes. */
  readonly counts: ChangedCounts;
  /** Whether a socket or a webhook wants notifications of events. */
  readonly isWanted: boolean;
  readonly #catalog: Catalog;
  readonly #now: number;
  readonly #wereUnsafe: ReadonlySet<bigint>;
  readonly #areUnsafe = new Map<bigint, boolean>();
  readonly #pending: number[] = [];
  readonly #notified: bigint[] = [];
  readonly #lastCounts = new Map<bigint, number>();
  #omitted = 0;

  /**
   * @param wereUnsafe the spaces whose last threshold notification said that they are unsafe
   * @param isWanted whether a socket or a webhook wants notifications of events
   */
  constructor(
    catalog: Catalog,
    counts: ChangedCounts,
    wereUnsafe: ReadonlySet<bigint>,
    { now, isWanted }: { readonly now: number; readonly isWanted: boolean },
  ) {
    this.#catalog = catalog;
    this.counts = counts;
    this.#wereUnsafe = wereUnsafe;
    this.#now = now;
    this.isWanted = isWanted;
  }

  /** Adds the notification of what an event that is due did to a space, unless the space's runs are lost. */
  event({ spaceId, doorwayId, timestamp, direction }: SpaceChange, eventId: EventReference): void {
    if (!this.isWanted) return;
    const count = this.counts.of(spaceId)?.at(this.#now);
    if (count === undefined) {
      this.#omitted++;
      return;
    }
    this.#lastCounts.set(spaceId, count);
    this.messages.push({ type: "count", spaceId, eventId, doorwayId, timestamp, direction, count });
  }

  /** Adds the notification that a space's current count differs from the last one that was notified. */
  reset(spaceId: bigint, timestamp: number, count: number): void {
    this.#lastCounts.set(spaceId, count);
    this.messages.push({ type: "reset", spaceId, timestamp, count });
  }

  /** The last count of a space in these notifications, if any. */
  lastCount(spaceId: bigint): number | undefined {
    return this.#lastCounts.get(spaceId);
  }

  /** Adds a notification where a change at the head of a space's history has made it unsafe, or safe again (D23). */
  threshold(spaceId: bigint, timestamp: number): void {
    const space = this.#catalog.spaces.get(spaceId);
    const limit = space === undefined ? null : safeLimit(space);
    const count = this.counts.of(spaceId)?.at(this.#now);
    if (limit === null || count === undefined) return;
    const unsafe = count > limit;
    if (unsafe === (this.#areUnsafe.get(spaceId) ?? this.#wereUnsafe.has(spaceId))) return;
    this.#areUnsafe.set(spaceId, unsafe);
    this.messages.push({ type: "threshold", spaceId, timestamp, unsafe, count, limit });
  }

  /** How many changes have no notification, since runs of their spaces are lost. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Leaves the notification of an event of the commit for later: when it is due (D3), or its spaces' counts are known. */
  defer(row: number): void {
    this.#pending.push(row);
  }

  /** Notes that the pending notification of an event is among these. */
  notePendingEvent(eventId: bigint): void {
    this.#notified.push(eventId);
  }

  /** What the commit stores of this, besides webhook calls. */
  get write(): NotificationWrite {
    return {
      pending: this.#pending,
      notified: this.#notified,
      unsafe: [...this.#areUnsafe].map(([spaceId, unsafe]) => ({ spaceId, unsafe })),
    };
  }

  /** The messages that webhooks are called for. */
  get forWebhooks(): (CountMessage<EventReference> | ThresholdMessage)[] {
    return this.messages.filter((message) => message.type !== "reset");
  }

  /** The messages with the ids of their events, once these are committed. */
  committed(firstEventId: bigint): LiveMessage[] {
    return this.messages.map((message) => {
      if (message.type !== "count") return message;
      const { eventId } = message;
      return { ...message, eventId: typeof eventId === "bigint" ? eventId : firstEventId + BigInt(eventId) };
    });
  }
}

import { randomUUID } from "node:crypto";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { safeLimit } from "../../domain/resources.ts";
import type { SpaceChange } from "../catalog/bindings.ts";
import type { Draft } from "../journal/draft.ts";
import type { CountMessage, LiveMessage, ResetMessage, ThresholdMessage } from "../messages.ts";
import type { EventReference, LoggedEvent, NotificationWrite, ReplayMark } from "../ports.ts";
import type { ChangedCounts } from "./live-counts.ts";
import { MARKS_KEPT_MS } from "./replay-marks.ts";

type NewLiveMessage = CountMessage<EventReference> | ResetMessage | ThresholdMessage;

type SocketMessage = CountMessage | ResetMessage;

/** A message as all sockets share it. */
export class PublishedMessage {
  readonly spaceId: bigint;
  /** Null with a reset. */
  readonly eventId: bigint | null;
  /** When it was published, in ms. */
  readonly instant: number;
  /** The message until it is written as text, then its bytes. */
  #content: SocketMessage | Buffer;

  constructor(message: SocketMessage, instant: number) {
    this.spaceId = message.spaceId;
    this.eventId = message.type === "count" ? message.eventId : null;
    this.instant = instant;
    this.#content = message;
  }

  /** Its JSON text as UTF-8, written once for all sockets. */
  get bytes(): Buffer {
    if (!Buffer.isBuffer(this.#content)) this.#content = Buffer.from(JSON.stringify(asJson(this.#content)));
    return this.#content;
  }
}

function asJson(message: SocketMessage): object {
  const { count, spaceId, timestamp, type } = message;
  const isCount = message.type === "count";
  return {
    payload: {
      count,
      direction: isCount ? message.direction : null,
      event_id: isCount ? formatId("event", message.eventId) : null,
      space_id: formatId("space", spaceId),
      timestamp: formatInstant(timestamp),
      type,
    },
    request_id: randomUUID(),
    version: "v2",
  };
}

/** An event of a commit whose notification is sent later: a row of the commit's events. */
interface DeferredEvent extends Omit<LoggedEvent, "id"> {
  readonly row: number;
}

/**
 * The notifications of changes that are about to be committed, in order. They are sent after the commit, and dropped if
 * it fails.
 */
export class NotificationBatch {
  readonly messages: NewLiveMessage[] = [];
  readonly counts: ChangedCounts;
  /** Whether a socket or a webhook subscribes to events. */
  readonly isWanted: boolean;
  readonly isHeard: boolean;
  /** Whether sockets are notified of the events of the commit, and of those that follow (D23). */
  isLive: boolean;
  readonly draft: Draft;
  readonly #marks: ReplayMark["sent"][] = [];
  readonly #wereUnsafe: ReadonlySet<bigint>;
  readonly #areUnsafe = new Map<bigint, boolean>();
  readonly deferred: DeferredEvent[] = [];
  readonly notified: bigint[] = [];
  readonly lastCounts = new Map<bigint, number>();
  /** Number of notifications that are omitted, since runs of their spaces are lost. */
  omitted = 0;

  /**
   * @param wereUnsafe the spaces whose last threshold notification was "unsafe"
   * @param isHeard whether sockets subscribe
   * @param hasWebhooks whether a webhook subscribes to events
   * @param isLive whether sockets were notified of the last events in the log
   */
  constructor(
    draft: Draft,
    counts: ChangedCounts,
    wereUnsafe: ReadonlySet<bigint>,
    { isHeard, hasWebhooks, isLive }: Readonly<Record<"isHeard" | "hasWebhooks" | "isLive", boolean>>,
  ) {
    this.draft = draft;
    this.counts = counts;
    this.#wereUnsafe = wereUnsafe;
    this.isHeard = isHeard;
    this.isWanted = isHeard || hasWebhooks;
    this.isLive = isLive;
  }

  /** Adds the notification of a due event's effect on a space, unless the space's runs are lost. */
  event({ spaceId, doorwayId, timestamp, direction }: SpaceChange, eventId: EventReference): void {
    const count = this.counts.of(spaceId)?.at(this.draft.now);
    if (count === undefined) {
      if (this.isWanted) this.omitted++;
      return;
    }
    this.lastCounts.set(spaceId, count);
    if (this.isWanted)
      this.messages.push({ type: "count", spaceId, eventId, doorwayId, timestamp, direction, count });
  }

  /** Adds the notification that a space's current count differs from the last one that was notified. */
  reset(spaceId: bigint, timestamp: number, count: number): void {
    this.lastCounts.set(spaceId, count);
    this.#marks.push({ spaceId, timestamp, count });
    this.messages.push({ type: "reset", spaceId, timestamp, count });
  }

  markTime(): void {
    this.#marks.push(null);
  }

  /** Adds a notification if a change at the head of a space's history has made it unsafe, or safe again (D23). */
  threshold(spaceId: bigint, timestamp: number): void {
    const space = this.draft.catalog.spaces.get(spaceId);
    const limit = space === undefined ? null : safeLimit(space);
    const count = this.counts.of(spaceId)?.at(this.draft.now);
    if (limit === null || count === undefined) return;
    const unsafe = count > limit;
    if (unsafe === (this.#areUnsafe.get(spaceId) ?? this.#wereUnsafe.has(spaceId))) return;
    this.#areUnsafe.set(spaceId, unsafe);
    this.messages.push({ type: "threshold", spaceId, timestamp, unsafe, count, limit });
  }

  /** Records that the notification of an event is no longer pending, since these include it. */
  addSent(eventId: bigint): void {
    this.notified.push(eventId);
    this.#marks.push(eventId);
  }

  get write(): NotificationWrite {
    const { isLive } = this;
    const { now, nextId } = this.draft;
    return {
      marks: this.#marks.map((sent) => ({ sent, instant: now, isLive, nextId })),
      marksSince: now - MARKS_KEPT_MS,
      pending: this.deferred.map(({ row }) => row),
      notified: this.notified,
      unsafe: [...this.#areUnsafe].map(([spaceId, unsafe]) => ({ spaceId, unsafe })),
    };
  }

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

/** The notifications of a file's events: none, and the mark for replays that says so. */
export function loadNotifications({ nextId, now }: Draft): NotificationWrite {
  const mark = { instant: now, isLive: false, nextId, sent: null };
  return { pending: [], notified: [], unsafe: [], marks: [mark], marksSince: now - MARKS_KEPT_MS };
}

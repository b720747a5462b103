import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CountMessage, ThresholdMessage } from "../live/notifications.ts";
import type { CallMessage, EventReference, NewMessage, StoredQueue } from "../ports.ts";
import type { DeliveryBounds, DeliveryQueue, PendingCall, Receiver, Receivers } from "./delivery-queue.ts";

/** A message that triggers webhooks. */
export type WebhookMessage = CountMessage<EventReference> | ThresholdMessage;

interface OutboxParts {
  readonly receivers: Receivers;
  readonly catalog: Catalog;
  readonly organizationName: string;
  readonly bounds: DeliveryBounds;
  /** The last call that is stored. */
  readonly lastId: bigint;
  readonly committed: (queue: DeliveryQueue) => void;
  /** Called when a webhook at its limit of pending deliveries should get another. */
  readonly overflowed: (receiver: Receiver) => void;
}

/** Creates the calls for messages, and numbers and counts them. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #organization: Organization;
  #committedId: bigint;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    const { catalog, organizationName, lastId } = parts;
    this.#organization = {
      organization_id: formatId("organization", catalog.organizationId),
      organization_name: organizationName,
    };
    this.#committedId = lastId;
  }

  /** The last committed call. */
  get committedId(): bigint {
    return this.#committedId;
  }

  /** Restores a queue from the store at startup. */
  restore({ webhookId, spaceId, sequence, finishedId, pending, ...first }: StoredQueue): void {
    const receiver = this.#parts.receivers.get(webhookId);
    if (receiver === undefined) return;
    const queue = receiver.queueOf(spaceId);
    queue.sequence = sequence;
    queue.lastBufferedId = finishedId;
    queue.onDisk = pending;
    queue.attempts = first.attempts;
    queue.nextAttemptAt = first.nextAttemptAt ?? 0;
    receiver.backlog += pending;
  }

  /**
   * Creates the calls that a message causes. The caller stores them in the transaction of the event that causes them,
   * then passes each to `committed`, or all to `abandoned`. All of that must be within `catalog.exclusive`, since calls
   * are committed in the order of their ids.
   */
  queue(message: WebhookMessage, now: number): PendingCall[] {
    const receivers = this.#parts.receivers.byBody();
    if (message.type === "threshold")
      return this.#callsOf(receivers.get("threshold"), message, now, () =>
        thresholdBody(message, this.#organization),
      );
    return [
      ...this.#callsOf(receivers.get("v1"), message, now, () => countBodyV1(message)),
      ...this.#callsOf(receivers.get("v2"), message, now, () => countBodyV2(message, this.#organization)),
    ];
  }

  /** Queues a stored message again; null if the webhook is at its limit of pending deliveries. */
  requeue(receiver: Receiver, message: CallMessage, now: number): PendingCall | null {
    return receiver.backlog < this.#parts.bounds.backlog ? this.#addCall(receiver, message, now) : null;
  }

  /** The body of a test call, which no queue has. */
  testBody(now: number): string {
    return JSON.stringify({ type: "test", timestamp: formatInstant(now), ...this.#organization });
  }

  /** Call after the commit, in the order of the ids: buffers the call if there is room. It may be made. */
  committed(call: PendingCall, id: bigint): void {
    if (id <= this.#committedId) throw new Error("invariant broken: calls are committed out of order");
    call.id = id;
    this.#committedId = id;
    if (call.queue.receiver.isDeleted) return;
    if (this.#hasRoom(call.queue)) call.queue.bufferCall(call);
    else call.queue.onDisk++;
    this.#parts.committed(call.queue);
  }

  /** Call after a rollback: frees the sequence numbers of the calls. */
  abandoned(calls: readonly PendingCall[]): void {
    for (const { queue, sequence } of calls.toReversed()) {
      if (queue.sequence !== sequence) throw new Error("invariant broken: calls are abandoned out of order");
      queue.sequence--;
      queue.receiver.backlog--;
    }
  }

  #callsOf(
    receivers: readonly Receiver[] = [],
    message: WebhookMessage,
    now: number,
    render: () => string,
  ): PendingCall[] {
    let shared: NewMessage | null = null;
    const calls: PendingCall[] = [];
    for (const receiver of receivers) {
      if (receiver.spaceIds.size > 0 && !receiver.spaceIds.has(message.spaceId)) continue;
      if (receiver.backlog >= this.#parts.bounds.backlog) {
        this.#parts.overflowed(receiver);
        continue;
      }
      shared ??= {
        spaceId: message.spaceId,
        event: message.type === "count" ? message.eventId : null,
        body: render(),
      };
      calls.push(this.#addCall(receiver, shared, now));
    }
    return calls;
  }

  #addCall(receiver: Receiver, message: NewMessage | CallMessage, now: number): PendingCall {
    const queue = receiver.queueOf(message.spaceId);
    queue.sequence++;
    receiver.backlog++;
    const { sequence } = queue;
    return { id: 0n, webhookId: receiver.webhook.id, sequence, createdAt: now, message, queue };
  }

  /** Only in order: a call after one that is on disk only is not buffered. */
  #hasRoom({ onDisk, buffer, receiver }: DeliveryQueue): boolean {
    const { queueBuffer, webhookBuffer } = this.#parts.bounds;
    if (onDisk > 0) return false;
    return buffer.length === 0 || (buffer.length < queueBuffer && receiver.buffered < webhookBuffer);
  }
}

interface Organization {
  readonly organization_id: string;
  readonly organization_name: string;
}

/** The body of a call for an event, as version 1 documents it. */
function countBodyV1({ spaceId, doorwayId, direction, count }: Omit<CountMessage, "eventId">): string {
  const space_id = formatId("space", spaceId);
  return JSON.stringify({ space_id, doorway_id: formatId("doorway", doorwayId), direction, count });
}

/** The body of a call for an event, as version 2 documents it. */
function countBodyV2(message: Omit<CountMessage, "eventId">, organization: Organization): string {
  const { timestamp, spaceId, doorwayId, direction, count } = message;
  return JSON.stringify({
    timestamp: formatInstant(timestamp),
    space_id: formatId("space", spaceId),
    doorway_id: formatId("doorway", doorwayId),
    ...organization,
    direction,
    count,
  });
}

/** The body of a call when a count crosses the safe limit (D23). */
function thresholdBody(message: ThresholdMessage, organization: Organization): string {
  const { type, spaceId, timestamp, unsafe, count, limit } = message;
  const space_id = formatId("space", spaceId);
  return JSON.stringify({
    type,
    space_id,
    timestamp: formatInstant(timestamp),
    unsafe,
    count,
    limit,
    ...organization,
  });
}

import { formatId } from "../../domain/ids.ts";

import type { Catalog } from "../catalog/catalog.ts";
import type { CountMessage, ThresholdMessage } from "../live/messages.ts";
import type { CallMessage, NewMessage, StoredLane } from "../ports/delivery-store.ts";
import type { EventReference } from "../ports/event-log.ts";
import { countBody, type Organization, thresholdBody } from "./bodies.ts";
import type { DeliveryBounds } from "./bounds.ts";
import { type DeliveryQueue, PendingCall, type Receiver } from "./delivery-queue.ts";
import type { ReceiverGroups, Receivers } from "./receivers.ts";

/** A message that triggers webhooks. */
export type WebhookMessage = CountMessage<EventReference> | ThresholdMessage;

interface OutboxParts {
  readonly receivers: Receivers;
  readonly catalog: Catalog;
  readonly organizationName: string;
  readonly bounds: DeliveryBounds;
  /** The last call that is stored. */
  readonly lastId: bigint;
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
    this.#organization = {
      id: formatId("organization", parts.catalog.organizationId),
      name: parts.organizationName,
    };
    this.#committedId = parts.lastId;
  }

  /** The last committed call. */
  get committedId(): bigint {
    return this.#committedId;
  }

  /** Restores a queue from the store at startup. */
  restore({ webhookId, spaceId, sequence, finishedId, pending, ...first }: StoredLane): void {
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

  queue(messages: readonly WebhookMessage[], now: number): PendingCall[] {
    const calls: PendingCall[] = [];
    const groups = this.#parts.receivers.groups();
    for (const message of messages) this.#queueMessage(groups, message, now, calls);
    return calls;
  }

  /** Queues a stored message again; null if the webhook is at its limit of pending deliveries. */
  requeue(receiver: Receiver, message: CallMessage, now: number): PendingCall | null {
    return receiver.backlog < this.#parts.bounds.backlog ? this.#addCall(receiver, message, now) : null;
  }

  /**
   * Buffers the calls as far as there is room, and passes the queue of each to `offer`.
   *
   * @param firstId the first call's id
   */
  committed(calls: readonly PendingCall[], firstId: bigint, offer: (queue: DeliveryQueue) => void): void {
    if (firstId <= this.#committedId) throw new Error("invariant broken: calls are committed out of order");
    for (const call of calls) {
      call.id = firstId++;
      this.#committedId = call.id;
      if (call.queue.receiver.isDeleted) continue;
      if (this.#hasRoom(call.queue)) call.queue.bufferCall(call);
      else call.queue.onDisk++;
      offer(call.queue);
    }
  }

  abandoned(calls: readonly PendingCall[]): void {
    for (const { queue, sequence } of calls.toReversed()) {
      if (queue.sequence !== sequence) throw new Error("invariant broken: calls are abandoned out of order");
      queue.sequence--;
      queue.receiver.backlog--;
    }
  }

  #queueMessage(groups: ReceiverGroups, message: WebhookMessage, now: number, calls: PendingCall[]): void {
    if (message.type === "threshold") {
      this.#queueBody(
        groups.threshold,
        message,
        () => thresholdBody(message, this.#organization),
        now,
        calls,
      );
      return;
    }
    const { countsV1, countsV2 } = groups;
    this.#queueBody(countsV1, message, () => countBody("v1", message, this.#organization), now, calls);
    this.#queueBody(countsV2, message, () => countBody("v2", message, this.#organization), now, calls);
  }

  #queueBody(
    receivers: readonly Receiver[],
    message: WebhookMessage,
    render: () => string,
    now: number,
    calls: PendingCall[],
  ): void {
    let shared: NewMessage | null = null;
    for (const receiver of receivers) {
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
  }

  #addCall(receiver: Receiver, message: NewMessage | CallMessage, now: number): PendingCall {
    const queue = receiver.queueOf(message.spaceId);
    queue.sequence++;
    receiver.backlog++;
    return new PendingCall(queue, queue.sequence, now, message);
  }

  /** Only in order: a call after one that is on disk only is not buffered. */
  #hasRoom({ onDisk, buffer, receiver }: DeliveryQueue): boolean {
    const { queueBuffer, webhookBuffer } = this.#parts.bounds;
    if (onDisk > 0) return false;
    return buffer.length === 0 || (buffer.length < queueBuffer && receiver.buffered < webhookBuffer);
  }
}

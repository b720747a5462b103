import { HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CountMessage, ThresholdMessage } from "../messages.ts";
import type { DeliveryMessage, EventReference, NewDelivery, NewMessage, StoredQueue } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import type { DeliveryBounds, DeliveryQueue, Receiver, Receivers } from "./delivery-queue.ts";

export type WebhookMessage = CountMessage<EventReference> | ThresholdMessage;

interface OutboxParts {
  readonly receivers: Receivers;
  readonly catalog: Catalog;
  readonly organizationName: string;
  readonly bounds: DeliveryBounds;
  readonly lastId: bigint;
  readonly committed: (queue: DeliveryQueue) => void;
  /** Called when a webhook at its limit of pending deliveries should get another. */
  readonly overflowed: (receiver: Receiver) => void;
}

/** The deliveries of a change that is being decided; their queues count them when they are stored. */
export class NewDeliveries {
  readonly all: NewDelivery[] = [];
  readonly #now: number;
  readonly #ofReceiver = new Map<Receiver, number>();
  readonly #sequences = new Map<DeliveryQueue, number>();

  constructor(now: number) {
    this.#now = now;
  }

  backlogOf(receiver: Receiver): number {
    return receiver.backlog + (this.#ofReceiver.get(receiver) ?? 0);
  }

  add(receiver: Receiver, message: NewMessage | DeliveryMessage): void {
    const queue = receiver.queueOf(message.spaceId);
    const sequence = (this.#sequences.get(queue) ?? queue.sequence) + 1;
    this.#sequences.set(queue, sequence);
    this.#ofReceiver.set(receiver, (this.#ofReceiver.get(receiver) ?? 0) + 1);
    this.all.push({ webhookId: receiver.webhook.id, sequence, createdAt: this.#now, message });
  }
}

const TOO_MANY = "the events would cause too many calls of webhooks at once; send fewer in one request";

/** Creates the deliveries for messages, and numbers and counts them. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #organization: Organization;
  committedId: bigint;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    const { catalog, organizationName, lastId } = parts;
    this.#organization = {
      organization_id: formatId("organization", catalog.organizationId),
      organization_name: organizationName,
    };
    this.committedId = lastId;
  }

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
   * Adds the deliveries that a message causes to those of a change.
   *
   * @throws HeadcountError `invalid` if the change has too many
   */
  queue(deliveries: NewDeliveries, message: WebhookMessage): void {
    const receivers = this.#parts.receivers.byBody();
    const organization = this.#organization;
    if (message.type === "threshold")
      this.#add(deliveries, receivers.get("threshold"), message, () => thresholdBody(message, organization));
    else {
      this.#add(deliveries, receivers.get("v1"), message, () => countBodyV1(message));
      this.#add(deliveries, receivers.get("v2"), message, () => countBodyV2(message, organization));
    }
  }

  testBody(now: number): string {
    return JSON.stringify({ type: "test", timestamp: formatInstant(now), ...this.#organization });
  }

  /** Appends stored deliveries to their queues. @param firstId of the first delivery */
  async append(deliveries: readonly NewDelivery[], firstId: bigint): Promise<void> {
    const pacer = new Pacer();
    for (const [index, delivery] of deliveries.entries()) {
      this.#queue(delivery, firstId + BigInt(index));
      if (pacer.isDue(index)) await pacer.pause();
    }
  }

  #queue(delivery: NewDelivery, id: bigint): void {
    this.committedId = id;
    const receiver = this.#parts.receivers.get(delivery.webhookId);
    if (receiver === undefined) return;
    const queue = receiver.queueOf(delivery.message.spaceId);
    queue.sequence = delivery.sequence;
    receiver.backlog++;
    if (this.#hasRoom(queue)) queue.bufferDelivery({ ...delivery, id, queue });
    else queue.onDisk++;
    this.#parts.committed(queue);
  }

  #add(
    deliveries: NewDeliveries,
    receivers: readonly Receiver[] = [],
    message: WebhookMessage,
    render: () => string,
  ): void {
    let shared: NewMessage | null = null;
    for (const receiver of receivers) {
      if (receiver.spaceIds.size > 0 && !receiver.spaceIds.has(message.spaceId)) continue;
      if (deliveries.backlogOf(receiver) >= this.#parts.bounds.backlog) {
        this.#parts.overflowed(receiver);
        continue;
      }
      if (deliveries.all.length >= this.#parts.bounds.ofCommit) throw new HeadcountError("invalid", TOO_MANY);
      const event = message.type === "count" ? message.eventId : null;
      shared ??= { spaceId: message.spaceId, event, body: render() };
      deliveries.add(receiver, shared);
    }
  }

  /** Only in order: a delivery after one that is on disk only is not buffered. */
  #hasRoom({ onDisk, buffer, receiver }: DeliveryQueue): boolean {
    const { bounds } = this.#parts;
    if (onDisk > 0) return false;
    return buffer.length === 0 || (buffer.length < bounds.queueBuffer && receiver.roomIn(bounds) > 0);
  }
}

interface Organization {
  readonly organization_id: string;
  readonly organization_name: string;
}

function countBodyV1({ spaceId, doorwayId, direction, count }: Omit<CountMessage, "eventId">): string {
  const space_id = formatId("space", spaceId);
  return JSON.stringify({ space_id, doorway_id: formatId("doorway", doorwayId), direction, count });
}

function countBodyV2(message: Omit<CountMessage, "eventId">, organization: Organization): string {
  const { spaceId, doorwayId, direction, count } = message;
  const timestamp = formatInstant(message.timestamp);
  const ids = { space_id: formatId("space", spaceId), doorway_id: formatId("doorway", doorwayId) };
  return JSON.stringify({ timestamp, ...ids, ...organization, direction, count });
}

/** The body of a delivery when a count crosses the safe limit (D23). */
function thresholdBody(message: ThresholdMessage, organization: Organization): string {
  const { type, unsafe, count, limit } = message;
  const [space_id, timestamp] = [formatId("space", message.spaceId), formatInstant(message.timestamp)];
  return JSON.stringify({ type, space_id, timestamp, unsafe, count, limit, ...organization });
}

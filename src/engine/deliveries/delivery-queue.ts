import Denque from "denque";
import { getOrInsert, groupBy } from "../../domain/collections.ts";
import { COMMIT_DELIVERIES_MAX } from "../../domain/limits.ts";
import type { Webhook, WebhookVersion } from "../../domain/resources.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Change, Journal } from "../journal/journal.ts";
import type { AttemptOutcome, DeliveryStore, NewDelivery } from "../ports.ts";
import type { Cancel } from "../timers.ts";
import type { DeliveryRuntime } from "./delivery-runtime.ts";

/** Pending deliveries of a webhook; beyond that, it is disabled (D23). */
export const WEBHOOK_BACKLOG_MAX = 1_000_000;

/** Concurrent calls to one webhook, each for a different space. */
export const WEBHOOK_CALLS_AT_ONCE_MAX = 16;

/**
 * Pending deliveries buffered in memory: per webhook and space, per webhook, and of all webhooks, which have equal parts of
 * it; each space may always buffer one.
 */
export const QUEUE_DELIVERIES_BUFFERED_MAX = 512;
export const WEBHOOK_DELIVERIES_BUFFERED_MAX = 4_096;
const DELIVERIES_BUFFERED_MAX = 65_536;

/** Finished deliveries kept per webhook (D23). */
export const DELIVERED_KEPT_MAX = 1_000;
export const DEAD_KEPT_MAX = 10_000;

/** Deliveries deleted per transaction. */
export const DELIVERIES_REMOVED_MAX = 50_000;

/** Outcomes of calls that can wait to be written; no call starts while there are this many. */
export const OUTCOMES_WAITING_MAX = 10_000;

export const DELIVERY_BOUNDS = {
  backlog: WEBHOOK_BACKLOG_MAX,
  callsAtOnce: WEBHOOK_CALLS_AT_ONCE_MAX,
  queueBuffer: QUEUE_DELIVERIES_BUFFERED_MAX,
  webhookBuffer: WEBHOOK_DELIVERIES_BUFFERED_MAX,
  allBuffers: DELIVERIES_BUFFERED_MAX,
  ofCommit: COMMIT_DELIVERIES_MAX,
  outcomesWaiting: OUTCOMES_WAITING_MAX,
  deliveredKept: DELIVERED_KEPT_MAX,
  deadKept: DEAD_KEPT_MAX,
  deliveriesRemoved: DELIVERIES_REMOVED_MAX,
};
export type DeliveryBounds = Readonly<Record<keyof typeof DELIVERY_BOUNDS, number>>;

export interface DeliveryContext extends DeliveryRuntime, Change {
  readonly store: DeliveryStore;
  readonly journal: Journal;
  readonly bounds: DeliveryBounds;
}

export interface PendingDelivery extends NewDelivery {
  /** 0 until it is committed. */
  id: bigint;
  readonly queue: DeliveryQueue;
}

/**
 * The pending deliveries of one webhook and space, in strict order. The first ones are buffered in memory, the others
 * are on disk only.
 */
export class DeliveryQueue {
  readonly receiver: Receiver;
  readonly spaceId: bigint;
  readonly buffer = new Denque<PendingDelivery>();
  /** Number of deliveries after the buffered ones. */
  onDisk = 0;
  /** The last delivery that is or was buffered. */
  lastBufferedId = 0n;
  isReading = false;
  sequence = 0;
  /** `ready`: the first delivery may be attempted; `waiting`: not before `nextAttemptAt`. */
  state: "idle" | "ready" | "calling" | "waiting" = "idle";
  /** Failed attempts at the first delivery, and when the next is due, in ms. */
  attempts = 0;
  nextAttemptAt = 0;
  cancelWait: Cancel = () => {};

  constructor(receiver: Receiver, spaceId: bigint) {
    this.receiver = receiver;
    this.spaceId = spaceId;
  }

  bufferDelivery(delivery: PendingDelivery): void {
    this.buffer.push(delivery);
    this.lastBufferedId = delivery.id;
    this.receiver.buffered++;
  }

  /** Follows an attempt by another engine. An outcome that comes again changes nothing. */
  follow({ deliveryId, attempt, nextAttemptAt }: AttemptOutcome): void {
    const first = this.buffer.peekFront();
    const isPending = first === undefined ? deliveryId > this.lastBufferedId : deliveryId === first.id;
    if (!isPending) return;
    this.attempts = attempt;
    this.nextAttemptAt = nextAttemptAt ?? 0;
    if (nextAttemptAt === null) this.finishFirst(deliveryId);
  }

  finishFirst(deliveryId: bigint): void {
    if (this.buffer.shift() === undefined) {
      this.onDisk--;
      this.lastBufferedId = deliveryId;
    } else this.receiver.buffered--;
    this.receiver.backlog--;
    this.attempts = 0;
    this.nextAttemptAt = 0;
  }
}

export class Receiver {
  webhook: Webhook;
  /** Empty for all spaces. */
  spaceIds: ReadonlySet<bigint> = new Set();
  readonly queues = new Map<bigint, DeliveryQueue>();
  /** Queues whose first delivery may be attempted, in turn. */
  readonly ready = new Denque<DeliveryQueue>();
  backlog = 0;
  buffered = 0;
  inFlight = 0;
  failures = 0;
  isDeleted = false;
  isBeingDisabled = false;
  readonly #all: { readonly size: number };

  /** @param all the receivers, which this one is among */
  constructor(webhook: Webhook, all: { readonly size: number }) {
    this.webhook = webhook;
    this.#all = all;
  }

  roomIn({ webhookBuffer, allBuffers }: Pick<DeliveryBounds, "webhookBuffer" | "allBuffers">): number {
    return Math.min(webhookBuffer, Math.floor(allBuffers / this.#all.size)) - this.buffered;
  }

  get failedAttempts(): number {
    return Math.max(0, ...Array.from(this.queues.values(), ({ attempts }) => attempts));
  }

  clear(): void {
    for (const queue of this.queues.values()) queue.cancelWait();
    this.queues.clear();
    this.ready.clear();
    this.backlog = 0;
    this.buffered = 0;
  }

  queueOf(spaceId: bigint): DeliveryQueue {
    return getOrInsert(this.queues, spaceId, () => new DeliveryQueue(this, spaceId));
  }
}

export class Receivers {
  readonly #receivers = new Map<bigint, Receiver>();
  #byBody: ReadonlyMap<WebhookVersion | "threshold", readonly Receiver[]> | null = null;

  constructor(webhooks: readonly Webhook[]) {
    for (const webhook of webhooks) this.put(webhook);
  }

  get(webhookId: bigint): Receiver | undefined {
    return this.#receivers.get(webhookId);
  }

  all(): IterableIterator<Receiver> {
    return this.#receivers.values();
  }

  /** The receivers of enabled webhooks, by the body that they receive. */
  byBody() {
    this.#byBody ??= groupBy(
      [...this.#receivers.values()].filter(({ webhook }) => webhook.enabled),
      ({ webhook: { type, version } }) => (type === "threshold" ? type : version),
    );
    return this.#byBody;
  }

  put(webhook: Webhook): Receiver {
    this.#byBody = null;
    const receiver = this.#receivers.get(webhook.id) ?? new Receiver(webhook, this.#receivers);
    receiver.webhook = webhook;
    receiver.spaceIds = new Set(webhook.spaceIds);
    this.#receivers.set(webhook.id, receiver);
    return receiver;
  }

  remove(id: bigint): void {
    const receiver = this.#receivers.get(id);
    if (receiver === undefined) return;
    this.#byBody = null;
    this.#receivers.delete(id);
    receiver.isDeleted = true;
    for (const queue of receiver.queues.values()) queue.cancelWait();
  }
}

/** How long to wait before a failed read is retried, in ms. */
const RETRY_MS = 1_000;

/**
 * Reads deliveries from disk into queues whose buffer runs low, one queue at a time.
 *
 * @param outbox `committedId` is the last delivery that may be read
 * @param read called when a queue has got deliveries
 */
export function queueReader(
  { bounds, store, observer, timers }: DeliveryContext,
  outbox: { readonly committedId: bigint },
  read: (queue: DeliveryQueue) => void,
) {
  const reads = new SerialQueue();
  let isStopped = false;
  /** Number of deliveries to read for a queue: none while its buffer is more than half full. */
  const roomOf = ({ onDisk, buffer, receiver }: DeliveryQueue): number => {
    if (isStopped || onDisk === 0 || receiver.isDeleted || !receiver.webhook.enabled) return 0;
    const room = Math.min(bounds.queueBuffer - buffer.length, receiver.roomIn(bounds));
    if (buffer.length === 0) return Math.max(1, room);
    return buffer.length * 2 <= bounds.queueBuffer ? Math.max(0, room) : 0;
  };
  const readDeliveries = async (queue: DeliveryQueue): Promise<void> => {
    const { receiver, spaceId, lastBufferedId: afterId } = queue;
    const limit = roomOf(queue);
    try {
      if (limit > 0) {
        const range = {
          webhookId: receiver.webhook.id,
          spaceId,
          afterId,
          throughId: outbox.committedId,
          limit,
        };
        const deliveries = await store.queued(range);
        if (receiver.isDeleted || isStopped) return;
        if (deliveries.length === 0) throw new Error("invariant broken: the outbox lacks pending deliveries");
        queue.onDisk -= deliveries.length;
        for (const delivery of deliveries) queue.bufferDelivery({ ...delivery, queue });
      }
      queue.isReading = false;
      if (limit > 0) read(queue);
    } catch (error) {
      observer.failed(error);
      timers.after(RETRY_MS, () => {
        queue.isReading = false;
        request(queue);
      });
    }
  };
  const request = (queue: DeliveryQueue): void => {
    if (queue.isReading || roomOf(queue) === 0) return;
    queue.isReading = true;
    void reads.run(() => readDeliveries(queue));
  };
  const stop = () => {
    isStopped = true;
  };
  return { request, stop };
}

import type { Webhook } from "../../domain/resources.ts";
import type { NewCall } from "../ports.ts";
import { Fifo } from "./fifo.ts";
import type { Cancel } from "./timers.ts";

/** A call with its queue. */
export class PendingCall implements NewCall {
  /** 0 until it is committed. */
  id: bigint;
  readonly sequence: number;
  readonly createdAt: number;
  readonly message: NewCall["message"];
  readonly queue: DeliveryQueue;

  constructor(
    queue: DeliveryQueue,
    sequence: number,
    createdAt: number,
    message: NewCall["message"],
    id = 0n,
  ) {
    this.id = id;
    this.queue = queue;
    this.sequence = sequence;
    this.createdAt = createdAt;
    this.message = message;
  }

  get webhookId(): bigint {
    return this.queue.receiver.webhook.id;
  }
}

/**
 * The pending calls of one webhook and space, in strict order. The first calls are buffered in memory, the others are
 * on disk only.
 */
export class DeliveryQueue {
  readonly receiver: Receiver;
  readonly spaceId: bigint;
  readonly buffer = new Fifo<PendingCall>();
  /** Number of calls after the buffered ones. */
  onDisk = 0;
  /** The last call that is or was buffered. */
  lastBufferedId = 0n;
  isReading = false;
  /** Sequence number of the last call. */
  sequence = 0;
  /** `ready`: the first call may be made; `waiting`: not before `nextAttemptAt`. */
  state: "idle" | "ready" | "calling" | "waiting" = "idle";
  /** Failed attempts at the first call, and when the next is due, in ms. */
  attempts = 0;
  nextAttemptAt = 0;
  cancelWait: Cancel = () => {};

  constructor(receiver: Receiver, spaceId: bigint) {
    this.receiver = receiver;
    this.spaceId = spaceId;
  }

  /** Buffers a call that comes after all buffered ones. */
  bufferCall(call: PendingCall): void {
    this.buffer.push(call);
    this.lastBufferedId = call.id;
    this.receiver.buffered++;
  }

  /** Removes the first call, which is finished. */
  removeFirst(): void {
    this.buffer.take();
    this.receiver.buffered--;
    this.receiver.backlog--;
    this.attempts = 0;
    this.nextAttemptAt = 0;
  }
}

/** A webhook with its pending calls. */
export class Receiver {
  webhook: Webhook;
  readonly queues = new Map<bigint, DeliveryQueue>();
  /** Queues whose first call may be made, in turn. */
  readonly ready = new Fifo<DeliveryQueue>();
  /** Number of queued and unfinished calls. */
  backlog = 0;
  /** Number of calls buffered in memory. */
  buffered = 0;
  inFlight = 0;
  /** Consecutive failed attempts. */
  failures = 0;
  isDeleted = false;
  isBeingDisabled = false;

  constructor(webhook: Webhook) {
    this.webhook = webhook;
  }

  queueOf(spaceId: bigint): DeliveryQueue {
    let queue = this.queues.get(spaceId);
    if (queue === undefined) {
      queue = new DeliveryQueue(this, spaceId);
      this.queues.set(spaceId, queue);
    }
    return queue;
  }
}

import type { DeliveryStore } from "../ports.ts";
import { type DeliveryBounds, type DeliveryQueue, PendingCall } from "./delivery-queue.ts";
import { Fifo } from "./fifo.ts";
import type { Timers } from "./timers.ts";

/** How long to wait before a failed read is retried, in ms. */
const RETRY_MS = 1_000;

interface QueueReaderParts {
  readonly store: Pick<DeliveryStore, "calls">;
  readonly timers: Timers;
  readonly bounds: DeliveryBounds;
  /** The last call that is committed and counted in its queue. */
  readonly committedId: () => bigint;
  readonly read: (queue: DeliveryQueue) => void;
  readonly failed: (error: unknown) => void;
}

/** Reads calls from disk into queues whose buffer runs low, one queue at a time. */
export class QueueReader {
  readonly #parts: QueueReaderParts;
  readonly #waiting = new Fifo<DeliveryQueue>();
  #isReading = false;
  #isStopped = false;

  constructor(parts: QueueReaderParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Requests the next calls of a queue, if its buffer has room. */
  request(queue: DeliveryQueue): void {
    if (queue.isReading || this.#room(queue) === 0) return;
    queue.isReading = true;
    this.#waiting.push(queue);
    if (!this.#isReading) void this.#readAll();
  }

  /** Number of calls to read for a queue: none while its buffer is more than half full. */
  #room({ onDisk, buffer, receiver }: DeliveryQueue): number {
    const { queueBuffer, webhookBuffer } = this.#parts.bounds;
    if (onDisk === 0 || receiver.isDeleted || !receiver.webhook.enabled) return 0;
    const room = Math.min(queueBuffer - buffer.length, webhookBuffer - receiver.buffered);
    if (buffer.length === 0) return Math.max(1, room);
    return buffer.length * 2 <= queueBuffer ? Math.max(0, room) : 0;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let queue = this.#waiting.take(); queue !== undefined; queue = this.#waiting.take()) {
      queue.isReading = false;
      const limit = this.#isStopped ? 0 : this.#room(queue);
      if (limit > 0) await this.#read(queue, limit);
    }
    this.#isReading = false;
  }

  async #read(queue: DeliveryQueue, limit: number): Promise<void> {
    queue.isReading = true;
    try {
      const calls = await this.#parts.store.calls({
        webhookId: queue.receiver.webhook.id,
        spaceId: queue.spaceId,
        afterId: queue.lastBufferedId,
        throughId: this.#parts.committedId(),
        limit,
      });
      if (queue.receiver.isDeleted || this.#isStopped) return;
      if (calls.length === 0) throw new Error("invariant broken: the outbox lacks pending calls");
      for (const { id, sequence, createdAt, message } of calls) {
        queue.onDisk--;
        queue.bufferCall(new PendingCall(queue, sequence, createdAt, message, id));
      }
      queue.isReading = false;
      this.#parts.read(queue);
    } catch (error) {
      this.#parts.failed(error);
      this.#parts.timers.after(RETRY_MS, () => {
        queue.isReading = false;
        if (!this.#isStopped) this.request(queue);
      });
    }
  }
}

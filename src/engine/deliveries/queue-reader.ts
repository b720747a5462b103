import type { DeliveryContext, DeliveryQueue } from "./delivery-queue.ts";
import { Fifo } from "./fifo.ts";
import type { Outbox } from "./outbox.ts";

/** How long to wait before a failed read is retried, in ms. */
const RETRY_MS = 1_000;

/** Reads calls from disk into queues whose buffer runs low, one queue at a time. */
export class QueueReader {
  readonly #context: DeliveryContext;
  readonly #outbox: Pick<Outbox, "committedId">;
  readonly #read: (queue: DeliveryQueue) => void;
  readonly #waiting = new Fifo<DeliveryQueue>();
  #isReading = false;
  #isStopped = false;

  /** @param read called when calls of a queue have been read */
  constructor(
    context: DeliveryContext,
    outbox: Pick<Outbox, "committedId">,
    read: (queue: DeliveryQueue) => void,
  ) {
    this.#context = context;
    this.#outbox = outbox;
    this.#read = read;
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
    const { queueBuffer, webhookBuffer } = this.#context.bounds;
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
      if (limit > 0) await this.#readCalls(queue, limit);
    }
    this.#isReading = false;
  }

  async #readCalls(queue: DeliveryQueue, limit: number): Promise<void> {
    queue.isReading = true;
    const webhookId = queue.receiver.webhook.id;
    try {
      const calls = await this.#context.store.calls({
        webhookId,
        spaceId: queue.spaceId,
        afterId: queue.lastBufferedId,
        throughId: this.#outbox.committedId,
        limit,
      });
      if (queue.receiver.isDeleted || this.#isStopped) return;
      if (calls.length === 0) throw new Error("invariant broken: the outbox lacks pending calls");
      for (const call of calls) {
        queue.onDisk--;
        queue.bufferCall({ ...call, queue });
      }
      queue.isReading = false;
      this.#read(queue);
    } catch (error) {
      this.#context.observer.failed(error);
      this.#context.timers.after(RETRY_MS, () => {
        queue.isReading = false;
        if (!this.#isStopped) this.request(queue);
      });
    }
  }
}

import type {
  AttemptOutcome,
  Delivery,
  DeliveryMessage,
  DeliveryPage,
  DeliveryStore,
  NewDelivery,
  NewMessage,
  PageOf,
  QueuedDelivery,
  QueueRange,
  StoredQueue,
  SurplusDeliveries,
} from "../../src/engine/ports.ts";

/** The outbox's port over plain arrays. */
export class MemoryDeliveryStore implements DeliveryStore {
  #calls: QueuedDelivery[] = [];
  #outcomes: AttemptOutcome[] = [];
  /** The last call. */
  lastId = 0n;
  readonly #sequences = new Map<string, number>();
  readonly #isWebhook: (id: bigint) => boolean;

  constructor(isWebhook: (id: bigint) => boolean) {
    this.#isWebhook = isWebhook;
  }

  async lastDeliveryId(): Promise<bigint> {
    return this.lastId;
  }

  async queues(): Promise<readonly StoredQueue[]> {
    const queues = [...this.#sequences].map(([key, sequence]) => {
      const [webhookId = 0n, spaceId = 0n] = key.split(" ").map(BigInt);
      const deliveries = this.#queue(webhookId, spaceId).map((call) => this.#deliveryOf(call));
      const finished = deliveries.filter(isFinished);
      const [first] = deliveries.slice(finished.length);
      return {
        webhookId,
        spaceId,
        sequence,
        finishedId: finished.at(-1)?.id ?? 0n,
        pending: deliveries.length - finished.length,
        attempts: first?.attempts ?? 0,
        nextAttemptAt: first?.nextAttemptAt ?? null,
      };
    });
    return queues.filter(({ webhookId }) => this.#isWebhook(webhookId)).sort(byQueue);
  }

  async queued({ webhookId, spaceId, afterId, throughId, limit }: QueueRange): Promise<QueuedDelivery[]> {
    const queue = this.#queue(webhookId, spaceId);
    return queue.filter(({ id }) => id > afterId && id <= throughId).slice(0, limit);
  }

  /** Adds calls of a record, whose first event has an id. */
  append(calls: readonly NewDelivery[], firstEventId: bigint): void {
    const messages = new Map<NewDelivery["message"], DeliveryMessage>();
    for (const { webhookId, sequence, createdAt, message } of calls) {
      const id = ++this.lastId;
      const known = "id" in message ? message : messages.get(message);
      const stored = known ?? storedMessage(message as NewMessage, id, firstEventId);
      messages.set(message, stored);
      this.#calls.push({ id, webhookId, sequence, createdAt, message: stored });
      this.#sequences.set(`${webhookId} ${message.spaceId}`, sequence);
    }
  }

  /** Adds outcomes of a record. */
  record(outcomes: readonly AttemptOutcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  async surplus(
    kept: { readonly delivered: number; readonly dead: number },
    limit: number,
  ): Promise<SurplusDeliveries> {
    const isNewest = ({ webhookId, message, sequence }: QueuedDelivery) =>
      this.#sequences.get(`${webhookId} ${message.spaceId}`) === sequence;
    const finished = this.#calls.map((call) => this.#deliveryOf(call)).filter(isFinished);
    const doomed = this.#calls.filter((call) => {
      if (!this.#isWebhook(call.webhookId)) return call.id < this.lastId;
      const { status } = this.#deliveryOf(call);
      const newer = finished.filter(
        (each) => each.status === status && each.webhookId === call.webhookId && each.id > call.id,
      );
      if (status === "delivered") return newer.length >= kept.delivered && !isNewest(call);
      return status === "dead" && newer.length >= kept.dead && !isNewest(call);
    });
    const removed = doomed.slice(0, limit);
    return {
      deliveries: removed.map(({ id }) => id),
      messages: removed.map(({ message }) => message.id),
      retried: this.#outcomes.filter(({ attempt }) => attempt > 1).map(({ deliveryId }) => deliveryId),
    };
  }

  /** Removes calls of a record. */
  remove({ deliveries: calls }: SurplusDeliveries): void {
    const removed = new Set(calls);
    this.#calls = this.#calls.filter(({ id }) => !removed.has(id));
    this.#outcomes = this.#outcomes.filter(({ deliveryId }) => !removed.has(deliveryId));
  }

  async deliveries(
    webhookId: bigint,
    newest: number,
    { before, offset, limit }: DeliveryPage,
  ): Promise<PageOf<Delivery>> {
    const all = this.#calls
      .filter((call) => call.webhookId === webhookId && call.createdAt < before)
      .map((call) => this.#deliveryOf(call))
      .reverse();
    const listed = all.filter(
      ({ status }, age) => age < newest || status === "retrying" || status === "dead",
    );
    return { total: listed.length, items: listed.slice(offset, offset + limit) };
  }

  async delivery(webhookId: bigint, id: bigint): Promise<Delivery | null> {
    const found = this.#calls.find((call) => call.id === id && call.webhookId === webhookId);
    return found === undefined ? null : this.#deliveryOf(found);
  }

  #queue(webhookId: bigint, spaceId: bigint): QueuedDelivery[] {
    return this.#calls.filter((call) => call.webhookId === webhookId && call.message.spaceId === spaceId);
  }

  #deliveryOf(call: QueuedDelivery): Delivery {
    const last = this.#outcomes.findLast(({ deliveryId }) => deliveryId === call.id);
    return {
      ...call,
      status: last?.status ?? "pending",
      attempts: last?.attempt ?? 0,
      responseStatus: last?.responseStatus ?? null,
      error: last?.error ?? null,
      nextAttemptAt: last?.nextAttemptAt ?? null,
    };
  }
}

function storedMessage(
  { spaceId, event, body }: NewMessage,
  id: bigint,
  firstEventId: bigint,
): DeliveryMessage {
  const eventId = typeof event === "number" ? firstEventId + BigInt(event) : event;
  return { id, spaceId, eventId, body };
}

function isFinished({ status }: Delivery): boolean {
  return status === "delivered" || status === "dead";
}

function byQueue(a: StoredQueue, b: StoredQueue): number {
  if (a.webhookId !== b.webhookId) return a.webhookId < b.webhookId ? -1 : 1;
  return a.spaceId < b.spaceId ? -1 : 1;
}

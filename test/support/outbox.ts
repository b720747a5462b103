import { onTestFinished } from "vitest";
import type { Clock } from "../../src/domain/clock.ts";
import type { Webhook } from "../../src/domain/resources.ts";
import { Catalog } from "../../src/engine/catalog/catalog.ts";
import { Deliveries } from "../../src/engine/deliveries/deliveries.ts";
import type { DeliveryBounds } from "../../src/engine/deliveries/delivery-queue.ts";
import type {
  Attempt,
  CallResult,
  OutgoingCall,
  WebhookSender,
} from "../../src/engine/deliveries/delivery-runtime.ts";
import { NewDeliveries, type WebhookMessage } from "../../src/engine/deliveries/outbox.ts";
import { Journal } from "../../src/engine/journal/journal.ts";
import type { CountMessage, ThresholdMessage } from "../../src/engine/messages.ts";
import type { Delivery, NewDelivery, Store } from "../../src/engine/ports.ts";
import type { Cancel, Timers } from "../../src/engine/timers.ts";
import { Random } from "../../src/simulation/random.ts";
import { failAppends, saveCatalog } from "./commits.ts";
import { memoryStore } from "./memory-store.ts";
import { SAMPLE_ROWS } from "./store-rows.ts";
import { settled } from "./waiting.ts";

const START = Date.UTC(2024, 4, 10, 12);
const [SAMPLE] = SAMPLE_ROWS.webhook;

export const CHANGE = { actor: { tokenId: null, name: "test" }, clock: { now: () => START } };

/** Enough to run everything that is due at once, and to have outcomes written. */
const A_LITTLE_MS = 150;

/** A webhook as a test needs it; its endpoint is its name. */
export function webhook(id: number, fields: Partial<Webhook> = {}): Webhook {
  if (SAMPLE === undefined) throw new Error("a webhook is needed");
  const given = { enabled: true, disabledReason: null, version: "v2" } as const;
  return { ...SAMPLE, ...given, id: BigInt(id), endpoint: String(id), ...fields };
}

export function count(spaceId: number, eventId: number): CountMessage {
  return {
    type: "count",
    spaceId: BigInt(spaceId),
    eventId: BigInt(eventId),
    doorwayId: 9n,
    timestamp: START,
    direction: 1,
    count: eventId,
  };
}

export function threshold(spaceId: number, unsafe: boolean): ThresholdMessage {
  return { type: "threshold", spaceId: BigInt(spaceId), timestamp: START, unsafe, count: 11, limit: 10 };
}

interface OutboxOptions {
  readonly webhooks?: readonly Webhook[];
  readonly bounds?: Partial<DeliveryBounds>;
  readonly store?: Store;
  /** The outbox of the previous process, whose store and clock are used. */
  readonly before?: TestOutbox;
  readonly isStopped?: boolean;
}

/** An outbox over a store, with a clock, a sender and randomness that tests control. */
export class TestOutbox {
  readonly deliveries: Deliveries;
  readonly catalog: Catalog;
  readonly store: Store;
  readonly time: FakeTime;
  readonly sender = new FakeSender();
  readonly journal: Journal;
  readonly attempts: Attempt[] = [];
  readonly disabled: Webhook[] = [];
  readonly failures: unknown[] = [];
  readonly #bounds: Partial<DeliveryBounds>;

  private constructor(
    deliveries: Deliveries,
    parts: Pick<TestOutbox, "catalog" | "journal" | "store" | "time">,
    bounds: Partial<DeliveryBounds>,
  ) {
    this.deliveries = deliveries;
    this.catalog = parts.catalog;
    this.journal = parts.journal;
    this.store = parts.store;
    this.time = parts.time;
    this.#bounds = bounds;
  }

  static async open(options: OutboxOptions = {}): Promise<TestOutbox> {
    const { before, webhooks = [webhook(1)], isStopped = false } = options;
    const store = options.store ?? before?.store ?? memoryStore();
    const bounds = options.bounds ?? (before === undefined ? {} : before.#bounds);
    if (before === undefined) await saveCatalog(store, { put: { webhook: webhooks }, nextId: 100n });
    const time = before?.time ?? new FakeTime(START);
    const catalog = await Catalog.open(store.catalog);
    const { journal, deliveries } = await Journal.open(store.journal, catalog, async (journal) => {
      const parts = { catalog, clock: time, organizationName: "Acme", bounds };
      const deliveries = await Deliveries.open({ store: store.deliveries, journal, ...parts });
      return { appliers: [deliveries], journal, deliveries };
    });
    const outbox = new TestOutbox(deliveries, { catalog, journal, store, time }, bounds);
    if (!isStopped) outbox.start();
    onTestFinished(() => outbox.stop());
    return outbox;
  }

  start(): void {
    const random = new Random(7);
    this.deliveries.provide({
      sender: this.sender,
      timers: this.time,
      random: () => random.next(),
      observer: {
        attempted: (attempt) => void this.attempts.push(attempt),
        disabled: (each) => void this.disabled.push(each),
        failed: (error) => void this.failures.push(error),
      },
    });
    this.deliveries.start();
  }

  /** Queues messages and commits their calls, as the ingest does. */
  async commit(...messages: readonly WebhookMessage[]): Promise<void> {
    await this.journal.transact(CHANGE, (draft) => draft.add({ deliveries: this.callsOf(...messages) }));
  }

  /** Queues messages in a change that fails. */
  async abandon(...messages: readonly WebhookMessage[]): Promise<void> {
    const failing = this.journal.transact(CHANGE, (draft) => {
      draft.add({ deliveries: this.callsOf(...messages) });
      throw new Error("abandoned");
    });
    await failing.catch(() => undefined);
  }

  /** Makes writes of outcomes fail; returns a function that ends this. */
  failOutcomes(message: string): () => void {
    return failAppends(this.store, message, ({ outcomes }) => outcomes !== undefined);
  }

  /** The calls that messages would cause. */
  callsOf(...messages: readonly WebhookMessage[]): readonly NewDelivery[] {
    const calls = new NewDeliveries(this.time.now());
    for (const message of messages) this.deliveries.outbox.queue(calls, message);
    return calls.all;
  }

  /** As `commit`, and lets happen what follows at once. */
  async deliver(...messages: readonly WebhookMessage[]): Promise<void> {
    await this.commit(...messages);
    await this.pass(A_LITTLE_MS);
  }

  /** Stops making calls, and cuts those that take longer than so long. */
  async stop(graceMs = 0): Promise<void> {
    const stopping = this.deliveries.stop(graceMs);
    await this.pass(graceMs);
    await stopping;
    await this.deliveries.close();
  }

  pass(ms: number): Promise<void> {
    return this.time.pass(ms);
  }

  put(...webhooks: readonly Webhook[]): Promise<void> {
    return this.journal.transact(CHANGE, (draft) => draft.save({ put: { webhook: webhooks } }));
  }

  remove(...ids: readonly bigint[]): Promise<void> {
    return this.journal.transact(CHANGE, (draft) => draft.save({ remove: { webhook: ids } }));
  }

  /** A webhook's deliveries, oldest first. */
  async listed(webhookId: number): Promise<Delivery[]> {
    const { items } = await this.deliveries.list(BigInt(webhookId), {
      ...{ offset: 0, limit: 1_000_000 },
      before: Number.MAX_SAFE_INTEGER,
    });
    return items.toReversed();
  }

  async statuses(webhookId: number): Promise<string> {
    return (await this.listed(webhookId)).map(({ status }) => status).join(" ");
  }

  backlog(webhookId: number): number {
    const receivers = [...this.deliveries.receivers()];
    return receivers.find(({ webhook }) => webhook.id === BigInt(webhookId))?.backlog ?? Number.NaN;
  }
}

/** Whole numbers from one to another. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

interface Due {
  readonly instant: number;
  readonly run: () => void;
}

/** A clock with its timers, which a test advances. */
export class FakeTime implements Clock, Timers {
  #now: number;
  readonly #due = new Set<Due>();

  /** @param now in ms */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): Cancel {
    const due = { instant: this.#now + Math.max(0, delayMs), run };
    this.#due.add(due);
    return () => this.#due.delete(due);
  }

  /** Lets time pass, and everything happen that falls due meanwhile, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      this.#due.delete(next);
      this.#now = Math.max(this.#now, next.instant);
      next.run();
      await settled();
    }
    this.#now = end;
  }

  #next(end: number): Due | null {
    let next: Due | null = null;
    for (const due of this.#due) {
      if (due.instant <= end && (next === null || due.instant < next.instant)) next = due;
    }
    return next;
  }
}

/** What a receiver answers that takes the call. */
export const OK: CallResult = { responseStatus: 200, error: null };
export const REFUSED: CallResult = { responseStatus: null, error: "connection refused" };

type Answer = (call: OutgoingCall) => CallResult | Promise<CallResult>;

/** Takes calls as a test sets its receivers, and notes them; a receiver is an endpoint. */
export class FakeSender implements WebhookSender {
  readonly calls: OutgoingCall[] = [];
  readonly #answers = new Map<string, Answer>();
  readonly #underWay = new Map<string, Set<string>>();
  /** The most calls under way at the same time, by endpoint. */
  readonly most = new Map<string, number>();
  /** Violations of the contract, such as two calls of one queue at a time. */
  readonly complaints: string[] = [];
  isClosed = false;

  /** From now on an endpoint answers so; by default all calls are delivered at once. */
  answer(endpoint: string, answer: Answer): void {
    this.#answers.set(endpoint, answer);
  }

  async send(call: OutgoingCall): Promise<CallResult> {
    const { endpoint } = call;
    const { space_id: space } = JSON.parse(call.body) as { space_id: string };
    const underWay = this.#underWay.get(endpoint) ?? new Set<string>();
    this.#underWay.set(endpoint, underWay);
    if (underWay.has(space)) this.complaints.push(`two calls of ${space} under way to ${endpoint}`);
    if (this.isClosed) this.complaints.push("a call after the end");
    underWay.add(space);
    this.most.set(endpoint, Math.max(this.most.get(endpoint) ?? 0, underWay.size));
    this.calls.push(call);
    try {
      return await (this.#answers.get(endpoint) ?? (() => OK))(call);
    } finally {
      underWay.delete(space);
    }
  }

  /** Refuses endpoints whose host is an address. */
  refusalOf(endpoint: string): string | null {
    return /\/\/\d/.test(endpoint) ? "not allowed to connect" : null;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The sequence numbers of the calls to an endpoint for a space, in the order of calling. */
  sequences(endpoint: string, spaceId: bigint): number[] {
    return this.calls
      .filter((call) => call.endpoint === endpoint && call.body.includes(`"spc_${spaceId}"`))
      .map(({ sequence }) => sequence);
  }
}

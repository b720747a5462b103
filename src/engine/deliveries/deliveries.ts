import type { Clock } from "../../domain/clock.ts";
import { conflict, must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Webhook } from "../../domain/resources.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogChange, Journal } from "../journal/journal.ts";
import type { Delivery, DeliveryPage, DeliveryStore, LogRecord, PageOf } from "../ports.ts";
import {
  DELIVERY_BOUNDS,
  type DeliveryBounds,
  type DeliveryContext,
  type Receiver,
  Receivers,
} from "./delivery-queue.ts";
import type { CallResult, DeliveryRuntime } from "./delivery-runtime.ts";
import { Dispatcher } from "./dispatcher.ts";
import { NewDeliveries, Outbox } from "./outbox.ts";
import { type OutcomeLog, outcomeLog } from "./outcome-log.ts";

export interface DeliveryParts {
  readonly store: DeliveryStore;
  readonly journal: Journal;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly organizationName: string;
  readonly bounds?: Partial<DeliveryBounds>;
}

const SERVER = { tokenId: null, name: "server" };

interface Running {
  readonly dispatcher: Dispatcher;
  readonly outcomes: OutcomeLog;
  readonly removal: ReturnType<typeof deliveryRemoval>;
}

/** The webhook outbox (D23): from a message to a delivery that has arrived or is given up. */
export class Deliveries {
  readonly outbox: Outbox;
  readonly #parts: DeliveryParts;
  readonly #bounds: DeliveryBounds;
  readonly #receivers: Receivers;
  #runtime: DeliveryRuntime | null = null;
  #running: Running | null = null;

  private constructor(parts: DeliveryParts, lastId: bigint) {
    this.#parts = parts;
    this.#bounds = { ...DELIVERY_BOUNDS, ...parts.bounds };
    this.#receivers = new Receivers(parts.catalog.webhooks.all());
    this.outbox = new Outbox({
      receivers: this.#receivers,
      catalog: parts.catalog,
      organizationName: parts.organizationName,
      bounds: this.#bounds,
      lastId,
      committed: (queue) => this.#running?.dispatcher.schedule(queue),
      overflowed: (receiver) => this.#disable(receiver),
    });
  }

  static async open(parts: DeliveryParts): Promise<Deliveries> {
    const deliveries = new Deliveries(parts, await parts.store.lastDeliveryId());
    await deliveries.#readQueues();
    return deliveries;
  }

  async #readQueues(): Promise<void> {
    for (const queue of await this.#parts.store.queues()) this.outbox.restore(queue);
  }

  /** Takes the means of calls. Test calls can be made; the deliveries are made after `start`. */
  provide(runtime: DeliveryRuntime): void {
    this.#runtime = runtime;
  }

  start(): void {
    const runtime = must(this.#runtime, "means of making calls");
    const { store, clock, journal } = this.#parts;
    const context = { ...runtime, store, journal, clock, actor: SERVER, bounds: this.#bounds };
    const removal = deliveryRemoval(context);
    const outcomes = outcomeLog(context, (count) => {
      removal.countOutcomes(count);
      for (const receiver of this.#receivers.all()) dispatcher.callReady(receiver);
    });
    const dispatcher = new Dispatcher(context, outcomes, this.outbox);
    this.#running = { dispatcher, outcomes, removal };
    for (const receiver of this.#receivers.all()) this.#resume(receiver);
    removal.request();
  }

  /** Makes no more calls: waits at most `graceMs` for running ones, and writes the outcomes. */
  async stop(graceMs: number): Promise<void> {
    if (this.#running === null) return;
    const { dispatcher, outcomes, removal } = this.#running;
    const stopping = dispatcher.stop(graceMs);
    await removal.stop();
    await stopping;
    await outcomes.close();
  }

  /** As `stop`; the records of the engine that makes the calls from then on are followed, and `start` may follow. */
  async handOver(graceMs: number): Promise<void> {
    await this.stop(graceMs);
    // Outcomes that could not be written are known here only: the queues are read as they are stored.
    await this.#parts.journal.between(async () => {
      this.#running = null;
      for (const receiver of this.#receivers.all()) receiver.clear();
      await this.#readQueues();
    });
  }

  async close(): Promise<void> {
    await this.#runtime?.sender.close();
  }

  /** The webhooks, with the numbers of their pending deliveries and of running calls. */
  receivers(): Iterable<Pick<Receiver, "webhook" | "backlog" | "inFlight">> {
    return this.#receivers.all();
  }

  /** The failed attempts at a webhook's pending delivery that has failed most often; 0 if none has failed. */
  failedAttemptsOf({ id }: Webhook): number {
    return this.#receivers.get(id)?.failedAttempts ?? 0;
  }

  /** Why all calls of a webhook will be refused, as far as its endpoint shows (D23); null if it shows no reason. */
  warningOf({ endpoint }: Webhook): string | null {
    return this.#runtime?.sender.refusalOf(endpoint) ?? null;
  }

  /**
   * Makes a signed test call, outside of all queues and without a retry. A disabled webhook can be tested, too.
   *
   * @throws HeadcountError `not-found`
   */
  test(webhookId: bigint): Promise<CallResult> {
    const { endpoint, headers, secret } = this.#parts.catalog.find("webhook", webhookId);
    const now = this.#parts.clock.now();
    const body = this.outbox.testBody(now);
    const { sender } = must(this.#runtime, "means of making calls");
    return sender.send({ id: `test_${now}`, endpoint, headers, secret, body, sequence: 0 });
  }

  /** A webhook's last deliveries and all failed ones, newest first (D23). @throws HeadcountError `not-found` */
  list(webhookId: bigint, page: DeliveryPage): Promise<PageOf<Delivery>> {
    this.#parts.catalog.find("webhook", webhookId);
    return this.#parts.store.deliveries(webhookId, this.#bounds.deliveredKept, page);
  }

  /**
   * Queues the message of a finished delivery again, as a new one at the end of its queue.
   *
   * @throws HeadcountError `not-found`; `conflict` if the delivery is not finished, its webhook is disabled or has too many
   * pending deliveries
   */
  async replay(context: CatalogChange, webhookId: bigint, id: bigint): Promise<Delivery> {
    await this.#running?.outcomes.flush();
    const deliveryId = await context.journal.transact(context, async (draft) => {
      const { enabled } = draft.catalog.find("webhook", webhookId);
      const { message } = await this.#finishedDelivery(webhookId, id);
      const name = `webhook ${formatId("webhook", webhookId)}`;
      if (!enabled) throw conflict("webhook-disabled", `${name} is disabled`);
      const receiver = must(this.#receivers.get(webhookId), name);
      const deliveries = new NewDeliveries(draft.now);
      if (deliveries.backlogOf(receiver) >= this.#bounds.backlog)
        throw conflict("too-many-deliveries", `${name} has too many pending deliveries`);
      deliveries.add(receiver, message);
      draft.add({ deliveries: deliveries.all });
      return draft.ids.deliveryId;
    });
    return must(await this.#parts.store.delivery(webhookId, deliveryId), "delivery");
  }

  async #finishedDelivery(webhookId: bigint, id: bigint): Promise<Delivery> {
    const delivery = await this.#parts.store.delivery(webhookId, id);
    if (delivery === null) throw notFound("delivery", id);
    const { status } = delivery;
    if (status === "pending" || status === "retrying")
      throw conflict(
        "delivery-unfinished",
        `delivery ${formatId("delivery", id)} is not finished: it is ${status}`,
      );
    return delivery;
  }
  async apply(record: LogRecord): Promise<void> {
    const { deliveries = [], catalog: { put, remove } = {}, ids, outcomes = [] } = record;
    for (const id of remove?.webhook ?? []) this.#receivers.remove(id);
    if (remove?.webhook !== undefined) this.#running?.removal.request();
    for (const webhook of put?.webhook ?? []) this.#resume(this.#receivers.put(webhook));
    await this.outbox.append(deliveries, ids.deliveryId);
    // Own attempts have changed their queues already.
    if (this.#running !== null) this.#running.outcomes.stored(outcomes);
    else
      for (const outcome of outcomes)
        this.#receivers.get(outcome.webhookId)?.queueOf(outcome.spaceId).follow(outcome);
  }

  #resume(receiver: Receiver): void {
    if (this.#running === null || !receiver.webhook.enabled) return;
    for (const queue of receiver.queues.values()) this.#running.dispatcher.resume(queue);
  }

  /** Disables a webhook with too many pending deliveries; nothing is queued for it meanwhile. */
  #disable(receiver: Receiver): void {
    if (receiver.isBeingDisabled) return;
    receiver.isBeingDisabled = true;
    const { clock, journal } = this.#parts;
    journal
      .transact({ actor: SERVER, clock }, (draft) => {
        const webhook = draft.catalog.webhooks.get(receiver.webhook.id);
        if (!webhook?.enabled) return null;
        const disabledReason = `it had more than ${this.#bounds.backlog} pending deliveries`;
        const disabled = { ...webhook, enabled: false, disabledReason, updatedAt: draft.now };
        draft.save({ put: { webhook: [disabled] } });
        return disabled;
      })
      .then((disabled) => disabled && this.#runtime?.observer.disabled(disabled))
      .catch((error: unknown) => this.#runtime?.observer.failed(error))
      .finally(() => {
        receiver.isBeingDisabled = false;
      });
  }
}

/** Outcomes written before the next run of the removal. */
const OUTCOMES_BETWEEN = 50_000;

function deliveryRemoval(context: DeliveryContext) {
  const { bounds, journal, observer, store } = context;
  const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
  const runs = new SerialQueue();
  let outcomes = 0;
  let isStopped = false;
  /** @returns the number of deliveries that have been deleted */
  const remove = () =>
    journal.transact(context, async (draft) => {
      const surplus = await store.surplus(kept, bounds.deliveriesRemoved);
      if (surplus.deliveries.length + surplus.retried.length > 0) draft.add({ surplus });
      return surplus.deliveries.length;
    });
  const removeAll = async () => {
    try {
      let removed = bounds.deliveriesRemoved;
      while (removed === bounds.deliveriesRemoved && !isStopped) removed = await remove();
    } catch (error) {
      observer.failed(error);
    }
  };
  const request = () => void runs.run(removeAll);
  const countOutcomes = (written: number) => {
    outcomes += written;
    if (outcomes < OUTCOMES_BETWEEN) return;
    outcomes = 0;
    request();
  };
  const stop = async () => {
    isStopped = true;
    await runs.run(async () => {});
  };
  return { request, countOutcomes, stop };
}

import type { Clock } from "../../domain/clock.ts";
import { conflict, must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Webhook } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";
import type { Delivery, DeliveryStore } from "../ports/delivery-store.ts";
import type { PageOf } from "../ports.ts";
import { findWebhook } from "../resources/webhooks.ts";
import type { Alarm } from "./alarm.ts";
import { DELIVERY_BOUNDS, type DeliveryBounds } from "./bounds.ts";
import { Compaction } from "./compaction.ts";
import { type Attempt, Courier } from "./courier.ts";
import type { PendingCall, Receiver } from "./lane.ts";
import { Outbox, type WebhookMessage } from "./outbox.ts";
import { OutcomeLog } from "./outcome-log.ts";
import { Refills } from "./refills.ts";
import { Roster } from "./roster.ts";
import type { WebhookSender } from "./webhook-sender.ts";

/** What the outbox works with. */
export interface DeliveryParts {
  readonly store: DeliveryStore;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly organizationName: string;
  readonly bounds?: Partial<DeliveryBounds>;
}

/** Receives the outcomes of calls. */
export interface DeliveryObserver {
  attempted(attempt: Attempt): void;
  /** The server has disabled a webhook. */
  disabled(webhook: Webhook): void;
  /** The outbox could not be read or written; it is tried again. */
  failed(error: unknown): void;
}

/** What calls are made with. */
export interface DeliveryMeans {
  readonly sender: WebhookSender;
  readonly alarm: Alarm;
  /** Uniform in [0, 1): spreads retries. */
  readonly random: () => number;
  readonly observer: DeliveryObserver;
}

/** How much waits for a webhook. */
export interface WebhookBacklog {
  readonly webhookId: bigint;
  /** Calls queued and not finished, those under way among them. */
  readonly backlog: number;
  readonly inFlight: number;
}

/** Who replays a call. */

/** Whose change it is when a webhook is disabled by the server itself. */
const SERVER = { tokenId: null, name: "server" };

/** What makes calls, from `start` to `stop`. */
interface Running extends DeliveryMeans {
  readonly courier: Courier;
  readonly outcomes: OutcomeLog;
  readonly refills: Refills;
  readonly compaction: Compaction;
}

/** The outbox of webhooks (D23): from a message to a call that is delivered, or dead. */
export class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #bounds: DeliveryBounds;
  readonly #roster: Roster;
  readonly #outbox: Outbox;
  #running: Running | null = null;

  private constructor(parts: DeliveryParts, lastId: bigint) {
    this.#parts = parts;
    this.#bounds = { ...DELIVERY_BOUNDS, ...parts.bounds };
    this.#roster = new Roster(parts.catalog, {
      changed: (receiver) => this.#see(receiver),
      removed: () => this.#running?.compaction.request(),
    });
    this.#outbox = new Outbox({
      roster: this.#roster,
      catalog: parts.catalog,
      organizationName: parts.organizationName,
      bounds: this.#bounds,
      lastId,
      overflowed: (receiver) => this.#disable(receiver),
    });
  }

  /** Takes up what waits on disk. No call is made until `start`. */
  static async open(parts: DeliveryParts): Promise<Deliveries> {
    const deliveries = new Deliveries(parts, await parts.store.lastCallId());
    for (const lane of await parts.store.lanes()) deliveries.#outbox.restore(lane);
    return deliveries;
  }

  /**
   * The calls that messages cause, in order: to be stored within the transaction that stores what caused
   * them, and then to be given to `committed` or `abandoned`. To be called, up to that, within
   * `catalog.exclusive`: calls are committed in the order of their ids.
   */
  queue(messages: readonly WebhookMessage[], now: number): PendingCall[] {
    return this.#outbox.queue(messages, now);
  }

  /** The calls are on disk: they may be made. */
  committed(calls: readonly PendingCall[]): void {
    this.#outbox.committed(calls, (lane) => this.#running?.courier.offer(lane));
  }

  /** The calls will never be: their sequence numbers are free again. */
  abandoned(calls: readonly PendingCall[]): void {
    this.#outbox.abandoned(calls);
  }

  /** Begins to make calls. */
  start(means: DeliveryMeans): void {
    this.#running = this.#assemble(means);
    for (const receiver of this.#roster.all()) this.#see(receiver);
    this.#running.compaction.request();
  }

  /** Ends the calls under way, cutting those that take longer than `graceMs`, and writes what came of them. */
  async stop(graceMs: number): Promise<void> {
    if (this.#running === null) return;
    const { courier, refills, outcomes, compaction, sender } = this.#running;
    refills.stop();
    await compaction.stop();
    await courier.stop(graceMs);
    await outcomes.close();
    await sender.close();
  }

  /** How much waits, by webhook. */
  backlogs(): WebhookBacklog[] {
    return Array.from(this.#roster.all(), ({ webhook, backlog, inFlight }) => ({
      webhookId: webhook.id,
      backlog,
      inFlight,
    }));
  }

  /** A webhook's last calls and all that failed, newest first (D23). @throws HeadcountError `not-found` */
  list(
    webhookId: bigint,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<PageOf<Delivery>> {
    findWebhook(this.#parts.catalog, webhookId);
    return this.#parts.store.deliveries(webhookId, this.#bounds.deliveredKept, page);
  }

  /**
   * Queues a finished call's message again, as a new call at the end of its lane.
   *
   * @throws HeadcountError `not-found`; `conflict` where the call is not finished, or its webhook takes none
   */
  async replay(context: CatalogChange, webhookId: bigint, id: bigint): Promise<Delivery> {
    await this.#running?.outcomes.flush();
    const { catalog, clock } = context;
    return catalog.exclusive(context, async () => {
      const call = this.#queueAgain(
        findWebhook(catalog, webhookId),
        await this.#finished(webhookId, id),
        clock,
      );
      try {
        await this.#parts.store.append([call]);
      } catch (error) {
        this.abandoned([call]);
        throw error;
      }
      this.committed([call]);
      const { sequence, createdAt, message } = call;
      const untried = { attempts: 0, responseStatus: null, error: null, nextAttemptAt: null } as const;
      return {
        call: { id: call.id, webhookId, sequence, createdAt, message },
        status: "pending",
        ...untried,
      };
    });
  }

  async #finished(webhookId: bigint, id: bigint): Promise<Delivery> {
    const delivery = await this.#parts.store.delivery(webhookId, id);
    const name = formatId("delivery", id);
    if (delivery === null) throw notFound("delivery", name);
    if (delivery.status === "pending" || delivery.status === "retrying")
      throw conflict("delivery-unfinished", `delivery ${name} is not finished: it is ${delivery.status}`);
    return delivery;
  }

  #queueAgain({ id, enabled }: Webhook, { call }: Delivery, clock: Clock): PendingCall {
    const name = `webhook ${formatId("webhook", id)}`;
    if (!enabled) throw conflict("webhook-disabled", `${name} is disabled`);
    const again = this.#outbox.again(must(this.#roster.get(id), name), call.message, clock.now());
    if (again === null) throw conflict("too-many-deliveries", `${name} has too many pending deliveries`);
    return again;
  }

  #assemble(means: DeliveryMeans): Running {
    const { store, clock } = this.#parts;
    const { sender, alarm, random, observer } = means;
    const bounds = this.#bounds;
    const failed = (error: unknown) => observer.failed(error);
    const compaction = new Compaction({ store, bounds, failed });
    const outcomes = new OutcomeLog({
      store,
      alarm,
      max: bounds.outcomesHeld,
      failed,
      written: (count) => {
        compaction.note(count);
        for (const receiver of this.#roster.all()) courier.callAll(receiver);
      },
    });
    const refills = new Refills({
      store,
      alarm,
      bounds,
      failed,
      committedId: () => this.#outbox.committedId,
      refilled: (lane) => courier.offer(lane),
    });
    const attempted = (attempt: Attempt) => observer.attempted(attempt);
    const courier = new Courier({ clock, sender, alarm, random, bounds, outcomes, refills, attempted });
    return { ...means, courier, outcomes, refills, compaction };
  }

  /** Sees to what waits for a webhook that may be called. */
  #see(receiver: Receiver): void {
    if (this.#running === null || !receiver.webhook.enabled) return;
    const { courier, refills } = this.#running;
    for (const lane of receiver.lanes.values()) {
      refills.request(lane);
      courier.offer(lane);
    }
  }

  /** Disables a webhook for which too much waits; until that is done no call is added for it. */
  #disable(receiver: Receiver): void {
    if (receiver.isBeingDisabled) return;
    receiver.isBeingDisabled = true;
    const { catalog, clock } = this.#parts;
    catalog
      .exclusive({ actor: SERVER, clock }, async () => {
        const webhook = catalog.webhooks.get(receiver.webhook.id);
        if (!webhook?.enabled) return;
        const disabledReason = `more than ${this.#bounds.backlog} calls were waiting for it`;
        const disabled = { ...webhook, enabled: false, disabledReason, updatedAt: clock.now() };
        await catalog.save({ put: { webhook: [disabled] } });
        this.#running?.observer.disabled(disabled);
      })
      .catch((error: unknown) => this.#running?.observer.failed(error))
      .finally(() => {
        receiver.isBeingDisabled = false;
      });
  }
}

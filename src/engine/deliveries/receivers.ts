import type { Webhook } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogWrite } from "../ports.ts";
import { Receiver } from "./delivery-queue.ts";

/** Observes changes of webhooks. */
export interface ReceiversObserver {
  /** Called when a webhook is added or changed. */
  changed(receiver: Receiver): void;
  removed(receiver: Receiver): void;
}

/** Enabled webhooks, grouped by the body they receive. */
export interface ReceiverGroups {
  readonly countsV1: readonly Receiver[];
  readonly countsV2: readonly Receiver[];
  readonly threshold: readonly Receiver[];
}

/** A receiver for each webhook of the catalog, updated with every change. */
export class Receivers {
  readonly #receivers = new Map<bigint, Receiver>();
  readonly #observer: ReceiversObserver;
  #groups: ReceiverGroups | null = null;

  constructor(catalog: Catalog, observer: ReceiversObserver) {
    this.#observer = observer;
    for (const webhook of catalog.webhooks.all()) this.#put(webhook);
    catalog.observe((write) => this.#apply(write));
  }

  get(webhookId: bigint): Receiver | undefined {
    return this.#receivers.get(webhookId);
  }

  all(): IterableIterator<Receiver> {
    return this.#receivers.values();
  }

  groups(): ReceiverGroups {
    this.#groups ??= this.#group();
    return this.#groups;
  }

  #group(): ReceiverGroups {
    const enabled = [...this.#receivers.values()].filter(({ webhook }) => webhook.enabled);
    const counts = enabled.filter(({ webhook }) => webhook.type === "counts");
    return {
      countsV1: counts.filter(({ webhook }) => webhook.version === "v1"),
      countsV2: counts.filter(({ webhook }) => webhook.version === "v2"),
      threshold: enabled.filter(({ webhook }) => webhook.type === "threshold"),
    };
  }

  #apply({ put, remove }: CatalogWrite): void {
    for (const id of remove?.webhook ?? []) this.#remove(id);
    for (const webhook of put?.webhook ?? []) this.#observer.changed(this.#put(webhook));
  }

  #put(webhook: Webhook): Receiver {
    this.#groups = null;
    let receiver = this.#receivers.get(webhook.id);
    if (receiver === undefined) {
      receiver = new Receiver(webhook);
      this.#receivers.set(webhook.id, receiver);
    }
    receiver.webhook = webhook;
    return receiver;
  }

  #remove(id: bigint): void {
    const receiver = this.#receivers.get(id);
    if (receiver === undefined) return;
    this.#groups = null;
    this.#receivers.delete(id);
    receiver.isDeleted = true;
    for (const queue of receiver.queues.values()) queue.cancelWait();
    this.#observer.removed(receiver);
  }
}

import type { Webhook } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogWrite } from "../ports.ts";
import { Receiver } from "./lane.ts";

/** Follows changes of webhooks. */
export interface RosterFollower {
  /** It may be called again, or otherwise. */
  changed(receiver: Receiver): void;
  removed(receiver: Receiver): void;
}

/** The webhooks that get the same bodies. */
export interface ReceiverGroups {
  readonly countsV1: readonly Receiver[];
  readonly countsV2: readonly Receiver[];
  readonly threshold: readonly Receiver[];
}

/** The receivers of the catalog's webhooks, which follow its changes. */
export class Roster {
  readonly #receivers = new Map<bigint, Receiver>();
  readonly #follower: RosterFollower;
  #groups: ReceiverGroups | null = null;

  constructor(catalog: Catalog, follower: RosterFollower) {
    this.#follower = follower;
    for (const webhook of catalog.webhooks.all()) this.#put(webhook);
    catalog.observe((write) => this.#follow(write));
  }

  get(webhookId: bigint): Receiver | undefined {
    return this.#receivers.get(webhookId);
  }

  all(): IterableIterator<Receiver> {
    return this.#receivers.values();
  }

  /** The enabled ones, by the bodies that they get. */
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

  #follow({ put, remove }: CatalogWrite): void {
    for (const id of remove?.webhook ?? []) this.#remove(id);
    for (const webhook of put?.webhook ?? []) this.#follower.changed(this.#put(webhook));
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
    receiver.isGone = true;
    for (const lane of receiver.lanes.values()) lane.cancelWait();
    this.#follower.removed(receiver);
  }
}

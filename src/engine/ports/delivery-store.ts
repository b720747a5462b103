import type { EventReference, PageOf, PageRange } from "./event-types.ts";

/** What a delivery sends; deliveries to several webhooks share it. */
export interface DeliveryMessage {
  /** The id of the first delivery of the message. */
  readonly id: bigint;
  readonly spaceId: bigint;
  /** Null where no event is behind it, as with thresholds. */
  readonly eventId: bigint | null;
  /** JSON. */
  readonly body: string;
}

/** A message that a commit stores with the first of the deliveries that share it. */
export interface NewMessage extends Omit<DeliveryMessage, "id" | "eventId"> {
  /** Null where no event is behind it, as with thresholds. */
  readonly event: EventReference | null;
}

export interface NewDelivery {
  readonly webhookId: bigint;
  /** Counts the deliveries of its webhook and space, from 1. */
  readonly sequence: number;
  /** When it was queued, in ms. */
  readonly createdAt: number;
  /** A new one, which the deliveries that share it have one after the other; or a stored one. */
  readonly message: NewMessage | DeliveryMessage;
}

/** A stored delivery. Ids grow in the order of queueing, over all webhooks. */
export interface QueuedDelivery extends NewDelivery {
  readonly id: bigint;
  readonly message: DeliveryMessage;
}

/** The result of an attempt; a `dead` delivery is not tried again. */
export type OutcomeStatus = "delivered" | "retrying" | "dead";

/** The end of one attempt at a delivery: of one call of the webhook. */
export interface AttemptOutcome {
  readonly deliveryId: bigint;
  readonly webhookId: bigint;
  readonly spaceId: bigint;
  /** Counts the attempts at the delivery, from 1. */
  readonly attempt: number;
  /** In ms. */
  readonly instant: number;
  readonly status: OutcomeStatus;
  /** The receiver's; null where it did not answer. */
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** In ms; null unless it is to be tried again. */
  readonly nextAttemptAt: number | null;
}

/** Finished deliveries and outcomes to be removed, by id. */
export interface SurplusDeliveries {
  readonly deliveries: readonly bigint[];
  /** Their messages, which are removed where no other delivery has them. */
  readonly messages: readonly bigint[];
  /** Deliveries of which all outcomes but the last are removed. */
  readonly retried: readonly bigint[];
}

/** How far a delivery queue has come: the deliveries of one webhook and space, which are made strictly in order. */
export interface StoredQueue {
  readonly webhookId: bigint;
  readonly spaceId: bigint;
  /** The sequence number of its newest delivery. */
  readonly sequence: number;
  /** The newest finished delivery, and so all before it; 0 where there is none. */
  readonly finishedId: bigint;
  /** Deliveries after that. */
  readonly pending: number;
  /** Failed attempts at the first of them, and when the next is due, in ms; null where it is due at once. */
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
}

/** Which deliveries of a queue are read: at most `limit`, after one id, up to and including another. */
export interface QueueRange extends Pick<StoredQueue, "webhookId" | "spaceId"> {
  readonly afterId: bigint;
  readonly throughId: bigint;
  readonly limit: number;
}

/** A delivery with what has become of it so far; `pending` is one that has not been attempted. */
export interface Delivery
  extends QueuedDelivery,
    Pick<AttemptOutcome, "responseStatus" | "error" | "nextAttemptAt"> {
  readonly status: OutcomeStatus | "pending";
  readonly attempts: number;
}

/** A page of the deliveries that were queued before an instant, in ms. */
export interface DeliveryPage extends PageRange {
  readonly before: number;
}

export interface DeliveryStore {
  /** The highest id that a delivery has had; 0 where there was none. It never falls. */
  lastDeliveryId(): Promise<bigint>;

  /**
   * Every queue of the webhooks in the catalog that has had a delivery. Removing deliveries forgets no queue, so that its
   * sequence goes on where it was.
   */
  queues(): Promise<readonly StoredQueue[]>;

  queued(range: QueueRange): Promise<readonly QueuedDelivery[]>;

  /**
   * Deliveries that need not be kept, at most so many: those of webhooks that are gone, and the oldest finished ones where a
   * webhook has more delivered or dead ones than are kept. What waits is never among them, and they stay removable.
   */
  surplus(
    kept: { readonly delivered: number; readonly dead: number },
    limit: number,
  ): Promise<SurplusDeliveries>;

  /** The newest `newest` of a webhook's deliveries, and all whose last attempt failed; newest first. */
  deliveries(webhookId: bigint, newest: number, page: DeliveryPage): Promise<PageOf<Delivery>>;

  delivery(webhookId: bigint, id: bigint): Promise<Delivery | null>;
}

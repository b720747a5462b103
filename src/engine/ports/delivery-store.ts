import type { EventReference, PageOf, PageRange } from "./event-types.ts";

/** The message of a webhook call, as it is sent; calls to several webhooks share it. */
export interface CallMessage {
  /** That of the first call it was queued for. */
  readonly id: bigint;
  readonly spaceId: bigint;
  /** Null where no event is behind it, as with thresholds. */
  readonly eventId: bigint | null;
  /** JSON. */
  readonly body: string;
}

/** A message that a commit stores with the first of the calls that share it. */
export interface NewMessage extends Omit<CallMessage, "id" | "eventId"> {
  /** Null where no event is behind it, as with thresholds. */
  readonly event: EventReference | null;
}

/** A call that a commit adds to the outbox. */
export interface NewCall {
  readonly webhookId: bigint;
  /** Counts the calls of its webhook and space, from 1. */
  readonly sequence: number;
  /** When it was queued, in ms. */
  readonly createdAt: number;
  /** A new one, which the calls that share it have one after the other; or a stored one. */
  readonly message: NewMessage | CallMessage;
}

/** A pending call of a webhook. Ids grow in the order of queueing, over all webhooks. */
export interface QueuedCall extends NewCall {
  readonly id: bigint;
  readonly message: CallMessage;
}

/** The result of an attempt at a call; a `dead` call is not tried again. */
export type OutcomeStatus = "delivered" | "retrying" | "dead";

/** The end of one attempt at a call. */
export interface AttemptOutcome {
  readonly callId: bigint;
  /** Those of the call. */
  readonly webhookId: bigint;
  readonly spaceId: bigint;
  /** Counts the attempts at the call, from 1. */
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

/** Finished calls and outcomes to be removed, by id. */
export interface SurplusCalls {
  readonly calls: readonly bigint[];
  /** Their messages, which are removed where no other call has them. */
  readonly messages: readonly bigint[];
  /** Calls of which all outcomes but the last are removed. */
  readonly retried: readonly bigint[];
}

/** How far a delivery queue has come: the calls of one webhook and space, which are made strictly in order. */
export interface StoredQueue {
  readonly webhookId: bigint;
  readonly spaceId: bigint;
  /** That of its newest call. */
  readonly sequence: number;
  /** The newest finished call, and so all before it; 0 where there is none. */
  readonly finishedId: bigint;
  /** Calls after that. */
  readonly pending: number;
  /** Failed attempts at the first of them, and when the next is due, in ms; null where it is due at once. */
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
}

/** Which calls of a queue are read: at most `limit`, after one id, up to and including another. */
export interface QueueRange extends Pick<StoredQueue, "webhookId" | "spaceId"> {
  readonly afterId: bigint;
  readonly throughId: bigint;
  readonly limit: number;
}

/** A call and what has become of it so far; `pending` is one that has not been attempted. */
export interface Delivery extends Pick<AttemptOutcome, "responseStatus" | "error" | "nextAttemptAt"> {
  readonly call: QueuedCall;
  readonly status: OutcomeStatus | "pending";
  readonly attempts: number;
}

/** A page of the calls that were queued before an instant, in ms. */
export interface DeliveryPage extends PageRange {
  readonly before: number;
}

/** The stored outbox, which the journal changes. */
export interface DeliveryStore {
  /** The highest id that a call has had; 0 where there was none. It never falls. */
  lastCallId(): Promise<bigint>;

  /**
   * Every queue of the webhooks in the catalog that has had a call. Removing calls forgets no queue, so that its
   * sequence goes on where it was.
   */
  queues(): Promise<readonly StoredQueue[]>;

  /** Calls of a queue, ascending. */
  calls(range: QueueRange): Promise<readonly QueuedCall[]>;

  /**
   * Calls that need not be kept, at most so many: those of webhooks that are gone, and the oldest finished ones where a
   * webhook has more delivered or dead ones than are kept. What waits is never among them, and they stay removable.
   */
  surplus(kept: { readonly delivered: number; readonly dead: number }, limit: number): Promise<SurplusCalls>;

  /** The newest `newest` of a webhook's calls, and all whose last attempt failed; newest first. */
  deliveries(webhookId: bigint, newest: number, page: DeliveryPage): Promise<PageOf<Delivery>>;

  /** A call of a webhook, or null. */
  delivery(webhookId: bigint, id: bigint): Promise<Delivery | null>;
}

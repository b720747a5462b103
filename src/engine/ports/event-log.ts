import type { SensorPlacement } from "../../domain/resources.ts";
import type { QueuedCall } from "../deliveries/delivery-store.ts";
import type { CatalogWrite } from "./catalog-store.ts";
import type { IdempotentRequest } from "./idempotency.ts";

/** An event without its id: what its identity is made of (D9). */
export interface LogEntry {
  /** In ms. */
  readonly timestamp: number;
  /** What the log calls its sensor. */
  readonly sensorKey: number;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null where absent. */
  readonly eventId: string | null;
}

/** An event as it enters the log. */
export interface LoggedEvent extends LogEntry {
  readonly id: bigint;
}

/** What an event changes: one space's count (D4). */
export interface SpaceChange {
  readonly spaceId: bigint;
  /** The event's, in ms. */
  readonly timestamp: number;
  /** +1 an entrance, -1 an exit. */
  readonly direction: SensorPlacement;
}

/** A request with a key, as it is remembered (D9). */
export interface AnsweredRequest extends IdempotentRequest {
  readonly eventId: bigint;
  /** Null where the answer is not known yet. */
  readonly answer: string | null;
}

/** What has been told of events, and what has still to be. */
export interface LiveWrite {
  /** The webhook calls that this causes. */
  readonly calls: readonly QueuedCall[];
  /** Ids of events that are to be told of when they fall due (D3). */
  readonly owed: readonly bigint[];
  /** Ids of events that have been told of. */
  readonly told: readonly bigint[];
  /** Spaces that have become unsafe, or safe again (D23). */
  readonly unsafe: readonly { readonly spaceId: bigint; readonly unsafe: boolean }[];
}

/** Events that enter the log together, and all that goes with them. */
export interface EventBatch {
  /** The present, in ms: a store may expect more events of these days. */
  readonly now: number;
  /** Ascending by id, and their ids beyond all that the log holds. */
  readonly events: readonly LoggedEvent[];
  /** What they change, in their order. */
  readonly changes: readonly SpaceChange[];
  readonly requests: readonly AnsweredRequest[];
  /** The sensors that are seen for the first time. */
  readonly catalog: CatalogWrite;
  readonly live: LiveWrite;
}

import type { SensorPlacement } from "../../domain/resources.ts";
import type { TextColumn } from "../../domain/text-column.ts";
import type { CatalogWrite } from "./catalog-store.ts";
import type { QueuedCall } from "./delivery-store.ts";
import type { IdempotentRequest } from "./idempotency.ts";

/** Events by column, without their ids: what their identities are made of (D9). */
export interface LogColumns {
  readonly length: number;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** What the log calls their sensors. */
  readonly sensorKeys: Int32Array;
  /** +1 or -1 each. */
  readonly trajectories: Int8Array;
  /** The senders' own ids for them, each null where absent; null where none has any. */
  readonly eventIds: TextColumn | null;
}

/** Rows of some columns, from `start` up to, not including, `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** An event of the log. */
export interface LoggedEvent {
  readonly id: bigint;
  /** In ms. */
  readonly timestamp: number;
  /** What the log calls its sensor. */
  readonly sensorKey: number;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null where absent. */
  readonly eventId: string | null;
}

/** What some events change, by column: a space's count each (D4). */
export interface SpaceChanges {
  readonly length: number;
  /** The spaces, each once. */
  readonly spaceIds: readonly bigint[];
  /** Whose count each changes: an index of those. */
  readonly spaces: Int32Array;
  /** The events', in ms. */
  readonly timestamps: Float64Array;
  /** +1 an entrance, -1 an exit. */
  readonly directions: Int8Array;
}

/** A request with a key, as it is remembered (D9). */
export interface AnsweredRequest extends IdempotentRequest {
  readonly eventId: bigint;
  /** Null where the answer is not known yet. */
  readonly answer: string | null;
}

/** What a commit stores besides events: webhook calls, and which notifications are pending. */
export interface LiveWrite {
  /** The webhook calls that this causes. */
  readonly calls: readonly QueuedCall[];
  /** Ids of events whose notifications are sent later, when the events are due (D3). */
  readonly pending: readonly bigint[];
  /** Ids of events whose notifications were pending, and are not any more. */
  readonly notified: readonly bigint[];
  /** Spaces that have become unsafe, or safe again (D23). */
  readonly unsafe: readonly { readonly spaceId: bigint; readonly unsafe: boolean }[];
}

/** Events that enter the log together, and all that goes with them. */
export interface EventBatch {
  /** The present, in ms: a store may expect more events of these days. */
  readonly now: number;
  /** The first event's id, beyond all that the log holds; each other's is the one after the one before. */
  readonly firstId: bigint;
  readonly events: LogColumns;
  /** What they change, in their order. */
  readonly changes: SpaceChanges;
  readonly requests: readonly AnsweredRequest[];
  /** The sensors that are seen for the first time. */
  readonly catalog: CatalogWrite;
  readonly live: LiveWrite;
}

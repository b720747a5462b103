import type { SensorPlacement } from "../../domain/resources.ts";
import type { TextColumn } from "../../domain/text-column.ts";

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

/** An event that a commit refers to: a row of the events that it stores, or the id of one that is stored. */
export type EventReference = number | bigint;

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

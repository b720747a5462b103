import type { SensorPlacement } from "../../domain/resources.ts";
import type { EventReference } from "../ports.ts";

/** What an event made of a space's current count, when it fell due (D23, D24). */
export interface CountMessage<EventId extends EventReference = bigint> {
  readonly type: "count";
  readonly spaceId: bigint;
  readonly eventId: EventId;
  readonly doorwayId: bigint;
  /** The event's own, in ms. */
  readonly timestamp: number;
  /** +1 is an entrance, -1 an exit (D4). */
  readonly direction: SensorPlacement;
  /** The current count, in people. */
  readonly count: number;
}

/** That a reset or a recomputation changed a space's current count (D24). */
export interface ResetMessage {
  readonly type: "reset";
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly count: number;
}

/** That a space became unsafe, or safe again, at the head of its history (D23). */
export interface ThresholdMessage {
  readonly type: "threshold";
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly unsafe: boolean;
  readonly count: number;
  /** The count above which it is unsafe, in people. */
  readonly limit: number;
}

export type LiveMessage = CountMessage | ResetMessage | ThresholdMessage;

/** A message of a commit, whose events have no ids yet. */
export type NewLiveMessage = CountMessage<EventReference> | ResetMessage | ThresholdMessage;

import type { SpaceChange } from "./catalog/bindings.ts";
import type { EventReference, SentReset } from "./ports.ts";

/** An event's change of a space, with the space's current count after it, in people (D23, D24). */
export interface CountMessage<EventId extends EventReference = bigint> extends SpaceChange {
  readonly type: "count";
  readonly eventId: EventId;
  readonly count: number;
}

/** A change of a space's current count by a reset or a recomputation (D24). */
export interface ResetMessage extends SentReset {
  readonly type: "reset";
}

/** A change of a space to unsafe, or back to safe, at the head of its history (D23). */
export interface ThresholdMessage extends SentReset {
  readonly type: "threshold";
  readonly unsafe: boolean;
  /** The count above which it is unsafe, in people. */
  readonly limit: number;
}

export type LiveMessage = CountMessage | ResetMessage | ThresholdMessage;

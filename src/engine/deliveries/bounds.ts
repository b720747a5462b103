import {
  CALLS_REMOVED_MAX,
  DEAD_CALLS_KEPT_MAX,
  DELIVERED_CALLS_KEPT_MAX,
  LANE_CALLS_HELD_MAX,
  OUTCOMES_HELD_MAX,
  WEBHOOK_BACKLOG_MAX,
  WEBHOOK_CALLS_AT_ONCE_MAX,
  WEBHOOK_CALLS_HELD_MAX,
} from "../../domain/limits.ts";

/** The outbox's bounds, as the limits say unless told otherwise. */
export interface DeliveryBounds {
  readonly backlog: number;
  readonly callsAtOnce: number;
  readonly laneCallsHeld: number;
  readonly webhookCallsHeld: number;
  readonly outcomesHeld: number;
  readonly deliveredKept: number;
  readonly deadKept: number;
  readonly callsRemoved: number;
}

export const DELIVERY_BOUNDS: DeliveryBounds = {
  backlog: WEBHOOK_BACKLOG_MAX,
  callsAtOnce: WEBHOOK_CALLS_AT_ONCE_MAX,
  laneCallsHeld: LANE_CALLS_HELD_MAX,
  webhookCallsHeld: WEBHOOK_CALLS_HELD_MAX,
  outcomesHeld: OUTCOMES_HELD_MAX,
  deliveredKept: DELIVERED_CALLS_KEPT_MAX,
  deadKept: DEAD_CALLS_KEPT_MAX,
  callsRemoved: CALLS_REMOVED_MAX,
};

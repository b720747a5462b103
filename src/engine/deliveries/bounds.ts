import {
  CALLS_REMOVED_MAX,
  DEAD_CALLS_KEPT_MAX,
  DELIVERED_CALLS_KEPT_MAX,
  OUTCOMES_WAITING_MAX,
  QUEUE_CALLS_BUFFERED_MAX,
  WEBHOOK_BACKLOG_MAX,
  WEBHOOK_CALLS_AT_ONCE_MAX,
  WEBHOOK_CALLS_BUFFERED_MAX,
} from "../../domain/limits.ts";

/** Limits of the outbox; tests override some. */
export interface DeliveryBounds {
  readonly backlog: number;
  readonly callsAtOnce: number;
  readonly queueBuffer: number;
  readonly webhookBuffer: number;
  readonly outcomesWaiting: number;
  readonly deliveredKept: number;
  readonly deadKept: number;
  readonly callsRemoved: number;
}

export const DELIVERY_BOUNDS: DeliveryBounds = {
  backlog: WEBHOOK_BACKLOG_MAX,
  callsAtOnce: WEBHOOK_CALLS_AT_ONCE_MAX,
  queueBuffer: QUEUE_CALLS_BUFFERED_MAX,
  webhookBuffer: WEBHOOK_CALLS_BUFFERED_MAX,
  outcomesWaiting: OUTCOMES_WAITING_MAX,
  deliveredKept: DELIVERED_CALLS_KEPT_MAX,
  deadKept: DEAD_CALLS_KEPT_MAX,
  callsRemoved: CALLS_REMOVED_MAX,
};

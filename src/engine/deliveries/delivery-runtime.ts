import type { Webhook } from "../../domain/resources.ts";
import type { AttemptOutcome, OutcomeStatus } from "../ports.ts";
import type { Timers } from "../timers.ts";

export interface DeliveryRuntime {
  readonly sender: WebhookSender;
  readonly timers: Timers;
  /** Uniform in [0, 1): the jitter of retries. */
  readonly random: () => number;
  readonly observer: DeliveryObserver;
  /** Whether this engine is the one that makes the calls, at this moment; by default it is. */
  readonly isOnDuty?: () => boolean;
}

export interface OutgoingCall extends Pick<Webhook, "endpoint" | "headers" | "secret"> {
  /** Id of the delivery, the same at every attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** Numbers the calls per webhook and space (D23). */
  readonly sequence: number;
}

/** The result of an attempt; the error is null if the response was a 2xx. */
export type CallResult = Pick<AttemptOutcome, "responseStatus" | "error">;

export interface WebhookSender {
  /** Makes one attempt, in bounded time. Never throws: a failure is the result's error. */
  send(call: OutgoingCall): Promise<CallResult>;

  /** Why all calls to an endpoint will be refused, as far as its URL shows; null if it shows no reason. */
  refusalOf(endpoint: string): string | null;

  close(): Promise<void>;
}

export interface Attempt {
  readonly durationMs: number;
  readonly status: OutcomeStatus;
}

interface DeliveryObserver {
  attempted(attempt: Attempt): void;
  disabled(webhook: Webhook): void;
  /** Reading or writing the outbox failed; it is retried. */
  failed(error: unknown): void;
}

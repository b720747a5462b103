import type { Webhook } from "../../domain/resources.ts";
import type { AttemptOutcome, OutcomeStatus } from "../ports.ts";

export interface DeliveryRuntime {
  readonly sender: WebhookSender;
  readonly timers: Timers;
  /** Uniform in [0, 1): the jitter of retries. */
  readonly random: () => number;
  readonly observer: DeliveryObserver;
  /** Whether this engine is the one that makes the calls, at this moment; by default it is. */
  readonly isOnDuty?: () => boolean;
}

export type Cancel = () => void;

/** Schedules callbacks; injected, like the clock. */
export interface Timers {
  after(delayMs: number, run: () => void): Cancel;
}

/** Node's timers, unreferenced so that they do not keep the process alive. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    if (delayMs <= 0) {
      const immediate = setImmediate(run);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Does something again and again, with a pause after each time.
 *
 * @param work returns the pause, in ms. It does not throw
 * @returns ends it, when what runs has ended
 */
export function repeat(timers: Timers, work: () => Promise<number>): () => Promise<void> {
  let isStopped = false;
  let cancel: Cancel = () => {};
  const next = async (): Promise<void> => {
    const pauseMs = await work();
    if (isStopped) return;
    cancel = timers.after(pauseMs, () => {
      running = next();
    });
  };
  let running = next();
  return () => {
    isStopped = true;
    cancel();
    return running;
  };
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
  /** The server has disabled a webhook. */
  disabled(webhook: Webhook): void;
  /** Reading or writing the outbox failed; it is retried. */
  failed(error: unknown): void;
}

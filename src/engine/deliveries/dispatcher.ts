import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Clock } from "../../domain/instant.ts";
import {
  DELIVERY_ERROR_LENGTH_MAX,
  DELIVERY_MS_MAX,
  FAILING_AFTER_ATTEMPTS,
  RETRY_DELAY_MS_MAX,
} from "../../domain/limits.ts";

import type { AttemptOutcome, OutcomeStatus } from "../ports/delivery-store.ts";
import type { DeliveryBounds } from "./bounds.ts";
import type { DeliveryQueue, PendingCall, Receiver } from "./delivery-queue.ts";
import { FailingReceivers } from "./failing-receivers.ts";
import type { OutcomeLog } from "./outcome-log.ts";
import type { QueueReader } from "./queue-reader.ts";
import { retryDelay } from "./retry-delay.ts";
import type { Timers } from "./timers.ts";
import type { CallResult, WebhookSender } from "./webhook-sender.ts";

/** A finished attempt at a call. */
export interface Attempt {
  readonly webhookId: bigint;
  readonly durationMs: number;
  readonly status: OutcomeStatus;
}

interface DispatcherParts {
  readonly clock: Clock;
  readonly sender: WebhookSender;
  readonly timers: Timers;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly bounds: DeliveryBounds;
  readonly outcomes: OutcomeLog;
  readonly queueReader: QueueReader;
  readonly attempted: (attempt: Attempt) => void;
}

/**
 * Makes the calls: per webhook and space one at a time and in order, per webhook several at a time. A failed call is
 * retried and delays only its own queue. Receivers that keep failing share a low rate of calls.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #scheduled = new Set<Receiver>();
  readonly #failing: FailingReceivers;
  #inFlight = 0;
  #isStopped = false;
  #onIdle: (() => void) | null = null;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#failing = new FailingReceivers(parts.timers, (receiver) => {
      this.#callNext(receiver);
      this.callReady(receiver);
    });
  }

  /** Schedules a queue that has got calls, in the next turn of the event loop, together with others. */
  schedule(queue: DeliveryQueue): void {
    this.#makeReady(queue);
    if (this.#scheduled.size === 0) this.#parts.timers.after(0, () => this.#callScheduled());
    this.#scheduled.add(queue.receiver);
  }

  /** Starts as many calls to a webhook as are allowed now. */
  callReady(receiver: Receiver): void {
    while (receiver.ready.length > 0 && this.#mayCall(receiver)) {
      if (receiver.failures >= FAILING_AFTER_ATTEMPTS) {
        this.#failing.add(receiver);
        return;
      }
      this.#callNext(receiver);
    }
  }

  /** Starts no more calls, and waits at most `graceMs` for running ones. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.timers.after(graceMs, resolve);
      this.#onIdle = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Starts the next call to a webhook if one is ready. */
  #callNext(receiver: Receiver): void {
    const queue = this.#mayCall(receiver) ? receiver.ready.take() : undefined;
    if (queue !== undefined)
      void this.#call(queue, must(queue.buffer.first, "call in a queue that is ready"));
  }

  #mayCall({ webhook, inFlight, isDeleted }: Receiver): boolean {
    const { bounds, outcomes } = this.#parts;
    if (this.#isStopped || isDeleted || outcomes.isFull) return false;
    return webhook.enabled && inFlight < bounds.callsAtOnce;
  }

  #callScheduled(): void {
    const touched = [...this.#scheduled];
    this.#scheduled.clear();
    for (const receiver of touched) this.callReady(receiver);
  }

  #makeReady(queue: DeliveryQueue): void {
    if (queue.state !== "idle" || queue.buffer.length === 0) return;
    // Capped, in case the clock was set back after the retry was planned.
    const delay = Math.min(queue.nextAttemptAt - this.#parts.clock.now(), RETRY_DELAY_MS_MAX);
    if (delay > 0) {
      queue.state = "waiting";
      queue.cancelWait = this.#parts.timers.after(delay, () => {
        queue.state = "idle";
        queue.nextAttemptAt = Math.min(queue.nextAttemptAt, this.#parts.clock.now());
        if (!this.#isStopped) this.schedule(queue);
      });
    } else {
      queue.state = "ready";
      queue.receiver.ready.push(queue);
    }
  }

  async #call(queue: DeliveryQueue, call: PendingCall): Promise<void> {
    const { receiver } = queue;
    queue.state = "calling";
    receiver.inFlight++;
    this.#inFlight++;
    const begun = this.#parts.clock.now();
    const result = await this.#send(receiver, call);
    receiver.inFlight--;
    this.#inFlight--;
    if (!receiver.isDeleted) this.#end(queue, call, result, begun);
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  async #send({ webhook }: Receiver, { id, sequence, message }: PendingCall): Promise<CallResult> {
    const { endpoint, headers, secret } = webhook;
    try {
      return await this.#parts.sender.send({
        id: formatId("delivery", id),
        endpoint,
        headers,
        secret,
        body: message.body,
        sequence,
      });
    } catch (error) {
      return { responseStatus: null, error: error instanceof Error ? error.message : String(error) };
    }
  }

  #end(queue: DeliveryQueue, call: PendingCall, result: CallResult, begun: number): void {
    const { clock, outcomes, attempted, queueReader } = this.#parts;
    const now = clock.now();
    queue.attempts++;
    queue.state = "idle";
    queue.receiver.failures = result.error === null ? 0 : queue.receiver.failures + 1;
    const outcome = this.#outcomeOf(queue, call, result, now);
    outcomes.add(outcome);
    attempted({ webhookId: call.webhookId, durationMs: now - begun, status: outcome.status });
    if (outcome.nextAttemptAt === null) {
      queue.removeFirst();
      queueReader.request(queue);
    } else {
      queue.nextAttemptAt = outcome.nextAttemptAt;
    }
    this.#makeReady(queue);
    this.callReady(queue.receiver);
  }

  #outcomeOf(
    { attempts }: DeliveryQueue,
    call: PendingCall,
    { responseStatus, error }: CallResult,
    now: number,
  ): AttemptOutcome {
    const isDelivered = error === null;
    const last = call.createdAt + DELIVERY_MS_MAX;
    const isRetried = !isDelivered && now < last;
    return {
      callId: call.id,
      attempt: attempts,
      instant: now,
      status: isDelivered ? "delivered" : isRetried ? "retrying" : "dead",
      responseStatus,
      error: isDelivered ? null : error.slice(0, DELIVERY_ERROR_LENGTH_MAX),
      nextAttemptAt: isRetried ? Math.min(last, now + retryDelay(attempts, this.#parts.random)) : null,
    };
  }
}

import { messageOfError, must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { AttemptOutcome } from "../ports.ts";
import {
  type DeliveryContext,
  type DeliveryQueue,
  type PendingDelivery,
  queueReader,
  type Receiver,
} from "./delivery-queue.ts";
import type { CallResult } from "./delivery-runtime.ts";
import type { Outbox } from "./outbox.ts";
import type { OutcomeLog } from "./outcome-log.ts";

/** Characters stored of a delivery's error. */
export const DELIVERY_ERROR_LENGTH_MAX = 500;

/** How long after it was queued a failing call is retried, in ms (D23). */
export const DELIVERY_MS_MAX = 24 * 3_600_000;

/** Retry delays in ms: after the first failure, and at most. */
export const RETRY_DELAY_MS_FIRST = 1_000;
export const RETRY_DELAY_MS_MAX = 15 * 60_000;

/**
 * Consecutive failed attempts after which a receiver counts as failing. All failing receivers share one attempt per
 * this many ms until one succeeds, so that they cannot delay the others.
 */
export const FAILING_AFTER_ATTEMPTS = 16;
export const FAILING_CALL_GAP_MS = 10;

/**
 * Makes the calls: per webhook and space one at a time and in order, per webhook several at a time. A failed one is
 * retried and delays only its own queue. Receivers that keep failing share a low rate of calls.
 */
export class Dispatcher {
  readonly #context: DeliveryContext;
  readonly #outcomes: OutcomeLog;
  readonly #queueReader: ReturnType<typeof queueReader>;
  readonly #scheduled = new Set<Receiver>();
  readonly #failing = new Set<Receiver>();
  #inFlight = 0;
  #isStopped = false;
  /** Whether calls that still run are abandoned: their outcomes count for nothing. */
  #isOver = false;
  #onIdle: (() => void) | null = null;

  constructor(context: DeliveryContext, outcomes: OutcomeLog, outbox: Pick<Outbox, "committedId">) {
    this.#context = context;
    this.#outcomes = outcomes;
    this.#queueReader = queueReader(context, outbox, (queue) => this.schedule(queue));
  }

  resume(queue: DeliveryQueue): void {
    this.#queueReader.request(queue);
    this.schedule(queue);
  }

  /** Schedules a queue that has got deliveries, in the next turn of the event loop, together with others. */
  schedule(queue: DeliveryQueue): void {
    this.#makeReady(queue);
    if (this.#scheduled.size === 0)
      this.#context.timers.after(0, () => {
        const touched = [...this.#scheduled];
        this.#scheduled.clear();
        for (const receiver of touched) this.callReady(receiver);
      });
    this.#scheduled.add(queue.receiver);
  }

  callReady(receiver: Receiver): void {
    while (receiver.ready.length > 0 && this.#mayCall(receiver)) {
      if (receiver.failures >= FAILING_AFTER_ATTEMPTS) {
        // After those that wait already: one call per FAILING_CALL_GAP_MS in total.
        if (this.#failing.size === 0) this.#waitForTurn();
        this.#failing.add(receiver);
        return;
      }
      this.#callNext(receiver);
    }
  }

  /** Reads and starts no more calls, and waits at most `graceMs` for running ones. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    this.#queueReader.stop();
    if (this.#inFlight > 0)
      await new Promise<void>((resolve) => {
        const cancel = this.#context.timers.after(graceMs, resolve);
        this.#onIdle = () => {
          cancel();
          resolve();
        };
      });
    this.#isOver = true;
  }

  #callNext(receiver: Receiver): void {
    const queue = this.#mayCall(receiver) ? receiver.ready.shift() : undefined;
    if (queue !== undefined)
      void this.#call(queue, must(queue.buffer.peekFront(), "delivery in a queue that is ready"));
  }

  #waitForTurn(): void {
    this.#context.timers.after(FAILING_CALL_GAP_MS, () => {
      const [receiver] = this.#failing;
      if (receiver === undefined) return;
      this.#failing.delete(receiver);
      if (this.#failing.size > 0) this.#waitForTurn();
      this.#callNext(receiver);
      this.callReady(receiver);
    });
  }

  #mayCall({ webhook, inFlight, isDeleted }: Receiver): boolean {
    const isOnDuty = this.#context.isOnDuty?.() ?? true;
    if (this.#isStopped || isDeleted || !isOnDuty || !this.#outcomes.hasRoomFor(this.#inFlight + 1))
      return false;
    return webhook.enabled && inFlight < this.#context.bounds.callsAtOnce;
  }

  #makeReady(queue: DeliveryQueue): void {
    if (queue.state !== "idle" || queue.buffer.length === 0) return;
    // Capped, in case the clock was set back after the retry was planned.
    const delay = Math.min(queue.nextAttemptAt - this.#context.clock.now(), RETRY_DELAY_MS_MAX);
    if (delay > 0) {
      queue.state = "waiting";
      queue.cancelWait = this.#context.timers.after(delay, () => {
        queue.state = "idle";
        queue.nextAttemptAt = Math.min(queue.nextAttemptAt, this.#context.clock.now());
        if (!this.#isStopped) this.schedule(queue);
      });
    } else {
      queue.state = "ready";
      queue.receiver.ready.push(queue);
    }
  }

  async #call(queue: DeliveryQueue, delivery: PendingDelivery): Promise<void> {
    const { receiver } = queue;
    queue.state = "calling";
    receiver.inFlight++;
    this.#inFlight++;
    const begun = this.#context.clock.now();
    const result = await this.#send(receiver, delivery);
    receiver.inFlight--;
    this.#inFlight--;
    if (!receiver.isDeleted && !this.#isOver) this.#end(queue, delivery, result, begun);
    if (this.#inFlight === 0) this.#onIdle?.();
  }

  async #send({ webhook }: Receiver, delivery: PendingDelivery): Promise<CallResult> {
    const { endpoint, headers, secret } = webhook;
    const { sequence, message } = delivery;
    const id = formatId("delivery", delivery.id);
    try {
      return await this.#context.sender.send({ id, endpoint, headers, secret, body: message.body, sequence });
    } catch (error) {
      return { responseStatus: null, error: messageOfError(error) };
    }
  }

  #end(queue: DeliveryQueue, delivery: PendingDelivery, result: CallResult, begun: number): void {
    const { clock, observer } = this.#context;
    const now = clock.now();
    queue.attempts++;
    queue.state = "idle";
    queue.receiver.failures = result.error === null ? 0 : queue.receiver.failures + 1;
    const outcome = this.#outcomeOf(queue, delivery, result, now);
    this.#outcomes.add(outcome);
    observer.attempted({ durationMs: now - begun, status: outcome.status });
    if (outcome.nextAttemptAt === null) {
      queue.finishFirst(delivery.id);
      this.#queueReader.request(queue);
    } else {
      queue.nextAttemptAt = outcome.nextAttemptAt;
    }
    this.#makeReady(queue);
    this.callReady(queue.receiver);
  }

  #outcomeOf(
    { attempts }: DeliveryQueue,
    delivery: PendingDelivery,
    { responseStatus, error }: CallResult,
    now: number,
  ): AttemptOutcome {
    const isDelivered = error === null;
    const last = delivery.createdAt + DELIVERY_MS_MAX;
    const isRetried = !isDelivered && now < last;
    return {
      deliveryId: delivery.id,
      webhookId: delivery.webhookId,
      spaceId: delivery.message.spaceId,
      attempt: attempts,
      instant: now,
      status: isDelivered ? "delivered" : isRetried ? "retrying" : "dead",
      responseStatus,
      error: isDelivered ? null : error.slice(0, DELIVERY_ERROR_LENGTH_MAX),
      nextAttemptAt: isRetried ? Math.min(last, now + retryDelay(attempts, this.#context.random)) : null,
    };
  }
}

/**
 * The delay before the next attempt, in ms: exponential backoff with full jitter (D23).
 *
 * @param attempts how many attempts have failed, from 1
 * @param random uniform in [0, 1)
 */
export function retryDelay(attempts: number, random: () => number): number {
  const longest = Math.min(RETRY_DELAY_MS_FIRST * 2 ** (attempts - 1), RETRY_DELAY_MS_MAX);
  return Math.floor(random() * longest);
}

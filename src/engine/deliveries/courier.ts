import type { Clock } from "../../domain/clock.ts";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import {
  DELIVERY_ERROR_LENGTH_MAX,
  DELIVERY_MS_MAX,
  FAILING_AFTER_ATTEMPTS,
  RETRY_DELAY_MS_MAX,
} from "../../domain/limits.ts";
import type { AttemptOutcome, OutcomeStatus } from "../ports/delivery-store.ts";
import type { Alarm } from "./alarm.ts";
import type { DeliveryBounds } from "./bounds.ts";
import { FailingReceivers } from "./failing-receivers.ts";
import type { Lane, PendingCall, Receiver } from "./lane.ts";
import type { OutcomeLog } from "./outcome-log.ts";
import type { Refills } from "./refills.ts";
import { retryDelay } from "./retry-delay.ts";
import type { CallResult, WebhookSender } from "./webhook-sender.ts";

/** An attempt at a call, when it has ended. */
export interface Attempt {
  readonly webhookId: bigint;
  readonly durationMs: number;
  readonly status: OutcomeStatus;
}

interface CourierParts {
  readonly clock: Clock;
  readonly sender: WebhookSender;
  readonly alarm: Alarm;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly bounds: DeliveryBounds;
  readonly outcomes: OutcomeLog;
  readonly refills: Refills;
  readonly attempted: (attempt: Attempt) => void;
}

/**
 * Makes the calls: of each webhook and space one at a time and in order, of each webhook several at a time. A
 * call that fails is tried again, and holds up only its own lane meanwhile. Receivers that fail again and again
 * share a low rate of calls.
 */
export class Courier {
  readonly #parts: CourierParts;
  readonly #touched = new Set<Receiver>();
  readonly #failing: FailingReceivers;
  #inFlight = 0;
  #isStopped = false;
  #allEnded: (() => void) | null = null;

  constructor(parts: CourierParts) {
    this.#parts = parts;
    this.#failing = new FailingReceivers(parts.alarm, (receiver) => {
      this.#callNext(receiver);
      this.callAll(receiver);
    });
  }

  /** Sees to a lane that has got calls, a little later, together with others. */
  offer(lane: Lane): void {
    this.#makeReady(lane);
    if (this.#touched.size === 0) this.#parts.alarm.after(0, () => this.#callTouched());
    this.#touched.add(lane.receiver);
  }

  /** Begins as many calls to a webhook as may be made now. */
  callAll(receiver: Receiver): void {
    while (receiver.ready.length > 0 && this.#mayCall(receiver)) {
      if (receiver.failures >= FAILING_AFTER_ATTEMPTS) {
        this.#failing.add(receiver);
        return;
      }
      this.#callNext(receiver);
    }
  }

  /** Begins no more calls, and waits for those under way, at most so long. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    if (this.#inFlight === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.alarm.after(graceMs, resolve);
      this.#allEnded = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Begins the next call to a webhook, if there is one that may be made now. */
  #callNext(receiver: Receiver): void {
    const lane = this.#mayCall(receiver) ? receiver.ready.take() : undefined;
    if (lane !== undefined) void this.#call(lane, must(lane.held.first, "call in a lane that is ready"));
  }

  #mayCall({ webhook, inFlight, isGone }: Receiver): boolean {
    const { bounds, outcomes } = this.#parts;
    if (this.#isStopped || isGone || outcomes.isFull) return false;
    return webhook.enabled && inFlight < bounds.callsAtOnce;
  }

  #callTouched(): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const receiver of touched) this.callAll(receiver);
  }

  #makeReady(lane: Lane): void {
    if (lane.state !== "idle" || lane.held.length === 0) return;
    // No retry is further ahead, unless the clock has been corrected since it was planned.
    const delay = Math.min(lane.nextAttemptAt - this.#parts.clock.now(), RETRY_DELAY_MS_MAX);
    if (delay > 0) {
      lane.state = "waiting";
      lane.cancelWait = this.#parts.alarm.after(delay, () => {
        lane.state = "idle";
        lane.nextAttemptAt = Math.min(lane.nextAttemptAt, this.#parts.clock.now());
        if (!this.#isStopped) this.offer(lane);
      });
    } else {
      lane.state = "ready";
      lane.receiver.ready.push(lane);
    }
  }

  async #call(lane: Lane, call: PendingCall): Promise<void> {
    const { receiver } = lane;
    lane.state = "calling";
    receiver.inFlight++;
    this.#inFlight++;
    const begun = this.#parts.clock.now();
    const result = await this.#send(receiver, call);
    receiver.inFlight--;
    this.#inFlight--;
    if (!receiver.isGone) this.#end(lane, call, result, begun);
    if (this.#inFlight === 0) this.#allEnded?.();
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

  #end(lane: Lane, call: PendingCall, result: CallResult, begun: number): void {
    const { clock, outcomes, attempted, refills } = this.#parts;
    const now = clock.now();
    lane.attempts++;
    lane.state = "idle";
    lane.receiver.failures = result.error === null ? 0 : lane.receiver.failures + 1;
    const outcome = this.#judge(lane, call, result, now);
    outcomes.add(outcome);
    attempted({ webhookId: call.webhookId, durationMs: now - begun, status: outcome.status });
    if (outcome.nextAttemptAt === null) {
      lane.finish();
      refills.request(lane);
    } else {
      lane.nextAttemptAt = outcome.nextAttemptAt;
    }
    this.#makeReady(lane);
    this.callAll(lane.receiver);
  }

  #judge(
    { attempts }: Lane,
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

import type { Webhook } from "../../domain/resources.ts";
import type { NewCall } from "../ports/delivery-store.ts";
import type { Cancel } from "./alarm.ts";
import { Fifo } from "./fifo.ts";

/** A call with the lane it waits in. */
export class PendingCall implements NewCall {
  /** 0 until it is committed. */
  id: bigint;
  readonly sequence: number;
  readonly createdAt: number;
  readonly message: NewCall["message"];
  readonly lane: Lane;

  constructor(lane: Lane, sequence: number, createdAt: number, message: NewCall["message"], id = 0n) {
    this.id = id;
    this.lane = lane;
    this.sequence = sequence;
    this.createdAt = createdAt;
    this.message = message;
  }

  get webhookId(): bigint {
    return this.lane.receiver.webhook.id;
  }
}

/**
 * The calls of one webhook and space, which go strictly in order. The first are held in memory, and those
 * after them are on disk alone.
 */
export class Lane {
  readonly receiver: Receiver;
  readonly spaceId: bigint;
  readonly held = new Fifo<PendingCall>();
  /** Calls after those held. */
  onDisk = 0;
  /** The last call that is held, or has been. */
  lastHeldId = 0n;
  isRefilling = false;
  /** The number of its last call. */
  sequence = 0;
  /** `ready`: its first call may be made; `waiting`: not before `nextAttemptAt`. */
  state: "idle" | "ready" | "calling" | "waiting" = "idle";
  /** Failed attempts at its first call, and when the next is due, in ms. */
  attempts = 0;
  nextAttemptAt = 0;
  cancelWait: Cancel = () => {};

  constructor(receiver: Receiver, spaceId: bigint) {
    this.receiver = receiver;
    this.spaceId = spaceId;
  }

  /** Holds a call that comes after all that have been held. */
  hold(call: PendingCall): void {
    this.held.push(call);
    this.lastHeldId = call.id;
    this.receiver.held++;
  }

  /** Lets go of its first call, which is finished. */
  finish(): void {
    this.held.take();
    this.receiver.held--;
    this.receiver.backlog--;
    this.attempts = 0;
    this.nextAttemptAt = 0;
  }
}

/** A webhook with its pending calls. */
export class Receiver {
  webhook: Webhook;
  readonly lanes = new Map<bigint, Lane>();
  /** Lanes whose first call may be made, in turn. */
  readonly ready = new Fifo<Lane>();
  /** Calls queued and not finished. */
  backlog = 0;
  /** Those of them held in memory. */
  held = 0;
  inFlight = 0;
  /** Failed attempts since the last one that did not fail. */
  failures = 0;
  isGone = false;
  isBeingDisabled = false;

  constructor(webhook: Webhook) {
    this.webhook = webhook;
  }

  lane(spaceId: bigint): Lane {
    let lane = this.lanes.get(spaceId);
    if (lane === undefined) {
      lane = new Lane(this, spaceId);
      this.lanes.set(spaceId, lane);
    }
    return lane;
  }
}

import type { DeliveryStore } from "../ports/delivery-store.ts";
import type { Alarm } from "./alarm.ts";
import type { DeliveryBounds } from "./bounds.ts";
import { Fifo } from "./fifo.ts";
import { type Lane, PendingCall } from "./lane.ts";

/** How long to wait before what could not be read is tried again, in ms. */
const AGAIN_MS = 1_000;

interface RefillParts {
  readonly store: Pick<DeliveryStore, "calls">;
  readonly alarm: Alarm;
  readonly bounds: DeliveryBounds;
  /** The last call that is committed, and counted in its lane. */
  readonly committedId: () => bigint;
  readonly refilled: (lane: Lane) => void;
  readonly failed: (error: unknown) => void;
}

/** Reads calls from disk for lanes that run out of those in memory, one lane after the other. */
export class Refills {
  readonly #parts: RefillParts;
  readonly #wanting = new Fifo<Lane>();
  #isReading = false;
  #isStopped = false;

  constructor(parts: RefillParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Reads a lane's next calls, where it has room for them. */
  request(lane: Lane): void {
    if (lane.isRefilling || this.#room(lane) === 0) return;
    lane.isRefilling = true;
    this.#wanting.push(lane);
    if (!this.#isReading) void this.#readAll();
  }

  /** How many calls a lane takes: none while it has more than half of what it may hold. */
  #room({ onDisk, held, receiver }: Lane): number {
    const { laneCallsHeld, webhookCallsHeld } = this.#parts.bounds;
    if (onDisk === 0 || receiver.isGone || !receiver.webhook.enabled) return 0;
    const room = Math.min(laneCallsHeld - held.length, webhookCallsHeld - receiver.held);
    if (held.length === 0) return Math.max(1, room);
    return held.length * 2 <= laneCallsHeld ? Math.max(0, room) : 0;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    for (let lane = this.#wanting.take(); lane !== undefined; lane = this.#wanting.take()) {
      lane.isRefilling = false;
      const limit = this.#isStopped ? 0 : this.#room(lane);
      if (limit > 0) await this.#read(lane, limit);
    }
    this.#isReading = false;
  }

  async #read(lane: Lane, limit: number): Promise<void> {
    lane.isRefilling = true;
    try {
      const calls = await this.#parts.store.calls({
        webhookId: lane.receiver.webhook.id,
        spaceId: lane.spaceId,
        afterId: lane.lastHeldId,
        throughId: this.#parts.committedId(),
        limit,
      });
      if (lane.receiver.isGone || this.#isStopped) return;
      if (calls.length === 0) throw new Error("the outbox lacks calls that it should have");
      for (const { id, sequence, createdAt, message } of calls) {
        lane.onDisk--;
        lane.hold(new PendingCall(lane, sequence, createdAt, message, id));
      }
      lane.isRefilling = false;
      this.#parts.refilled(lane);
    } catch (error) {
      this.#parts.failed(error);
      this.#parts.alarm.after(AGAIN_MS, () => {
        lane.isRefilling = false;
        if (!this.#isStopped) this.request(lane);
      });
    }
  }
}

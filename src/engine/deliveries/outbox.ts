import { formatId } from "../../domain/ids.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CountMessage, ThresholdMessage } from "../live/messages.ts";
import type { CallMessage, NewMessage, StoredLane } from "../ports/delivery-store.ts";
import type { EventReference } from "../ports/event-log.ts";
import { countBody, type Organization, thresholdBody } from "./bodies.ts";
import type { DeliveryBounds } from "./bounds.ts";
import { type Lane, PendingCall, type Receiver } from "./lane.ts";
import type { ReceiverGroups, Roster } from "./roster.ts";

/** What webhooks are called for. */
export type WebhookMessage = CountMessage<EventReference> | ThresholdMessage;

interface OutboxParts {
  readonly roster: Roster;
  readonly catalog: Catalog;
  readonly organizationName: string;
  readonly bounds: DeliveryBounds;
  /** The last call that is stored. */
  readonly lastId: bigint;
  /** A webhook has as many calls waiting as it may have, and would get another. */
  readonly overflowed: (receiver: Receiver) => void;
}

/** Decides which calls messages cause, and counts them. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #organization: Organization;
  #committedId: bigint;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#organization = {
      id: formatId("organization", parts.catalog.organizationId),
      name: parts.organizationName,
    };
    this.#committedId = parts.lastId;
  }

  /** The last call that is committed. */
  get committedId(): bigint {
    return this.#committedId;
  }

  /** Takes up a lane where a process before this one has left it. */
  restore({ webhookId, spaceId, sequence, finishedId, pending, ...first }: StoredLane): void {
    const receiver = this.#parts.roster.get(webhookId);
    if (receiver === undefined) return;
    const lane = receiver.lane(spaceId);
    lane.sequence = sequence;
    lane.lastHeldId = finishedId;
    lane.onDisk = pending;
    lane.attempts = first.attempts;
    lane.nextAttemptAt = first.nextAttemptAt ?? 0;
    receiver.backlog += pending;
  }

  queue(messages: readonly WebhookMessage[], now: number): PendingCall[] {
    const calls: PendingCall[] = [];
    const groups = this.#parts.roster.groups();
    for (const message of messages) this.#queueMessage(groups, message, now, calls);
    return calls;
  }

  /** A call with a message that is stored already, at the end of its lane; null where there is no room. */
  again(receiver: Receiver, message: CallMessage, now: number): PendingCall | null {
    return receiver.backlog < this.#parts.bounds.backlog ? this.#addCall(receiver, message, now) : null;
  }

  /**
   * Holds the calls as far as there is room, and gives each one's lane to `offer`.
   *
   * @param firstId the first call's id
   */
  committed(calls: readonly PendingCall[], firstId: bigint, offer: (lane: Lane) => void): void {
    if (firstId <= this.#committedId) throw new Error("invariant broken: calls are committed out of order");
    for (const call of calls) {
      call.id = firstId++;
      this.#committedId = call.id;
      if (call.lane.receiver.isGone) continue;
      if (this.#hasRoom(call.lane)) call.lane.hold(call);
      else call.lane.onDisk++;
      offer(call.lane);
    }
  }

  abandoned(calls: readonly PendingCall[]): void {
    for (const { lane, sequence } of calls.toReversed()) {
      if (lane.sequence !== sequence) throw new Error("invariant broken: calls are abandoned out of order");
      lane.sequence--;
      lane.receiver.backlog--;
    }
  }

  #queueMessage(groups: ReceiverGroups, message: WebhookMessage, now: number, calls: PendingCall[]): void {
    if (message.type === "threshold") {
      this.#queueBody(
        groups.threshold,
        message,
        () => thresholdBody(message, this.#organization),
        now,
        calls,
      );
      return;
    }
    const { countsV1, countsV2 } = groups;
    this.#queueBody(countsV1, message, () => countBody("v1", message, this.#organization), now, calls);
    this.#queueBody(countsV2, message, () => countBody("v2", message, this.#organization), now, calls);
  }

  #queueBody(
    receivers: readonly Receiver[],
    message: WebhookMessage,
    render: () => string,
    now: number,
    calls: PendingCall[],
  ): void {
    let shared: NewMessage | null = null;
    for (const receiver of receivers) {
      if (receiver.backlog >= this.#parts.bounds.backlog) {
        this.#parts.overflowed(receiver);
        continue;
      }
      shared ??= {
        spaceId: message.spaceId,
        event: message.type === "count" ? message.eventId : null,
        body: render(),
      };
      calls.push(this.#addCall(receiver, shared, now));
    }
  }

  #addCall(receiver: Receiver, message: NewMessage | CallMessage, now: number): PendingCall {
    const lane = receiver.lane(message.spaceId);
    lane.sequence++;
    receiver.backlog++;
    return new PendingCall(lane, lane.sequence, now, message);
  }

  /** Calls are held in order: none after one that is on disk alone. */
  #hasRoom({ onDisk, held, receiver }: Lane): boolean {
    const { laneCallsHeld, webhookCallsHeld } = this.#parts.bounds;
    if (onDisk > 0) return false;
    return held.length === 0 || (held.length < laneCallsHeld && receiver.held < webhookCallsHeld);
  }
}

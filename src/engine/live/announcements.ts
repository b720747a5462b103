import type { SensorPlacement } from "../../domain/resources.ts";
import { safeLimit } from "../../domain/safe-threshold.ts";
import type { Catalog } from "../catalog.ts";
import type { LiveWrite } from "../ports.ts";
import type { LiveCounts } from "./live-counts.ts";
import type { CountMessage, LiveMessage, ThresholdMessage } from "./messages.ts";

/** What an event does to one space. */
export interface EventEffect {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  /** The event's, in ms. */
  readonly timestamp: number;
  /** +1 an entrance, -1 an exit (D4). */
  readonly direction: SensorPlacement;
}

/**
 * What is to be told of some changes that are about to be committed, in order. It holds when they are; until
 * then nobody has been told anything.
 */
export class Announcements {
  readonly messages: LiveMessage[] = [];
  /** Whether anybody is to be told of events. */
  readonly isTelling: boolean;
  readonly #catalog: Catalog;
  readonly #counts: LiveCounts;
  readonly #now: number;
  readonly #wereUnsafe: ReadonlySet<bigint>;
  readonly #areUnsafe = new Map<bigint, boolean>();
  readonly #owed: bigint[] = [];
  readonly #told: bigint[] = [];
  readonly #heard = new Map<bigint, number>();
  #unannounced = 0;

  /**
   * @param wereUnsafe the spaces that were last told to be unsafe
   * @param isTelling whether anybody is to be told of events
   */
  constructor(
    catalog: Catalog,
    counts: LiveCounts,
    wereUnsafe: ReadonlySet<bigint>,
    { now, isTelling }: { readonly now: number; readonly isTelling: boolean },
  ) {
    this.#catalog = catalog;
    this.#counts = counts;
    this.#wereUnsafe = wereUnsafe;
    this.#now = now;
    this.isTelling = isTelling;
  }

  /** Announces what an event that has fallen due did to a space, unless the space's runs are lost. */
  event({ spaceId, doorwayId, timestamp, direction }: EventEffect, eventId: bigint): void {
    if (!this.isTelling) return;
    const count = this.#counts.of(spaceId)?.at(this.#now);
    if (count === undefined) {
      this.#unannounced++;
      return;
    }
    this.#heard.set(spaceId, count);
    this.messages.push({ type: "count", spaceId, eventId, doorwayId, timestamp, direction, count });
  }

  /** Tells that a space's current count is another than what was last told of it. */
  reset(spaceId: bigint, timestamp: number, count: number): void {
    this.#heard.set(spaceId, count);
    this.messages.push({ type: "reset", spaceId, timestamp, count });
  }

  /** The last of the counts that are to be told of a space, if any. */
  heard(spaceId: bigint): number | undefined {
    return this.#heard.get(spaceId);
  }

  /** Tells where a change at the head of a space's history has made it unsafe, or safe again (D23). */
  threshold(spaceId: bigint, timestamp: number): void {
    const space = this.#catalog.spaces.get(spaceId);
    const limit = space === undefined ? null : safeLimit(space);
    const count = this.#counts.of(spaceId)?.at(this.#now);
    if (limit === null || count === undefined) return;
    const unsafe = count > limit;
    if (unsafe === (this.#areUnsafe.get(spaceId) ?? this.#wereUnsafe.has(spaceId))) return;
    this.#areUnsafe.set(spaceId, unsafe);
    this.messages.push({ type: "threshold", spaceId, timestamp, unsafe, count, limit });
  }

  /** How many effects of events are not announced, since runs of their spaces are lost. */
  get unannounced(): number {
    return this.#unannounced;
  }

  /** Notes that an event is to be announced later: when it falls due (D3), or its spaces' counts are known. */
  owe(eventId: bigint): void {
    this.#owed.push(eventId);
  }

  /** Notes that an event that was owed has been told of. */
  tell(eventId: bigint): void {
    this.#told.push(eventId);
  }

  /** What the store has to keep of this, besides webhook calls. */
  get write(): Omit<LiveWrite, "calls"> {
    return {
      owed: this.#owed,
      told: this.#told,
      unsafe: [...this.#areUnsafe].map(([spaceId, unsafe]) => ({ spaceId, unsafe })),
    };
  }

  /** The messages that webhooks are called for. */
  get forWebhooks(): (CountMessage | ThresholdMessage)[] {
    return this.messages.filter((message) => message.type !== "reset");
  }
}

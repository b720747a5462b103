import { getOrInsert } from "../../domain/collections.ts";
import type { Reset } from "../../domain/resources.ts";
import type { LiveCount } from "../../series/live-count.ts";
import type { ChangeRun } from "../../series/run-block.ts";
import type { Bindings, BoundChange } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore, LoggedEvent, StoredMark } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { readCounts, skipLost } from "./live-counts.ts";
import { PublishedMessage } from "./notifications.ts";
import { historyBefore, type LogPlace, type ReplayMarks } from "./replay-marks.ts";

export interface ReplayParts {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly bindings: Bindings;
  readonly marks: ReplayMarks;
}

const EVENTS_AT_A_TIME = 10_000;

/** How often a count is read again because events were committed meanwhile. */
const READS_MAX = 5;

interface ReplayedEvent extends Pick<LoggedEvent, "id" | "timestamp"> {
  readonly effects: readonly BoundChange[];
}

/**
 * The messages that sockets were sent, or would have been, between two places, in order (D24): commit after commit, each
 * count is computed as it was then. Events that were voided since are left out, and links that were changed or erased
 * since count as they do now, but not for events from before they were created.
 */
export async function replayedMessages(
  parts: ReplayParts,
  from: LogPlace,
  to: LogPlace,
): Promise<PublishedMessage[]> {
  const { pending } = await parts.events.loadLive();
  const marks = parts.marks.between(from.marks, to.marks);
  const [first] = marks;
  if (first === undefined) return [];
  const sentLater = new Set(pending.map(({ id }) => id));
  for (const { sent } of parts.marks.between(from.marks, Infinity))
    if (typeof sent === "bigint") sentLater.add(sent);
  const sentHere = marks.flatMap(({ sent }) => (typeof sent === "bigint" ? [sent] : []));
  const oldest = sentHere.reduce((min, id) => (id <= min ? id - 1n : min), from.eventId);
  const events = await readEvents(parts, oldest, to.eventId);
  const byId = new Map(events.map((event) => [event.id, event]));
  const replay = new Replay(
    parts,
    first,
    to,
    events.filter(({ id }) => id > from.eventId),
  );
  for (const mark of marks) {
    await replay.eventsUpTo(mark.position, sentLater);
    await replay.mark(mark, (id) => byId.get(id));
  }
  await replay.eventsUpTo(to.eventId, sentLater);
  return replay.messages;
}

async function readEvents(
  { bindings, catalog, events }: ReplayParts,
  after: bigint,
  last: bigint,
): Promise<ReplayedEvent[]> {
  const found: ReplayedEvent[] = [];
  for (let id = after; id < last; id += BigInt(EVENTS_AT_A_TIME)) {
    const end = id + BigInt(EVENTS_AT_A_TIME);
    for (const { id: eventId, timestamp, sensorKey, trajectory } of await events.eventsAfter(
      id,
      end < last ? end : last,
    )) {
      const sensor = catalog.sensorsByKey.first(sensorKey);
      if (sensor === undefined) continue;
      const effects = bindings.effectsOf(sensor, timestamp, trajectory);
      if (effects.length > 0) found.push({ id: eventId, timestamp, effects });
    }
  }
  return found;
}

class Replay {
  readonly messages: PublishedMessage[] = [];
  readonly #parts: ReplayParts;
  readonly #events: readonly ReplayedEvent[];
  /** The changes of those and of later events by space, ascending by event. */
  readonly #changes = new Map<bigint, (BoundChange & { readonly eventId: bigint })[]>();
  /** The counts by space, as far as they have been needed; null for those that cannot be computed. */
  readonly #counts = new Map<bigint, LiveCount | null>();
  readonly #pacer = new Pacer();
  #mark: StoredMark;
  /** In ms. */
  #now: number;
  /** The number of events so far, and the last of them. */
  #next = 0;
  #position: bigint;
  #loadedUpTo: bigint;

  constructor(parts: ReplayParts, mark: StoredMark, to: LogPlace, events: readonly ReplayedEvent[]) {
    this.#parts = parts;
    this.#mark = mark;
    this.#now = mark.instant;
    this.#position = mark.position;
    this.#events = events;
    this.#loadedUpTo = to.eventId;
    this.#noteChanges(events);
  }

  #noteChanges(events: readonly ReplayedEvent[]): void {
    for (const { id: eventId, effects } of events)
      for (const effect of effects)
        getOrInsert(this.#changes, effect.spaceId, () => []).push({ ...effect, eventId });
  }

  /** @param sentLater the events whose messages were not sent when they were committed */
  async eventsUpTo(position: bigint, sentLater: ReadonlySet<bigint>): Promise<void> {
    for (;;) {
      const event = this.#events[this.#next];
      if (event === undefined || event.id > position) return;
      this.#next++;
      this.#position = event.id;
      for (const { spaceId, timestamp, direction } of event.effects)
        this.#counts.get(spaceId)?.add(timestamp, direction);
      await this.#pacer.step();
      if (!this.#mark.isLive || sentLater.has(event.id)) continue;
      this.#now = Math.max(this.#now, event.timestamp);
      await this.#send(event);
    }
  }

  async mark(mark: StoredMark, eventOf: (id: bigint) => ReplayedEvent | undefined): Promise<void> {
    const { instant, nextId, sent } = mark;
    // A count cannot go back, as the system's clock can.
    if (instant < this.#now) this.#counts.clear();
    const isBetween = ({ id }: Reset) => id >= this.#mark.nextId && id < nextId;
    for (const spaceId of this.#mark.nextId === nextId ? [] : this.#counts.keys())
      if (this.#parts.catalog.resetsOfSpace.of(spaceId).some(isBetween)) this.#counts.delete(spaceId);
    this.#mark = mark;
    this.#now = instant;
    if (typeof sent === "bigint") {
      const event = eventOf(sent);
      if (event !== undefined) await this.#send(event);
    } else if (sent !== null) this.messages.push(new PublishedMessage({ ...sent, type: "reset" }, instant));
  }

  async #send({ id: eventId, effects }: ReplayedEvent): Promise<void> {
    for (const { boundBy, ...effect } of effects) {
      if (boundBy.some((id) => id >= this.#mark.nextId)) continue;
      const count = (await this.#countOf(effect.spaceId))?.at(this.#now);
      if (count === undefined) continue;
      this.messages.push(new PublishedMessage({ ...effect, type: "count", eventId, count }, this.#now));
    }
  }

  async #countOf(spaceId: bigint): Promise<LiveCount | null> {
    const known = this.#counts.get(spaceId);
    if (known !== undefined) return known;
    const [lost] = await skipLost([spaceId], async () => {
      this.#counts.set(spaceId, await this.#readCount(spaceId));
    });
    if (lost !== undefined) this.#counts.set(spaceId, null);
    return this.#counts.get(spaceId) ?? null;
  }

  /** Reads a count from the runs, which may have the events of commits that end meanwhile. */
  async #readCount(spaceId: bigint): Promise<LiveCount | null> {
    const { catalog, events } = this.#parts;
    for (let reads = 1; catalog.spaces.has(spaceId); reads++) {
      const position = await events.position();
      this.#noteChanges(await readEvents(this.#parts, this.#loadedUpTo, position));
      this.#loadedUpTo = position;
      const count = await this.#countSoFar(spaceId);
      if (reads === READS_MAX || (await events.position()) === position) return count;
    }
    return null;
  }

  async #countSoFar(spaceId: bigint): Promise<LiveCount | null> {
    const { catalog, events } = this.#parts;
    const later = new Map<number, number>();
    let since = this.#now;
    for (const { eventId, timestamp, direction } of this.#changes.get(spaceId) ?? []) {
      since = Math.min(since, timestamp);
      if (eventId <= this.#position) continue;
      const change = timestamp * 2 + (direction === 1 ? 1 : 0);
      later.set(change, (later.get(change) ?? 0) + 1);
    }
    const history = historyBefore(catalog, spaceId, this.#mark.nextId);
    const without = (run: ChangeRun) => withoutLater(run, later);
    return (await readCounts(events, [history], this.#now, since, without)).get(spaceId) ?? null;
  }
}

/**
 * The changes of a run without those of later events: of several at one instant, these are the last (D6).
 *
 * @param later how many there are of each change: twice its instant in ms, and 1 more for an entrance
 */
function withoutLater({ dayStart, changes }: ChangeRun, later: Map<number, number>): Uint32Array {
  const known = new Uint32Array(changes.length);
  let start = known.length;
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i] as number;
    const left = later.get(2 * dayStart + change) ?? 0;
    if (left > 0) later.set(2 * dayStart + change, left - 1);
    else known[--start] = change;
  }
  return known.subarray(start);
}

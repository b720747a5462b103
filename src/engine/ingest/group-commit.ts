import { must } from "../../domain/errors.ts";
import type { EngineContext } from "../context.ts";
import type { Announcements, EventEffect } from "../live/announcements.ts";
import type { AnsweredRequest, LoggedEvent, RememberedRequest, SpaceChange } from "../ports.ts";
import { dropDuplicates, type IncomingEvent, type IncomingPart, identifyEvents } from "./incoming-events.ts";
import type { CreatedEvent, IngestPart, PartResult } from "./ingest-part.ts";

/**
 * Puts some parts into the log, in their order and in one transaction, with all that goes with them. Either
 * all of it has happened when this resolves, and is on disk, or none of it. To be called within `exclusive`.
 */
export async function commitGroup(
  context: EngineContext,
  parts: readonly IngestPart[],
): Promise<PartResult[]> {
  const { catalog, clock, events, live } = context;
  const now = clock.now();
  const recalled = await recallRequests(context, parts);
  const fresh = parts.filter((_, index) => recalled[index] === null);
  const { incoming, write } = identifyEvents(catalog, fresh, now);
  const accepted = await dropDuplicates(context, incoming);
  const announcements = live.announcements(now);
  await live.tellDue(announcements, now);
  await makeCounts(context, announcements, accepted, now);

  const group = new Group(context, announcements, now);
  try {
    for (const each of accepted) group.apply(each);
    const { logged, changes, requests, owed } = group;
    const batch = { now, events: logged, changes, requests, catalog: write };
    await live.commit(announcements, owed, now, (told) => events.append({ ...batch, live: told }));
  } catch (error) {
    live.counts.takeBack();
    throw error;
  }
  catalog.apply(write);
  noteActivity(context, accepted, now);
  return parts.map((part, index) => {
    const recall = recalled[index];
    if (typeof recall !== "number")
      return group.results.get(part) ?? { ...NOTHING, remembered: recall ?? null };
    const first = group.results.get(parts[recall] as IngestPart);
    const request = group.requests.find(({ eventId }) => eventId === first?.last?.id);
    return { ...NOTHING, remembered: must(request, "request") };
  });
}

const NOTHING = { accepted: 0, duplicates: 0, last: null } as const;

/**
 * What is remembered of each part's request: what the store has of it, or the index of the part of this
 * group that brings it; null where it is new, or has no key (D9).
 */
async function recallRequests(
  { events }: EngineContext,
  parts: readonly IngestPart[],
): Promise<(RememberedRequest | number | null)[]> {
  const keys = parts.flatMap(({ request }) => (request === null ? [] : [request.key]));
  if (keys.length === 0) return parts.map(() => null);
  const stored = await events.requests(keys);
  const first = new Map<string, number>();
  let next = 0;
  return parts.map(({ request }, index) => {
    if (request === null) return null;
    const remembered = stored[next++] ?? null;
    const name = JSON.stringify([request.key.tokenHash, request.key.key]);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    return remembered ?? earlier ?? null;
  });
}

/**
 * Makes the counts that somebody is told of, or answered with. Everybody is told of an event however late it
 * is (D23); an answer may be had from the log instead.
 */
async function makeCounts(
  { live }: EngineContext,
  { isTelling }: Announcements,
  accepted: readonly IncomingPart[],
  now: number,
): Promise<void> {
  const missing = new Set<bigint>();
  const earliest = new Map<bigint, number>();
  for (const { part, events } of accepted) {
    if (!part.live && part.duplicates !== "keep") continue;
    for (const { sensor, timestamp } of events) {
      for (const { spaceId, from, to } of live.bindings.of(sensor.id)) {
        if (timestamp < from || timestamp >= to) continue;
        if (part.live && isTelling) {
          if (live.counts.keep(spaceId, timestamp)) continue;
          earliest.set(spaceId, Math.min(timestamp, earliest.get(spaceId) ?? now));
        } else if (live.counts.of(spaceId) === undefined) {
          missing.add(spaceId);
        }
      }
    }
  }
  if (earliest.size > 0) await live.counts.reach(earliest, now);
  if (missing.size > 0) await live.counts.make([...missing], now);
}

/** What a group puts into the log, and what becomes of its parts. */
class Group {
  readonly logged: LoggedEvent[] = [];
  readonly changes: SpaceChange[] = [];
  readonly requests: AnsweredRequest[] = [];
  /** Events that lie ahead, and are told of when they fall due. */
  readonly owed: LoggedEvent[] = [];
  readonly results = new Map<IngestPart, PartResult>();
  readonly #context: EngineContext;
  readonly #announcements: Announcements;
  readonly #now: number;
  #id: bigint;

  constructor(context: EngineContext, announcements: Announcements, now: number) {
    this.#context = context;
    this.#announcements = announcements;
    this.#now = now;
    this.#id = context.events.lastEventId();
  }

  /** Applies a part's events to the current counts, in their order. */
  apply({ part, events }: IncomingPart): void {
    const { live, duplicates, reports, request } = part;
    let last: CreatedEvent | null = null;
    for (const event of events) {
      event.id = ++this.#id;
      this.logged.push(event);
      const effects = this.#applyEvent(event, live);
      if (duplicates === "keep") last = this.#created(event, effects);
    }
    if (request !== null && last !== null) {
      this.requests.push({ ...request.key, eventId: last.id, answer: request.answer(last) });
    }
    const { length } = events;
    this.results.set(part, { accepted: length, duplicates: reports.length - length, last, remembered: null });
  }

  #applyEvent(event: IncomingEvent, isLive: boolean): EventEffect[] {
    const { live } = this.#context;
    const { id, timestamp, trajectory, sensor } = event;
    const isDue = timestamp <= this.#now;
    const effects = live.effectsOf(sensor.id, timestamp, trajectory);
    for (const effect of effects) {
      this.changes.push(effect);
      const place = live.counts.apply(effect, this.#now);
      if (!isLive || !isDue) continue;
      this.#announcements.event(effect, id);
      if (place === "head") this.#announcements.threshold(effect.spaceId, timestamp);
    }
    if (isLive && !isDue && effects.length > 0) {
      this.#announcements.owe(id);
      this.owed.push(event);
    }
    return effects;
  }

  #created({ id, timestamp }: LoggedEvent, effects: readonly EventEffect[]): CreatedEvent {
    const { counts } = this.#context.live;
    return {
      id,
      effects: effects.map(({ spaceId, direction }) => {
        const count = counts.of(spaceId)?.countAt(timestamp, this.#now) ?? null;
        return { spaceId, direction, count };
      }),
    };
  }
}

/** Notes that the sensors of live events live, and how late the events have come. */
function noteActivity(
  { activity, telemetry }: EngineContext,
  accepted: readonly IncomingPart[],
  now: number,
): void {
  for (const { part, events } of accepted) {
    const newest = events.at(-1);
    if (!part.live || newest === undefined) continue;
    for (const { sensor } of events) activity.note(sensor.id, now);
    telemetry.lagged(Math.max(0, now - newest.timestamp) / 1_000);
  }
}

import type {
  EventPage,
  LogColumns,
  LoggedEvent,
  PageOf,
  RunReader,
  SensorEvent,
  SpaceEvent,
} from "../../src/engine/ports.ts";
import type { Contents } from "./memory-contents.ts";
import { type MemoryEvent, memoryRuns } from "./memory-runs.ts";

/** A half-open span of time, as the catalog holds it: null is without limit. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/** What follows from the log of an in-memory data directory, derived whenever it is asked for. */
export class MemoryLog {
  readonly #contents: Contents;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  /** All events that count. */
  validEvents(): SensorEvent[] {
    const { log, voided } = this.#contents;
    return this.sensorEvents(log.filter(({ id }) => !voided.has(id)));
  }

  /** Whose each event is: its sensor, and the doorway that was at when it happened. */
  sensorEvents(log: readonly LoggedEvent[]): SensorEvent[] {
    const { tables } = this.#contents;
    const sensorIds = new Map([...tables.sensor.values()].map((sensor) => [sensor.key, sensor.id]));
    const attachments = [...tables.attachment.values()];
    return log.map(({ id, timestamp, sensorKey, trajectory }) => {
      const sensorId = sensorIds.get(sensorKey) ?? 0n;
      const attached = attachments.find((span) => span.sensorId === sensorId && covers(span, timestamp));
      return { id, timestamp, sensorId, trajectory, doorwayId: attached?.doorwayId ?? null };
    });
  }

  /** All that events that count did to spaces. */
  spaceEvents(): SpaceEvent[] {
    return this.validEvents().flatMap((event) => this.effects(event));
  }

  /** What an event did to each space that was linked to its doorway at the time (D4, D5). */
  effects(event: SensorEvent): SpaceEvent[] {
    return [...this.#contents.tables.link.values()]
      .filter((link) => link.doorwayId === event.doorwayId && covers(link, event.timestamp))
      .map(({ spaceId, sensorPlacement }) => {
        const direction = event.trajectory === sensorPlacement ? 1 : -1;
        return { ...event, spaceId, direction };
      });
  }

  /** The runs of all spaces. */
  runs(): RunReader {
    const { kept, tables } = this.#contents;
    const ofSpaces = [...kept].filter(([spaceId]) => tables.space.has(spaceId));
    const bySpace = new Map<bigint, MemoryEvent[]>(ofSpaces.map(([id, events]) => [id, [...events]]));
    for (const { spaceId, timestamp, direction } of this.spaceEvents()) {
      const events = bySpace.get(spaceId) ?? [];
      events.push({ instant: timestamp, direction });
      bySpace.set(spaceId, events);
    }
    return memoryRuns(bySpace);
  }
}

/** The events of some columns. */
export function loggedEvents(firstId: bigint, events: LogColumns): LoggedEvent[] {
  return Array.from(events.timestamps, (timestamp, row) => ({
    id: firstId + BigInt(row),
    timestamp,
    sensorKey: events.sensorKeys[row] as number,
    trajectory: events.trajectories[row] === 1 ? 1 : -1,
    eventId: events.eventIds?.at(row) ?? null,
  }));
}

/** What makes an event the one it is (D9). */
export function identity({ sensorKey, timestamp, trajectory, eventId }: LoggedEvent): string {
  return JSON.stringify([sensorKey, timestamp, trajectory, eventId]);
}

function covers({ from, to }: Span, instant: number): boolean {
  return instant >= (from ?? -Infinity) && instant < (to ?? Infinity);
}

/** By timestamp, then by id (D6); an event's effects by space. */
export function inTime(a: SensorEvent & { spaceId?: bigint }, b: SensorEvent & { spaceId?: bigint }): number {
  if (a.timestamp !== b.timestamp) return a.timestamp - b.timestamp;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return (a.spaceId ?? 0n) < (b.spaceId ?? 0n) ? -1 : 1;
}

/** A page of some events. */
export function cut<Event extends SensorEvent>(events: readonly Event[], page: EventPage): PageOf<Event> {
  const found = events
    .filter(({ timestamp }) => timestamp >= page.start && timestamp < page.end)
    .sort(inTime);
  const ordered = page.order === "ASC" ? found : found.reverse();
  return { total: found.length, items: ordered.slice(page.offset, page.offset + page.limit) };
}

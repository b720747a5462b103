import { TABLES_IN_WRITE_ORDER } from "../../src/engine/catalog/audit.ts";
import type {
  AuditEntry,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventPage,
  IdempotentRequest,
  LoadPart,
  LogColumns,
  LoggedEvent,
  PageOf,
  RunReader,
  SensorEvent,
  SpaceEvent,
  StoredMark,
} from "../../src/engine/ports.ts";
import { crossingOf } from "../../src/readings/spread.ts";
import { type MemoryEvent, memoryRuns } from "./memory-runs.ts";

type Tables = { readonly [T in CatalogTable]: Map<bigint, CatalogTables[T]> };

/** The contents of one in-memory data directory. */
export interface Contents {
  readonly tables: Tables;
  readonly organizationId: bigint;
  nextId: bigint;
  /** The log, ascending by id. */
  log: LoggedEvent[];
  lastEventId: bigint;
  /** Events of loads that are not closed yet. */
  parts: LoadPart[];
  /** From before this instant, in ms, events have been removed: how many, and what they did to each space. */
  logStart: number;
  removedEvents: number;
  readonly kept: Map<bigint, MemoryEvent[]>;
  /** The ids of events that count for nothing. */
  readonly voided: Set<bigint>;
  readonly audit: AuditEntry[];
  readonly requests: StoredRequest[];
  /** The ids of events with pending notifications, and of the spaces last notified as unsafe. */
  readonly pending: Set<bigint>;
  readonly unsafe: Set<bigint>;
  marks: readonly StoredMark[];
}

/** The stored record of a request. */
export interface StoredRequest extends IdempotentRequest {
  readonly eventId: bigint;
  answer: string | null;
}

/** The stored request with a token and key; null if there is none. */
export function findRequest(
  { requests }: Contents,
  { tokenHash, key, since }: IdempotentRequest,
): StoredRequest | null {
  const isSame = (stored: StoredRequest) => stored.tokenHash === tokenHash && stored.key === key;
  return requests.find((stored) => isSame(stored) && stored.instant >= since) ?? null;
}

/** The contents of a new data directory. */
export function emptyContents(organizationId: bigint): Contents {
  return {
    tables: Object.fromEntries(TABLES_IN_WRITE_ORDER.map((name) => [name, new Map()])) as unknown as Tables,
    organizationId,
    nextId: 1n,
    log: [],
    parts: [],
    lastEventId: 0n,
    logStart: 0,
    removedEvents: 0,
    kept: new Map(),
    voided: new Set(),
    audit: [],
    requests: [],
    pending: new Set(),
    unsafe: new Set(),
    marks: [],
  };
}

/** Applies a write of the catalog with its audit entries. */
export function applyWrite(contents: Contents, write: CatalogWrite): void {
  const { tables } = contents;
  for (const name of TABLES_IN_WRITE_ORDER) {
    // Each table takes the rows of its own name; the compiler cannot follow that through a union.
    const table = tables[name] as Map<bigint, CatalogTables[CatalogTable]>;
    for (const id of write.remove?.[name] ?? []) table.delete(id);
    for (const row of write.put?.[name] ?? []) table.set(row.id, row);
  }
  if (write.nextId !== undefined) contents.nextId = write.nextId;
  for (const entry of write.audit ?? [])
    contents.audit.push({ ...entry, id: BigInt(contents.audit.length + 1) });
}

/** All events that count. */
export function validEvents(contents: Contents): SensorEvent[] {
  const { log, voided } = contents;
  return sensorEvents(contents, log).filter(({ id }) => !voided.has(id));
}

/** Whose each event is: its sensor, and the doorway that was at when it happened. */
export function sensorEvents({ tables }: Contents, log: readonly LoggedEvent[]): SensorEvent[] {
  const sensorIds = new Map([...tables.sensor.values()].map((sensor) => [sensor.key, sensor.id]));
  const attachments = [...tables.attachment.values()];
  return log.map(({ id, timestamp, sensorKey, trajectory, eventId }) => {
    const span = crossingOf(eventId ?? "");
    const sensorId = sensorIds.get(sensorKey) ?? 0n;
    const attached = attachments.find((span) => span.sensorId === sensorId && covers(span, timestamp));
    return {
      id,
      timestamp,
      sensorId,
      trajectory,
      doorwayId: attached?.doorwayId ?? null,
      resolution: span === null ? 0 : span.to - span.from,
    };
  });
}

/** All that events that count did to spaces. */
export function spaceEvents(contents: Contents): SpaceEvent[] {
  return validEvents(contents).flatMap((event) => effectsOf(contents, event));
}

/** The effects of an event on each space that was linked to its doorway at the time (D4, D5). */
export function effectsOf({ tables }: Contents, event: SensorEvent): SpaceEvent[] {
  return [...tables.link.values()]
    .filter((link) => link.doorwayId === event.doorwayId && covers(link, event.timestamp))
    .map(({ spaceId, sensorPlacement }) => {
      const direction = event.trajectory === sensorPlacement ? 1 : -1;
      return { ...event, spaceId, direction };
    });
}

/** The runs of all spaces. */
export function runsOfAll(contents: Contents): RunReader {
  const { kept, tables } = contents;
  const ofSpaces = [...kept].filter(([spaceId]) => tables.space.has(spaceId));
  const bySpace = new Map<bigint, MemoryEvent[]>(ofSpaces.map(([id, events]) => [id, [...events]]));
  for (const { spaceId, timestamp, direction } of spaceEvents(contents)) {
    const events = bySpace.get(spaceId) ?? [];
    events.push({ instant: timestamp, direction });
    bySpace.set(spaceId, events);
  }
  return memoryRuns(bySpace);
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

/** The fields that make two events the same (D9). */
export function identity({ sensorKey, timestamp, trajectory, eventId }: LoggedEvent): string {
  return JSON.stringify([sensorKey, timestamp, trajectory, eventId]);
}

/** Whether an instant is in a half-open span of the catalog: null is without limit. */
function covers(
  span: { readonly from: number | null; readonly to: number | null },
  instant: number,
): boolean {
  return instant >= (span.from ?? -Infinity) && instant < (span.to ?? Infinity);
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

import { conflict, HeadcountError } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type {
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogStore,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventBatch,
  EventCopies,
  EventFilter,
  EventPage,
  EventRange,
  EventStore,
  ExportedEvent,
  IdempotentRequest,
  LiveWrite,
  LoadResult,
  LogColumns,
  LoggedEvent,
  LogSpan,
  LogSummary,
  PageOf,
  RebuildRange,
  RebuildResult,
  RemovedEvents,
  RowRange,
  RunReader,
  SensorEvent,
  SpaceEvent,
  SpaceRun,
  Store,
} from "../../src/engine/ports.ts";
import type { RunPiece } from "../../src/series/run-block.ts";
import { writeEventFiles } from "./event-files.ts";
import { MEMORY_BACKUPS } from "./memory-backups.ts";
import { MemoryDeliveryStore } from "./memory-deliveries.ts";
import { type MemoryEvent, memoryRuns } from "./memory-runs.ts";

type Tables = { readonly [T in CatalogTable]: Map<bigint, CatalogTables[T]> };

/** What one in-memory data directory holds. */
interface Contents {
  readonly tables: Tables;
  readonly organizationId: bigint;
  nextId: bigint;
  /** The log, ascending by id. */
  log: LoggedEvent[];
  lastEventId: bigint;
  /** From before this instant, in ms, events have been removed; what they did to each space. */
  keptFrom: number;
  removedEvents: number;
  readonly kept: Map<bigint, MemoryEvent[]>;
  /** The ids of events that count for nothing. */
  readonly voided: Set<bigint>;
  readonly audit: AuditEntry[];
  readonly requests: RequestNote[];
  /** The ids of events that are to be told of, and of the spaces that were last told to be unsafe. */
  readonly owed: Set<bigint>;
  readonly unsafe: Set<bigint>;
}

/** What is remembered of a request. */
interface RequestNote extends IdempotentRequest {
  readonly eventId: bigint;
  answer: string | null;
}

/** A half-open span of time, as the catalog holds it: null is without limit. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * The store's ports over plain arrays, as slow and as simple as can be: a store to test the engine and the
 * API with, and another one to hold against the store that is used. Closing it changes nothing.
 */
export function memoryStore(organizationId = 1n): Store {
  const contents: Contents = {
    tables: emptyTables(),
    organizationId,
    nextId: 1n,
    log: [],
    lastEventId: 0n,
    keptFrom: 0,
    removedEvents: 0,
    kept: new Map(),
    voided: new Set(),
    audit: [],
    requests: [],
    owed: new Set(),
    unsafe: new Set(),
  };
  const deliveries = new MemoryDeliveryStore((id) => contents.tables.webhook.has(id));
  return {
    catalog: new MemoryCatalogStore(contents),
    events: new MemoryEventStore(contents, deliveries),
    deliveries,
    backups: MEMORY_BACKUPS,
    disk: { figures: async () => ({ database: 0, runs: 0, free: 0 }) },
    failed: new Promise(() => {}),
    close: async () => {},
  };
}

function emptyTables(): Tables {
  return {
    space: new Map(),
    assignedTeam: new Map(),
    doorway: new Map(),
    sensor: new Map(),
    sensorState: new Map(),
    attachment: new Map(),
    link: new Map(),
    schedule: new Map(),
    reset: new Map(),
    timeSegment: new Map(),
    timeSegmentGroup: new Map(),
    webhook: new Map(),
    token: new Map(),
  };
}

class MemoryCatalogStore implements CatalogStore {
  readonly #contents: Contents;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  async load(): Promise<CatalogRows> {
    const { tables, organizationId, nextId } = this.#contents;
    return {
      space: ascending(tables.space),
      assignedTeam: ascending(tables.assignedTeam),
      doorway: ascending(tables.doorway),
      sensor: ascending(tables.sensor),
      sensorState: ascending(tables.sensorState),
      attachment: ascending(tables.attachment),
      link: ascending(tables.link),
      schedule: ascending(tables.schedule),
      reset: ascending(tables.reset),
      timeSegment: ascending(tables.timeSegment),
      timeSegmentGroup: ascending(tables.timeSegmentGroup),
      webhook: ascending(tables.webhook),
      token: ascending(tables.token),
      organizationId,
      nextId,
    };
  }

  readonly keepsAudit = true;

  async save(write: CatalogWrite): Promise<void> {
    applyWrite(this.#contents, write);
  }

  async audit({ tokenId, resourceId }: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>> {
    const found = this.#contents.audit
      .filter(({ instant }) => instant >= page.start && instant < page.end)
      .filter(({ actor }) => tokenId === null || actor.tokenId === tokenId)
      .filter((entry) => resourceId === null || entry.resourceId === resourceId);
    const ordered = page.order === "ASC" ? found : found.reverse();
    return { total: found.length, items: ordered.slice(page.offset, page.offset + page.limit) };
  }
}

function ascending<Row extends { readonly id: bigint }>(table: ReadonlyMap<bigint, Row>): Row[] {
  return [...table.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function applyWrite(contents: Contents, write: CatalogWrite): void {
  const { tables } = contents;
  for (const name of Object.keys(tables) as CatalogTable[]) {
    // Each table takes the rows of its own name; the compiler cannot follow that through a union.
    const table = tables[name] as Map<bigint, CatalogTables[CatalogTable]>;
    for (const id of write.remove?.[name] ?? []) table.delete(id);
    for (const row of write.put?.[name] ?? []) table.set(row.id, row);
  }
  if (write.nextId !== undefined) contents.nextId = write.nextId;
  for (const entry of write.audit ?? []) {
    contents.audit.push({ ...entry, id: BigInt(contents.audit.length + 1) });
  }
}

class MemoryEventStore implements EventStore {
  readonly #contents: Contents;
  readonly #deliveries: MemoryDeliveryStore;

  constructor(contents: Contents, deliveries: MemoryDeliveryStore) {
    this.#contents = contents;
    this.#deliveries = deliveries;
  }

  lastEventId(): bigint {
    return this.#contents.lastEventId;
  }

  async findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<Set<number>> {
    const stored = new Set(this.#contents.log.map(identity));
    const entries = loggedEvents(0n, events).map(identity);
    const rows = ranges.flatMap(({ start, end }) => [...entries.keys()].slice(start, end));
    return new Set(rows.filter((row) => stored.has(entries[row] as string)));
  }

  async append({ firstId, events, requests, catalog, live }: EventBatch): Promise<void> {
    if (events.timestamps.some((timestamp) => timestamp < this.#contents.keptFrom))
      throw conflict("events of that time have been removed");
    applyWrite(this.#contents, catalog);
    this.#contents.log.push(...loggedEvents(firstId, events));
    this.#contents.lastEventId = this.#contents.log.at(-1)?.id ?? this.#contents.lastEventId;
    for (const request of requests) this.#contents.requests.push({ ...request });
    await this.saveLive(live);
  }

  async saveLive({ calls, owed, told, unsafe }: LiveWrite): Promise<void> {
    await this.#deliveries.append(calls);
    const contents = this.#contents;
    for (const id of owed) contents.owed.add(id);
    for (const id of told) contents.owed.delete(id);
    for (const each of unsafe) {
      if (each.unsafe) contents.unsafe.add(each.spaceId);
      else contents.unsafe.delete(each.spaceId);
    }
  }

  async loadLive(): Promise<{ owed: LoggedEvent[]; unsafe: bigint[] }> {
    const { log, owed, unsafe, voided } = this.#contents;
    return { owed: log.filter(({ id }) => owed.has(id) && !voided.has(id)), unsafe: [...unsafe] };
  }

  async requests(requests: readonly IdempotentRequest[]): Promise<(RequestNote | null)[]> {
    return requests.map((request) => this.#request(request));
  }

  #request(request: IdempotentRequest): RequestNote | null {
    const { tokenHash, key, since } = request;
    const isSame = (note: RequestNote) => note.tokenHash === tokenHash && note.key === key;
    return this.#contents.requests.find((note) => isSame(note) && note.instant >= since) ?? null;
  }

  async answerRequest(request: IdempotentRequest, answer: string): Promise<string> {
    const note = this.#request(request);
    if (note === null) return answer;
    note.answer ??= answer;
    return note.answer;
  }

  async event(id: bigint): Promise<SensorEvent | null> {
    return this.#validEvents().find((event) => event.id === id) ?? null;
  }

  async voidEvent(id: bigint, _instant: number, write: CatalogWrite): Promise<boolean> {
    if ((await this.event(id)) === null) return false;
    this.#contents.voided.add(id);
    applyWrite(this.#contents, write);
    return true;
  }

  async lastEvents(since: number): Promise<ReadonlyMap<bigint, number>> {
    const last = new Map<bigint, number>();
    for (const { sensorId, timestamp } of this.#sensorEvents(this.#contents.log).sort(inTime)) {
      if (timestamp >= since) last.set(sensorId, timestamp);
    }
    return last;
  }

  /** Reads no files. */
  async load(path: string): Promise<LoadResult> {
    throw new HeadcountError("unreadable-input", `${path} cannot be read into memory`);
  }

  async events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>> {
    const { spaceId, doorwayId, sensorId } = filter;
    const found = this.#validEvents()
      .filter((event) => sensorId === undefined || event.sensorId === sensorId)
      .filter((event) => doorwayId === undefined || event.doorwayId === doorwayId)
      .filter(
        (event) => spaceId === undefined || this.#effects(event).some((effect) => effect.spaceId === spaceId),
      );
    return cut(found, page);
  }

  async spaceEvents(spaceId: bigint, doorwayId: bigint | null, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const found = this.#spaceEvents()
      .filter((event) => event.spaceId === spaceId)
      .filter((event) => doorwayId === null || event.doorwayId === doorwayId);
    return cut(found, page);
  }

  async *scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]> {
    yield (await this.events(filter, { ...range, offset: 0, limit: Infinity })).items;
  }

  async *scanSpaceEvents(
    spaceId: bigint,
    doorwayId: bigint | null,
    range: EventRange,
  ): AsyncIterable<readonly SpaceEvent[]> {
    yield (await this.spaceEvents(spaceId, doorwayId, { ...range, offset: 0, limit: Infinity })).items;
  }

  async *exportEvents(
    range: Pick<EventRange, "start" | "end">,
    spaceIds: readonly bigint[] | null,
  ): AsyncIterable<readonly ExportedEvent[]> {
    const whole = { ...range, order: "ASC" as const, offset: 0, limit: Infinity };
    const log = new Map(this.#contents.log.map((event) => [event.id, event]));
    yield (await this.events({}, whole)).items
      .filter(
        (event) =>
          spaceIds === null || this.#effects(event).some(({ spaceId }) => spaceIds.includes(spaceId)),
      )
      .map(({ sensorId, ...event }) => ({
        ...event,
        serialNumber: this.#contents.tables.sensor.get(sensorId)?.serialNumber ?? "",
        eventId: log.get(event.id)?.eventId ?? null,
      }));
  }

  async logSpan({ start, end }: Pick<EventRange, "start" | "end">): Promise<LogSpan> {
    const instants = this.#contents.log
      .map(({ timestamp }) => timestamp)
      .filter((timestamp) => timestamp >= start && timestamp < end);
    const days = new Set(instants.map((timestamp) => Math.floor(timestamp / DAY_MS))).size;
    const span = instants.length === 0 ? null : { first: Math.min(...instants), last: Math.max(...instants) };
    return { events: instants.length, days, span };
  }

  async effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]> {
    return this.#spaceEvents()
      .filter((event) => instants.includes(event.timestamp))
      .sort(inTime);
  }

  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    return this.#runs().runs(spaceIds, fromDay, toDay);
  }

  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunPiece[]) => Promise<T>,
  ): Promise<T> {
    return this.#runs().read(spaceId, fromDay, toDay, work);
  }

  /** Runs are derived whenever they are read: there is nothing to derive again, and no difference. */
  async rebuild({ spaceId, from, to }: RebuildRange): Promise<RebuildResult> {
    const spaceIds = spaceId === null ? [...this.#contents.tables.space.keys()] : [spaceId];
    let runs = 0;
    let events = 0;
    for await (const run of this.runs(spaceIds, Math.floor(from / DAY_MS), Math.ceil(to / DAY_MS))) {
      runs++;
      events += run.changes.length;
    }
    return { runs, events, differences: [] };
  }

  keptFrom(): number {
    return this.#contents.keptFrom;
  }

  async removeBefore(boundary: number): Promise<RemovedEvents> {
    const contents = this.#contents;
    if (boundary <= contents.keptFrom) return { events: 0 };
    const isOld = ({ timestamp }: { readonly timestamp: number }) => timestamp < boundary;
    for (const { spaceId, timestamp, direction } of this.#spaceEvents().filter(isOld)) {
      const kept = contents.kept.get(spaceId) ?? [];
      kept.push({ instant: timestamp, direction });
      contents.kept.set(spaceId, kept);
    }
    const left = contents.log.filter((event) => !isOld(event));
    const removed = { events: contents.log.length - left.length };
    contents.log = left;
    contents.removedEvents += removed.events;
    contents.keptFrom = boundary;
    return removed;
  }

  async summary(): Promise<LogSummary> {
    const { log, removedEvents } = this.#contents;
    return { events: log.length, removedEvents, lastEventId: this.lastEventId(), staleRuns: 0 };
  }

  #validEvents(): SensorEvent[] {
    const { log, voided } = this.#contents;
    return this.#sensorEvents(log.filter(({ id }) => !voided.has(id)));
  }

  #sensorEvents(log: readonly LoggedEvent[]): SensorEvent[] {
    const { tables } = this.#contents;
    const sensorIds = new Map([...tables.sensor.values()].map((sensor) => [sensor.key, sensor.id]));
    const attachments = [...tables.attachment.values()];
    return log.map(({ id, timestamp, sensorKey, trajectory }) => {
      const sensorId = sensorIds.get(sensorKey) ?? 0n;
      const attached = attachments.find((span) => span.sensorId === sensorId && covers(span, timestamp));
      return { id, timestamp, sensorId, trajectory, doorwayId: attached?.doorwayId ?? null };
    });
  }

  #spaceEvents(): SpaceEvent[] {
    return this.#validEvents().flatMap((event) => this.#effects(event));
  }

  /** What an event did to each space that was linked to its doorway at the time (D4, D5). */
  #effects(event: SensorEvent): SpaceEvent[] {
    return [...this.#contents.tables.link.values()]
      .filter((link) => link.doorwayId === event.doorwayId && covers(link, event.timestamp))
      .map(({ spaceId, sensorPlacement }) => {
        const direction = event.trajectory === sensorPlacement ? 1 : -1;
        return { ...event, spaceId, direction };
      });
  }

  async copyEvents(afterId: bigint, folder: string): Promise<EventCopies> {
    const { log, voided } = this.#contents;
    const newer = log.filter(({ id }) => id > afterId);
    const files = await writeEventFiles(newer, [...voided], folder);
    // The store in memory is asked for no SQL once events have been removed.
    return { ...files, kept: null, lastEventId: newer.at(-1)?.id ?? afterId };
  }

  #runs(): RunReader {
    const { kept, tables } = this.#contents;
    const ofSpaces = [...kept].filter(([spaceId]) => tables.space.has(spaceId));
    const bySpace = new Map(ofSpaces.map(([spaceId, events]) => [spaceId, [...events]]));
    for (const { spaceId, timestamp, direction } of this.#spaceEvents()) {
      const events = bySpace.get(spaceId) ?? [];
      events.push({ instant: timestamp, direction });
      bySpace.set(spaceId, events);
    }
    return memoryRuns(bySpace);
  }
}

/** The events of some columns. */
function loggedEvents(firstId: bigint, events: LogColumns): LoggedEvent[] {
  return Array.from(events.timestamps, (timestamp, row) => ({
    id: firstId + BigInt(row),
    timestamp,
    sensorKey: events.sensorKeys[row] as number,
    trajectory: events.trajectories[row] === 1 ? 1 : -1,
    eventId: events.eventIds?.[row] ?? null,
  }));
}

/** What makes an event the one it is (D9). */
function identity({ sensorKey, timestamp, trajectory, eventId }: LoggedEvent): string {
  return JSON.stringify([sensorKey, timestamp, trajectory, eventId]);
}

function covers({ from, to }: Span, instant: number): boolean {
  return instant >= (from ?? -Infinity) && instant < (to ?? Infinity);
}

/** By timestamp, then by id (D6); an event's effects by space. */
function inTime(a: SensorEvent & { spaceId?: bigint }, b: SensorEvent & { spaceId?: bigint }): number {
  if (a.timestamp !== b.timestamp) return a.timestamp - b.timestamp;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return (a.spaceId ?? 0n) < (b.spaceId ?? 0n) ? -1 : 1;
}

function cut<Event extends SensorEvent>(events: readonly Event[], page: EventPage): PageOf<Event> {
  const found = events
    .filter(({ timestamp }) => timestamp >= page.start && timestamp < page.end)
    .sort(inTime);
  const ordered = page.order === "ASC" ? found : found.reverse();
  return { total: found.length, items: ordered.slice(page.offset, page.offset + page.limit) };
}

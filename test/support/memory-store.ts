import { HeadcountError } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type {
  EventCopies,
  EventFilter,
  EventPage,
  EventRange,
  EventStore,
  ExportedEvent,
  IdempotentRequest,
  LogColumns,
  LoggedEvent,
  LogSpan,
  LogSummary,
  PageOf,
  RebuildRange,
  RebuildResult,
  RemovedEvents,
  RowRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
  SpaceRun,
  StagedFile,
  Store,
  StoredRows,
} from "../../src/engine/ports.ts";
import type { RunSlice } from "../../src/series/run-block.ts";
import { writeEventFiles } from "./event-files.ts";
import { MEMORY_BACKUPS } from "./memory-backups.ts";
import { MemoryCatalogStore } from "./memory-catalog.ts";
import { type Contents, emptyContents, findRequest, type RequestNote } from "./memory-contents.ts";
import { MemoryDeliveryStore } from "./memory-deliveries.ts";
import { MemoryJournal } from "./memory-journal.ts";
import { cut, identity, inTime, loggedEvents, MemoryLog } from "./memory-log.ts";

/**
 * The store's ports over plain arrays, as slow and as simple as can be: a store to test the engine and the
 * API with, and another one to hold against the store that is used. Closing it changes nothing.
 */
export function memoryStore(organizationId = 1n): Store {
  const contents = emptyContents(organizationId);
  const deliveries = new MemoryDeliveryStore((id) => contents.tables.webhook.has(id));
  const log = new MemoryLog(contents);
  return {
    journal: new MemoryJournal(contents, log, deliveries),
    catalog: new MemoryCatalogStore(contents),
    events: new MemoryEventStore(contents, log),
    deliveries,
    backups: MEMORY_BACKUPS,
    disk: { figures: async () => ({ database: 0, runs: 0, free: 0 }) },
    failed: new Promise(() => {}),
    damaged: new Promise(() => {}),
    close: async () => {},
  };
}

class MemoryEventStore implements EventStore {
  readonly #contents: Contents;
  readonly #log: MemoryLog;

  constructor(contents: Contents, log: MemoryLog) {
    this.#contents = contents;
    this.#log = log;
  }

  async position(): Promise<bigint> {
    return this.#contents.lastEventId;
  }

  async findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<StoredRows> {
    const stored = new Set(this.#contents.log.map(identity));
    const entries = loggedEvents(0n, events).map(identity);
    const rows = ranges.flatMap(({ start, end }) => [...entries.keys()].slice(start, end));
    const position = this.#contents.lastEventId;
    return { rows: new Set(rows.filter((row) => stored.has(entries[row] as string))), position };
  }

  async loadLive(): Promise<{ pending: LoggedEvent[]; unsafe: bigint[] }> {
    const { log, pending, unsafe, voided } = this.#contents;
    return { pending: log.filter(({ id }) => pending.has(id) && !voided.has(id)), unsafe: [...unsafe] };
  }

  async requests(requests: readonly IdempotentRequest[]): Promise<(RequestNote | null)[]> {
    return requests.map((request) => findRequest(this.#contents, request));
  }

  async event(id: bigint): Promise<SensorEvent | null> {
    return this.#log.validEvents().find((event) => event.id === id) ?? null;
  }

  async lastEvents(since: number): Promise<ReadonlyMap<bigint, number>> {
    const last = new Map<bigint, number>();
    for (const { sensorId, timestamp } of this.#log.sensorEvents(this.#contents.log).sort(inTime)) {
      if (timestamp >= since) last.set(sensorId, timestamp);
    }
    return last;
  }

  /** Reads no files. */
  async stage(path: string): Promise<StagedFile> {
    throw new HeadcountError("unreadable-input", `${path} cannot be read into memory`);
  }

  async events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>> {
    const { spaceId, doorwayId, sensorId, trajectory } = filter;
    const found = this.#log
      .validEvents()
      .filter((event) => sensorId === undefined || event.sensorId === sensorId)
      .filter((event) => doorwayId === undefined || event.doorwayId === doorwayId)
      .filter((event) => trajectory === undefined || event.trajectory === trajectory)
      .filter(
        (event) =>
          spaceId === undefined || this.#log.effects(event).some((effect) => effect.spaceId === spaceId),
      );
    return cut(found, page);
  }

  async spaceEvents(filter: SpaceEventFilter, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const { spaceId, doorwayId, direction } = filter;
    const found = this.#log
      .spaceEvents()
      .filter((event) => event.spaceId === spaceId)
      .filter((event) => doorwayId === undefined || event.doorwayId === doorwayId)
      .filter((event) => direction === undefined || event.direction === direction);
    return cut(found, page);
  }

  async *scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]> {
    yield (await this.events(filter, { ...range, offset: 0, limit: Infinity })).items;
  }

  async *scanSpaceEvents(filter: SpaceEventFilter, range: EventRange): AsyncIterable<readonly SpaceEvent[]> {
    yield (await this.spaceEvents(filter, { ...range, offset: 0, limit: Infinity })).items;
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
          spaceIds === null || this.#log.effects(event).some(({ spaceId }) => spaceIds.includes(spaceId)),
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

  async firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<ReadonlyMap<bigint, number>> {
    const firsts = new Map<bigint, number>();
    for await (const { spaceId, dayStart, changes } of this.#log
      .runs()
      .runs([...spaces.keys()], -Infinity, Infinity)) {
      const first = dayStart + ((changes[0] ?? 0) >>> 1);
      if (!firsts.has(spaceId) && first < (spaces.get(spaceId) ?? -Infinity)) firsts.set(spaceId, first);
    }
    return firsts;
  }

  async effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]> {
    return this.#log
      .spaceEvents()
      .filter((event) => instants.includes(event.timestamp))
      .sort(inTime);
  }

  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    return this.#log.runs().runs(spaceIds, fromDay, toDay);
  }

  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunSlice[]) => Promise<T>,
  ): Promise<T> {
    return this.#log.runs().read(spaceId, fromDay, toDay, work);
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

  logStart(): number {
    return this.#contents.logStart;
  }

  async removeBefore(boundary: number): Promise<RemovedEvents> {
    const contents = this.#contents;
    if (boundary <= contents.logStart) return { events: 0 };
    const isOld = ({ timestamp }: { readonly timestamp: number }) => timestamp < boundary;
    for (const { spaceId, timestamp, direction } of this.#log.spaceEvents().filter(isOld)) {
      const kept = contents.kept.get(spaceId) ?? [];
      kept.push({ instant: timestamp, direction });
      contents.kept.set(spaceId, kept);
    }
    const left = contents.log.filter((event) => !isOld(event));
    const removed = { events: contents.log.length - left.length };
    contents.log = left;
    contents.removedEvents += removed.events;
    contents.logStart = boundary;
    return removed;
  }

  async summary(): Promise<LogSummary> {
    const { log, removedEvents } = this.#contents;
    return { events: log.length, removedEvents, lastEventId: this.#contents.lastEventId, staleRuns: 0 };
  }

  async copyEvents(afterId: bigint, folder: string): Promise<EventCopies> {
    const { log, voided } = this.#contents;
    const newer = log.filter(({ id }) => id > afterId);
    const files = await writeEventFiles(newer, [...voided], folder);
    // The store in memory is asked for no SQL once events have been removed.
    return { ...files, retained: null, lastEventId: newer.at(-1)?.id ?? afterId };
  }
}

import { conflict, HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type {
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
  LoadOptions,
  LoadResult,
  LogColumns,
  LogSpan,
  LogSummary,
  PageOf,
  RebuildRange,
  RebuildResult,
  RegisterSensors,
  RememberedRequest,
  RemovedEvents,
  RowRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
  SpaceRun,
} from "../../engine/ports.ts";
import type { RollUpHintsOf } from "../../series/roller.ts";
import type { RunPiece } from "../../series/run-block.ts";
import type { RunFiles } from "../runs/run-files.ts";
import { lastCallId } from "./call-table.ts";
import { writeCatalog } from "./catalog-store.ts";
import type { GivenIds } from "./commit-mark.ts";
import { copyEvents } from "./copy-events.ts";
import type { Connection, Database, SqlValues } from "./database.ts";
import { BIGINT, INTEGER, LIST, listValue, VARCHAR } from "./duckdb-api.ts";
import { appendBatch, readLive, writeLive } from "./event-batch.ts";
import {
  FILTER_TYPES,
  filteredBy,
  filterValues,
  rangeOf,
  readPage,
  scan,
  sensorEvent,
  spaceEvent,
} from "./event-rows.ts";
import { exportedEvents, logSpan } from "./exported-events.ts";
import { stageFile } from "./file-reader.ts";
import { findRequests, forgetRequests, setAnswer } from "./idempotent-requests.ts";
import { copyKeptChanges } from "./kept-changes.ts";
import type { KeptRuns } from "./kept-runs.ts";
import { removeEvents } from "./removal.ts";
import type { RunStore } from "./run-store.ts";
import { statement } from "./statements.ts";
import { StoredIdentities } from "./stored-identities.ts";

/** How often requests with keys are forgotten that are old enough, in ms. */
const FORGETTING_MS = 60_000;

/** What the log works with. */
interface EventStoreParts {
  readonly runs: RunStore;
  readonly files: RunFiles;
  readonly kept: KeptRuns;
  /** The highest ids that have been assigned, which its events raise. */
  readonly given: GivenIds;
}

/** The log in DuckDB, and the runs derived from it. */
export class DuckDbEventStore implements EventStore {
  readonly #database: Database;
  readonly #runs: RunStore;
  readonly #files: RunFiles;
  readonly #kept: KeptRuns;
  readonly #identities: StoredIdentities;
  /** Requests from before this instant, in ms, have been forgotten. */
  #forgottenBefore = -Infinity;
  readonly #given: GivenIds;

  constructor(database: Database, { runs, files, kept, given }: EventStoreParts) {
    this.#database = database;
    this.#runs = runs;
    this.#files = files;
    this.#kept = kept;
    this.#given = given;
    this.#identities = new StoredIdentities(database);
  }

  lastEventId(): bigint {
    return this.#given.ids.eventId;
  }

  findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<ReadonlySet<number>> {
    return this.#identities.find(events, ranges);
  }

  async append(batch: EventBatch): Promise<void> {
    const last =
      batch.events.length === 0 ? this.lastEventId() : batch.firstId + BigInt(batch.events.length - 1);
    if (last > BigInt(EVENTS_MAX)) throw fullLog();
    // They were looked at when they came in, and the boundary may have moved since.
    const boundary = this.#kept.boundary;
    if (boundary > 0 && batch.events.timestamps.some((timestamp) => timestamp < boundary))
      throw conflict(
        "events-removed",
        `events from before ${formatInstant(boundary)} have been removed, and come no more`,
      );
    this.#given.raise({ nextId: batch.catalog.nextId, callId: lastCallId(batch.live.calls) });
    await this.#database.write(async (writer) => {
      await this.#runs.follow(batch, (marks) => writer.transaction(() => appendBatch(writer, batch, marks)));
      this.#given.raise({ eventId: last });
    });
    await this.#identities.note(batch.events);
  }

  async saveLive(write: LiveWrite): Promise<void> {
    this.#given.raise({ callId: lastCallId(write.calls) });
    await this.#database.transaction((connection) => writeLive(connection, write));
  }

  loadLive(): ReturnType<EventStore["loadLive"]> {
    return this.#database.read(readLive);
  }

  async requests(requests: readonly IdempotentRequest[]): Promise<(RememberedRequest | null)[]> {
    const since = Math.max(...requests.map((request) => request.since));
    if (since >= this.#forgottenBefore + FORGETTING_MS) {
      this.#forgottenBefore = since;
      await this.#database.transaction((connection) => forgetRequests(connection, since));
    }
    return this.#database.read((connection) => findRequests(connection, requests));
  }

  answerRequest(request: IdempotentRequest, answer: string): Promise<string> {
    return this.#database.transaction((connection) => setAnswer(connection, request, answer));
  }

  async load(path: string, options: LoadOptions, register: RegisterSensors): Promise<LoadResult> {
    const { staged, ...result } = await this.#database.write(async (writer) => {
      // Staging has a transaction of its own: DuckDB numbers rows from 0 only once they are committed.
      const staged = await stageFile(writer, path, { ...options, logStart: this.#kept.boundary });
      options.onProgress({ phase: "storing", fraction: null, rows: staged.rows, bytes: null });
      const registered = await stageIncoming(writer, register);
      this.#given.raise({ nextId: registered?.nextId });
      const appended = await writer.transaction(() =>
        this.#appendStaged(writer, options.keepDuplicates, registered),
      );
      this.#given.raise({ eventId: appended.lastId });
      return { staged, accepted: appended.accepted, duplicates: appended.duplicates };
    });
    this.#identities.forget();
    if (result.accepted > 0) this.#runs.becameStale();
    options.onProgress({ phase: "deriving", fraction: null, rows: staged.rows, bytes: null });
    await this.#runs.refresh();
    await this.#runs.settle();
    return { ...staged, ...result };
  }

  /** Puts what a file has left in the `incoming` table into the log, with the sensors that it is the first to name. */
  async #appendStaged(
    writer: Connection,
    keepDuplicates: boolean,
    registered: CatalogWrite | null,
  ): Promise<{ readonly accepted: number; readonly duplicates: number; readonly lastId: bigint }> {
    if (registered !== null) await writeCatalog(writer, registered);
    const values = { keep_duplicates: keepDuplicates };
    let duplicates = await writer.run(statement("events/drop-repeated"), values);
    const staged = await writer.row(statement("events/incoming-summary"));
    const nothing = { accepted: 0, lastId: this.lastEventId() };
    if (staged.events === 0n) return { ...nothing, duplicates };
    const { first_ts, last_ts } = staged;
    duplicates += await writer.run(statement("events/drop-stored"), { first_ts, last_ts } as SqlValues);
    // Ids follow the rows of the file: the last one given is that of the last row that is left.
    const { events, last_row } = await writer.row(statement("events/incoming-summary"));
    if (events === 0n) return { ...nothing, duplicates };
    const firstId = this.lastEventId() + 1n;
    const lastId = firstId + (last_row as bigint);
    if (lastId > BigInt(EVENTS_MAX)) throw fullLog();
    const accepted = await writer.run(statement("events/append-incoming"), { first_id: firstId });
    await writer.run(statement("events/mark-incoming"));
    return { accepted, duplicates, lastId };
  }

  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>> {
    const { kind, values } = filteredBy(filter);
    const statements = [`events/count-${kind}`, `events/list-${kind}`] as const;
    const bound = { values: { ...rangeOf(page), ...values }, types: FILTER_TYPES };
    return this.#database.read((connection) => readPage(connection, statements, bound, page, sensorEvent));
  }

  spaceEvents(filter: SpaceEventFilter, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const values = { ...rangeOf(page), ...filterValues(filter) };
    const statements = ["events/count-space-events", "events/list-space-events"] as const;
    return this.#database.read((connection) =>
      readPage(connection, statements, { values, types: FILTER_TYPES }, page, spaceEvent),
    );
  }

  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]> {
    const { kind, values } = filteredBy(filter);
    return scan(this.#database, `events/scan-${kind}`, values, range, sensorEvent);
  }

  scanSpaceEvents(filter: SpaceEventFilter, range: EventRange): AsyncIterable<readonly SpaceEvent[]> {
    return scan(this.#database, "events/scan-space-events", filterValues(filter), range, spaceEvent);
  }

  exportEvents(
    range: Pick<EventRange, "start" | "end">,
    spaceIds: readonly bigint[] | null,
  ): AsyncIterable<readonly ExportedEvent[]> {
    return exportedEvents(this.#database, range, spaceIds);
  }

  logSpan(range: Pick<EventRange, "start" | "end">): Promise<LogSpan> {
    return this.#database.read((connection) => logSpan(connection, range));
  }

  event(id: bigint): Promise<SensorEvent | null> {
    return this.#database.read(async (connection) => {
      const [found] = await connection.rows(statement("events/valid-event"), { id });
      if (found === undefined) return null;
      const [row] = await connection.rows(statement("events/find-event"), { id, ts: found.ts as bigint });
      return row === undefined ? null : sensorEvent(row);
    });
  }

  async voidEvent(id: bigint, instant: number, write: CatalogWrite): Promise<boolean> {
    this.#given.raise({ nextId: write.nextId });
    const voided = await this.#database.transaction(async (connection) => {
      const [found] = await connection.rows(statement("events/valid-event"), { id });
      if (found === undefined) return false;
      await connection.run(statement("events/insert-voided"), { id, voided_at: BigInt(instant) });
      await connection.run(statement("events/mark-event"), { id });
      await writeCatalog(connection, write);
      return true;
    });
    if (voided) this.#runs.becameStale();
    return voided;
  }

  async lastEvents(since: number): Promise<ReadonlyMap<bigint, number>> {
    const rows = await this.#database.read((connection) =>
      connection.rows(statement("events/last-of-sensors"), { since: BigInt(since) }),
    );
    return new Map(rows.map((row) => [row.sensor_id as bigint, Number(row.ts)]));
  }

  async effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]> {
    if (instants.length === 0) return [];
    const rows = await this.#database.read((connection) =>
      connection.rows(
        statement("events/effects-at"),
        {
          instants: listValue(instants.map((instant) => BigInt(instant))),
          first_ts: BigInt(Math.min(...instants)),
          last_ts: BigInt(Math.max(...instants)),
        },
        { instants: LIST(BIGINT) },
      ),
    );
    return rows.map(spaceEvent);
  }

  firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<ReadonlyMap<bigint, number>> {
    return this.#runs.firstChanges(spaces);
  }

  setRollUpHints(watchOf: RollUpHintsOf): void {
    this.#runs.setRollUpHints(watchOf);
  }

  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    return this.#runs.runs(spaceIds, fromDay, toDay);
  }

  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunPiece[]) => Promise<T>,
  ): Promise<T> {
    return this.#runs.read(spaceId, fromDay, toDay, work);
  }

  rebuild(range: RebuildRange): Promise<RebuildResult> {
    return this.#runs.rebuild(range);
  }

  logStart(): number {
    return this.#kept.boundary;
  }

  async removeBefore(boundary: number, now: number): Promise<RemovedEvents> {
    if (boundary <= this.#kept.boundary) return { events: 0 };
    if (boundary % DAY_MS !== 0) throw new Error("events are removed by whole days");
    // First into files, whatever is in memory or stale; then compared with the log for the last time.
    await this.#runs.refresh();
    await this.#runs.flush();
    const range = { spaceId: null, from: this.#kept.boundary, to: boundary };
    const { differences } = await this.#runs.rebuild({ ...range, verify: true });
    if (differences.length > 0)
      throw new HeadcountError(
        "conflict",
        `${differences.length} runs from before ${formatInstant(boundary)} are not what the log says: ` +
          "`headcount rebuild` derives them again; nothing has been removed",
      );
    const parts = { database: this.#database, files: this.#files, kept: this.#kept };
    const removed = await removeEvents(parts, { boundary, now, lastEventId: this.lastEventId() });
    this.#identities.forget();
    return removed;
  }

  async copyEvents(afterId: bigint, folder: string): Promise<EventCopies> {
    const ids = { after: afterId, last: this.lastEventId() };
    const kept = afterId === 0n ? await this.#copyKept(folder) : null;
    return { ...(await copyEvents(this.#database, ids, folder)), kept };
  }

  async #copyKept(folder: string): Promise<string | null> {
    const { firstDay } = this.#kept;
    if (firstDay === 0) return null;
    return copyKeptChanges(this.runs(await this.#kept.spaceIds(), -Infinity, firstDay), folder);
  }

  async summary(): Promise<LogSummary> {
    const row = await this.#database.read((connection) => connection.row(statement("events/log-summary")));
    return {
      events: Number(row.events),
      removedEvents: Number(row.removed_events),
      lastEventId: this.lastEventId(),
      staleRuns: Number(row.stale_runs),
    };
  }
}

function fullLog(): HeadcountError {
  return new HeadcountError("unavailable", "the data directory is full of events");
}

/**
 * Puts the rows of the `report` table that are not refused into `incoming`, with their sensors, outside of the
 * transaction that stores them: DuckDB reads what a transaction has written itself on one thread.
 *
 * @returns what makes the sensors known that the catalog lacks; null where it has all
 */
async function stageIncoming(
  connection: Connection,
  register: RegisterSensors,
): Promise<CatalogWrite | null> {
  const unknown: string[] = [];
  for await (const chunk of connection.chunks(statement("events/unknown-serials")))
    for (const serialNumber of chunk.getColumnValues(0)) unknown.push(String(serialNumber));
  const write = unknown.length > 0 ? await register(unknown) : null;
  const sensors = write?.put?.sensor ?? [];
  await connection.run(statement("load/create-new-sensor"));
  await connection.append(
    "new_sensor",
    [
      { type: VARCHAR, values: sensors.map(({ serialNumber }) => serialNumber) },
      { type: INTEGER, values: sensors.map(({ key }) => key) },
    ],
    "temp",
  );
  await connection.run(statement("events/create-incoming"));
  return write;
}

import { BIGINT, LIST, listValue } from "@duckdb/node-api";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type {
  CatalogWrite,
  EventFilter,
  EventPage,
  EventRange,
  EventStore,
  IdempotentRequest,
  IngestResult,
  LoadOptions,
  LoadResult,
  LogSummary,
  PageOf,
  RebuildRange,
  RebuildResult,
  RegisterSensors,
  RememberedRequest,
  SensorEvent,
  SensorReport,
  SpaceEvent,
  SpaceRun,
} from "../../engine/ports.ts";
import { writeCatalog } from "./catalog-store.ts";
import type { Connection, Database, SqlValues } from "./database.ts";
import {
  FILTER_TYPES,
  filterValues,
  rangeOf,
  readPage,
  scan,
  sensorEvent,
  spaceEvent,
} from "./event-rows.ts";
import { stageFile } from "./file-reader.ts";
import { findRequest, rememberRequest, setAnswer } from "./idempotent-requests.ts";
import { appendReports, createReport } from "./report-table.ts";
import type { RunStore } from "./run-store.ts";
import { statement } from "./statements.ts";

/** Which events that repeat another are kept: none, those that repeat one of the same input, or all (D9). */
type Duplicates = "drop" | "keep-repeated" | "keep";

/** The log in DuckDB, and the runs derived from it. */
export class DuckDbEventStore implements EventStore {
  readonly #database: Database;
  readonly #runs: RunStore;
  #lastEventId: bigint;

  constructor(database: Database, runs: RunStore, lastEventId: bigint) {
    this.#database = database;
    this.#runs = runs;
    this.#lastEventId = lastEventId;
  }

  async ingest(
    reports: readonly SensorReport[],
    options: { readonly keepDuplicates: boolean },
    register: RegisterSensors,
  ): Promise<IngestResult> {
    if (reports.length === 0) return { accepted: 0, duplicates: 0 };
    return this.#append(options.keepDuplicates ? "keep-repeated" : "drop", register, async (connection) => {
      await createReport(connection, null);
      await appendReports(connection, reports);
    });
  }

  async create(
    report: SensorReport,
    request: IdempotentRequest | null,
    register: RegisterSensors,
  ): Promise<bigint> {
    const stage = async (connection: Connection) => {
      await createReport(connection, null);
      await appendReports(connection, [report]);
    };
    await this.#append("keep", register, stage, async (connection, firstId) => {
      if (request !== null) await rememberRequest(connection, request, firstId);
    });
    return this.#lastEventId;
  }

  request(request: IdempotentRequest): Promise<RememberedRequest | null> {
    return this.#database.read((connection) => findRequest(connection, request));
  }

  answerRequest(request: IdempotentRequest, answer: string): Promise<string> {
    return this.#database.transaction((connection) => setAnswer(connection, request, answer));
  }

  async load(path: string, options: LoadOptions, register: RegisterSensors): Promise<LoadResult> {
    let staged: Pick<LoadResult, "rows" | "rejected"> = { rows: 0, rejected: new Map() };
    const duplicates = options.keepDuplicates ? "keep-repeated" : "drop";
    const result = await this.#append(duplicates, register, async (connection) => {
      staged = await stageFile(connection, path, options);
      options.onProgress({ phase: "storing", fraction: null, rows: staged.rows });
    });
    options.onProgress({ phase: "deriving", fraction: null, rows: staged.rows });
    await this.#runs.refresh();
    return { ...staged, ...result };
  }

  /**
   * Puts what `stage` has left in the `report` table into the log, in one transaction. Staging has one of
   * its own: DuckDB numbers rows from 0 only once they are committed.
   */
  async #append(
    duplicates: Duplicates,
    register: RegisterSensors,
    stage: (connection: Connection) => Promise<void>,
    finish: (connection: Connection, firstId: bigint) => Promise<void> = async () => {},
  ): Promise<IngestResult> {
    const result = await this.#database.write(async (writer) => {
      await stage(writer);
      const firstId = this.#lastEventId + 1n;
      const appended = await writer.transaction(async () => {
        const staged = await this.#appendStaged(writer, duplicates, register);
        await finish(writer, firstId);
        return staged;
      });
      this.#lastEventId = appended.lastId;
      return { accepted: appended.accepted, duplicates: appended.duplicates };
    });
    if (result.accepted > 0) this.#runs.becameStale();
    return result;
  }

  async #appendStaged(
    writer: Connection,
    kept: Duplicates,
    register: RegisterSensors,
  ): Promise<IngestResult & { readonly lastId: bigint }> {
    await registerUnknown(writer, register);
    await writer.run(statement("events/create-incoming"));
    let duplicates = 0;
    if (kept !== "keep") {
      const values = { keep_duplicates: kept === "keep-repeated" };
      duplicates += await writer.run(statement("events/drop-repeated"), values);
    }
    const { events, first_ts, last_ts, last_row } = await writer.row(statement("events/incoming-summary"));
    if (events === 0n) return { accepted: 0, duplicates, lastId: this.#lastEventId };
    if (kept !== "keep")
      duplicates += await writer.run(statement("events/drop-stored"), { first_ts, last_ts } as SqlValues);
    const firstId = this.#lastEventId + 1n;
    const lastId = firstId + (last_row as bigint);
    if (lastId > BigInt(EVENTS_MAX))
      throw new HeadcountError("unavailable", "the data directory is full of events");
    const accepted = await writer.run(statement("events/append-incoming"), { first_id: firstId });
    await writer.run(statement("events/mark-incoming"));
    return { accepted, duplicates, lastId };
  }

  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>> {
    const values = { ...rangeOf(page), ...filterValues(filter) };
    const statements = ["events/count-events", "events/list-events"] as const;
    return this.#database.read((connection) =>
      readPage(connection, statements, { values, types: FILTER_TYPES }, page, sensorEvent),
    );
  }

  spaceEvents(spaceId: bigint, doorwayId: bigint | null, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const values = { ...rangeOf(page), space_id: spaceId, doorway_id: doorwayId };
    const statements = ["events/count-space-events", "events/list-space-events"] as const;
    return this.#database.read((connection) =>
      readPage(connection, statements, { values, types: FILTER_TYPES }, page, spaceEvent),
    );
  }

  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]> {
    return scan(this.#database, "events/scan-events", filterValues(filter), range, sensorEvent);
  }

  scanSpaceEvents(
    spaceId: bigint,
    doorwayId: bigint | null,
    range: EventRange,
  ): AsyncIterable<readonly SpaceEvent[]> {
    const values = { space_id: spaceId, doorway_id: doorwayId };
    return scan(this.#database, "events/scan-space-events", values, range, spaceEvent);
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

  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    return this.#runs.runs(spaceIds, fromDay, toDay);
  }

  rebuild(range: RebuildRange): Promise<RebuildResult> {
    return this.#runs.rebuild(range);
  }

  async summary(): Promise<LogSummary> {
    const row = await this.#database.read((connection) => connection.row(statement("events/log-summary")));
    return {
      events: Number(row.events),
      lastEventId: this.#lastEventId,
      staleRuns: Number(row.stale_runs),
    };
  }
}

async function registerUnknown(connection: Connection, register: RegisterSensors): Promise<void> {
  const unknown = await connection.rows(statement("events/unknown-serials"));
  if (unknown.length > 0) {
    await writeCatalog(connection, register(unknown.map((row) => String(row.serial_number))));
  }
}

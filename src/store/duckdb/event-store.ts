import { BIGINT, LIST, listValue } from "@duckdb/node-api";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type {
  EventFilter,
  EventPage,
  EventStore,
  IngestResult,
  LoadOptions,
  LoadResult,
  PageOf,
  RebuildRange,
  RebuildResult,
  RegisterSensors,
  SensorEvent,
  SensorReport,
  SpaceEvent,
  SpaceRun,
} from "../../engine/ports.ts";
import { writeCatalog } from "./catalog-store.ts";
import type { Connection, Database, SqlRow, SqlValues } from "./database.ts";
import { stageFile } from "./file-reader.ts";
import { appendReports, createReport } from "./report-table.ts";
import type { RunStore } from "./run-store.ts";
import { statement } from "./statements.ts";

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
    return this.#append(options.keepDuplicates, register, async (connection) => {
      await createReport(connection, null);
      await appendReports(connection, reports);
    });
  }

  async load(path: string, options: LoadOptions, register: RegisterSensors): Promise<LoadResult> {
    let staged: Pick<LoadResult, "rows" | "rejected"> = { rows: 0, rejected: new Map() };
    const result = await this.#append(options.keepDuplicates, register, async (connection) => {
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
    keepDuplicates: boolean,
    register: RegisterSensors,
    stage: (connection: Connection) => Promise<void>,
  ): Promise<IngestResult> {
    const result = await this.#database.write(async (writer) => {
      await stage(writer);
      const appended = await writer.transaction(() => this.#appendStaged(writer, keepDuplicates, register));
      this.#lastEventId = appended.lastId;
      return { accepted: appended.accepted, duplicates: appended.duplicates };
    });
    if (result.accepted > 0) this.#runs.becameStale();
    return result;
  }

  async #appendStaged(
    writer: Connection,
    keepDuplicates: boolean,
    register: RegisterSensors,
  ): Promise<IngestResult & { readonly lastId: bigint }> {
    await registerUnknown(writer, register);
    await writer.run(statement("events/create-incoming"));
    let duplicates = await writer.run(statement("events/drop-repeated"), { keep_duplicates: keepDuplicates });
    const { events, first_ts, last_ts, last_row } = await writer.row(statement("events/incoming-summary"));
    if (events === 0n) return { accepted: 0, duplicates, lastId: this.#lastEventId };
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
    const values = {
      ...rangeOf(page),
      space_id: filter.spaceId ?? null,
      doorway_id: filter.doorwayId ?? null,
      sensor_id: filter.sensorId ?? null,
    };
    return this.#page("events", values, page, sensorEvent);
  }

  spaceEvents(spaceId: bigint, doorwayId: bigint | null, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const values = { ...rangeOf(page), space_id: spaceId, doorway_id: doorwayId };
    return this.#page("space-events", values, page, spaceEvent);
  }

  #page<T>(
    list: "events" | "space-events",
    values: SqlValues,
    { order, limit, offset }: EventPage,
    toItem: (row: SqlRow) => T,
  ): Promise<PageOf<T>> {
    const types = { space_id: BIGINT, doorway_id: BIGINT, sensor_id: BIGINT };
    return this.#database.read(async (connection) => {
      const total = Number((await connection.row(statement(`events/count-${list}`), values, types)).total);
      if (offset >= total) return { total, items: [] };
      const rows = await connection.rows(
        statement(`events/list-${list}`),
        { ...values, sign: order === "ASC" ? 1 : -1, limit: BigInt(limit), offset: BigInt(offset) },
        types,
      );
      return { total, items: rows.map(toItem) };
    });
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
}

async function registerUnknown(connection: Connection, register: RegisterSensors): Promise<void> {
  const unknown = await connection.rows(statement("events/unknown-serials"));
  if (unknown.length > 0) {
    await writeCatalog(connection, register(unknown.map((row) => String(row.serial_number))));
  }
}

function rangeOf({ start, end }: EventPage): SqlValues {
  return { start_ts: BigInt(start), end_ts: BigInt(end) };
}

function sensorEvent(row: SqlRow): SensorEvent {
  return {
    id: row.id as bigint,
    timestamp: Number(row.ts),
    sensorId: row.sensor_id as bigint,
    trajectory: row.trajectory === 1 ? 1 : -1,
    doorwayId: row.doorway_id as bigint | null,
  };
}

function spaceEvent(row: SqlRow): SpaceEvent {
  return {
    ...sensorEvent(row),
    spaceId: row.space_id as bigint,
    direction: row.direction === 1 ? 1 : -1,
  };
}

import { BIGINT, type DuckDBDataChunk, INTEGER, UINTEGER } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import { column, readUintegerLists } from "../../duckdb/columns.ts";
import type { Connection, SqlValues } from "../../duckdb/connection.ts";
import type { Database, DatabaseReader } from "../../duckdb/database.ts";
import { statement } from "../../duckdb/statements.ts";
import type { ChangedBinding, SpaceRun } from "../../engine/ports.ts";
import type {
  ChangeReader,
  RetainedDays,
  RetainedSource,
  RunCommit,
  RunKey,
  RunSection,
  RunSource,
  RunSpan,
  StaleSlice,
} from "../runs/ports.ts";
import { readRows } from "./event-rows.ts";

/** Days beyond any event, in place of infinite ones. */
const DAY_MIN = 0;
const DAY_MAX = 2 ** 31 - 1;

/** The changes, stale marks and run files of an open database. */
export function duckDbRunSource(database: Database): RunSource {
  return {
    ...changesOver((work) => database.stream(work)),
    retained: retainedIn(database),
    open: () =>
      database.transaction(async (connection) => {
        await connection.run(statement("runs/adopt-unfinished"));
        const { stale } = await connection.row(statement("runs/has-stale"));
        return { files: await listedRunFiles(connection), isStale: stale };
      }),
    eventsByDay: (days) => {
      const { space_id: _, ...values } = spanValues({ spaceId: null, ...days });
      return readRows(database, "runs/days-of-log", values);
    },
    exclusive: (work) =>
      database.write((writer) =>
        work({
          ...changesOver((work) => work(writer)),
          takeStale: (changesMax) => writer.transaction(() => takeStale(writer, changesMax)),
          commit: (changes) => writer.commit(() => commit(writer, changes)),
        }),
      ),
  };
}

/** @param stream passes on what some work reads from a connection */
function changesOver(
  stream: (work: (reader: Connection) => AsyncGenerator<DuckDBDataChunk>) => AsyncGenerator<DuckDBDataChunk>,
): ChangeReader {
  type Path = "runs/derive-days" | "runs/derive-due";
  const read = async function* (path: Path, values: SqlValues) {
    const chunks = (reader: Connection) => reader.chunks(statement(path), values);
    for await (const chunk of stream(chunks)) yield runsOf(chunk);
  };
  return {
    changesIn: (span) => read("runs/derive-days", spanValues(span)),
    changesOf: (slice) => {
      const values = { ...sliceValues(slice), ...instantsOf(slice.first.day, slice.last.day) };
      return read("runs/derive-due", values);
    },
  };
}

/** The ids of the run files that belong to a data directory, ascending. */
export async function listedRunFiles(connection: Connection): Promise<number[]> {
  const rows = await connection.rows(statement("runs/files"));
  return rows.map((row) => Number(row.id));
}

async function takeStale(connection: Connection, changesMax: number): ReturnType<RunSection["takeStale"]> {
  await connection.run(statement("runs/take-stale"));
  const evicted = await connection.rows(statement("runs/evict"));
  const { first_day, last_day } = await connection.row(statement("runs/due-days"));
  const values = { ...instantsOf(Number(first_day), Number(last_day)), changes_max: BigInt(changesMax) };
  const slices = first_day === null ? [] : await connection.rows(statement("runs/due-slices"), values);
  return {
    evicted,
    slices: slices.map((row) => ({
      first: { spaceId: row.first_space, day: row.first_day },
      last: { spaceId: row.last_space, day: row.last_day },
      runs: row.runs,
      changes: row.changes,
    })),
  };
}

/** Applies changes of the records, within the transaction of the caller. */
async function commit(connection: Connection, changes: RunCommit): Promise<void> {
  const { addedFiles = [], removedFiles = [], derived, loaded = [], flushed = [], stale = [] } = changes;
  await connection.append("run_file", [column(BIGINT, addedFiles, BigInt)]);
  await connection.removeRows("run_file", removedFiles.map(BigInt));
  if (derived !== undefined) await connection.run(statement("runs/clear-due-slice"), sliceValues(derived));
  await appendKeys(connection, "in_memory_run", loaded);
  if (flushed.length > 0) {
    await connection.run(statement("runs/create-flushed"));
    await appendKeys(connection, "flushed", flushed, "temp");
    await connection.run(statement("runs/clear-flushed"));
  }
  for (const marks of stale) {
    if ("spaceId" in marks) await connection.run(statement("runs/mark-busy"), spanValues(marks));
    else await appendKeys(connection, "stale_run", marks);
  }
}

/** The runs of a chunk with the columns space, day and changes. */
function runsOf(chunk: DuckDBDataChunk): SpaceRun[] {
  const spaceIds = chunk.getColumnValues(0) as bigint[];
  const days = chunk.getColumnValues(1) as number[];
  const lists = readUintegerLists(chunk, 2);
  return spaceIds.map((spaceId, row) => ({
    spaceId,
    dayStart: (days[row] as number) * DAY_MS,
    changes: lists[row] as Uint32Array,
  }));
}

function spanValues({ spaceId, firstDay, lastDay }: RunSpan) {
  const [first, last] = [Math.max(firstDay, DAY_MIN), Math.min(lastDay, DAY_MAX)];
  return { space_id: spaceId, first_day: first, last_day: last };
}

function sliceValues({ first, last }: StaleSlice): SqlValues {
  const start = { first_space: first.spaceId, first_day: first.day };
  return { ...start, last_space: last.spaceId, last_day: last.day };
}

/** The instants of some days: as constants in a statement, they let DuckDB skip parts of the log. */
function instantsOf(firstDay: number, lastDay: number): SqlValues {
  return { start_ts: BigInt(firstDay * DAY_MS), end_ts: BigInt((lastDay + 1) * DAY_MS) };
}

export function retainedIn(database: DatabaseReader): RetainedSource {
  return {
    logStart: () => database.read(readLogStart),
    days: (spaceId) => database.read((connection) => readRetainedDays(connection, spaceId)),
    spaceIds: async () => {
      const rows = await readRows(database, "retention/retained-spaces");
      return rows.map((row) => row.space_id);
    },
  };
}

async function readLogStart(connection: Connection): Promise<number> {
  return Number((await connection.row(statement("retention/log-start"))).log_start);
}

async function readRetainedDays(connection: Connection, spaceId: bigint): Promise<RetainedDays> {
  const rows = await connection.rows(statement("retention/retained-runs"), { space_id: spaceId });
  return {
    days: Int32Array.from(rows, ({ day }) => day),
    checksums: Uint32Array.from(rows, ({ checksum }) => checksum),
  };
}

/** Records runs of a space that cannot be derived again, within the transaction of the caller. */
export async function appendRetained(
  connection: Connection,
  spaceId: bigint,
  { days, checksums }: RetainedDays,
): Promise<void> {
  await connection.append("retained_run", [
    { type: BIGINT, values: Array.from(days, () => spaceId) },
    { type: INTEGER, values: days },
    { type: UINTEGER, values: [...checksums] },
  ]);
}

/**
 * Removes the record of retained runs of some spaces, within the transaction that removes the spaces. The runs become
 * stale, so that they are derived without changes.
 */
export async function removeRetained(connection: Connection, spaceIds: readonly bigint[]): Promise<void> {
  if ((await readLogStart(connection)) === 0) return;
  for (const spaceId of spaceIds) {
    const { days } = await readRetainedDays(connection, spaceId);
    const keys = Array.from(days, (day) => ({ spaceId, day }));
    await appendKeys(connection, "stale_run", keys);
  }
  await connection.removeRows("retained_run", spaceIds, "space_id");
}

const EARLIEST = -(2n ** 63n);
const LATEST = 2n ** 63n - 1n;

export async function appendKeys(
  connection: Connection,
  table: string,
  keys: readonly RunKey[],
  catalog: string | null = null,
): Promise<void> {
  const columns = [column(BIGINT, keys, (key) => key.spaceId), column(INTEGER, keys, (key) => key.day)];
  await connection.append(table, columns, catalog);
}

/** Marks the runs that some changed bindings may have changed as stale, within the transaction of the caller. */
export async function markChangedBindings(
  connection: Connection,
  bindings: readonly ChangedBinding[],
): Promise<void> {
  await connection.run(statement("catalog/create-changed-binding"));
  await connection.append(
    "changed_binding",
    [
      column(INTEGER, bindings, ({ sensorKey }) => sensorKey),
      column(BIGINT, bindings, ({ spaceId }) => spaceId),
      column(BIGINT, bindings, ({ from }) => (from === null ? EARLIEST : BigInt(from))),
      column(BIGINT, bindings, ({ to }) => (to === null ? LATEST : BigInt(to))),
    ],
    "temp",
  );
  // Constants let DuckDB skip the parts of the log outside them.
  const range = await connection.row(statement("catalog/changed-binding-range"));
  await connection.run(statement("catalog/mark-changed-bindings"), range);
}

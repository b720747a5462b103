import { rm } from "node:fs/promises";
import { join } from "node:path";
import { BIGINT, TINYINT } from "@duckdb/node-api";
import { type ColumnData, wholeNumbers } from "../../duckdb/columns.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import type { DatabaseReader } from "../../duckdb/database.ts";
import { statement, statementWith } from "../../duckdb/statements.ts";
import type { EventCopies, EventStore, SpaceRun } from "../../engine/ports.ts";
import { retainedRunsOf } from "../runs/bulk-reads.ts";
import { RetainedRuns } from "../runs/retained-record.ts";
import { listedRunFiles, retainedIn } from "./run-source.ts";

/** Number of ids in one file, which is written in a fraction of a second. */
const PART_IDS = 1_000_000n;

interface CopiedLog {
  readonly database: DatabaseReader;
  readonly last: bigint;
  /** Reads the runs whose events have been removed; null if there are none. */
  readonly retained: (() => AsyncIterable<SpaceRun>) | null;
}

/** Copies the events with ids after one; see `EventStore.copyEvents`. */
export async function copyEvents(
  { database, last, retained }: CopiedLog,
  after: bigint,
  folder: string,
): Promise<EventCopies> {
  const parts: string[] = [];
  for (let first = after; first < last; first += PART_IDS) {
    const name = `events-${parts.length}.parquet`;
    const path = join(folder, name);
    const end = first + PART_IDS < last ? first + PART_IDS : last;
    await database.read((connection) =>
      connection.run(statement("events/copy-events"), { after_id: first, last_id: end, path }),
    );
    parts.push(name);
  }
  const voided = "voided.parquet";
  const values = { path: join(folder, voided) };
  const copied = await database.read((reader) => reader.run(statement("events/copy-voided"), values));
  return {
    lastEventId: parts.length === 0 ? after : last,
    parts,
    voided: copied === 0 ? null : voided,
    retained: after > 0n || retained === null ? null : await copyRetainedChanges(retained(), folder),
  };
}

/** Maximum memory of the changes before they are written to disk. */
const MEMORY_LIMIT = "256MiB";

/** The first id of a change whose event has been removed; ids of events are positive. */
const FIRST_ID = -(2 ** 40);

/** Changes that are appended together, if no run has more: an append takes as long as writing hundreds of changes. */
const CHANGES_AT_ONCE = 2 ** 16;

/** Converts runs whose events have been removed to the columns id, ts, space_id and direction, many runs at a time. */
async function* retainedChanges(runs: AsyncIterable<SpaceRun>): AsyncGenerator<readonly ColumnData[]> {
  let first = FIRST_ID;
  let batch: SpaceRun[] = [];
  let length = 0;
  for await (const run of runs) {
    if (length > 0 && length + run.changes.length > CHANGES_AT_ONCE) {
      yield columnsOf(batch, first, length);
      first += length;
      [batch, length] = [[], 0];
    }
    // A copy, since the memory may be used for the next run.
    batch.push({ ...run, changes: run.changes.slice() });
    length += run.changes.length;
  }
  if (length > 0) yield columnsOf(batch, first, length);
}

function columnsOf(runs: readonly SpaceRun[], first: number, length: number): readonly ColumnData[] {
  const instants = new Float64Array(length);
  const spaceIds = new BigInt64Array(length);
  const directions = new Int8Array(length);
  let row = 0;
  for (const { spaceId, dayStart, changes } of runs) {
    spaceIds.fill(spaceId, row, row + changes.length);
    for (const change of changes) {
      instants[row] = dayStart + (change >>> 1);
      directions[row++] = (change & 1) === 1 ? 1 : -1;
    }
  }
  return [
    { type: BIGINT, values: wholeNumbers(length, (each) => first + each) },
    { type: BIGINT, values: wholeNumbers(length, (each) => instants[each] as number) },
    { type: BIGINT, values: spaceIds },
    { type: TINYINT, values: directions },
  ];
}

/** Writes the changes of runs whose events have been removed to a Parquet file in a folder; returns its name. */
async function copyRetainedChanges(runs: AsyncIterable<SpaceRun>, folder: string): Promise<string> {
  const name = "retained.parquet";
  const temporary = join(folder, "retained.duckdb");
  const { connection, close } = await openInstance(temporary, { memory_limit: MEMORY_LIMIT });
  try {
    await connection.run(statement("retention/create-retained-change"));
    await connection.transaction(async () => {
      for await (const columns of retainedChanges(runs)) await connection.append("retained_change", columns);
    });
    const copy = statementWith("database/copy-table", { table: "retained_change" });
    await connection.run(copy, { path: join(folder, name) });
  } finally {
    close();
    for (const name of [temporary, `${temporary}.wal`]) await rm(name, { force: true });
  }
  return name;
}

/** The events of a data directory that no process changes, to be copied. */
export async function readOnlyEvents(
  connection: Connection,
  directory: string,
): Promise<Pick<EventStore, "copyEvents" | "logStart" | "position">> {
  const database: DatabaseReader = { read: (work) => work(connection) };
  const source = retainedIn(database);
  const record = new RetainedRuns(source, await source.logStart());
  const listed = await listedRunFiles(connection);
  const { id: last } = await connection.row(statement("events/last-id"));
  const retained = record.logStart === 0 ? null : () => retainedRunsOf(record, directory, listed);
  return {
    logStart: () => record.logStart,
    position: async () => last,
    copyEvents: (afterId, folder) => copyEvents({ database, last, retained }, afterId, folder),
  };
}

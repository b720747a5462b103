import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import { runAt } from "../../series/run-block.ts";
import { DamagedRunFile } from "../runs/run-file.ts";
import { RunFiles } from "../runs/run-files.ts";
import { type ColumnData, Connection } from "./database.ts";
import { BIGINT, DuckDBInstance, TINYINT } from "./duckdb-api.ts";
import { lostRun, readBoundary, readKeptDays, readKeptSpaces } from "./kept-runs.ts";
import { wholeNumbers } from "./raw-vectors.ts";
import { listedRunFiles } from "./run-list.ts";
import { statement } from "./statements.ts";

/** Memory that changes wait in, beyond which they wait on disk. */
const MEMORY_LIMIT = "256MiB";

/** Before the first of the ids that changes get whose events have been removed; those of events are positive. */
const FIRST_ID = -(2 ** 40);

/** Turns runs whose events have been removed into the columns id, ts, space_id and direction, one after the other. */
export async function* keptChanges(runs: AsyncIterable<SpaceRun>): AsyncGenerator<readonly ColumnData[]> {
  let id = FIRST_ID;
  for await (const { spaceId, dayStart, changes } of runs) {
    const { length } = changes;
    const first = id;
    id += length;
    yield [
      { type: BIGINT, values: wholeNumbers(length, (row) => first + row) },
      { type: BIGINT, values: wholeNumbers(length, (row) => dayStart + ((changes[row] as number) >>> 1)) },
      { type: BIGINT, values: new BigInt64Array(length).fill(spaceId) },
      { type: TINYINT, values: Int8Array.from(changes, (change) => ((change & 1) === 1 ? 1 : -1)) },
    ];
  }
}

/**
 * Writes the changes of runs whose events have been removed into a Parquet file of a folder.
 *
 * @returns its path
 */
export async function copyKeptChanges(runs: AsyncIterable<SpaceRun>, folder: string): Promise<string> {
  const [waiting, path] = [join(folder, "kept.duckdb"), join(folder, "kept.parquet")];
  const instance = await DuckDBInstance.create(waiting, { memory_limit: MEMORY_LIMIT });
  const connection = new Connection(await instance.connect());
  try {
    await connection.run(statement("retention/create-kept-change"));
    await connection.transaction(async () => {
      for await (const columns of keptChanges(runs)) await connection.append("kept_change", columns);
    });
    await connection.run(statement("retention/copy-kept-changes"), { path });
  } finally {
    connection.close();
    instance.closeSync();
    for (const name of [waiting, `${waiting}.wal`]) await rm(name, { force: true });
  }
  return path;
}

/**
 * The runs whose events have been removed, of a data directory that nobody changes, ascending by space, then
 * by day.
 *
 * @param connection reads its database
 * @throws HeadcountError `data-lost` where one of them is not what it was
 */
export async function* keptRunsOf(connection: Connection, directory: string): AsyncGenerator<SpaceRun> {
  const boundary = await readBoundary(connection);
  if (boundary === 0) return;
  const firstDay = boundary / DAY_MS;
  const record = { firstDay, of: (spaceId: bigint) => readKeptDays(connection, spaceId) };
  const files = await RunFiles.openForReading(directory, await listedRunFiles(connection), record);
  try {
    for (const spaceId of await readKeptSpaces(connection)) {
      const days = { firstDay: 0, lastDay: firstDay - 1 };
      yield* await files.read(spaceId, days, [], async (pieces) => {
        const runs: SpaceRun[] = [];
        for (const { block, from, to } of pieces) {
          await block.load("changes", from, to);
          for (let i = from; i < to; i++) {
            const { dayStart, changes } = runAt(block, i);
            runs.push({ spaceId, dayStart, changes: changes.slice() });
          }
        }
        return runs;
      });
    }
  } catch (error) {
    if (error instanceof DamagedRunFile) throw lostRun(error.day, error);
    throw error;
  } finally {
    files.close();
  }
}

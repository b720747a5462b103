import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SteadyClock } from "../domain/clock.ts";
import { formatId } from "../domain/ids.ts";
import { SQL_BYTES_MAX, SQL_MEMORY_BYTES_DEFAULT, SQL_ROWS_MAX } from "../domain/limits.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import type { Connection } from "../duckdb/connection.ts";
import { statement } from "../duckdb/statements.ts";
import type { AdHocSql } from "../engine/ports/ad-hoc-sql.ts";
import { readResult } from "../formats/out/result-file.ts";
import { retainedChangesOf } from "../store/duckdb/copy-events.ts";
import { openReadOnly, type ReadOnlyDirectory } from "../store/duckdb/open-store.ts";
import { retainedIn } from "../store/duckdb/run-source.ts";
import { Analysis } from "./analysis-copy.ts";
import type { AnalysisDatabase, AnalysisOptions, HeldState } from "./analysis-database.ts";
import { copyRows, replaceCatalog } from "./copied-rows.ts";
import { copyCatalog, digestOf } from "./export-update.ts";
import { boundsOf } from "./locked-instance.ts";
import { listRelations, readExamples } from "./query/relations.ts";
import { runQuery } from "./query/run-query.ts";

/**
 * Opens a data directory that no process has open for queries in this process; nothing in it changes.
 *
 * @throws HeadcountError as `openDirectoryAnalysis` does
 */
export async function openDirectorySql(
  directory: string,
  clock: Clock,
): Promise<AdHocSql & { close(): Promise<void> }> {
  const memoryBytes = SQL_MEMORY_BYTES_DEFAULT;
  const limits = { rowsMax: SQL_ROWS_MAX, bytesMax: SQL_BYTES_MAX, memoryBytes };
  const options = { clock, memoryBytes, temporaryFolder: tmpdir() };
  const database = await openDirectoryAnalysis(directory, options);
  let results = 0;
  return {
    async query(request, signal) {
      const path = join(database.folder, `result-${++results}`);
      return readResult(path, await runQuery(database, { ...request, path, limits, signal }));
    },
    relations: () => listRelations(database),
    examples: readExamples,
    close: database.close,
  };
}

/**
 * Opens a data directory that no process has open for users' SQL, without changing it; several processes may do so at
 * once. `folder` is for temporary files, and removed when it is closed.
 *
 * @throws HeadcountError `store-held` if this or another process has it open for writing; `store-newer` or
 * `store-damaged` as `openStore` does; `unavailable` if there is none, or an older release wrote it
 */
export async function openDirectoryAnalysis(
  directory: string,
  options: AnalysisOptions,
): Promise<AnalysisDatabase & { readonly folder: string }> {
  const source = await openReadOnly(directory, boundsOf(options));
  const folder = mkdtempSync(join(options.temporaryFolder, "headcount-sql-"));
  const remove = () => {
    source.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const temporaryFolder = join(folder, "temporary");
    mkdirSync(temporaryFolder);
    const analysis = await Analysis.open(folder, { ...options, temporaryFolder });
    const clock = new SteadyClock(options.clock, { now: () => performance.now() });
    await analysis.update(clock.now(), async (writer) => ({
      ...(await copyCatalogOf(source, writer)),
      lastEventId: await copyLogOf(source, directory, writer),
    }));
    const prepare = async (query: string) => {
      await analysis.update(clock.now(), async () => analysis.state());
      await analysis.prepare(query);
    };
    // One after another, and none after it has been closed.
    const turns = new SerialQueue();
    let closing: Promise<void> | null = null;
    return {
      folder,
      prepare: (query) => turns.run(() => prepare(query)),
      asOf: (connection) => analysis.asOf(connection),
      connect: () => analysis.connect(),
      close: () => {
        closing ??= turns.run(() => analysis.close()).finally(remove);
        return closing;
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function copyCatalogOf(
  source: ReadOnlyDirectory,
  writer: Connection,
): Promise<Omit<HeldState, "lastEventId">> {
  const rows = await source.catalog();
  const copy = copyCatalog(rows);
  await replaceCatalog(writer, copy);
  return {
    organizationId: formatId("organization", rows.organizationId),
    logStart: await retainedIn((work) => work(source.connection)).logStart(),
    catalogDigest: digestOf(copy),
  };
}

/** @returns the highest id of an event */
async function copyLogOf(
  { connection }: ReadOnlyDirectory,
  directory: string,
  writer: Connection,
): Promise<number> {
  for (const table of ["event", "voided_id"] as const) await copyRows(connection, table, null, writer);
  for await (const columns of retainedChangesOf(connection, directory))
    await writer.append("retained_change", columns, null, "base");
  return Number((await connection.row(statement("events/last-id"))).id);
}

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SteadyClock } from "../domain/clock.ts";
import { formatId } from "../domain/ids.ts";
import { retainedChangesOf } from "../store/duckdb/copy-events.ts";
import type { Connection } from "../store/duckdb/database.ts";
import type { DuckDBConnection } from "../store/duckdb/duckdb-api.ts";
import { openReadOnly, type ReadOnlyDirectory } from "../store/duckdb/open-store.ts";
import { retainedIn } from "../store/duckdb/run-source.ts";
import { statement } from "../store/duckdb/statements.ts";
import { Analysis, readAsOf } from "./analysis.ts";
import type { AnalysisDatabase, AnalysisOptions } from "./analysis-database.ts";
import { copyCatalog, digestOf } from "./catalog-copy.ts";
import { appendQuery, replaceCatalog } from "./copied-rows.ts";
import { boundsOf } from "./locked-instance.ts";
import { mayReadHours, mayReadLog } from "./query-words.ts";
import { SerialQueue } from "./serial-queue.ts";

/**
 * Opens a data directory that no process has open for ad hoc SQL. Nothing in it changes, and several may do so at
 * once. The log is copied before the first query that may read it.
 *
 * @throws HeadcountError `store-held` where this or another process has it open for writing; `store-newer`
 * or `store-damaged` as `openStore` does; `unavailable` where there is none, or an older release wrote it
 */
export async function openDirectoryAnalysis(
  directory: string,
  options: AnalysisOptions,
): Promise<AnalysisDatabase> {
  const source = await openReadOnly(directory, boundsOf(options));
  const folder = mkdtempSync(join(options.temporaryFolder, "headcount-sql-"));
  try {
    const temporaryFolder = join(folder, "temporary");
    mkdirSync(temporaryFolder);
    const analysis = await Analysis.open(folder, { ...options, temporaryFolder });
    return new DirectoryAnalysis({ directory, source }, analysis, folder, options);
  } catch (error) {
    source.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

class DirectoryAnalysis implements AnalysisDatabase {
  readonly #directory: string;
  readonly #source: ReadOnlyDirectory;
  readonly #analysis: Analysis;
  readonly #folder: string;
  readonly #clock: AnalysisOptions["clock"];
  readonly #preparations = new SerialQueue();
  #hasLog = false;
  #closing: Promise<void> | null = null;

  constructor(
    { directory, source }: { readonly directory: string; readonly source: ReadOnlyDirectory },
    analysis: Analysis,
    folder: string,
    options: AnalysisOptions,
  ) {
    this.#directory = directory;
    this.#source = source;
    this.#analysis = analysis;
    this.#folder = folder;
    this.#clock = new SteadyClock(options.clock, { now: () => performance.now() });
  }

  prepare(query: string): Promise<void> {
    return this.#preparations.run(() => this.#prepare(query));
  }

  async #prepare(query: string): Promise<void> {
    const analysis = this.#analysis;
    const wantsLog = mayReadLog(query) && !this.#hasLog;
    await analysis.update(this.#clock.now(), async (writer) => {
      const state = analysis.state.organizationId === null ? await this.#copyCatalog(writer) : analysis.state;
      return wantsLog ? { ...state, lastEventId: await this.#copyLog(writer) } : state;
    });
    this.#hasLog ||= wantsLog;
    if (mayReadHours(query)) await analysis.refresh();
  }

  asOf(connection: DuckDBConnection): Promise<number> {
    return readAsOf(connection);
  }

  async #copyCatalog(writer: Connection) {
    const rows = await this.#source.catalog();
    const copy = copyCatalog(rows);
    await replaceCatalog(writer, copy);
    return {
      organizationId: formatId("organization", rows.organizationId),
      lastEventId: 0,
      logStart: await retainedIn((work) => work(this.#source.connection)).logStart(),
      catalogDigest: digestOf(copy),
    };
  }

  /** @returns the highest id of an event */
  async #copyLog(writer: Connection): Promise<number> {
    const { connection } = this.#source;
    await appendQuery(connection, statement("analysis/catalog/copied-events"), {}, writer, "event");
    await appendQuery(connection, statement("analysis/catalog/copied-voided"), {}, writer, "voided_id");
    for await (const columns of retainedChangesOf(connection, this.#directory))
      await writer.append("kept_change", columns, null, "base");
    return Number((await connection.row(statement("events/last-id"))).id);
  }

  connect() {
    return this.#analysis.connect();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#preparations.settled();
    this.#source.close();
    try {
      await this.#analysis.close();
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}

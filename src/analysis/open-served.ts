import { mkdirSync, rmSync } from "node:fs";
import { Connection } from "../store/duckdb/database.ts";
import { DuckDBInstance } from "../store/duckdb/duckdb-api.ts";
import { statement } from "../store/duckdb/statements.ts";
import { Analysis, forgetLog, readAsOf } from "./analysis.ts";
import type { AnalysisOptions, AnalysisUpdate, ServedAnalysis } from "./analysis-database.ts";
import { appendQuery, replaceCatalog, replaceRows } from "./copied-rows.ts";
import { boundsOf } from "./locked-instance.ts";

/**
 * Opens the analysis database of a server in a separate folder, which is created if it does not exist. Its file is kept
 * between runs; one that another release has created is deleted.
 *
 * @param isFresh whether an existing file is deleted, too
 * @throws HeadcountError `unavailable` if another process has it open
 */
export async function openServedAnalysis(
  folder: string,
  options: AnalysisOptions,
  isFresh = false,
): Promise<ServedAnalysis> {
  mkdirSync(folder, { recursive: true });
  const analysis = await Analysis.open(folder, options, isFresh);
  const files = new UpdateFiles(options);
  return {
    state: () => analysis.state,
    applyUpdate: (update) => applyUpdate(analysis, files, update),
    prepare: (query) => analysis.refreshFor(query),
    asOf: readAsOf,
    connect: () => analysis.connect(),
    close: async () => {
      // Waits for the update that reads the files.
      await analysis.close();
      files.close();
    },
  };
}

async function applyUpdate(analysis: Analysis, files: UpdateFiles, update: AnalysisUpdate): Promise<void> {
  const { asOf, isWhole, catalog, organizationId, lastEventId, logStart, catalogDigest } = update;
  const { parts, voided, retained } = update;
  try {
    await analysis.update(asOf, async (writer) => {
      if (isWhole) await forgetLog(writer);
      if (catalog !== null) await replaceCatalog(writer, catalog);
      await replaceRows(writer, "voided_id", []);
      if (retained !== null) await replaceRows(writer, "retained_change", []);
      for (const path of parts) await files.append(writer, "event", path);
      if (voided !== null) await files.append(writer, "voided_id", voided);
      if (retained !== null) await files.append(writer, "retained_change", retained);
      return { organizationId, lastEventId, logStart, catalogDigest };
    });
  } finally {
    for (const path of [...parts, voided, retained]) if (path !== null) rmSync(path, { force: true });
  }
}

/** The rows in a file of an update: the table that receives them, and the statement that reads them. */
const STATEMENTS = {
  event: "analysis/catalog/part-events",
  voided_id: "analysis/catalog/part-voided",
  retained_change: "analysis/catalog/part-retained-changes",
} as const;

interface Reader {
  readonly instance: DuckDBInstance;
  readonly connection: Connection;
}

/**
 * Reads the files of updates by an instance that may read files, so that users' queries run on one that may not. It is
 * opened for the first file and stays open: opening takes as long as the rest of a small update.
 */
class UpdateFiles {
  readonly #options: AnalysisOptions;
  #reader: Reader | null = null;

  constructor(options: AnalysisOptions) {
    this.#options = options;
  }

  /** Appends the rows of a Parquet file to a table of the copy, within a transaction of the caller. */
  async append(writer: Connection, table: keyof typeof STATEMENTS, path: string): Promise<void> {
    this.#reader ??= await openReader(this.#options);
    await appendQuery(this.#reader.connection, statement(STATEMENTS[table]), { path }, writer, table);
  }

  close(): void {
    this.#reader?.connection.close();
    this.#reader?.instance.closeSync();
    this.#reader = null;
  }
}

async function openReader(options: AnalysisOptions): Promise<Reader> {
  const instance = await DuckDBInstance.create(":memory:", boundsOf(options));
  return { instance, connection: new Connection(await instance.connect()) };
}

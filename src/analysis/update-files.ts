import { Connection } from "../store/duckdb/database.ts";
import { DuckDBInstance } from "../store/duckdb/duckdb-api.ts";
import { statement } from "../store/duckdb/statements.ts";
import type { AnalysisOptions } from "./analysis-database.ts";
import { appendQuery } from "./copied-rows.ts";
import { boundsOf } from "./locked-instance.ts";

/** Which rows a file of an update holds: the table that they go into, and the statement that reads them. */
const STATEMENTS = {
  event: "analysis/catalog/part-events",
  voided_id: "analysis/catalog/part-voided",
  kept_change: "analysis/catalog/part-kept-changes",
} as const;

interface Reader {
  readonly instance: DuckDBInstance;
  readonly connection: Connection;
}

/**
 * Reads the files of updates by an instance that may read files, so that users' queries run on one that may not. It
 * is opened with the first file and stays open: opening one takes as long as all else that a small update does.
 */
export class UpdateFiles {
  readonly #options: AnalysisOptions;
  #reader: Reader | null = null;

  constructor(options: AnalysisOptions) {
    this.#options = options;
  }

  /** Appends the rows of a Parquet file to a table of the copy, within a transaction of the caller's. */
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

import type { DuckDBDataChunk, DuckDBType } from "../../store/duckdb/duckdb-api.ts";

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/** The summary of a result. */
export interface ResultSummary {
  readonly rows: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
  /** In ms. */
  readonly asOf: number;
}

/** Writes a result into a file as it comes. */
export interface ResultWriter {
  /**
   * Takes the rows of a chunk that there is still room for.
   *
   * @returns how many it has taken
   */
  add(chunk: DuckDBDataChunk): Promise<number> | number;
  /** Completes the file. */
  end(summary: ResultSummary): Promise<void> | void;
  /** Lets go of what it holds, complete or not. */
  close(): void;
}

/** Where a result goes, and how much of it. */
export interface ResultTarget {
  readonly path: string;
  readonly bytesMax: number;
}

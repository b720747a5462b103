import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import type { DuckDBDataChunk, DuckDBType } from "../../store/duckdb/duckdb-api.ts";
import { CsvResult } from "./csv-result.ts";
import { JsonResult } from "./json-result.ts";

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/** What is said of a result at its end. */
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

/** Opens a writer of a format; what only one format needs is loaded with it. */
export async function openResult(
  format: SqlFormat,
  columns: readonly ResultColumn[],
  target: ResultTarget,
): Promise<ResultWriter> {
  switch (format) {
    case "json":
      return new JsonResult(columns, target);
    case "csv":
      return new CsvResult(columns, target);
    case "arrow": {
      const { ArrowResult } = await import("./arrow-result.ts");
      return new ArrowResult(columns, target);
    }
    case "parquet": {
      const { ParquetResult } = await import("./parquet-result.ts");
      return ParquetResult.open(columns, target);
    }
  }
}

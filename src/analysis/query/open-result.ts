import { stringify } from "csv-stringify/sync";
import { formatInstant } from "../../domain/instant.ts";
import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import type { DuckDBDataChunk, Json } from "../../store/duckdb/duckdb-api.ts";
import {
  type ResultColumn,
  ResultFile,
  type ResultSummary,
  type ResultTarget,
  type ResultWriter,
} from "./result-file.ts";
import { type ToJson, toJsonOf } from "./values.ts";

/** Opens a writer of a format; code that only one format needs is loaded with it. */
export async function openResult(
  format: SqlFormat,
  columns: readonly ResultColumn[],
  target: ResultTarget,
): Promise<ResultWriter> {
  switch (format) {
    case "json":
      return new TextResult(columns, target, JSON_TEXT);
    case "csv":
      return new TextResult(columns, target, CSV_TEXT);
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

interface TextFormat {
  readonly head: (columns: readonly ResultColumn[]) => string;
  readonly row: (values: readonly Json[], isFirst: boolean) => string;
  readonly end: (summary: ResultSummary) => string;
}

/** One JSON object, whose rows are lists of values. */
const JSON_TEXT: TextFormat = {
  head: (columns) => {
    const described = columns.map(({ name, type }) => ({ name, type: String(type) }));
    return `{"columns":${JSON.stringify(described)},"rows":[`;
  },
  row: (values, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(values)}`,
  end: ({ rows, truncated, elapsedMs, asOf }) => {
    const summary = {
      row_count: rows,
      truncated,
      elapsed_ms: Math.round(elapsedMs),
      as_of: formatInstant(asOf),
    };
    return `\n],${JSON.stringify(summary).slice(1)}\n`;
  },
};

/** CSV with a header; null is empty (D29), lists and structs are JSON. */
const CSV_TEXT: TextFormat = {
  head: (columns) => stringify([columns.map(({ name }) => name)]),
  row: (values) => stringify([values.map(cell)]),
  end: () => "",
};

function cell(value: Json): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}

class TextResult implements ResultWriter {
  readonly #file: ResultFile;
  readonly #format: TextFormat;
  readonly #toJson: readonly ToJson[];
  #isFirst = true;

  constructor(columns: readonly ResultColumn[], target: ResultTarget, format: TextFormat) {
    this.#toJson = columns.map(toJsonOf);
    this.#format = format;
    this.#file = new ResultFile(target);
    this.#file.write(format.head(columns));
  }

  add(chunk: DuckDBDataChunk): number {
    for (let row = 0; row < chunk.rowCount; row++) {
      const values = chunk.getRowValues(row).map((value, index) => this.#toJson[index]?.(value) ?? null);
      if (!this.#file.tryWrite(this.#format.row(values, this.#isFirst))) return row;
      this.#isFirst = false;
    }
    return chunk.rowCount;
  }

  end(summary: ResultSummary): void {
    this.#file.finish(this.#format.end(summary));
  }

  close(): void {
    this.#file.close();
  }
}

import { stringify } from "csv-stringify/sync";
import { formatInstant } from "../../domain/instant.ts";
import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import type { Json } from "../../store/duckdb/duckdb-api.ts";
import {
  type ResultColumn,
  ResultFile,
  type ResultSummary,
  type ResultTarget,
  type ResultWriter,
} from "./result-file.ts";
import { toJsonOf } from "./values.ts";

/** Opens a writer of a format; code that only one format needs is loaded with it. */
export async function openResult(
  format: SqlFormat,
  columns: readonly ResultColumn[],
  target: ResultTarget,
): Promise<ResultWriter> {
  switch (format) {
    case "json":
      return openTextResult(columns, target, JSON_TEXT);
    case "csv":
      return openTextResult(columns, target, CSV_TEXT);
    case "arrow": {
      const { openArrowResult } = await import("./arrow-result.ts");
      return openArrowResult(columns, target);
    }
    case "parquet": {
      const { openParquetResult } = await import("./parquet-result.ts");
      return openParquetResult(columns, target);
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

function openTextResult(
  columns: readonly ResultColumn[],
  target: ResultTarget,
  format: TextFormat,
): ResultWriter {
  const writers = columns.map(toJsonOf);
  const file = new ResultFile(target);
  let isFirst = true;
  file.write(format.head(columns));
  return {
    add(chunk) {
      for (let row = 0; row < chunk.rowCount; row++) {
        const values = chunk.getRowValues(row).map((value, index) => writers[index]?.(value) ?? null);
        if (!file.tryWrite(format.row(values, isFirst))) return row;
        isFirst = false;
      }
      return chunk.rowCount;
    },
    end: (summary) => file.finish(format.end(summary)),
    close: () => file.close(),
  };
}

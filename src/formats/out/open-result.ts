import { statSync } from "node:fs";
import type { Json } from "@duckdb/node-api";
import { stringify } from "csv-stringify/sync";
import { invalid } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { formatReal } from "../../domain/table-columns.ts";
import { openInstance } from "../../duckdb/connection.ts";
import { quoteIdentifier, statementWith } from "../../duckdb/statements.ts";
import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import {
  type ResultColumn,
  ResultFile,
  type ResultSummary,
  type ResultTarget,
  type ResultWriter,
} from "./result-file.ts";
import { toJsonOf } from "./result-values.ts";

/** Memory limit, in bytes, for writing a Parquet file; it spills to disk beyond that. */
export const SQL_SCRATCH_BYTES_MAX = 128 * 1024 * 1024;

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
    case "parquet":
      return openParquetResult(columns, target);
  }
}

interface TextFormat {
  readonly head: (columns: readonly ResultColumn[]) => string;
  readonly row: (values: readonly Json[], columns: readonly ResultColumn[], isFirst: boolean) => string;
  readonly end: (summary: ResultSummary) => string;
}

/** One JSON object, whose rows are lists of values. */
const JSON_TEXT: TextFormat = {
  head: (columns) => {
    const described = columns.map(({ name, type }) => ({ name, type: String(type) }));
    return `{"columns":${JSON.stringify(described)},"rows":[`;
  },
  row: (values, _columns, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(values)}`,
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
  row: (values, columns) => stringify([values.map((value, index) => cell(value, columns[index]))]),
  end: () => "",
};

/** DuckDB's types of numbers with decimals. */
const REAL = /^(FLOAT|DOUBLE|DECIMAL\(\d+,(?!0\)))/;

function cell(value: Json, column: ResultColumn | undefined): string | number | null {
  if (typeof value === "number" && REAL.test(String(column?.type))) return formatReal(value);
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
      const texts: string[] = [];
      let left = file.room;
      let row = 0;
      for (; row < chunk.rowCount; row++) {
        const values = chunk.getRowValues(row).map((value, index) => writers[index]?.(value) ?? null);
        const text = format.row(values, columns, isFirst);
        left -= Buffer.byteLength(text);
        if (left < 0) break;
        texts.push(text);
        isFirst = false;
      }
      file.write(texts.join(""));
      return row;
    },
    end: (summary) => file.write(format.end(summary)),
    close: () => file.close(),
  };
}

/**
 * Writes a result as a Parquet file. The instance that a query runs in can write no file, so the rows go through
 * a separate one.
 */
async function openParquetResult(
  columns: readonly ResultColumn[],
  { path, bytesMax }: ResultTarget,
): Promise<ResultWriter> {
  const { connection, close } = await openInstance(":memory:", {
    memory_limit: `${SQL_SCRATCH_BYTES_MAX / 2 ** 20}MiB`,
    temp_directory: `${path}.tmp`,
    threads: "1",
  });
  try {
    const size = `${Math.ceil((4 * bytesMax) / 2 ** 20)}MiB`;
    await connection.run(statementWith("query/limit-temporary", { size }));
    const definitions = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(", ");
    await connection.run(statementWith("database/create-table", { table: "result", definitions }));
    const appender = await connection.raw.createAppender("result");
    return {
      add(chunk) {
        appender.appendDataChunk(chunk);
        return chunk.rowCount;
      },
      async end() {
        appender.closeSync();
        await connection.run(statementWith("database/copy-table", { table: "result" }), { path });
        if (statSync(path).size > bytesMax)
          throw invalid("query", `the result has more than ${bytesMax} bytes; ask for fewer rows or columns`);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

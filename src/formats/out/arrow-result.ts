import { type DuckDBDataChunk, type DuckDBDateValue, DuckDBTypeId, type DuckDBValue } from "@duckdb/node-api";
import {
  Bool,
  type DataType,
  DateDay,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  type Table,
  TimestampMillisecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from "apache-arrow";
import { DAY_MS } from "../../domain/instant.ts";
import { arrowStream, arrowTable } from "./arrow-stream.ts";
import { type ResultColumn, ResultFile, type ResultTarget, type ResultWriter } from "./result-file.ts";
import { isLocalTime, millisecondsOf, toJsonOf } from "./result-values.ts";

/** How a column is written: its type in Arrow, and the conversion of each value that is not null. */
interface WrittenColumn {
  readonly name: string;
  readonly type: DataType;
  readonly read: (value: DuckDBValue) => unknown;
}

/** Writes a result as an Arrow IPC stream; types without a plain Arrow type become text, as in CSV. */
export function openArrowResult(columns: readonly ResultColumn[], target: ResultTarget): ResultWriter {
  const written = columns.map(arrowColumn);
  const stream = arrowStream(tableOf(written, null).schema);
  const file = new ResultFile(target);
  file.write(stream.head);
  return {
    // Takes all of a chunk or none.
    add(chunk) {
      const batch = stream.batch(tableOf(written, chunk));
      if (batch.length > file.room) return 0;
      file.write(batch);
      return chunk.rowCount;
    },
    end: () => file.write(stream.end),
    close: () => file.close(),
  };
}

function tableOf(columns: readonly WrittenColumn[], chunk: DuckDBDataChunk | null): Table {
  return arrowTable(
    columns.map(({ name, type, read }, index) => {
      const values = chunk?.getColumnValues(index) ?? [];
      return { name, type, values: values.map((value) => (value === null ? null : read(value))) };
    }),
  );
}

function arrowColumn(column: ResultColumn): WrittenColumn {
  const { name, type } = column;
  const plain = PLAIN[type.typeId];
  if (plain !== undefined) return { name, type: plain(), read: (value) => value };
  switch (type.typeId) {
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return { name, type: new TimestampMillisecond(isLocalTime(name) ? null : "UTC"), read: millisecondsOf };
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.DECIMAL:
      // DuckDB's type of sums of whole numbers; Parquet gets the same.
      return { name, type: new Float64(), read: (value) => Number(String(value)) };
    case DuckDBTypeId.DATE:
      return { name, type: new DateDay(), read: (value) => (value as DuckDBDateValue).days * DAY_MS };
    default:
      return { name, type: new Utf8(), read: textOf(column) };
  }
}

const PLAIN: Readonly<Partial<Record<DuckDBTypeId, () => DataType>>> = {
  [DuckDBTypeId.BOOLEAN]: () => new Bool(),
  [DuckDBTypeId.TINYINT]: () => new Int8(),
  [DuckDBTypeId.SMALLINT]: () => new Int16(),
  [DuckDBTypeId.INTEGER]: () => new Int32(),
  [DuckDBTypeId.BIGINT]: () => new Int64(),
  [DuckDBTypeId.UTINYINT]: () => new Uint8(),
  [DuckDBTypeId.USMALLINT]: () => new Uint16(),
  [DuckDBTypeId.UINTEGER]: () => new Uint32(),
  [DuckDBTypeId.UBIGINT]: () => new Uint64(),
  [DuckDBTypeId.FLOAT]: () => new Float32(),
  [DuckDBTypeId.DOUBLE]: () => new Float64(),
  [DuckDBTypeId.VARCHAR]: () => new Utf8(),
};

function textOf(column: ResultColumn): (value: DuckDBValue) => string {
  const toJson = toJsonOf(column);
  return (value) => {
    const json = toJson(value);
    return typeof json === "string" ? json : JSON.stringify(json);
  };
}

import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  listValue,
  TINYINT,
  VARCHAR,
} from "@duckdb/node-api";
import { must } from "../domain/errors.ts";
import { column } from "../duckdb/columns.ts";
import type { Connection } from "../duckdb/connection.ts";
import { statement, statementWith } from "../duckdb/statements.ts";
import type { ReadingCopies } from "../engine/ports.ts";
import type { CatalogCopy, CopiedRow, CopiedValue } from "./analysis-database.ts";

/** The types of the columns that copied rows are written to, by DuckDB's name, and the conversion of values to each. */
const TYPES: Readonly<Record<string, readonly [DuckDBType, ((value: CopiedValue) => DuckDBValue)?]>> = {
  BIGINT: [BIGINT, (value) => (value === null ? null : BigInt(value as string | number))],
  BOOLEAN: [BOOLEAN],
  DOUBLE: [DOUBLE],
  INTEGER: [INTEGER],
  TINYINT: [TINYINT],
  VARCHAR: [VARCHAR],
  "VARCHAR[]": [LIST(VARCHAR), (value) => listValue([...(value as readonly string[])])],
};

/** Replaces the catalog by a copy, within a transaction of the caller. */
export async function replaceCatalog(writer: Connection, tables: CatalogCopy): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await replaceRows(writer, table, rows);
  await clearTable(writer, "binding");
  await writer.run(statement("analysis/catalog/fill-binding"));
}

/** Replaces the rows of a table of the copy, within a transaction of the caller. */
export async function replaceRows(
  writer: Connection,
  table: string,
  rows: readonly CopiedRow[],
): Promise<void> {
  await clearTable(writer, table);
  const columns = await writer.rows(statement("analysis/catalog/table-columns"), { table });
  const data = columns.map(({ column_name: name, data_type: typeName }) => {
    const [type, encode = (value: CopiedValue) => value as DuckDBValue] = must(
      TYPES[String(typeName)],
      `type ${typeName}`,
    );
    return column(type, rows, (row) => {
      const value = row[String(name)];
      if (value === undefined) throw new Error(`no value for column ${name}`);
      return encode(value);
    });
  });
  await writer.append(table, data, null, "base");
}

/** Removes all rows of a table of the copy, within a transaction of the caller. */
export async function clearTable(writer: Connection, table: string): Promise<void> {
  await writer.run(statementWith("analysis/catalog/clear-table", { table }));
}

/** The tables with rows of the log, and the statements that read them from a file. */
const LOG_ROWS = {
  event: "analysis/catalog/copied-events",
  voided_id: "analysis/catalog/copied-voided",
  retained_change: "analysis/catalog/copied-retained-changes",
  reading: "analysis/catalog/copied-readings",
} as const;
export type LogTable = keyof typeof LOG_ROWS;

/**
 * Appends the rows of a Parquet file, which another instance reads, to a table of the copy, chunk by chunk, within a
 * transaction of the caller. The instance of the copy thus needs no access to files.
 */
export async function copyRows(
  reader: Connection,
  table: LogTable,
  path: string,
  writer: Connection,
): Promise<void> {
  await writer.append(table, reader.chunks(statement(LOG_ROWS[table]), { path }), null, "base");
}

/** Removes the readings that others replace, and notes which ones the copy has then, within a transaction of the caller. */
export async function removeReadings(
  writer: Connection,
  { positions, replaced }: Pick<ReadingCopies, "positions" | "replaced">,
): Promise<void> {
  await writer.run(statement("analysis/catalog/remove-readings"), { sensors: listValue(replaced) });
  await clearTable(writer, "reading_position");
  const columns = [
    column(INTEGER, positions, ({ sensorKey }) => sensorKey),
    column(BIGINT, positions, ({ readings }) => BigInt(readings)),
    column(INTEGER, positions, ({ revision }) => revision),
  ];
  await writer.append("reading_position", columns, null, "base");
}

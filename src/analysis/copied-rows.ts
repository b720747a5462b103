import { must } from "../domain/errors.ts";
import { type ColumnData, type Connection, slicesOf } from "../store/duckdb/database.ts";
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
} from "../store/duckdb/duckdb-api.ts";
import { statement, statementWith } from "../store/duckdb/statements.ts";
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
export async function replaceCatalog(writer: Connection, { tables }: CatalogCopy): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) await replaceRows(writer, table, rows);
  await writer.run(statementWith("analysis/catalog/clear-table", { table: "binding" }));
  await writer.run(statement("analysis/catalog/fill-binding"));
}

/** Replaces the rows of a table of the copy, within a transaction of the caller. */
export async function replaceRows(
  writer: Connection,
  table: string,
  rows: readonly CopiedRow[],
): Promise<void> {
  await writer.run(statementWith("analysis/catalog/clear-table", { table }));
  if (rows.length === 0) return;
  const columns = await writer.rows(statement("analysis/catalog/table-columns"), { table });
  for await (const slice of slicesOf(rows)) {
    const data = columns.map(({ column_name: name, data_type: type }) =>
      columnOf(slice, String(name), String(type)),
    );
    await writer.append(table, data, null, "base");
  }
}

function columnOf(rows: readonly CopiedRow[], name: string, typeName: string): ColumnData {
  const [type, encode = (value: CopiedValue) => value as DuckDBValue] = must(
    TYPES[typeName],
    `type ${typeName}`,
  );
  return {
    type,
    values: rows.map((row) => {
      const value = row[name];
      if (value === undefined) throw new Error(`no value for column ${name}`);
      return encode(value);
    }),
  };
}

/**
 * Appends the rows of a query of one instance to a table of another's copy, chunk by chunk, within a transaction of the
 * caller. The other instance thus needs no access to files.
 */
export async function appendQuery(
  source: Connection,
  query: string,
  values: Record<string, DuckDBValue>,
  writer: Connection,
  table: string,
): Promise<void> {
  const appender = await writer.raw.createAppender(table, "base");
  try {
    for await (const chunk of source.chunks(query, values)) appender.appendDataChunk(chunk);
    appender.closeSync();
  } catch (error) {
    // Otherwise the appender would append its rows in a separate transaction when it is disposed of.
    appender.clear();
    throw error;
  }
}

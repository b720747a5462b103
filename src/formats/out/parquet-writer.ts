import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  DOUBLE,
  DuckDBTimestampTZValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TIMESTAMPTZ,
  VARCHAR,
} from "@duckdb/node-api";
import type { Cell, Column, ColumnKind } from "../../domain/table-columns.ts";
import { column } from "../../duckdb/columns.ts";
import { openInstance } from "../../duckdb/connection.ts";
import { quoteIdentifier, statementWith } from "../../duckdb/statements.ts";

const TYPES: Readonly<Record<ColumnKind, DuckDBType>> = {
  text: VARCHAR,
  instant: TIMESTAMPTZ,
  integer: INTEGER,
  real: DOUBLE,
};

/** Memory for rows that have not been written yet. Rows beyond it are on disk. */
const MEMORY_LIMIT = "256MiB";

export type ParquetWriter = Awaited<ReturnType<typeof openParquetWriter>>;

/**
 * Writes Parquet files, several at a time, from batches of rows. A temporary DuckDB file holds the rows until then.
 *
 * @param beside the temporary file is created beside this path; `close` removes it
 */
export async function openParquetWriter(beside: string) {
  const path = `${beside}.${randomUUID()}.tmp`;
  const opened = await openInstance(path, { memory_limit: MEMORY_LIMIT });
  const { connection } = opened;
  let parts = 0;
  return {
    async begin<Row>(columns: readonly Column<Row>[]) {
      const part = quoteIdentifier(`part_${parts++}`);
      const list = columns.map(({ name, kind }) => `${quoteIdentifier(name)} ${TYPES[kind].toString()}`);
      const words = { table: part, definitions: list.join(", ") };
      await connection.run(statementWith("database/create-table", words));
      return {
        add: (rows: readonly Row[]) =>
          connection.append(
            part.slice(1, -1),
            columns.map(({ kind, read }) => column(TYPES[kind], rows, (row) => duckDbValue(kind, read(row)))),
          ),
        /** Writes all rows to the file, in their order. */
        async finish(file: string) {
          await connection.run(statementWith("export/copy-part", { part }), { path: file });
          await connection.run(statementWith("export/drop-part", { part }));
        },
      };
    },
    async close() {
      opened.close();
      for (const each of [path, `${path}.wal`]) await rm(each, { force: true });
    },
  };
}

function duckDbValue(kind: ColumnKind, cell: Cell): DuckDBValue {
  return kind === "instant" && typeof cell === "number"
    ? new DuckDBTimestampTZValue(BigInt(cell) * 1000n)
    : cell;
}

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

/** Writes Parquet files, several at a time, from batches of rows. A temporary DuckDB file holds the rows until then. */
export class ParquetWriter {
  readonly #opened: Awaited<ReturnType<typeof openInstance>>;
  readonly #path: string;
  #parts = 0;

  private constructor(opened: Awaited<ReturnType<typeof openInstance>>, path: string) {
    this.#opened = opened;
    this.#path = path;
  }

  /** @param beside the temporary file is created beside this path; `close` removes it */
  static async open(beside: string): Promise<ParquetWriter> {
    const path = `${beside}.${randomUUID()}.tmp`;
    return new ParquetWriter(await openInstance(path, { memory_limit: MEMORY_LIMIT }), path);
  }

  async begin<Row>(columns: readonly Column<Row>[]): Promise<ParquetPart<Row>> {
    const part = quoteIdentifier(`part_${this.#parts++}`);
    const list = columns.map(({ name, kind }) => `${quoteIdentifier(name)} ${TYPES[kind].toString()}`);
    const { connection } = this.#opened;
    const words = { table: part, definitions: list.join(", ") };
    await connection.run(statementWith("database/create-table", words));
    return {
      add: (rows) =>
        connection.append(
          part.slice(1, -1),
          columns.map(({ kind, read }) => column(TYPES[kind], rows, (row) => duckDbValue(kind, read(row)))),
        ),
      async finish(path) {
        await connection.run(statementWith("export/copy-part", { part }), { path });
        await connection.run(statementWith("export/drop-part", { part }));
      },
    };
  }

  async close(): Promise<void> {
    this.#opened.close();
    for (const path of [this.#path, `${this.#path}.wal`]) await rm(path, { force: true });
  }
}

export interface ParquetPart<Row> {
  add(rows: readonly Row[]): Promise<void>;
  /** Writes all rows to the file, in their order. */
  finish(path: string): Promise<void>;
}

function duckDbValue(kind: ColumnKind, cell: Cell): DuckDBValue {
  return kind === "instant" && typeof cell === "number"
    ? new DuckDBTimestampTZValue(BigInt(cell) * 1000n)
    : cell;
}

import { VARCHAR } from "@duckdb/node-api";
import type { ReportProblem } from "../../domain/sensor-report.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statementWith } from "../../duckdb/statements.ts";

/** The cells of a row that the program has split, and then its problem, or null. */
export type CellRow = readonly [...cells: (string | null)[], problem: ReportProblem | null];

/** The name of a cell in SQL, by its index. */
export function cellOf(index: number): string {
  return `c${index}`;
}

/** Creates the empty `cell` table for the cells with some indexes. */
export async function createCells(connection: Connection, indexes: readonly number[]): Promise<void> {
  const names = [...indexes.map(cellOf), "problem"];
  const definitions = names.map((name) => `${name} VARCHAR`).join(", ");
  await connection.run(statementWith("load/create-cells", { definitions }));
}

/** Appends rows, all of the same number of cells, to the `cell` table. */
export async function appendCells(connection: Connection, rows: readonly CellRow[]): Promise<void> {
  const columns = (rows[0] ?? []).map((_, index) => ({
    type: VARCHAR,
    values: rows.map((row) => row[index] ?? null),
  }));
  if (columns.length === 0) return;
  await connection.append("cell", columns, "temp");
}

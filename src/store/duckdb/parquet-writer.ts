import {
  DOUBLE,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  TIMESTAMPTZ,
} from "@duckdb/node-api";
import type { CountRow } from "../../engine/ports.ts";
import { type ColumnData, Connection } from "./database.ts";
import { statement } from "./statements.ts";

/** Writes the samples of a count series as a Parquet file with the columns of D29. */
export async function writeCountsParquet(rows: readonly CountRow[], path: string): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = new Connection(await instance.connect());
  try {
    await connection.run(statement("export/create-count-sample"));
    await connection.append("count_sample", columnsOf(rows));
    await connection.run(statement("export/copy-count-sample"), { path });
  } finally {
    connection.close();
    instance.closeSync();
  }
}

function columnsOf(rows: readonly CountRow[]): ColumnData[] {
  const column = (type: DuckDBType, value: (row: CountRow) => DuckDBValue): ColumnData => ({
    type,
    values: rows.map(value),
  });
  const instant = (ms: number) => new DuckDBTimestampTZValue(BigInt(ms) * 1000n);
  return [
    column(TIMESTAMPTZ, (row) => instant(row.timestamp)),
    column(INTEGER, (row) => row.count),
    column(TIMESTAMPTZ, (row) => instant(row.start)),
    column(TIMESTAMPTZ, (row) => instant(row.end)),
    column(INTEGER, (row) => row.min),
    column(INTEGER, (row) => row.max),
    column(INTEGER, (row) => row.events),
    column(INTEGER, (row) => row.entrances),
    column(INTEGER, (row) => row.exits),
    column(DOUBLE, (row) => row.utilization),
    column(DOUBLE, (row) => row.targetUtilization),
    column(DOUBLE, (row) => row.entryRate),
    column(DOUBLE, (row) => row.exitRate),
  ];
}

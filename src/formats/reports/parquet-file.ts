import type { ReportField } from "../../domain/sensor-report.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "../../store/duckdb/database.ts";
import { quoteIdentifier, statement, statementWith } from "../../store/duckdb/statements.ts";
import { chooseColumns } from "./file-columns.ts";
import { type InputFile, unreadable } from "./inspect-file.ts";
import { exactPath } from "./text-file.ts";

/** Reads a Parquet file into the `report` table. */
export async function readParquet(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const path = exactPath(file);
  const columns = await connection.rows(statement("load/parquet-columns"), { path });
  const types = new Map(columns.map((row) => [String(row.column_name), String(row.column_type)]));
  const chosen = chooseColumns(file.name, [...types.keys()], map);
  const column = (field: ReportField) =>
    chosen[field] === undefined ? "NULL" : quoteIdentifier(chosen[field]);
  const time = timeExpressions(column("timestamp"), types.get(chosen.timestamp ?? "") ?? "");
  if (time === null) throw unreadable(file.name, `its column ${chosen.timestamp} does not hold times`);
  file.meter.rowsExpected = Number((await connection.row(statement("load/parquet-rows"), { path })).rows);
  await connection.run(
    statementWith("load/read-parquet", {
      sensor_serial_number: column("sensor_serial_number"),
      trajectory: column("trajectory"),
      event_id: column("event_id"),
      ...time,
    }),
    { path },
  );
}

/** SQL expressions that read a column as times: `ts` in ms; where it is null, the program reads `ts_text`. */
function timeExpressions(
  column: string,
  type: string,
): { readonly ts: string; readonly ts_text: string } | null {
  if (type === "VARCHAR") return { ts: `common_time(${column})`, ts_text: column };
  // A cast to TIMESTAMP would give the local time of the machine.
  if (type === "TIMESTAMP WITH TIME ZONE") return { ts: `epoch_ms(${column})`, ts_text: "NULL" };
  if (/^(TIMESTAMP|DATE$)/.test(type))
    return { ts: `epoch_ms(try_cast(${column} AS TIMESTAMP))`, ts_text: "NULL" };
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/.test(type)) {
    return { ts: `try_cast(floor(${column}) AS BIGINT)`, ts_text: "NULL" };
  }
  return null;
}

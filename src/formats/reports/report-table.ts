import { INSTANT_MAX } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { latestTimestamp, type ReadReport, type ReportProblem } from "../../domain/sensor-report.ts";
import type { Connection } from "../../store/duckdb/database.ts";
import { BIGINT, TINYINT, VARCHAR } from "../../store/duckdb/duckdb-api.ts";
import { statement, statementWith } from "../../store/duckdb/statements.ts";

/** A row that could not be read. */
export interface LostRow {
  readonly problem: ReportProblem;
}

/**
 * Creates an empty `report` table for the rows of an input, and the view `judged` over it.
 *
 * The view rejects rows from before `logStart` and rows too far after `now` (D3), both in ms.
 */
export async function createReport(
  connection: Connection,
  { logStart, now }: { readonly logStart: number; readonly now: number },
): Promise<void> {
  await connection.run(statement("load/create-report"));
  await connection.run(
    statementWith("load/create-judged", {
      serial_length_max: SERIAL_LENGTH_MAX,
      event_id_length_max: EVENT_ID_LENGTH_MAX,
      instant_max: INSTANT_MAX,
      earliest: logStart,
      latest: latestTimestamp(now),
    }),
  );
}

/** Appends rows to the `report` table. */
export async function appendReports(
  connection: Connection,
  rows: readonly (ReadReport | LostRow)[],
): Promise<void> {
  const values = <Field extends keyof ReadReport>(field: Field) =>
    rows.map((row) => ("problem" in row ? null : row[field]));
  await connection.append(
    "report",
    [
      { type: VARCHAR, values: values("serialNumber") },
      { type: BIGINT, values: values("timestamp").map((time) => (time === null ? null : BigInt(time))) },
      { type: VARCHAR, values: rows.map(() => null) },
      { type: TINYINT, values: values("trajectory") },
      { type: VARCHAR, values: values("eventId") },
      { type: VARCHAR, values: rows.map((row) => ("problem" in row ? row.problem : null)) },
    ],
    "temp",
  );
}

import { BIGINT, type DuckDBValue, STRUCT, structValue, VARCHAR } from "@duckdb/node-api";
import { HeadcountError } from "../../domain/errors.ts";
import { INSTANT_MAX, readInstant } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { latestTimestamp, REPORT_PROBLEMS, type ReportProblem } from "../../domain/sensor-report.ts";
import type { ColumnMap, LoadOptions, LoadResult } from "../../engine/ports.ts";
import { readArrow } from "./arrow-file.ts";
import { chooseColumns, FIELDS, type Field } from "./file-columns.ts";
import { type FileFormat, findFormat, unreadable } from "./file-format.ts";
import { csvHeader } from "./csv-header.ts";
import type { Connection } from "./database.ts";
import { quoteIdentifier, statement, statementWith } from "./statements.ts";

/** How often a running statement is asked how far it has come, in ms. */
const PROGRESS_MS = 200;

/**
 * Makes an empty `report` table for an input's rows, and the `judged` view over it.
 *
 * @param now the present in ms, which decides what lies too far ahead (D3); null where the rows have
 * been checked already
 */
export async function createReport(connection: Connection, now: number | null): Promise<void> {
  const latest = now === null ? INSTANT_MAX : latestTimestamp(now);
  await connection.define(statement("load/create-report"));
  await connection.run(statement("load/set-latest-timestamp"), { latest_timestamp: BigInt(latest) });
  await connection.define(
    statementWith("load/create-judged", {
      serial_length_max: SERIAL_LENGTH_MAX,
      event_id_length_max: EVENT_ID_LENGTH_MAX,
    }),
  );
}

/**
 * Reads a file into the `report` table and says which rows are refused, and why.
 *
 * @throws HeadcountError `unreadable-input` where the file cannot be read as a whole, has no rows, or
 * lacks a column
 */
export async function stageFile(
  connection: Connection,
  path: string,
  options: Pick<LoadOptions, "columns" | "now" | "onReject" | "onProgress">,
): Promise<Pick<LoadResult, "rows" | "rejected">> {
  const format = await findFormat(path);
  await createReport(connection, options.now);
  const malformed = await watching(connection, options, () => readFile(connection, path, format, options.columns));
  await readUncommonTimes(connection);
  const total = await connection.row(statement("load/report-rows"));
  const rows = Number(total["rows"]) + malformed.length;
  if (rows === 0) throw unreadable(path, "it has no rows");
  return { rows, rejected: await reportRejected(connection, malformed, options.onReject) };
}

/** Reads a file's rows; gives back the numbers of those that could not be split into columns, ascending. */
async function readFile(
  connection: Connection,
  path: string,
  format: FileFormat,
  columns: ColumnMap,
): Promise<readonly number[]> {
  try {
    switch (format) {
      case "csv":
        return await readCsv(connection, path, columns);
      case "ndjson":
        await readNdjson(connection, path, columns);
        return [];
      case "parquet":
        await readParquet(connection, path, columns);
        return [];
      case "arrow":
        await readArrow(connection, path, columns);
        return [];
    }
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    throw unreadable(path, error instanceof Error ? error.message : String(error), error);
  }
}

async function readCsv(connection: Connection, path: string, map: ColumnMap): Promise<readonly number[]> {
  const { names, delimiter } = await csvHeader(connection, path);
  const chosen = chooseColumns(path, names, map);
  const positions = Object.fromEntries(
    FIELDS.map((field) => [field, chosen[field] === undefined ? "NULL" : `c${names.indexOf(chosen[field])}`]),
  );
  const columns = Object.fromEntries(names.map((_, index) => [`c${index}`, "VARCHAR"]));
  const columnTypes = Object.fromEntries(Object.keys(columns).map((name) => [name, VARCHAR]));
  await connection.define(statement("load/forget-malformed"));
  await connection.define(statement("load/forget-malformed-scan"));
  await connection.run(
    statementWith("load/read-csv", positions),
    { path, delimiter, columns: structValue(columns) },
    { columns: STRUCT(columnTypes) },
  );
  const lines = await connection.rows(statement("load/malformed-rows"));
  // The header is line 1.
  return lines.map((row) => Number(row["line"]) - 1);
}

async function readNdjson(connection: Connection, path: string, map: ColumnMap): Promise<void> {
  const paths = Object.fromEntries(FIELDS.map((field) => [field, `$.${quoteIdentifier(map[field] ?? field)}`]));
  await connection.run(statement("load/read-ndjson"), { path, ...paths });
}

async function readParquet(connection: Connection, path: string, map: ColumnMap): Promise<void> {
  const columns = await connection.rows(statement("load/parquet-columns"), { path });
  const types = new Map(columns.map((row) => [String(row["column_name"]), String(row["column_type"])]));
  const chosen = chooseColumns(path, [...types.keys()], map);
  const quoted = (field: Field) => (chosen[field] === undefined ? "NULL" : quoteIdentifier(chosen[field]));
  const time = quoted("timestamp");
  const type = types.get(chosen.timestamp ?? "") ?? "";
  await connection.run(
    statementWith("load/read-parquet", {
      sensor_serial_number: quoted("sensor_serial_number"),
      trajectory: quoted("trajectory"),
      event_id: quoted("event_id"),
      ts: type === "VARCHAR" ? `common_time(${time})` : /^(TIMESTAMP|DATE)/.test(type) ? `epoch_ms(${time}::TIMESTAMP)` : `${time}::BIGINT`,
      ts_text: type === "VARCHAR" ? `CASE WHEN common_time(${time}) IS NULL THEN ${time} END` : "NULL",
    }),
    { path },
  );
}

/** Reads the times that SQL has left to the program (D1). */
async function readUncommonTimes(connection: Connection): Promise<void> {
  const rows = await connection.rows(statement("load/uncommon-times"));
  const read: { text: string; instant: number }[] = [];
  for (const row of rows) {
    const text = String(row["ts_text"]);
    const instant = readInstant(text);
    if (instant !== null) read.push({ text, instant });
  }
  if (read.length === 0) return;
  await connection.define(statement("load/create-read-time"));
  await connection.append(
    "read_time",
    [
      { type: VARCHAR, values: read.map(({ text }): DuckDBValue => text) },
      { type: BIGINT, values: read.map(({ instant }): DuckDBValue => BigInt(instant)) },
    ],
    "temp",
  );
  await connection.run(statement("load/apply-read-times"));
}

/** Tells each refused row, numbered as it stands in the file; counts them by reason. */
async function reportRejected(
  connection: Connection,
  malformed: readonly number[],
  onReject: LoadOptions["onReject"],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const reject = (row: number, problem: ReportProblem) => {
    const reason = REPORT_PROBLEMS[problem];
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    onReject({ row, reason });
  };
  let passed = 0;
  const rejected = await connection.rows(statement("load/rejected"));
  for (const row of rejected) {
    // Malformed rows are not in the table, so each that came before moves this row on by one.
    let number = Number(row["row"]) + 1 + passed;
    while (passed < malformed.length && (malformed[passed] as number) <= number) {
      reject(malformed[passed++] as number, "malformed-row");
      number++;
    }
    reject(number, row["problem"] as ReportProblem);
  }
  for (const row of malformed.slice(passed)) reject(row, "malformed-row");
  return counts;
}

/** Reports how far the connection's running statement has come, while some work goes on. */
async function watching<T>(
  connection: Connection,
  { onProgress }: Pick<LoadOptions, "onProgress">,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const { percentage, rows_processed: rows } = connection.raw.progress;
    onProgress({
      phase: "reading",
      fraction: percentage < 0 ? null : percentage / 100,
      rows: Number(rows),
    });
  }, PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

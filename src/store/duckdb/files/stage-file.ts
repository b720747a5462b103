import { HeadcountError } from "../../../domain/errors.ts";
import { INSTANT_MAX, readInstant } from "../../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../../domain/limits.ts";
import {
  type AcceptedTimes,
  latestTimestamp,
  REPORT_PROBLEMS,
  type ReportField,
  type ReportProblem,
} from "../../../domain/sensor-report.ts";
import type {
  ColumnMap,
  LoadOptions,
  LoadProgress,
  LoadResult,
  SensorReport,
} from "../../../engine/ports.ts";
import { column } from "../columns.ts";
import { type Connection, openInstance } from "../database.ts";
import { BIGINT, VARCHAR } from "../duckdb-api.ts";
import { quoteIdentifier, script, statement, statementWith } from "../statements.ts";
import { chooseColumns, type FileFormat, type InputFile, inspectFile, unreadable } from "./input-file.ts";
import { readNdjson } from "./ndjson-file.ts";
import { exactPath, readCsv } from "./text-file.ts";

/** Reads a file's rows into the `report` table, malformed ones too. */
type FileReader = (connection: Connection, file: InputFile, ...options: Options) => Promise<void>;
type Options = [map: ColumnMap, times: AcceptedTimes];

const READERS: Readonly<Record<FileFormat, FileReader>> = {
  csv: readCsv,
  ndjson: readNdjson,
  parquet: readParquet,
};

/** A file whose rows are in the `report` table. */
type Staged = Pick<LoadResult, "rows" | "rejected" | "sensorRows">;

/**
 * Reads a file into the `report` table and reports which rows are rejected, and why. Blank lines are not rows. A row
 * whose values contain line breaks is one row. Rows from before `logStart`, in ms, are rejected.
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read as a whole, has no rows, or lacks a column
 */
export async function stageFile(
  connection: Connection,
  name: string,
  options: Pick<LoadOptions, "columns" | "now" | "onReject" | "onProgress"> & { readonly logStart?: number },
): Promise<Staged> {
  const file = await inspectFile(name);
  const times = { earliest: options.logStart ?? 0, latest: latestTimestamp(options.now) };
  await createReport(connection, times);
  options.onProgress(readProgress(file, 0));
  const onProgress = (fraction: number | null) => options.onProgress(readProgress(file, fraction));
  await connection.watchProgress(onProgress, () => readRows(connection, file, options.columns, times));
  await readUncommonTimes(connection);
  await connection.run(
    statementWith("load/invalidate-unstorable", { event_id_length_max: EVENT_ID_LENGTH_MAX }),
  );
  const rows = Number((await connection.row(statement("load/report-rows"))).rows);
  if (rows === 0) throw unreadable(name, "it has no rows");
  const rejected = await reportRejected(connection, options.onReject);
  return { rows, rejected, sensorRows: await countSensorRows(connection) };
}

/**
 * Creates an empty `report` table for the rows of an input, and the view `judged` over it.
 *
 * The view rejects rows from other times than `times` (D3).
 */
async function createReport(connection: Connection, { earliest, latest }: AcceptedTimes): Promise<void> {
  await connection.run(statement("load/create-report"));
  await connection.run(
    statementWith("load/create-judged", {
      serial_length_max: SERIAL_LENGTH_MAX,
      event_id_length_max: EVENT_ID_LENGTH_MAX,
      instant_max: INSTANT_MAX,
      earliest,
      latest,
    }),
  );
}

/** The progress of reading a file: measured by the program if it reads the file, otherwise by DuckDB. */
function readProgress({ meter, size }: InputFile, fraction: number | null): LoadProgress {
  const own = meter.state;
  if (own !== null) return { phase: "reading", fraction: own.bytes / size, rows: own.rows, bytes: size };
  const { rowsExpected } = meter;
  const rows = fraction === null || rowsExpected === null ? null : Math.round(fraction * rowsExpected);
  return { phase: "reading", fraction, rows, bytes: size };
}

async function countSensorRows(connection: Connection): Promise<ReadonlyMap<string, number>> {
  const sensors = await connection.rows(statement("load/sensor-rows"));
  return new Map(sensors.map(({ serial_number, rows }) => [String(serial_number), Number(rows)]));
}

async function readRows(connection: Connection, file: InputFile, ...options: Options): Promise<void> {
  try {
    await READERS[file.format](connection, file, ...options);
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    throw unreadable(file.name, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Reads the times that SQL could not read (D1). There can be as many as there are rows. */
async function readUncommonTimes(connection: Connection): Promise<void> {
  await connection.run(statement("load/create-read-time"));
  for await (const chunk of connection.wholeChunks(statement("load/uncommon-times"))) {
    const texts = chunk.getColumnValues(0).map(String);
    const read = texts.map((text) => ({ text, instant: readInstant(text) }));
    const times = read.filter((time): time is { text: string; instant: number } => time.instant !== null);
    await connection.append(
      "read_time",
      [column(VARCHAR, times, ({ text }) => text), column(BIGINT, times, ({ instant }) => BigInt(instant))],
      "temp",
    );
  }
  await connection.run(statement("load/apply-read-times"));
}

/** Passes each rejected row to `onReject`, in the order of the file, and counts them by reason. */
async function reportRejected(
  connection: Connection,
  onReject: LoadOptions["onReject"],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const chunk of connection.chunks(statement("load/rejected"))) {
    for (const [row, problem] of chunk.getRows()) {
      const reason = REPORT_PROBLEMS[problem as ReportProblem];
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      onReject({ row: Number(row) + 1, reason });
    }
  }
  return counts;
}

async function readParquet(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
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

/** SQL expressions that read a column as times: `ts` in ms; if it is null, the program reads `ts_text`. */
function timeExpressions(
  column: string,
  type: string,
): { readonly ts: string; readonly ts_text: string } | null {
  if (type === "VARCHAR") {
    const text = `trimmed(${column})`;
    return { ts: `common_time(${text})`, ts_text: text };
  }
  // A cast to TIMESTAMP would give the local time of the machine.
  if (type === "TIMESTAMP WITH TIME ZONE") return { ts: `epoch_ms(${column})`, ts_text: "NULL" };
  if (/^(TIMESTAMP|DATE$)/.test(type))
    return { ts: `epoch_ms(try_cast(${column} AS TIMESTAMP))`, ts_text: "NULL" };
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/.test(type)) {
    return { ts: `try_cast(floor(${column}) AS BIGINT)`, ts_text: "NULL" };
  }
  return null;
}

/** A report and the number of its row in the file, counted from 1 without the header. */
export interface NumberedReport extends SensorReport {
  readonly row: number;
}

/** A file of sensor reports that has been read. */
export interface ReadReports extends Staged {
  /** The accepted reports in the order of the file. */
  batches(size: number): AsyncIterable<readonly NumberedReport[]>;
  close(): void;
}

/**
 * Reads a file as `EventStore.stage` does, without a data directory.
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read
 */
export async function readReports(path: string, options: LoadOptions): Promise<ReadReports> {
  const { connection, close } = await openInstance();
  try {
    await connection.run(script("views/report-files"));
    const staged = await stageFile(connection, path, options);
    return { ...staged, batches: (size) => batches(connection, size), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* batches(connection: Connection, size: number): AsyncIterable<readonly NumberedReport[]> {
  let batch: NumberedReport[] = [];
  for await (const chunk of connection.chunks(statement("load/accepted"))) {
    for (const [row, serialNumber, timestamp, trajectory, eventId] of chunk.getRows()) {
      batch.push({
        row: Number(row) + 1,
        serialNumber: String(serialNumber),
        timestamp: Number(timestamp),
        trajectory: trajectory === 1 ? 1 : -1,
        eventId: eventId === null ? null : String(eventId),
      });
    }
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

import { BIGINT, VARCHAR } from "@duckdb/node-api";
import { HeadcountError, messageOfError } from "../../domain/errors.ts";
import type { FileLayout } from "../../domain/file-layout.ts";
import { INSTANT_MAX } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, INGEST_ROWS_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { type DuplicateRule, EVENT_COLUMNS } from "../../domain/sensor-report.ts";
import { timeReader } from "../../domain/time-form.ts";
import { column } from "../../duckdb/columns.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { statement, statementWith } from "../../duckdb/statements.ts";
import type { LoadOptions, LoadProgress, SensorReport, StagedFile } from "../../engine/ports.ts";
import { script } from "../../sql-scripts.ts";
import { readCsv } from "./csv-file.ts";
import { chooseFields } from "./field-expressions.ts";
import { type InputFile, ReadMeter, unreadable } from "./input-file.ts";
import { readNdjson } from "./ndjson-file.ts";
import { openInput } from "./open-input.ts";
import { readParquet } from "./parquet-file.ts";
import { type ReadFile, type Rejection, reportRejected, summarize } from "./rejected-rows.ts";

const FORMATS = ["csv", "ndjson", "parquet"] as const;

/** What reads a file's rows into the `report` table, malformed ones too. */
const READERS: Readonly<Record<(typeof FORMATS)[number], typeof readNdjson>> = {
  csv: readCsv,
  ndjson: readNdjson,
  parquet: readParquet,
};

type Staged = Omit<StagedFile, "unknownSerials">;

/**
 * Reads a file into the `report` table and reports which rows are rejected, and why. Blank lines are not rows. A row
 * whose values contain line breaks is one row.
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read as a whole, has no rows, lacks a column, or is
 * not a list of events
 */
export async function stageFile(connection: Connection, name: string, options: LoadOptions): Promise<Staged> {
  const { layout, times } = options;
  await connection.run(statement("load/create-report"));
  // The view rejects rows outside the accepted times (D3).
  const bounds = { earliest: times.earliest, log_start: times.logStart, latest: times.latest };
  const lengths = { serial_length_max: SERIAL_LENGTH_MAX, event_id_length_max: EVENT_ID_LENGTH_MAX };
  const judged = { ...lengths, ...bounds, instant_max: INSTANT_MAX };
  await connection.run(statementWith("load/create-judged", judged));
  const meter = new ReadMeter();
  const onProgress = (fraction: number | null) => options.onProgress(readProgress(meter, fraction));
  onProgress(0);
  const { file, close } = await connection.watchProgress(onProgress, () =>
    openInput(name, layout, meter, FORMATS),
  );
  try {
    const read = await connection.watchProgress(onProgress, () =>
      READERS[file.format](connection, file, layout, times),
    );
    await readUncommonTimes(connection, layout);
    await connection.run(
      statementWith("load/invalidate-unstorable", { event_id_length_max: EVENT_ID_LENGTH_MAX }),
    );
    const rows = Number((await connection.row(statement("load/report-rows"))).rows);
    if (rows === 0) throw unreadable(name, "it has no rows");
    const rejections = await reportRejected(connection, read, options.onReject);
    if (!options.acceptsRejects) await checkShape(connection, file, read, layout, rows, rejections);
    const sensors = await connection.rows(statement("load/sensor-rows"));
    // Each row of a file with the columns of an export is an event (D9).
    const isExport = read.names.join() === EVENT_COLUMNS.join();
    return {
      rows,
      rejected: new Map(rejections.map(({ reason, rows: count }) => [reason, count])),
      sensorRows: new Map(sensors.map((each) => [each.serial_number, Number(each.rows)])),
      duplicateRule: options.duplicateRule === "auto" && isExport ? "keep" : options.duplicateRule,
    };
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    // DuckDB has failed to read it, or to read its rejected rows again.
    throw unreadable(name, messageOfError(error), { cause: error });
  } finally {
    await close();
  }
}

/** The progress of reading a file: measured by the program if it reads the file, otherwise by DuckDB. */
function readProgress({ state, rowsExpected, size }: ReadMeter, fraction: number | null): LoadProgress {
  if (state !== null) return { phase: "reading", ...state };
  const rows = fraction === null || rowsExpected === null ? null : Math.round(fraction * rowsExpected);
  return { phase: "reading", fraction, rows, bytes: size };
}

/** Reads the times that SQL could not read (D1). There can be as many as there are rows. */
async function readUncommonTimes(connection: Connection, layout: FileLayout): Promise<void> {
  const readTime = timeReader(layout);
  await connection.run(statement("load/create-read-time"));
  for await (const chunk of connection.wholeChunks(statement("load/uncommon-times"))) {
    const texts = chunk.getColumnValues(0).map(String);
    const read = texts.map((text) => ({ text, instant: readTime(text) }));
    const times = read.filter((time): time is { text: string; instant: number } => time.instant !== null);
    await connection.append(
      "read_time",
      [column(VARCHAR, times, ({ text }) => text), column(BIGINT, times, ({ instant }) => BigInt(instant))],
      "temp",
    );
  }
  await connection.run(statement("load/apply-read-times"));
}

/**
 * Refuses a file that is no list of events: one of which most rows are rejected, and a table of counts, in which the
 * numbers 1 would pass for entrances.
 */
async function checkShape(
  connection: Connection,
  { name, format }: InputFile,
  { names }: ReadFile,
  layout: FileLayout,
  rows: number,
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  const { rejected, most, why: described, isRefused } = summarize(rejections, rows);
  const { accepted, exits, number } = await connection.row(statement("load/shape"));
  const isTable = number !== null && accepted !== 0n && exits === 0n;
  if (!isRefused && !isTable) return;
  const isAllRejected = rejected === rows;
  // Columns have been looked for before; members may be in some rows only.
  if (isAllRejected && format === "ndjson" && names.length > 0)
    chooseFields(name, names, layout, { where: "the members of its first row are", isExact: true });
  const why =
    number !== null && (isTable || most?.problem === "bad-trajectory")
      ? `it looks like a table of counts, not a list of events: its trajectories are numbers such as ${number}`
      : described;
  // Times in another unit are in 1970, or in a distant year.
  const isTimeForm = !isTable && /^(bad|early|future)-timestamp$/.test(String(most?.problem));
  const isWord = !isTable && most?.problem === "bad-trajectory" && /^\p{L}/u.test(most.found ?? "");
  const remedy = isTimeForm ? "state-time-format" : isWord ? "map-words" : "accept-rejects";
  throw unreadable(name, why, isAllRejected && remedy === "accept-rejects" ? {} : { remedy });
}

/** A report and the number of its row in the file, counted from 1 without the header. */
export interface NumberedReport extends SensorReport {
  readonly row: number;
}

export interface ReadReports extends Staged {
  /**
   * The accepted reports in the order of the file, in batches of about this size. Rows that repeat another as a further
   * crossing (D9) are in the same batch: in a later one, they would repeat a stored event.
   *
   * @throws HeadcountError `unreadable-input` before the first batch if one would be longer than a request may be
   */
  batches(size: number): AsyncIterable<readonly NumberedReport[]>;
  close(): void;
}

export async function openReportReader(): ReturnType<typeof openInstance> {
  const opened = await openInstance();
  await opened.connection.run(script("views/report-files"));
  return opened;
}

/** Reads a file into a temporary database, in place of the file before; see `readReports`. */
export async function stageReports(
  connection: Connection,
  path: string,
  options: LoadOptions,
): Promise<Omit<ReadReports, "close">> {
  const staged = await stageFile(connection, path, options);
  return { ...staged, batches: (size) => batches(connection, path, staged.duplicateRule, size) };
}

/**
 * Reads a file as `EventStore.stage` does, without a data directory.
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read
 */
export async function readReports(path: string, options: LoadOptions): Promise<ReadReports> {
  const { connection, close } = await openReportReader();
  try {
    return { ...(await stageReports(connection, path, options)), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* batches(
  connection: Connection,
  name: string,
  rule: DuplicateRule,
  size: number,
): AsyncIterable<readonly NumberedReport[]> {
  const spans = await repeatedSpans(connection, name, rule, INGEST_ROWS_MAX - size);
  let batch: NumberedReport[] = [];
  let next = 0;
  let until = 0;
  for await (const accepted of connection.batches(statement("load/accepted"))) {
    for (const { row: index, serial_number, ts, trajectory, event_id } of accepted) {
      const row = Number(index) + 1;
      batch.push({
        row,
        serialNumber: serial_number,
        timestamp: Number(ts),
        trajectory: trajectory === 1 ? 1 : -1,
        eventId: event_id,
      });
      for (let span = spans[next]; span !== undefined && span.first <= row; span = spans[++next])
        until = span.last;
      if (batch.length < size || row < until) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/**
 * The spans of rows, as numbers from 1, that belong in one batch, since rows repeat each other in them.
 *
 * @throws HeadcountError `unreadable-input` if one has more rows than `rowsMax`
 */
async function repeatedSpans(
  connection: Connection,
  name: string,
  rule: DuplicateRule,
  rowsMax: number,
): Promise<readonly { readonly first: number; readonly last: number }[]> {
  const spans: { first: number; last: number }[] = [];
  for await (const repetitions of connection.batches(statement("load/repetitions"), { rule })) {
    for (const { first_row, last_row } of repetitions) {
      const [first, last] = [Number(first_row) + 1, Number(last_row) + 1];
      const open = spans.at(-1);
      if (open === undefined || first > open.last) spans.push({ first, last });
      else open.last = Math.max(open.last, last);
    }
  }
  if (spans.some(({ first, last }) => last - first >= rowsMax)) {
    const why = `rows that repeat each other are ${rowsMax} rows or more apart, too far for one request`;
    throw unreadable(name, why, { remedy: "drop-duplicates" });
  }
  return spans;
}

import { BIGINT, BOOLEAN, DOUBLE, INTEGER, VARCHAR } from "@duckdb/node-api";
import { HeadcountError, type Remedy } from "../../domain/errors.ts";
import type { TimedReading } from "../../domain/reading.ts";
import { OPTIONAL_READING_FIELDS, READING_FIELDS, type ReadingLayout } from "../../domain/reading-layout.ts";
import { column } from "../../duckdb/columns.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type { LoadOptions, NumberedReading, ReadingFile } from "../../engine/ports.ts";
import { openArrowRows } from "./arrow-file.ts";
import { openCsvRows } from "./csv-file.ts";
import { chooseColumns } from "./field-expressions.ts";
import { type InputFile, linesExpected, ReadMeter, unreadable } from "./input-file.ts";
import { openNdjsonRows } from "./ndjson-file.ts";
import { openInput } from "./open-input.ts";
import { openParquetRows } from "./parquet-file.ts";
import { type AcceptReading, ReadingRows } from "./reading-rows.ts";
import { isMostlyRejected, shortened } from "./rejected-rows.ts";
import type { TextRows } from "./text-rows.ts";

/** How a file of readings is read. */
export interface ReadingFileOptions extends Pick<LoadOptions, "acceptsRejects" | "onReject" | "onProgress"> {
  readonly layout: ReadingLayout;
  readonly accept: AcceptReading;
}

/** A file of readings that has been read. `close` removes its copy. */
interface OpenReadingFile extends ReadingFile {
  close(): void;
}

/**
 * Reads a file of totals or intervals (D34) and reports which rows are rejected, and why. Readings are few beside the
 * events that they make, so the program reads them row by row. The accepted ones wait in a temporary database, which
 * sorts them.
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read as a whole, has no rows, lacks a column, or most
 * of its rows are rejected
 */
export async function readReadings(name: string, options: ReadingFileOptions): Promise<OpenReadingFile> {
  const { connection, close } = await openInstance();
  try {
    await connection.run(statement("load/create-reading-rows"));
    const read = await readRows(connection, name, options);
    const sensors = await connection.rows(statement("load/reading-sensors"));
    const sensorRows = new Map(sensors.map(({ serial_number, rows }) => [serial_number, Number(rows)]));
    const { kind } = options.layout;
    return { ...read, sensorRows, batches: (size) => batches(connection, kind, size), close };
  } catch (error) {
    close();
    if (error instanceof HeadcountError) throw error;
    throw unreadable(name, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const FORMATS = ["csv", "ndjson", "parquet", "arrow"] as const;

const OPENERS: Readonly<
  Record<(typeof FORMATS)[number], (file: InputFile, layout: ReadingLayout) => TextRows | Promise<TextRows>>
> = {
  csv: openCsvRows,
  ndjson: openNdjsonRows,
  parquet: openParquetRows,
  arrow: openArrowRows,
};

/** Copies the accepted rows of a file to the `reading_row` table. */
async function readRows(
  connection: Connection,
  name: string,
  { layout, accept, acceptsRejects, onReject, onProgress }: ReadingFileOptions,
): Promise<Pick<ReadingFile, "rows" | "rejected">> {
  const meter = new ReadMeter();
  const { file, close } = await openInput(name, layout, meter, FORMATS);
  let source: TextRows | null = null;
  try {
    source = await OPENERS[file.format](file, layout);
    const wanted = {
      names: READING_FIELDS[layout.kind],
      optional:
        layout.interval === null ? OPTIONAL_READING_FIELDS : [...OPTIONAL_READING_FIELDS, "to" as const],
      ...layout,
    };
    const { names, where, isExact } = source;
    // Members may be in some rows only.
    const naming = { where, isExact, hasOthers: isExact };
    const reader = new ReadingRows(chooseColumns(name, names, wanted, naming), layout, accept);
    const rejections = new Rejections();
    const hasBlankRows = Object.keys(layout.fields).length > 0 || Object.keys(layout.candidates).length > 0;
    meter.rowsExpected = linesExpected(file);
    let rows = 0;
    for await (const batch of source.read(reader.columns)) {
      const accepted: NumberedReading[] = [];
      for (const textRow of batch) {
        const isBlank = textRow.problem === null && textRow.values.every((value) => !value?.trim());
        // A row that is blank in every column that is read is beside a longer list.
        if (isBlank && hasBlankRows) continue;
        const row = ++rows;
        const reading = reader.read(textRow);
        if (!("reason" in reading)) accepted.push({ row, reading });
        else {
          const rejected = {
            row,
            ...reading,
            found: shortened(reading.found),
            text: shortened(textRow.text),
          };
          rejections.add(rejected);
          onReject(rejected);
        }
      }
      await appendReadings(connection, accepted);
      onProgress({ phase: "reading", ...(meter.state ?? { fraction: null, rows, bytes: null }) });
    }
    if (rows === 0) throw unreadable(name, "it has no rows");
    if (!acceptsRejects) {
      if (isExact && rejections.rows === rows) chooseColumns(name, names, wanted, { where, isExact });
      rejections.check(name, rows);
    }
    return { rows, rejected: rejections.byReason };
  } finally {
    source?.close();
    await close();
  }
}

/** The rejected rows of a file by reason, and the first text that was found for each. */
class Rejections {
  readonly byReason = new Map<string, number>();
  readonly #found = new Map<string, string>();

  add({ reason, found }: { readonly reason: string; readonly found: string | null }): void {
    this.byReason.set(reason, (this.byReason.get(reason) ?? 0) + 1);
    if (found !== null && !this.#found.has(reason)) this.#found.set(reason, found);
  }

  get rows(): number {
    return [...this.byReason.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @throws HeadcountError `unreadable-input` if most rows are rejected */
  check(name: string, rows: number): void {
    const rejected = this.rows;
    if (rejected === 0 || !isMostlyRejected(rejected, rows)) return;
    const [most = ["", 0] as const] = [...this.byReason].toSorted((a, b) => b[1] - a[1]);
    const [reason] = most;
    const found = this.#found.get(reason);
    const why = `${rejected} of ${rows} rows are rejected, most because ${reason}`;
    const remedy: Remedy | null = /must be a time/.test(reason)
      ? "state-time-format"
      : rejected === rows
        ? null
        : "accept-rejects";
    const text = found === undefined ? why : `${why}: ${JSON.stringify(found)}`;
    throw unreadable(name, text, remedy === null ? {} : { remedy });
  }
}

async function appendReadings(connection: Connection, rows: readonly NumberedReading[]): Promise<void> {
  const bigInt = (value: number | null) => (value === null ? null : BigInt(value));
  const flat = rows.map(({ row, reading }) => ({
    row,
    serialNumber: reading.serialNumber,
    ...columnsOf(reading),
  }));
  await connection.append(
    "reading_row",
    [
      column(INTEGER, flat, ({ row }) => row),
      column(VARCHAR, flat, ({ serialNumber }) => serialNumber),
      column(BIGINT, flat, ({ from }) => BigInt(from)),
      column(BIGINT, flat, ({ to }) => bigInt(to)),
      column(BIGINT, flat, (each) => bigInt(each.in)),
      column(BIGINT, flat, ({ out }) => bigInt(out)),
      column(DOUBLE, flat, ({ coverage }) => coverage),
      column(INTEGER, flat, ({ width }) => width),
      column(BOOLEAN, flat, ({ isBoot }) => isBoot),
    ],
    "temp",
  );
}

function columnsOf(reading: TimedReading) {
  if (reading.kind === "interval") return { ...reading, width: null, isBoot: false };
  const { at, inTotal, outTotal, width, isBoot } = reading;
  return { from: at, to: null, in: inTotal, out: outTotal, coverage: null, width, isBoot };
}

async function* batches(
  connection: Connection,
  kind: ReadingLayout["kind"],
  size: number,
): AsyncGenerator<readonly NumberedReading[]> {
  let batch: NumberedReading[] = [];
  for await (const rows of connection.batches(statement("load/reading-rows"))) {
    for (const row of rows) {
      batch.push({ row: row.row, reading: readingOf(row, kind) });
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function readingOf(row: Row<"load/reading-rows">, kind: ReadingLayout["kind"]): TimedReading {
  const number = (value: bigint | null) => (value === null ? null : Number(value));
  const common = { serialNumber: row.serial_number, isUndirected: false, timeZone: null };
  const [first, second] = [number(row.in_value), number(row.out_value)];
  const from = Number(row.from_ts);
  if (kind === "intervals")
    return {
      kind: "interval",
      ...common,
      from,
      to: Number(row.to_ts),
      in: first,
      out: second,
      coverage: row.coverage,
    };
  const { width, is_boot: isBoot } = row;
  return { kind: "total", ...common, at: from, inTotal: first, outTotal: second, width, isBoot };
}

import { BIGINT, BOOLEAN, DOUBLE, INTEGER, VARCHAR } from "@duckdb/node-api";
import { getOrInsert } from "../../domain/collections.ts";
import { HeadcountError, messageOfError } from "../../domain/errors.ts";
import type { TimedReading } from "../../domain/reading.ts";
import {
  OPTIONAL_READING_FIELDS,
  READING_FIELDS,
  type ReadingField,
  type ReadingLayout,
} from "../../domain/reading-layout.ts";
import { column } from "../../duckdb/columns.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import type { LoadOptions, NumberedReading, ReadingFile } from "../../engine/ports.ts";
import { openArrowRows } from "./arrow-file.ts";
import { openCsvRows } from "./csv-file.ts";
import { type ChosenFields, chooseColumns, hasColumns } from "./field-expressions.ts";
import {
  type FileFormat,
  type InputFile,
  linesExpected,
  ReadMeter,
  type TextRow,
  type TextRows,
  unreadable,
} from "./input-file.ts";
import { openNdjsonRows } from "./ndjson-file.ts";
import { openInput } from "./open-input.ts";
import { openParquetRows } from "./parquet-file.ts";
import { type AcceptReading, COUNT_FIELDS, type Outcome, ReadingRows } from "./reading-rows.ts";
import { timedReading } from "./reading-values.ts";
import { shortened, summarize } from "./rejected-rows.ts";
import { isHourOfDay } from "./time-labels.ts";

export interface ReadingFileOptions extends Pick<LoadOptions, "acceptsRejects" | "onReject" | "onProgress"> {
  readonly layout: ReadingLayout;
  readonly accept: AcceptReading;
}

/**
 * Reads a file of totals or intervals (D34) and reports which rows are rejected, and why. Readings are few beside the
 * events that they make, so the program reads them row by row. The accepted ones wait in a temporary database, which
 * sorts them.
 *
 * @returns the file; `close` removes its copy
 * @throws HeadcountError `unreadable-input` if the file cannot be read as a whole, has no rows, lacks a column, or most
 * of its rows are rejected
 */
export async function readReadings(
  name: string,
  options: ReadingFileOptions,
): Promise<ReadingFile & { close(): void }> {
  const { connection, close } = await openInstance();
  try {
    await connection.run(statement("load/create-reading-rows"));
    const read = await readRows(connection, name, options);
    const sensors = await connection.rows(statement("load/reading-sensors"));
    const sensorRows = new Map(sensors.map(({ serial_number, rows }) => [serial_number, Number(rows)]));
    return { ...read, sensorRows, batches: (size) => batches(connection, size), close };
  } catch (error) {
    close();
    if (error instanceof HeadcountError) throw error;
    throw unreadable(name, messageOfError(error), { cause: error });
  }
}

type Open = (file: InputFile, layout: ReadingLayout) => TextRows | Promise<TextRows>;

const OPENERS: Readonly<Record<FileFormat, Open>> = {
  csv: openCsvRows,
  ndjson: openNdjsonRows,
  parquet: openParquetRows,
  arrow: openArrowRows,
};
const FORMATS = Object.keys(OPENERS) as FileFormat[];

/** Copies the accepted rows of a file to the `reading_row` table. */
async function readRows(
  connection: Connection,
  name: string,
  { layout, accept, acceptsRejects, onReject, onProgress }: ReadingFileOptions,
): Promise<Pick<ReadingFile, "rows" | "rejected" | "hasLocalTimes">> {
  const meter = new ReadMeter();
  const { file, close } = await openInput(name, layout, meter, FORMATS);
  let source: TextRows | null = null;
  try {
    source = await OPENERS[file.format](file, layout);
    // Members may be in some rows only.
    const tables = readingTables(name, source, layout, source.isExact);
    const readers: ReadingRows[] = [];
    let columns: readonly string[] = [];
    for (const chosen of tables) {
      const reader = new ReadingRows(chosen, layout, accept, columns.length);
      readers.push(reader);
      columns = [...columns, ...reader.columns];
    }
    const rejections = new Map<string, { readonly reason: string; rows: number; found: string | null }>();
    const hasBlankRows = Object.keys(layout.fields).length > 0 || Object.keys(layout.candidates).length > 0;
    meter.rowsExpected = linesExpected(file);
    let [rows, fileRows] = [0, 0];
    const decide = (row: number, textRow: TextRow, outcome: Outcome): NumberedReading[] => {
      if (!("reason" in outcome)) return [{ row, reading: outcome }];
      const rejected = { row, ...outcome, found: shortened(outcome.found), text: shortened(textRow.text) };
      const { reason } = outcome;
      const known = getOrInsert(rejections, reason, () => ({ reason, rows: 0, found: null }));
      known.rows++;
      known.found ??= rejected.found;
      onReject(rejected);
      return [];
    };
    for await (const batch of source.read(columns)) {
      const accepted: NumberedReading[] = [];
      for (const textRow of batch) {
        const isBlank = textRow.problem === null && textRow.values.every((value) => !value?.trim());
        // A row that is blank in every column that is read is beside a longer list.
        if (isBlank && hasBlankRows) continue;
        const row = ++fileRows;
        for (const reader of readers) {
          // A door may have been installed later than another.
          if (readers.length > 1 && textRow.problem === null && !reader.hasCounts(textRow.values)) continue;
          rows++;
          const outcome = reader.read(row, textRow);
          if (outcome !== null) accepted.push(...decide(row, textRow, outcome));
        }
      }
      await appendReadings(connection, accepted);
      onProgress({ phase: "reading", ...(meter.state ?? { fraction: null, rows, bytes: null }) });
    }
    const last = readers.flatMap((reader) => [...reader.rest()]);
    await appendReadings(
      connection,
      last.flatMap(({ row, textRow, outcome }) => (outcome === null ? [] : decide(row, textRow, outcome))),
    );
    if (rows === 0) throw unreadable(name, "it has no rows");
    if (!acceptsRejects) {
      const { rejected, most, why, isRefused } = summarize([...rejections.values()], rows);
      const isAll = rejected === rows;
      if (source.isExact && isAll) readingTables(name, source, layout, false);
      const isTime = /must be a time/.test(most?.reason ?? "");
      const remedy = isTime ? "state-time-format" : "accept-rejects";
      if (isRefused) throw unreadable(name, why, isAll && !isTime ? {} : { remedy });
    }
    const hasLocalTimes = readers.some((reader) => reader.hasLocalTimes);
    const rejected = new Map(Array.from(rejections.values(), (each) => [each.reason, each.rows]));
    return { rows, rejected, hasLocalTimes };
  } finally {
    source?.close();
    await close();
  }
}

async function appendReadings(connection: Connection, rows: readonly NumberedReading[]): Promise<void> {
  const bigInt = (value: number | null) => (value === null ? null : BigInt(value));
  const flat = rows.map(({ row, reading }) => ({ row, ...columnsOf(reading) }));
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
  const { at, inTotal, outTotal, ...rest } = reading;
  return { ...rest, from: at, to: null, in: inTotal, out: outTotal, coverage: null };
}

async function* batches(connection: Connection, size: number): AsyncGenerator<readonly NumberedReading[]> {
  let batch: NumberedReading[] = [];
  for await (const rows of connection.batches(statement("load/reading-rows"))) {
    for (const row of rows) {
      batch.push({ row: row.row, reading: timedReading({ ...row, isUndirected: false }) });
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What columns name that are of no door: statistics, and what is counted. */
const NO_DOOR = new RegExp(
  "^((grand|sub)?totals?|sum|all|overall|average|avg|mean|max(imum)?|min(imum)?|peak|cumulative|net|daily|hourly|" +
    "last year|previous|people|persons?|visitors?|visits?|customers?|guests?|counts?|traffic|footfall|number|no|" +
    "adults?|child(ren)?|kids|males?|females?|men|women|staff|employees?|unknown|bikes?|vehicles?|cars?|gesamt|summe)$",
  "i",
);

/** Columns of hours or days side by side. Fewer hours may be a row of values. */
const HOURS_MIN = 4;
const DAY =
  /^(\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|mon|tue|wed|thu|fri|sat|sun|(mon|tues|wednes|thurs|fri|satur|sun)day)$/i;
const UNPIVOT =
  "give each hour a row of its own (date, hour, in, out), as unpivoting in a spreadsheet program does";
const ONE_DOOR = "--sensor and --map load one door";

/**
 * Chooses the columns of a file of readings: once for each door, if it has two columns for each, such as `North In` and
 * `North Out`.
 *
 * @param hasOthers whether rows may have other columns than the known ones
 * @throws HeadcountError `unreadable-input` if a column is missing, or the hours or days are columns
 */
function readingTables(
  file: string,
  { names, where, isExact }: TextRows,
  layout: ReadingLayout,
  hasOthers: boolean,
): readonly ChosenFields<ReadingField>[] {
  const { fields, kind, interval, candidates } = layout;
  const naming = { where, isExact, hasOthers };
  const optional = interval === null ? OPTIONAL_READING_FIELDS : [...OPTIONAL_READING_FIELDS, "to" as const];
  const wanted = { names: READING_FIELDS[kind], optional, candidates };
  const choose = (chosen: ReadingLayout["fields"]) =>
    chooseColumns(file, names, { ...wanted, fields: { ...fields, ...chosen } }, naming);
  const isKnown = (field: ReadingField) =>
    fields[field] !== undefined ||
    [{ columns: [field] }, ...(candidates[field] ?? [])].some((each) => hasColumns(each, names, isExact));
  const counts = COUNT_FIELDS[kind];
  if (isExact || counts.some(isKnown)) return [choose({})];
  const texts = names.map((name) => name.trim().replace(/^h(our)? ?(?=\d)/i, ""));
  const hours = /^\d/.test(texts[0] ?? "") ? [] : texts.filter(isHourOfDay);
  if (hours.length >= HOURS_MIN || texts.filter((text) => DAY.test(text)).length > 1)
    throw unreadable(file, `its columns are hours or days (${names.slice(1, 4).join(", ")}, …): ${UNPIVOT}`);
  const doors = kind === "totals" || isKnown("serial_number") ? [] : [...doorsOf(file, names, layout)];
  if (doors.length > 0) return doors.map(([door, columns]) => choose(sourcesOf(file, door, columns)));
  choose({});
  const why = `it has no column ${counts.join(" or ")}; ${where} ${names.join(", ")}`;
  throw unreadable(file, why, { remedy: "map-columns" });
}

type DoorColumns = Partial<Record<(typeof COUNT_FIELDS.intervals)[number], string>>;

/** The doors that columns name with a direction: `North In`, `North (Out)`, `Exits - North`. */
function doorsOf(file: string, names: readonly string[], layout: ReadingLayout): Map<string, DoorColumns> {
  const doors = new Map<string, DoorColumns>();
  for (const direction of COUNT_FIELDS.intervals) {
    const known = (layout.candidates[direction] ?? []).flatMap((each) =>
      "columns" in each ? each.columns : [],
    );
    const word = `(?:${[direction, ...known].join("|")})`;
    const pattern = new RegExp(`^(?:(.+?)[\\s_:/.–-]+${word}|${word}[\\s_:/.–-]+(.+))$`, "i");
    for (const name of names) {
      const [, first, door = first] = pattern.exec(name.replaceAll(/[()[\]]/g, " ").trim()) ?? [];
      if (door === undefined || NO_DOOR.test(door)) continue;
      const { [direction]: other, ...columns } = doors.get(door) ?? {};
      if (other !== undefined)
        throw unreadable(file, `it has two columns for ${door}, ${other} and ${name}; ${ONE_DOOR}`);
      doors.set(door, { ...columns, [direction]: name });
    }
  }
  return doors;
}

function sourcesOf(file: string, door: string, columns: DoorColumns): ReadingLayout["fields"] {
  const { in: entered, out } = columns;
  if (entered === undefined || out === undefined)
    throw unreadable(file, `it has a column per door, but only ${entered ?? out} for ${door}; ${ONE_DOOR}`);
  return { in: { columns: [entered] }, out: { columns: [out] }, serial_number: { value: door } };
}

import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { CsvError, parse as parseWhole } from "csv-parse/sync";
import { readInstant } from "../../../domain/instant.ts";
import {
  REPORT_FIELDS,
  type ReadReport,
  type ReportField,
  readTrajectory,
  trimmed,
} from "../../../domain/sensor-report.ts";
import type { ColumnMap } from "../../../engine/ports.ts";
import type { Connection } from "../database.ts";
import { STRUCT, structValue, VARCHAR } from "../duckdb-api.ts";
import { statementWith } from "../statements.ts";
import {
  appendReports,
  type ColumnNames,
  chooseColumns,
  type InputFile,
  type LostRow,
  unreadable,
} from "./input-file.ts";

const BATCH_ROWS = 16_384;

/**
 * Reads a CSV file into the `report` table. DuckDB reads it several times faster than the program, but fails as a whole
 * if a row is malformed. The program then reads the file row by row.
 */
export async function readCsv(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const header = csvHeader(file);
  const chosen = chooseColumns(file.name, header.names, map);
  try {
    await readWellFormed(connection, file, header, chosen);
  } catch (error) {
    if (!isTextError(error)) throw error;
    await readRowByRow(connection, file, header, chosen);
  }
}

async function readWellFormed(
  connection: Connection,
  file: InputFile,
  { names, delimiter }: CsvHeader,
  chosen: ColumnNames,
): Promise<void> {
  const positions = Object.fromEntries(
    REPORT_FIELDS.map((field) => [
      field,
      chosen[field] === undefined ? "NULL" : `c${names.indexOf(chosen[field])}`,
    ]),
  );
  const columns = Object.fromEntries(names.map((_, index) => [`c${index}`, "VARCHAR"]));
  const columnTypes = Object.fromEntries(Object.keys(columns).map((name) => [name, VARCHAR]));
  await connection.run(
    statementWith("load/read-csv", positions),
    { path: exactPath(file), compression: compressionOf(file), delimiter, columns: structValue(columns) },
    { columns: STRUCT(columnTypes) },
  );
}

async function readRowByRow(
  connection: Connection,
  file: InputFile,
  header: CsvHeader,
  chosen: ColumnNames,
): Promise<void> {
  const parser = parse({
    delimiter: header.delimiter,
    record_delimiter: ROW_ENDS,
    bom: true,
    // The first is the header.
    from: 2,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  });
  let rows: (ReadReport | LostRow)[] = [];
  for await (const values of pipeline(textStream(file), parser, () => undefined)) {
    rows.push(readRow(values as string[], header.names, chosen));
    if (rows.length === BATCH_ROWS) {
      await appendReports(connection, rows);
      file.meter.addRows(rows.length);
      rows = [];
    }
  }
  await appendReports(connection, rows);
}

function readRow(
  values: readonly string[],
  names: readonly string[],
  chosen: ColumnNames,
): ReadReport | LostRow {
  const isWhole =
    values.length === names.length || (values.length === names.length + 1 && values.at(-1) === "");
  const text = (field: ReportField) => {
    const value = chosen[field] === undefined ? "" : (values[names.indexOf(chosen[field])] ?? "");
    return trimmed(value);
  };
  if (!isWhole || REPORT_FIELDS.some((field) => isMangled(text(field)))) return { problem: "malformed-row" };
  return {
    serialNumber: text("sensor_serial_number"),
    timestamp: readInstant(text("timestamp")),
    trajectory: readTrajectory(text("trajectory")),
    eventId: text("event_id") || null,
  };
}

/** Possible delimiters. The one that splits the header into most columns is used. */
const DELIMITERS = [",", ";", "\t", "|"];

const ROW_ENDS = ["\r\n", "\n", "\r"];

/** Characters that no column name has: control characters, and the replacement of bytes that are not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

interface CsvHeader {
  readonly names: readonly string[];
  readonly delimiter: string;
}

/**
 * Reads the header of a CSV file.
 *
 * @throws HeadcountError `unreadable-input` if the file has no header
 */
function csvHeader({ name, head }: InputFile): CsvHeader {
  const choices = DELIMITERS.map((delimiter) => ({ delimiter, names: split(head, delimiter) }));
  const [best] = choices.sort((a, b) => b.names.length - a.names.length);
  const names = best?.names ?? [];
  if (best === undefined || names.some((column) => NOT_TEXT.test(column))) {
    throw unreadable(name, "it is neither a text file nor Parquet");
  }
  if (names.every((column) => column === ""))
    throw unreadable(name, "its first line should name the columns");
  return best;
}

/** The names of the header, or none if it is not valid CSV with this delimiter. */
function split(head: string, delimiter: string): string[] {
  try {
    const rows: string[][] = parseWhole(head, {
      delimiter,
      bom: true,
      trim: true,
      to: 1,
      record_delimiter: ROW_ENDS,
    });
    return rows[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** The replacement of bytes that are not UTF-8. */
const MANGLED = "\ufffd";

/** A file's bytes, decompressed. The stream emits all errors. */
export function textStream({ path, isGzipped, meter }: InputFile): Readable {
  const source = meter.follow(createReadStream(path));
  return isGzipped ? pipeline(source, createGunzip(), () => undefined) : source;
}

/** Whether some of a text's bytes were not UTF-8. */
function isMangled(text: string): boolean {
  return text.includes(MANGLED);
}

/**
 * A file's path with the special characters of glob patterns escaped: DuckDB reads all files that match a path.
 */
export function exactPath({ path }: InputFile): string {
  return path.replace(/[*?[]/g, "[$&]");
}

/** A file's compression as DuckDB's CSV reader names it. */
function compressionOf({ isGzipped }: InputFile): string {
  return isGzipped ? "gzip" : "none";
}

/** Whether DuckDB threw this error because it cannot split a text file into rows. */
function isTextError(error: unknown): boolean {
  return error instanceof Error && /^Invalid Input Error: .*\bCSV\b/.test(error.message);
}

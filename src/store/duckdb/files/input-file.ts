import { open, stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import { HeadcountError, type Remedy } from "../../../domain/errors.ts";
import {
  REPORT_FIELDS,
  type ReadReport,
  type ReportField,
  type ReportProblem,
} from "../../../domain/sensor-report.ts";
import type { ColumnMap } from "../../../engine/ports.ts";
import type { Connection } from "../database.ts";
import { BIGINT, TINYINT, VARCHAR } from "../duckdb-api.ts";

export type FileFormat = "csv" | "ndjson" | "parquet";

/** The name of the file's column for each field. */
export type ColumnNames = Readonly<Partial<Record<ReportField, string>>>;

/** A file to be loaded, described by its first bytes. */
export interface InputFile {
  /** The path as the caller wrote it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly format: FileFormat;
  readonly isGzipped: boolean;
  /** Its first bytes as text, decompressed. */
  readonly head: string;
  /** Its size in bytes. */
  readonly size: number;
  readonly meter: ReadMeter;
}

/** Bytes that are read to find the format; a CSV header is not longer. */
const HEAD_BYTES = 65_536;
const INFLATED_BYTES_MAX = 16 * 1024 * 1024;

const REASON_LENGTH_MAX = 300;

/** The error for a file that cannot be loaded. It has the first line of `why`. */
export function unreadable(
  name: string,
  why: string,
  options: { readonly cause?: unknown; readonly remedy?: Remedy } = {},
): HeadcountError {
  const reason = (why.split("\n", 1)[0] as string).slice(0, REASON_LENGTH_MAX);
  return new HeadcountError("unreadable-input", `cannot read ${name}: ${reason}`, options);
}

/**
 * Finds the format of a file by its first bytes, and by its name if these do not decide.
 *
 * @throws HeadcountError `unreadable-input` if it is missing, not a file, empty, or Arrow
 */
export async function inspectFile(name: string): Promise<InputFile> {
  const path = resolve(name);
  const { stored, size } = await readHead(name, path);
  const isGzipped = stored[0] === 0x1f && stored[1] === 0x8b;
  const head = isGzipped ? inflate(name, stored) : stored;
  const format = formatOf(name, head);
  const isText = format === "csv" || format === "ndjson";
  return {
    name,
    path,
    isGzipped,
    format,
    head: head.toString("utf8"),
    size,
    meter: new ReadMeter(isText ? (size * lineEnds(head)) / stored.length : null),
  };
}

const LINE_FEED = 0x0a;

function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** The first bytes of an Arrow file, and of an Arrow stream. */
const ARROW_STARTS = ["ARROW1", "\u00ff\u00ff\u00ff\u00ff"];

function formatOf(name: string, head: Buffer): FileFormat {
  const text = head.toString("latin1");
  if (text.startsWith("PAR1")) return "parquet";
  if (ARROW_STARTS.some((start) => text.startsWith(start)))
    throw unreadable(name, "it is an Arrow file; files are read as CSV, NDJSON or Parquet");
  const extension = extname(name.replace(/\.gz$/i, "")).toLowerCase();
  if (extension === ".ndjson" || extension === ".jsonl") return "ndjson";
  return /^(\u00ef\u00bb\u00bf)?\s*\{/.test(text) ? "ndjson" : "csv";
}

async function readHead(
  name: string,
  path: string,
): Promise<{ readonly stored: Buffer; readonly size: number }> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw unreadable(name, "it is a directory, not a file");
    if (!info.isFile()) throw unreadable(name, "it is not a regular file");
    if (info.size === 0) throw unreadable(name, "it is empty");
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return { stored: buffer.subarray(0, bytesRead), size: info.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw unreadable(name, code === "ENOENT" ? "there is no such file" : message, { cause: error });
  }
}

function inflate(name: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: INFLATED_BYTES_MAX });
  } catch (error) {
    throw unreadable(name, `it cannot be decompressed (${(error as Error).message})`, { cause: error });
  }
}

/** A source of bytes that counts the bytes it has read, as a stream of Node does. */
interface MeasuredSource {
  readonly bytesRead: number;
  /** Whether reading has ended. */
  readonly destroyed: boolean;
}

class ReadMeter {
  /** Approximate number of rows of the file; null if unknown. */
  rowsExpected: number | null;
  #source: MeasuredSource | null = null;
  #rows = 0;

  constructor(rowsExpected: number | null) {
    this.rowsExpected = rowsExpected;
  }

  /** Measures this source from now on. Called if the program reads the file instead of DuckDB. */
  follow<Source extends MeasuredSource>(source: Source): Source {
    this.#source = source;
    this.#rows = 0;
    return source;
  }

  addRows(rows: number): void {
    this.#rows += rows;
  }

  /** Bytes and rows read so far; null before the program begins to read and after it has read everything. */
  get state(): { readonly bytes: number; readonly rows: number } | null {
    if (this.#source === null || this.#source.destroyed) return null;
    return { bytes: this.#source.bytesRead, rows: this.#rows };
  }
}

/**
 * Chooses the file's column for each field: the mapped one, or the one that has the field's name.
 *
 * @throws HeadcountError `unreadable-input` if a column is missing; the message lists the file's columns
 */
export function chooseColumns(file: string, names: readonly string[], map: ColumnMap): ColumnNames {
  const chosen: Partial<Record<ReportField, string>> = {};
  const missing: string[] = [];
  for (const field of REPORT_FIELDS) {
    const name = map[field] ?? field;
    if (names.includes(name)) chosen[field] = name;
    else if (field !== "event_id" || map[field] !== undefined) missing.push(name);
  }
  if (missing.length > 0) {
    throw unreadable(
      file,
      `it has no column ${missing.join(" and no column ")}; its columns are ${names.join(", ")}`,
      { remedy: "map-columns" },
    );
  }
  return chosen;
}

/** A row that could not be read. */
export interface LostRow {
  readonly problem: ReportProblem;
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

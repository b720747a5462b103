import { isUtf8 } from "node:buffer";
import { REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import type { AcceptedTimes } from "../../domain/sensor-report.ts";
import { type CheckedReports, checkRowCount, ReportReader } from "../../engine/ingest/reports.ts";
import type { Pause } from "../../engine/yielding.ts";
import { parseJson } from "../bodies.ts";
import { notJson, notUtf8 } from "../errors.ts";

/** The length of a piece of rows, which is parsed without a pause. */
const PIECE_BYTES = 32 * 1024;

/** Bytes that are scanned between two pauses: scanning takes a fraction of the time of parsing. */
const SCANNED_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('"\\,[{]}');
const [NEWLINE, RETURN, TAB, BLANK] = Buffer.from("\n\r\t ");

/** The parts that the rows of a body are read with. */
export interface RowReading {
  readonly times: AcceptedTimes;
  /** Yields to other requests. */
  readonly pause: Pause;
}

/** The offsets of a row, and of the comma, bracket or line break after it. */
interface Row {
  readonly start: number;
  readonly end: number;
}

/** A scan of a body, which yields where it can pause. */
type Scan<Result> = Generator<void, Result>;

/**
 * Checks the rows of a JSON array. They are counted before the first is read.
 *
 * @returns null if the body is not an array
 * @throws Refusal 400 if it is not JSON, or not UTF-8
 * @throws HeadcountError `invalid` if it has too many rows, or a forbidden key
 */
export async function readArrayRows(bytes: Buffer, reading: RowReading): Promise<CheckedReports | null> {
  const rows = await paced(rowsOfArray(bytes), reading.pause);
  if (rows === null) return null;
  return readRows(bytes, rows, reading, (text, count, reader) => {
    const read = parseJson(`[${text}]`) as unknown[];
    if (read.length !== count) throw notJson();
    for (const row of read) reader.readRow(row);
  });
}

/** Checks the rows of NDJSON. Blank lines are ignored; a line that is not JSON is a rejected row. */
export async function readLineRows(bytes: Buffer, reading: RowReading): Promise<CheckedReports> {
  const rows = await paced(rowsOfLines(bytes), reading.pause);
  return readRows(bytes, rows, reading, (text, _count, reader) => {
    for (const line of text.split("\n")) if (line.trim() !== "") readLine(line, reader);
  });
}

async function paced<Result>(scan: Scan<Result>, pause: Pause): Promise<Result> {
  let step = scan.next();
  for (; !step.done; step = scan.next()) await pause();
  return step.value;
}

/** Reads rows piece by piece, with a pause between two pieces. */
async function readRows(
  bytes: Buffer,
  rows: readonly Row[],
  { times, pause }: RowReading,
  read: (text: string, count: number, reader: ReportReader) => void,
): Promise<CheckedReports> {
  const reader = new ReportReader(rows.length, times);
  for (let from = 0, to = 0; from < rows.length; from = to) {
    if (from > 0) await pause();
    const { start } = rows[from] as Row;
    let { end } = rows[from] as Row;
    for (to = from + 1; to < rows.length; to++) {
      const next = rows[to] as Row;
      if (next.end - start > PIECE_BYTES) break;
      end = next.end;
    }
    const piece = bytes.subarray(start, end);
    if (!isUtf8(piece)) throw notUtf8();
    // Only a row that is by itself is longer than a piece.
    if (piece.length > REPORT_ROW_BYTES_MAX) reader.reject("long-row");
    else read(piece.toString(), to - from, reader);
  }
  return reader.checked;
}

function readLine(line: string, reader: ReportReader): void {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    reader.reject("malformed-row");
    return;
  }
  reader.readRow(row);
}

/** The elements of an array; null if the body is something else. */
function* rowsOfArray(bytes: Buffer): Scan<readonly Row[] | null> {
  const open = yield* skipSpace(bytes, textStart(bytes));
  if (bytes[open] !== OPEN_LIST) return null;
  const first = yield* skipSpace(bytes, open + 1);
  const rows: Row[] = [];
  let start = first;
  let depth = 0;
  let isInText = false;
  let until = first + SCANNED_BYTES;
  for (let at = first; at < bytes.length; at++) {
    if (at >= until) {
      yield;
      until = at + SCANNED_BYTES;
    }
    if (isInText) {
      while (at < until && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      if (at < until) isInText = false;
      else at--;
      continue;
    }
    const byte = bytes[at] as number;
    if (byte === QUOTE) isInText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (depth > 0) {
      if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    } else if (byte === COMMA || byte === CLOSE_LIST) {
      // An array may have no rows at all.
      if (byte === COMMA || at > first) checkRowCount(rows.push({ start, end: at }));
      start = at + 1;
      if (byte === COMMA) continue;
      if ((yield* skipSpace(bytes, start)) < bytes.length) throw notJson();
      return rows;
    }
  }
  throw notJson();
}

/** The lines that are not blank. */
function* rowsOfLines(bytes: Buffer): Scan<readonly Row[]> {
  const rows: Row[] = [];
  let until = SCANNED_BYTES;
  let start = yield* skipSpace(bytes, textStart(bytes));
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE as number, start);
    const end = newline === -1 ? bytes.length : newline;
    checkRowCount(rows.push({ start, end }));
    if (end > until) {
      yield;
      until = end + SCANNED_BYTES;
    }
    start = end + 1;
    if (isSpace(bytes[start])) start = yield* skipSpace(bytes, start);
  }
  return rows;
}

/** The offset of a text after its byte order mark. */
function textStart(bytes: Buffer): number {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The first offset from `start` on without JSON white space. */
function* skipSpace(bytes: Buffer, start: number): Scan<number> {
  let at = start;
  while (isSpace(bytes[at])) if ((++at - start) % SCANNED_BYTES === 0) yield;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === BLANK || byte === NEWLINE || byte === TAB || byte === RETURN;
}

import { isUtf8 } from "node:buffer";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import type { TimesTaken } from "../../domain/sensor-report.ts";
import { type CheckedReports, ReportReader, requireRowsTaken } from "../../engine/ingest/read-reports.ts";
import type { Pause } from "../../engine/yielding.ts";
import { notJson, notUtf8 } from "../errors.ts";
import { ElementScan } from "./json-scan.ts";

/** Bytes that are read as JSON at once, and between two pauses. */
const PIECE_BYTES = 32 * 1024;

/** Bytes that are looked through between two pauses: that takes a fraction of the time. */
const SCANNED_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** Reads a text as JSON. @throws HeadcountError where it has a forbidden key; another error where it is no JSON */
type ParseJson = (text: string) => unknown;

/** How the rows of a body are read. */
export interface RowReading {
  readonly taken: TimesTaken;
  readonly parse: ParseJson;
  /** Lets others have their turn. */
  readonly pause: Pause;
}

/** Rows that stand one after another, and are read at once. */
interface Piece {
  readonly start: number;
  /** Where it ends: the comma, bracket or line break after its last row. */
  readonly end: number;
  /** How many there are; null of one that is too long. */
  readonly rows: number | null;
}

/** Where the array begins that is a JSON body, after its bracket; null where the body is something else. */
export async function arrayStart(bytes: Buffer, pause: Pause): Promise<number | null> {
  const at = await skipSpace(bytes, textStart(bytes), pause);
  return bytes[at] === OPEN_LIST ? at + 1 : null;
}

/**
 * Checks the rows in an array of JSON. They are counted before any is read, and read piece by piece.
 *
 * @param start where the array begins, after its bracket
 * @throws Refusal 400 where it is no JSON, or not UTF-8
 * @throws HeadcountError `invalid` where it has too many rows, or a forbidden key
 */
export async function readArrayRows(
  bytes: Buffer,
  start: number,
  { taken, parse, pause }: RowReading,
): Promise<CheckedReports> {
  const pieces = await piecesOfArray(bytes, start, pause);
  return readPieces(bytes, pieces, { taken, pause }, (piece, reader, before) => {
    const text = utf8(bytes.subarray(piece.start, piece.end));
    const rows = parseRows(text, parse, before);
    if (rows.length !== piece.rows) throw notJson();
    for (const row of rows) reader.readRow(row);
  });
}

/**
 * Checks the rows of NDJSON, as `readArrayRows` does; blank lines are none, and a line that is no JSON is a row that
 * is refused.
 */
export async function readLineRows(
  bytes: Buffer,
  { taken, pause }: Omit<RowReading, "parse">,
): Promise<CheckedReports> {
  const pieces = await piecesOfLines(bytes, pause);
  return readPieces(bytes, pieces, { taken, pause }, ({ start, end }, reader) => {
    for (const line of linesOf(bytes.subarray(start, end))) readLine(line, reader);
  });
}

/** Checks the rows of NDJSON that is no longer than a row may be. */
export function readFewLines(bytes: Buffer, taken: TimesTaken): CheckedReports {
  const lines = linesOf(bytes.subarray(textStart(bytes)));
  const reader = new ReportReader(lines.length, taken);
  for (const line of lines) readLine(line, reader);
  return reader.checked;
}

function linesOf(bytes: Buffer): string[] {
  return utf8(bytes)
    .split("\n")
    .filter((line) => line.trim() !== "");
}

async function readPieces(
  bytes: Buffer,
  pieces: readonly Piece[],
  { taken, pause }: Omit<RowReading, "parse">,
  read: (piece: Piece, reader: ReportReader, before: number) => void,
): Promise<CheckedReports> {
  const reader = new ReportReader(
    pieces.reduce((sum, { rows }) => sum + (rows ?? 1), 0),
    taken,
  );
  let before = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    if (piece.rows !== null) read(piece, reader, before);
    else if (isUtf8(bytes.subarray(piece.start, piece.end))) reader.refuse("long-row");
    else throw notUtf8();
    before += piece.rows ?? 1;
  }
  return reader.checked;
}

async function piecesOfArray(bytes: Buffer, start: number, pause: Pause): Promise<Piece[]> {
  const first = await skipSpace(bytes, start, pause);
  const pieces = new Pieces(first);
  const scan = new ElementScan(bytes, first);
  for (let until = first + SCANNED_BYTES; ; ) {
    const end = scan.next(until);
    if (end === null) {
      if (until >= bytes.length) throw notJson();
      until += SCANNED_BYTES;
      await pause();
      continue;
    }
    const isLast = bytes[end] === CLOSE_LIST;
    // An array may have no rows at all.
    if (!isLast || end > first) pieces.add(end);
    if (isLast) {
      if ((await skipSpace(bytes, end + 1, pause)) < bytes.length) throw notJson();
      return pieces.all();
    }
  }
}

async function piecesOfLines(bytes: Buffer, pause: Pause): Promise<Piece[]> {
  const pieces = new Pieces(textStart(bytes));
  let until = SCANNED_BYTES;
  for (;;) {
    const start = isSpace(bytes[pieces.rowStart])
      ? await skipSpace(bytes, pieces.rowStart, pause)
      : pieces.rowStart;
    if (start >= bytes.length) return pieces.all();
    const newline = bytes.indexOf(NEWLINE, start);
    pieces.rowStart = start;
    pieces.add(newline === -1 ? bytes.length : newline);
    if (start < until) continue;
    until = start + SCANNED_BYTES;
    await pause();
  }
}

/** Pieces that are made of rows, as these are found. */
class Pieces {
  /** How many have been found. */
  rows = 0;
  /** Where the next row begins. */
  rowStart: number;
  readonly #pieces: Piece[] = [];
  /** Where the piece that is being made begins and ends, and how many rows it has. */
  #start: number;
  #end = 0;
  #rows = 0;

  constructor(start: number) {
    this.rowStart = start;
    this.#start = start;
  }

  /** Adds the row that ends at a place, which is not part of it. @throws HeadcountError where there are too many */
  add(end: number): void {
    requireRowsTaken(++this.rows);
    if (end - this.#start > PIECE_BYTES) this.#finish();
    if (this.#rows === 0) this.#start = this.rowStart;
    if (end - this.rowStart > REPORT_ROW_BYTES_MAX)
      this.#pieces.push({ start: this.rowStart, end, rows: null });
    else {
      this.#rows++;
      this.#end = end;
    }
    this.rowStart = end + 1;
  }

  all(): Piece[] {
    this.#finish();
    return this.#pieces;
  }

  #finish(): void {
    if (this.#rows > 0) this.#pieces.push({ start: this.#start, end: this.#end, rows: this.#rows });
    this.#rows = 0;
  }
}

/** The rows of a part of an array that has so many before it. */
function parseRows(text: string, parse: ParseJson, before: number): readonly unknown[] {
  try {
    return parse(`[${text}]`) as unknown[];
  } catch (error) {
    if (!(error instanceof HeadcountError)) throw error;
    // Paths begin with the row's index, which is that within the part.
    const [{ path = "", message = "" } = {}] = error.issues;
    throw invalid(
      path.replace(/^\d+/, (index) => String(before + Number(index))),
      message,
    );
  }
}

function readLine(line: string, reader: ReportReader): void {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    reader.refuse("malformed-row");
    return;
  }
  reader.readRow(row);
}

/** Where a text begins, after its byte order mark. */
function textStart(bytes: Buffer): number {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The first place from `start` on that has no space as JSON has it. */
async function skipSpace(bytes: Buffer, start: number, pause: Pause): Promise<number> {
  let at = start;
  for (let until = at + SCANNED_BYTES; isSpace(bytes[at]); ) {
    at++;
    if (at < until) continue;
    until = at + SCANNED_BYTES;
    await pause();
  }
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x09 || byte === 0x0d;
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString();
}

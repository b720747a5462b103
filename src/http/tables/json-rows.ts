import { isUtf8 } from "node:buffer";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import {
  type CheckedReports,
  ReportReader,
  requireRowsTaken,
  type TimesTaken,
} from "../../engine/ingest/read-reports.ts";
import type { Pause } from "../../engine/pacing.ts";
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
export function arrayStart(bytes: Buffer): number | null {
  const at = skipSpace(bytes, textStart(bytes), bytes.length);
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
  return readPieces(pieces, taken, pause, (piece, reader, before) => {
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
  return readPieces(pieces, taken, pause, ({ start, end }, reader) => {
    for (const line of utf8(bytes.subarray(start, end)).split("\n"))
      if (line.trim() !== "") readLine(line, reader);
  });
}

async function readPieces(
  pieces: readonly Piece[],
  taken: TimesTaken,
  pause: Pause,
  read: (piece: Piece, reader: ReportReader, before: number) => void,
): Promise<CheckedReports> {
  const reader = new ReportReader(
    pieces.reduce((sum, { rows }) => sum + (rows ?? 1), 0),
    taken,
  );
  let before = 0;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    if (piece.rows === null) reader.refuse("long-row");
    else read(piece, reader, before);
    before += piece.rows ?? 1;
  }
  return reader.checked;
}

async function piecesOfArray(bytes: Buffer, start: number, pause: Pause): Promise<Piece[]> {
  const pieces = new Pieces(start);
  const scan = new ElementScan(bytes, start);
  for (let until = start + SCANNED_BYTES; ; ) {
    const end = scan.next(until);
    if (end !== null) {
      const isLast = bytes[end] === CLOSE_LIST;
      const isEmpty = isLast && pieces.rows === 0 && skipSpace(bytes, start, end) === end;
      if (!isEmpty) pieces.add(end);
      if (!isLast) continue;
      if (skipSpace(bytes, end + 1, bytes.length) < bytes.length) throw notJson();
      return pieces.all(end);
    }
    if (until >= bytes.length) throw notJson();
    until += SCANNED_BYTES;
    await pause();
  }
}

async function piecesOfLines(bytes: Buffer, pause: Pause): Promise<Piece[]> {
  const pieces = new Pieces(textStart(bytes));
  let until = SCANNED_BYTES;
  for (let at = pieces.rowStart; at < bytes.length; ) {
    const line = skipSpace(bytes, at, bytes.length);
    if (line === bytes.length) break;
    const newline = bytes.indexOf(NEWLINE, line);
    const end = newline === -1 ? bytes.length : newline;
    pieces.rowStart = line;
    pieces.add(end);
    at = end + 1;
    if (at > until) {
      until = at + SCANNED_BYTES;
      await pause();
    }
  }
  return pieces.all(bytes.length);
}

/** Pieces that are made of rows, as these are found. */
class Pieces {
  /** How many have been found. */
  rows = 0;
  /** Where the next row begins. */
  rowStart: number;
  readonly #pieces: Piece[] = [];
  /** Where the piece begins that is being made, and how many rows it has. */
  #start: number;
  #rows = 0;

  constructor(start: number) {
    this.rowStart = start;
    this.#start = start;
  }

  /** Adds the row that ends at a place, which is not part of it. @throws HeadcountError where there are too many */
  add(end: number): void {
    requireRowsTaken(++this.rows);
    // What is between the rows counts, too.
    if (end - this.#start > PIECE_BYTES) this.#finish(this.rowStart - 1);
    if (this.#rows === 0) this.#start = this.rowStart;
    if (end - this.rowStart > REPORT_ROW_BYTES_MAX)
      this.#pieces.push({ start: this.rowStart, end, rows: null });
    else this.#rows++;
    this.rowStart = end + 1;
  }

  /** All, where the last row ends at a place. */
  all(end: number): Piece[] {
    this.#finish(end);
    return this.#pieces;
  }

  #finish(end: number): void {
    if (this.#rows > 0) this.#pieces.push({ start: this.#start, end, rows: this.#rows });
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

/** The first place from `start` on that has no space as JSON has it; `end` where there is none. */
function skipSpace(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(bytes[at] as number)) at++;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x09 || byte === 0x0d;
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString();
}

import { isUtf8 } from "node:buffer";
import { REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import type { AcceptedTimes } from "../../domain/sensor-report.ts";
import { type CheckedReports, checkRowCount, ReportReader } from "../../engine/ingest/ingest-reports.ts";
import type { Pause } from "../../engine/yielding.ts";
import { parseJson } from "../bodies.ts";
import { notJson, notUtf8 } from "../errors.ts";

/** Bytes that are parsed between two pauses. */
const PIECE_BYTES = 32 * 1024;

/** Bytes that are scanned between two pauses: scanning takes a fraction of the time of parsing. */
const SCANNED_BYTES = 1024 * 1024;

const NEWLINE = code("\n");
const QUOTE = code('"');
const BACKSLASH = code("\\");
const COMMA = code(",");
const OPEN_LIST = code("[");
const OPEN_OBJECT = code("{");
const CLOSE_LIST = code("]");
const CLOSE_OBJECT = code("}");
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/** The parts that the rows of a body are read with. */
export interface RowReading {
  readonly times: AcceptedTimes;
  /** Yields to other requests. */
  readonly pause: Pause;
}

/** Consecutive rows that are read without a pause. */
interface Piece {
  readonly start: number;
  /** The offset of the comma, bracket or line break after its last row. */
  readonly end: number;
  /** The number of rows; null for a single row that is too long. */
  readonly rows: number | null;
}

/** The offset after the opening bracket of a JSON array; null if the body is something else. */
export async function arrayStart(bytes: Buffer, pause: Pause): Promise<number | null> {
  const at = await skipSpace(bytes, textStart(bytes), pause);
  return bytes[at] === OPEN_LIST ? at + 1 : null;
}

/**
 * Checks the rows of a JSON array. They are counted before the first is read, and read piece by piece.
 *
 * @param start the offset after the opening bracket
 * @throws Refusal 400 if it is not JSON, or not UTF-8
 * @throws HeadcountError `invalid` if it has too many rows, or a forbidden key
 */
export async function readArrayRows(
  bytes: Buffer,
  start: number,
  { times, pause }: RowReading,
): Promise<CheckedReports> {
  const pieces = await piecesOfArray(bytes, start, pause);
  return readPieces(bytes, pieces, { times, pause }, (piece, reader) => {
    const rows = parseJson(`[${utf8(bytes.subarray(piece.start, piece.end))}]`) as unknown[];
    if (rows.length !== piece.rows) throw notJson();
    for (const row of rows) reader.readRow(row);
  });
}

/**
 * Checks the rows of NDJSON, as `readArrayRows` does. Blank lines are ignored; a line that is not JSON is a rejected
 * row.
 */
export async function readLineRows(bytes: Buffer, { times, pause }: RowReading): Promise<CheckedReports> {
  const pieces = await piecesOfLines(bytes, pause);
  return readPieces(bytes, pieces, { times, pause }, ({ start, end }, reader) => {
    for (const line of utf8(bytes.subarray(start, end)).split("\n"))
      if (line.trim() !== "") readLine(line, reader);
  });
}

async function readPieces(
  bytes: Buffer,
  pieces: readonly Piece[],
  { times, pause }: RowReading,
  read: (piece: Piece, reader: ReportReader) => void,
): Promise<CheckedReports> {
  const reader = new ReportReader(
    pieces.reduce((sum, { rows }) => sum + (rows ?? 1), 0),
    times,
  );
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause();
    if (piece.rows !== null) read(piece, reader);
    else if (isUtf8(bytes.subarray(piece.start, piece.end))) reader.reject("long-row");
    else throw notUtf8();
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

/** Collects rows into pieces. */
class Pieces {
  /** The number of rows so far. */
  rows = 0;
  /** The offset of the next row. */
  rowStart: number;
  readonly #pieces: Piece[] = [];
  /** The start, end and number of rows of the current piece. */
  #start: number;
  #end = 0;
  #rows = 0;

  constructor(start: number) {
    this.rowStart = start;
    this.#start = start;
  }

  /** Adds the row that ends before the offset `end`. @throws HeadcountError if there are too many rows */
  add(end: number): void {
    checkRowCount(++this.rows);
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

/** The offset of a text after its byte order mark. */
function textStart(bytes: Buffer): number {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** The first offset from `start` on without JSON white space. */
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

/** Finds the ends of the elements of an array, in steps of any size. */
class ElementScan {
  readonly #bytes: Uint8Array;
  #at: number;
  #depth = 0;
  #isInText = false;

  /** @param start the offset of the first element */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /**
   * Continues to the comma after an element, or to the bracket that ends the array, but not as far as `until`.
   *
   * @returns the offset of the comma or bracket, after which the next call continues; null if it is not before `until`
   */
  next(until: number): number | null {
    const bytes = this.#bytes;
    const end = Math.min(until, bytes.length);
    let at = this.#isInText ? this.#textEnd(this.#at, end) : this.#at;
    let depth = this.#depth;
    let found: number | null = null;
    while (at < end) {
      const byte = bytes[at++] as number;
      if (byte === QUOTE) {
        at = this.#textEnd(at, end);
      } else if (byte === COMMA) {
        if (depth > 0) continue;
        found = at - 1;
        break;
      } else if (byte < OPEN_LIST) {
        // A number, a colon, or space.
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth-- > 0) continue;
        found = at - 1;
        break;
      }
    }
    this.#at = at;
    this.#depth = depth;
    return found;
  }

  /** The offset after the text that contains `start`, or `end` if the text continues. */
  #textEnd(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    for (let byte = bytes[at]; at < end; byte = bytes[++at]) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) {
        this.#isInText = false;
        return at + 1;
      }
    }
    this.#isInText = true;
    return at;
  }
}

function code(character: string): number {
  return character.charCodeAt(0);
}

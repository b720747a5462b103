import { isUtf8 } from "node:buffer";
import { invalid } from "../../domain/errors.ts";
import { INGEST_ERRORS_LISTED_MAX, INGEST_ROWS_MAX, REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import { type CheckedReports, ReportsBuilder } from "../../domain/report-columns.ts";
import type { AcceptedTimes, ReportProblem } from "../../domain/sensor-report.ts";
import { PlainRows, type RowKind } from "./plain-rows.ts";

/** The layout of rows: the elements of a JSON array, or one per line (NDJSON). */
export type RowLayout = "array" | "lines";

interface RowTaker {
  /** Takes a row in the usual form, before the next one is read; false if it has to be parsed. */
  takePlain(row: PlainRows): boolean;
  take(row: unknown): void;
  reject(problem: Extract<ReportProblem, "long-row" | "malformed-row">): void;
}

interface RowReading {
  readonly layout: RowLayout;
  readonly kind: RowKind;
  readonly rows: RowTaker;
  readonly rowsMax: number;
}

export class UnreadableRows extends Error {}

/**
 * Reads rows from JSON. One that is no row is taken as what it is, without affecting the others (D22); of lines, also one
 * that is not JSON. If an object has two members of one name, the last counts.
 *
 * Rows in the usual form are read from their bytes (`PlainRows`); each other row is parsed by itself.
 *
 * @returns a task that yields whenever it has worked for some milliseconds
 * @throws UnreadableRows if an array is not JSON or not UTF-8
 * @throws HeadcountError `invalid` if there are too many rows
 */
export function* readJsonRows(bytes: Buffer, reading: RowReading): Generator<void> {
  const rows = new JsonRows(bytes, reading);
  yield* reading.layout === "array" ? rows.readArray() : rows.readLines();
}

interface ReportReading extends Pick<RowReading, "layout"> {
  readonly times: AcceptedTimes;
  /** By default the limits of a request (D22): of rows, and of rejected rows that are listed. */
  readonly rowsMax?: number;
  readonly problemsMax?: number;
}

/** Bytes of the shortest report with its separator, which the last one may lack. */
const SHORTEST_ROW_BYTES =
  JSON.stringify({ sensor_serial_number: "S", timestamp: "1970-01-01", trajectory: 1 }).length + 1;

/**
 * Reads sensor reports from JSON (`readJsonRows`). A row that is not a report is rejected (D22).
 *
 * @returns a task that yields whenever it has worked for some milliseconds
 * @throws UnreadableRows if an array is not JSON or not UTF-8
 * @throws HeadcountError `invalid` if there are too many rows
 */
export function* readJsonReports(bytes: Buffer, reading: ReportReading): Generator<void, CheckedReports> {
  const { layout, times, rowsMax = INGEST_ROWS_MAX, problemsMax = INGEST_ERRORS_LISTED_MAX } = reading;
  const capacity = Math.floor((bytes.length + 1) / SHORTEST_ROW_BYTES);
  const builder = new ReportsBuilder(Math.min(capacity, rowsMax), problemsMax);
  yield* readJsonRows(bytes, {
    layout,
    kind: "reports",
    rowsMax,
    rows: {
      takePlain: (report) => builder.takePlain(report, times),
      take: (row) => builder.take(row, times),
      reject: (problem) => builder.reject(problem),
    },
  });
  return builder.checked;
}

export function atOnce<Result>(task: Generator<void, Result>): Result {
  let step = task.next();
  while (!step.done) step = task.next();
  return step.value;
}

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

export function withoutByteOrderMark(bytes: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? bytes.subarray(length) : bytes;
}

/** Bytes that are read between two pauses. Parsing takes longer than reading: a parsed byte counts as several. */
const TURN_BYTES = 256 * 1024;
const PARSED_FACTOR = 8;

const [TAB, NEWLINE, RETURN, BLANK, QUOTE, BACKSLASH, COMMA] = Buffer.from('\t\n\r "\\,');
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from("[{]}");

class JsonRows {
  readonly #bytes: Buffer;
  readonly #isArray: boolean;
  readonly #plain: PlainRows;
  readonly #taker: RowTaker;
  readonly #rowsMax: number;
  #rows = 0;
  /** The offset of the next byte, and from which on to pause. */
  #at = 0;
  #pauseAt = TURN_BYTES;
  /** Where the scan of an element is: how deep in objects and lists, and whether in a text. */
  #depth = 0;
  #isInText = false;

  constructor(bytes: Buffer, { layout, kind, rows, rowsMax }: RowReading) {
    this.#bytes = bytes;
    this.#plain = new PlainRows(bytes, kind);
    this.#isArray = layout === "array";
    this.#taker = rows;
    this.#rowsMax = rowsMax;
  }

  *readArray(): Generator<void> {
    const bytes = this.#bytes;
    yield* this.#skipSpace();
    if (bytes[this.#at++] !== OPEN_LIST) throw new UnreadableRows("the body is not a JSON array");
    yield* this.#skipSpace();
    if (bytes[this.#at] === CLOSE_LIST) this.#at++;
    else {
      do {
        if (this.#skipOneSpace()) yield* this.#skipSpace();
        const start = this.#beginRow();
        if (!this.#readRow()) {
          this.#at = start;
          this.#depth = 0;
          this.#isInText = false;
          while (!this.#isAfterElement()) yield this.#takeTurn();
          if (!this.#parseRow(start)) throw isUtf8(bytes.subarray(start, this.#at)) ? notJson() : notUtf8();
        }
        if (this.#at >= this.#pauseAt) yield this.#takeTurn();
      } while (bytes[this.#at++] === COMMA);
    }
    yield* this.#skipSpace();
    if (this.#at < bytes.length) throw notJson();
  }

  *readLines(): Generator<void> {
    for (;;) {
      if (this.#skipOneSpace()) yield* this.#skipSpace();
      if (this.#at === this.#bytes.length) return;
      const start = this.#beginRow();
      if (!this.#readRow()) this.#parseLine(start);
      if (this.#at >= this.#pauseAt) yield this.#takeTurn();
    }
  }

  #beginRow(): number {
    if (++this.#rows > this.#rowsMax)
      throw invalid("body", `has more than ${this.#rowsMax} rows, the limit of one request`);
    return this.#at;
  }

  #takeTurn(): void {
    this.#pauseAt = this.#at + TURN_BYTES;
  }

  /** Moves to the comma or bracket after an element; false if it has to pause before. */
  #isAfterElement(): boolean {
    const bytes = this.#bytes;
    const until = Math.min(bytes.length, this.#pauseAt);
    let at = this.#at;
    for (; at < until; at++) {
      const byte = bytes[at];
      if (this.#isInText) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) this.#isInText = false;
      } else if (byte === QUOTE) this.#isInText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++;
      else if (this.#depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) break;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth--;
    }
    if (at >= bytes.length) throw notJson();
    this.#at = at;
    return at < until;
  }

  #parseLine(start: number): void {
    const end = this.#bytes.indexOf(NEWLINE as number, start);
    this.#at = end === -1 ? this.#bytes.length : end;
    if (!this.#parseRow(start)) this.#taker.reject("malformed-row");
  }

  /** Parses the row from `start` to the next byte; false if it is not JSON. One that is too long is rejected. */
  #parseRow(start: number): boolean {
    const length = this.#at - start;
    if (length > REPORT_ROW_BYTES_MAX) {
      this.#taker.reject("long-row");
      return true;
    }
    this.#pauseAt -= PARSED_FACTOR * length;
    const row = parsed(this.#bytes, start, this.#at);
    if (row === undefined) return false;
    this.#taker.take(row);
    return true;
  }

  /** Reads a row in the usual form, and moves to the byte after it; false if it has to be parsed. */
  #readRow(): boolean {
    const end = this.#plain.read(this.#at);
    if (end === -1 || !this.#isAfterRow(this.#bytes[end]) || !this.#taker.takePlain(this.#plain))
      return false;
    this.#at = end;
    return true;
  }

  #isAfterRow(byte: number | undefined): boolean {
    if (this.#isArray) return byte === COMMA || byte === CLOSE_LIST;
    return byte === NEWLINE || byte === undefined;
  }

  /** Skips a character of white space. @returns whether there are more */
  #skipOneSpace(): boolean {
    if (isSpace(this.#bytes[this.#at])) this.#at++;
    return isSpace(this.#bytes[this.#at]);
  }

  *#skipSpace(): Generator<void> {
    for (; isSpace(this.#bytes[this.#at]); this.#at++) if (this.#at >= this.#pauseAt) yield this.#takeTurn();
  }
}

export function isSpace(byte: number | undefined): boolean {
  return byte === BLANK || byte === NEWLINE || byte === TAB || byte === RETURN;
}

/** The replacement of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/** A JSON value; undefined if the bytes are not JSON in UTF-8. */
export function parsed(bytes: Buffer, start: number, end: number): unknown {
  const text = bytes.toString("utf8", start, end);
  if (text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notJson(): UnreadableRows {
  return new UnreadableRows("the body is not valid JSON");
}

function notUtf8(): UnreadableRows {
  return new UnreadableRows("the body is not valid UTF-8");
}

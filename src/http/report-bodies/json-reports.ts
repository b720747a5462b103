import { readInstant, SECOND_MS } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, INGEST_ROWS_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import type { KnownTexts } from "../../engine/ingest/known-texts.ts";
import { AsciiReportsBuilder, type Reports } from "../../engine/ingest/reports.ts";
import type { Pause } from "../../engine/yielding.ts";

/** Bytes that are compared at a time. */
const WORD_BYTES = 4;

/** A text of at least four bytes as words. The last word ends with the text, and may overlap the one before. */
interface Words {
  /** In bytes. */
  readonly length: number;
  readonly words: Int32Array;
}

/** The words of an ASCII text. */
function wordsOf(text: string): Words {
  const { length } = text;
  const view = new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  const words = new Int32Array(Math.ceil(length / WORD_BYTES));
  for (const index of words.keys())
    words[index] = view.getInt32(Math.min(WORD_BYTES * index, length - WORD_BYTES));
  return { length, words };
}

/** The layout of rows in a body: the elements of a JSON array, or one per line. */
export type RowLayout = "array" | "lines";

/**
 * Reads a body of reports as senders write them, without an object or a string for each: all ASCII, no
 * escapes, a report's fields and no others. That takes a fraction of the time of reading JSON.
 *
 * @returns null if the body has anything else, valid or not: it must be parsed as JSON
 */
export function readJsonReports(bytes: Buffer, layout: RowLayout, known: KnownTexts): Reports | null {
  const body = new JsonReports(bytes, layout, known);
  return body.read(Infinity) ? body.reports : null;
}

/** Bytes that are read between two pauses: a batch of 1,000 reports has fewer. */
const PIECE_BYTES = 256 * 1024;

/** Reads a long body of reports as `readJsonReports` does, with a pause between two pieces of it. */
export async function readManyJsonReports(
  bytes: Buffer,
  layout: RowLayout,
  known: KnownTexts,
  pause: Pause,
  pieceBytes = PIECE_BYTES,
): Promise<Reports | null> {
  const body = new JsonReports(bytes, layout, known);
  for (let until = pieceBytes; body.read(until); until += pieceBytes) {
    if (body.isRead) return body.reports;
    await pause();
  }
  return null;
}

/** Bytes of the shortest row with its separator, which the last row may lack. */
const ROW_BYTES_MIN = '{"sensor_serial_number":"S","timestamp":"1970-01-01","trajectory":1}\n'.length;

/** The longest run of white space, in bytes: a body with a longer one is parsed as JSON. */
const SPACE_BYTES_MAX = 4_096;

const TAB = code("\t");
const NEWLINE = code("\n");
const RETURN = code("\r");
const BLANK = code(" ");
const QUOTE = code('"');
const BACKSLASH = code("\\");
const COMMA = code(",");
const COLON = code(":");
const MINUS = code("-");
const DOT = code(".");
const ZERO = code("0");
const ONE = code("1");

/** A row's fields, and their bits. */
const SERIAL_NUMBER = 1;
const TIMESTAMP = 2;
const TRAJECTORY = 4;
const EVENT_ID = 8;
const REQUIRED = SERIAL_NUMBER | TIMESTAMP | TRAJECTORY;

/** Each field's name in its quotes. */
const NAMES = {
  serialNumber: wordsOf('"sensor_serial_number"'),
  timestamp: wordsOf('"timestamp"'),
  trajectory: wordsOf('"trajectory"'),
  eventId: wordsOf('"event_id"'),
};
const NULL = wordsOf("null");

/** The offset of the second in `2024-05-06T07:08:09.123Z`, and the length with and without a fraction. */
const SECOND_START = 17;
const FRACTION_START = 19;
const PLAIN_LENGTH = 20;
const PRECISE_LENGTH = 24;

class JsonReports {
  readonly #bytes: Buffer;
  /** The same bytes, compared four at a time. */
  readonly #view: DataView;
  readonly #layout: RowLayout;
  readonly #builder: AsciiReportsBuilder;
  #rowsLeft: number;
  /** The offset of the next byte. */
  #at = 0;
  /** Whether all of the body has been read. */
  isRead = false;
  /** The offset of the last minute that was read, and its instant in ms. */
  #minuteAt = -1;
  #minute = 0;

  constructor(bytes: Buffer, layout: RowLayout, known: KnownTexts) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#rowsLeft = Math.min(Math.floor((bytes.length + 1) / ROW_BYTES_MIN), INGEST_ROWS_MAX);
    this.#builder = new AsciiReportsBuilder(this.#rowsLeft, known);
  }

  /** The reports so far. */
  get reports(): Reports {
    return this.#builder.reports;
  }

  /** Reads up to the first row that ends at or after an offset; false if the body must be parsed as JSON. */
  read(until: number): boolean {
    return this.#layout === "array" ? this.#readArray(until) : this.#readLines(until);
  }

  #readArray(until: number): boolean {
    const bytes = this.#bytes;
    if (this.#at === 0) {
      this.#skipSpace();
      if (bytes[this.#at++] !== code("[")) return false;
    }
    do {
      this.#skipSpace();
      if (!this.#readRow()) return false;
      this.#skipSpace();
      if (bytes[this.#at++] !== COMMA) return this.#endArray();
    } while (this.#at < until);
    return true;
  }

  /** Reads the bytes after the last row. */
  #endArray(): boolean {
    if (this.#bytes[this.#at - 1] !== code("]")) return false;
    this.#skipSpace();
    this.isRead = this.#at === this.#bytes.length;
    return this.isRead;
  }

  #readLines(until: number): boolean {
    const bytes = this.#bytes;
    do {
      this.#skipSpace();
      if (this.#at === bytes.length) break;
      if (!this.#readRow()) return false;
      this.#skipBlanks();
      if (bytes[this.#at++] === NEWLINE) continue;
      if (this.#at <= bytes.length) return false;
      break;
    } while (this.#at < until);
    this.isRead = this.#at >= bytes.length;
    return true;
  }

  #readRow(): boolean {
    const bytes = this.#bytes;
    if (this.#rowsLeft-- === 0 || bytes[this.#at++] !== code("{")) return false;
    let seen = 0;
    do {
      this.#skipBlanks();
      const field = this.#readName();
      if ((seen & field) !== 0 || !this.#readValue(field)) return false;
      seen |= field;
      this.#skipBlanks();
    } while (bytes[this.#at++] === COMMA);
    if (bytes[this.#at - 1] !== code("}") || (seen & REQUIRED) !== REQUIRED) return false;
    this.#builder.length++;
    return true;
  }

  /** Reads a field's name and the colon after it; 0 if it is not one of a report's. */
  #readName(): number {
    const field = this.#readField();
    this.#skipBlanks();
    if (this.#bytes[this.#at++] !== COLON) return 0;
    this.#skipBlanks();
    return field;
  }

  #readField(): number {
    const first = this.#bytes[this.#at + 1];
    if (first === code("s")) return this.#take(NAMES.serialNumber) ? SERIAL_NUMBER : 0;
    if (first === code("e")) return this.#take(NAMES.eventId) ? EVENT_ID : 0;
    if (first !== code("t")) return 0;
    if (this.#bytes[this.#at + 2] === code("i")) return this.#take(NAMES.timestamp) ? TIMESTAMP : 0;
    return this.#take(NAMES.trajectory) ? TRAJECTORY : 0;
  }

  #readValue(field: number): boolean {
    if (field === TRAJECTORY) return this.#readTrajectory();
    if (field === EVENT_ID && this.#take(NULL)) return true;
    const start = this.#at + 1;
    const end = this.#readText();
    const length = end - start;
    if (field === TIMESTAMP) return length > 0 && this.#readTimestamp(start, end);
    if (field === SERIAL_NUMBER) {
      if (length < 1 || length > SERIAL_LENGTH_MAX) return false;
      this.#builder.setSerialNumber(this.#bytes, start, end);
      return true;
    }
    if (field !== EVENT_ID || length < 0 || length > EVENT_ID_LENGTH_MAX) return false;
    this.#builder.eventIds.setAscii(this.#builder.length, this.#bytes, start, end);
    return true;
  }

  #readTrajectory(): boolean {
    const isExit = this.#bytes[this.#at] === MINUS;
    if (isExit) this.#at++;
    // The caller checks that the value ends here.
    if (this.#bytes[this.#at++] !== ONE) return false;
    this.#builder.trajectories[this.#builder.length] = isExit ? -1 : 1;
    return true;
  }

  #readTimestamp(start: number, end: number): boolean {
    const instant = this.#readInstant(start, end);
    if (instant === null) return false;
    this.#builder.timestamps[this.#builder.length] = instant;
    return true;
  }

  /** Reads an instant. The usual form in the same minute as the instant before needs no parsing of the date. */
  #readInstant(start: number, end: number): number | null {
    const isPrecise = end - start === PRECISE_LENGTH;
    if (!isPrecise && end - start !== PLAIN_LENGTH) return readInstant(this.#text(start, end));
    const tens = this.#digit(start + SECOND_START);
    let ms = (10 * tens + this.#digit(start + SECOND_START + 1)) * SECOND_MS;
    if (isPrecise) {
      const fraction = start + FRACTION_START;
      ms += 100 * this.#digit(fraction + 1) + 10 * this.#digit(fraction + 2) + this.#digit(fraction + 3);
      if (this.#bytes[fraction] !== DOT) ms = Number.NaN;
    }
    // A missing digit is NaN, which fails each comparison.
    if (!(tens < 6 && ms >= 0) || this.#bytes[end - 1] !== code("Z"))
      return readInstant(this.#text(start, end));
    if (!this.#isSameMinute(start)) {
      const instant = readInstant(this.#text(start, end));
      if (instant === null) return null;
      this.#minuteAt = start;
      this.#minute = instant - ms;
    }
    return this.#minute + ms;
  }

  #isSameMinute(start: number): boolean {
    const view = this.#view;
    const last = this.#minuteAt;
    if (last === -1) return false;
    // The words that differ most often are compared first.
    return (
      this.#bytes[start + SECOND_START - 1] === this.#bytes[last + SECOND_START - 1] &&
      view.getInt32(start + 12) === view.getInt32(last + 12) &&
      view.getInt32(start + 8) === view.getInt32(last + 8) &&
      view.getInt32(start + 4) === view.getInt32(last + 4) &&
      view.getInt32(start) === view.getInt32(last)
    );
  }

  /** A decimal digit; NaN if there is none. */
  #digit(at: number): number {
    const value = (this.#bytes[at] as number) - ZERO;
    return value >= 0 && value <= 9 ? value : Number.NaN;
  }

  /** Reads a text in quotes. @returns the offset of its end; -1 if it is not a plain text */
  #readText(): number {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== QUOTE) return -1;
    let end = this.#at + 1;
    for (let byte = bytes[end] ?? 0; byte !== QUOTE; byte = bytes[++end] ?? 0)
      if (byte < BLANK || byte > 126 || byte === BACKSLASH) return -1;
    this.#at = end + 1;
    return end;
  }

  /** Reads exactly these bytes; false, without reading any, if there are others. */
  #take({ length, words }: Words): boolean {
    const view = this.#view;
    const at = this.#at;
    const last = at + length - WORD_BYTES;
    if (last + WORD_BYTES > view.byteLength) return false;
    let index = 0;
    for (let start = at; start < last; start += WORD_BYTES)
      if (view.getInt32(start) !== words[index++]) return false;
    if (view.getInt32(last) !== words[index]) return false;
    this.#at = at + length;
    return true;
  }

  /** Skips the white space of JSON within a line. */
  #skipBlanks(): void {
    if ((this.#bytes[this.#at] as number) <= BLANK) this.#skipManyBlanks();
  }

  /** Skips up to `SPACE_BYTES_MAX` bytes. */
  #skipManyBlanks(): void {
    const bytes = this.#bytes;
    const end = this.#at + SPACE_BYTES_MAX;
    let byte = bytes[this.#at];
    while ((byte === BLANK || byte === TAB || byte === RETURN) && this.#at < end) byte = bytes[++this.#at];
  }

  #skipSpace(): void {
    if ((this.#bytes[this.#at] as number) <= BLANK) this.#skipManySpaces();
  }

  #skipManySpaces(): void {
    const end = this.#at + SPACE_BYTES_MAX;
    this.#skipBlanks();
    while (this.#bytes[this.#at] === NEWLINE && this.#at < end) {
      this.#at++;
      this.#skipBlanks();
    }
  }

  #text(start: number, end: number): string {
    return this.#bytes.toString("latin1", start, end);
  }
}

function code(character: string): number {
  return character.charCodeAt(0);
}

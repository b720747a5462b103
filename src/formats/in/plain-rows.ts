import { readInstant, SECOND_MS } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import type { AsciiText, PlainReport } from "../../domain/report-columns.ts";
import { REPORT_FIELDS } from "../../domain/sensor-report.ts";

/** The longest run of white space, and the longest text, in bytes; so a plain row is never too long. */
const SPACE_BYTES_MAX = 64;
const TEXT_BYTES_MAX = 256;

const [TAB, RETURN, QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('\t\r"\\,:');
const [OPEN_OBJECT, CLOSE_OBJECT, MINUS, DOT, ONE, Z] = Buffer.from("{}-.1Z");
const BLANK = 0x20;
const ZERO = 0x30;

/** Bytes that are compared at a time. */
const WORD_BYTES = 4;

/** A text of at least four bytes as words of four. The last ends with the text, and may overlap the one before. */
interface Words {
  /** In bytes. */
  readonly length: number;
  readonly words: Int32Array;
}

function wordsOf(text: string): Words {
  const { buffer, byteOffset, length } = Buffer.from(text);
  const view = new DataView(buffer, byteOffset, length);
  const words = Int32Array.from({ length: Math.ceil(length / WORD_BYTES) }, (_, index) =>
    view.getInt32(Math.min(WORD_BYTES * index, length - WORD_BYTES)),
  );
  return { length, words };
}

const NULL = wordsOf("null");

/** The name of each field's member, in its quotes. */
const NAMES = REPORT_FIELDS.map((field) => wordsOf(JSON.stringify(field)));

/** The fields, as indexes of `REPORT_FIELDS`. */
const [SERIAL_NUMBER, TIMESTAMP, TRAJECTORY, EVENT_ID] = [0, 1, 2, 3];
const REQUIRED = (1 << SERIAL_NUMBER) | (1 << TIMESTAMP) | (1 << TRAJECTORY);

/** Parts of a timestamp such as `2024-05-06T07:08:09.123Z`, and the length with and without a fraction. */
const SECOND_START = 17;
const FRACTION_START = 19;
const PLAIN_LENGTH = 20;
const PRECISE_LENGTH = 24;

/** Where a text is. */
interface Place extends AsciiText {
  start: number;
  end: number;
}

/**
 * Reads reports in JSON as most senders write them: in ASCII without escapes, with valid values and no members but a
 * report's. No object is made for a row, nor a string for a time or an id, which takes half the time of parsing JSON.
 * What is read is what JSON makes of it.
 */
export class PlainRows implements PlainReport {
  /** The fields of the row that was read last. */
  readonly serialNumber: Place;
  timestamp = 0;
  trajectory = 0;
  readonly eventId: Place;
  readonly #bytes: Buffer;
  /** The same bytes, compared four at a time. */
  readonly #view: DataView;
  /** The fields in the order of the members of the row before. */
  readonly #order = [SERIAL_NUMBER, TIMESTAMP, TRAJECTORY, EVENT_ID];
  /** The offset of the next byte. */
  #at = 0;
  /** The offset of the last timestamp whose date was parsed, and the instant of its minute in ms. */
  #minuteAt = -1;
  #minute = 0;

  constructor(bytes: Buffer) {
    this.serialNumber = { bytes, start: 0, end: 0 };
    this.eventId = { bytes, start: 0, end: 0 };
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Reads the row at an offset. @returns the offset after it and blanks; -1 if it has to be parsed */
  read(start: number): number {
    this.#at = start;
    return this.#readRow() ? this.#at : -1;
  }

  #readRow(): boolean {
    const bytes = this.#bytes;
    if (bytes[this.#at++] !== OPEN_OBJECT) return false;
    this.eventId.start = this.eventId.end = 0;
    let seen = 0;
    let position = 0;
    do {
      const field = this.#readName(position++);
      if (field === -1 || (seen & (1 << field)) !== 0 || !this.#readValue(field)) return false;
      seen |= 1 << field;
      this.#skipBlanks();
    } while (bytes[this.#at++] === COMMA);
    if (bytes[this.#at - 1] !== CLOSE_OBJECT || (seen & REQUIRED) !== REQUIRED) return false;
    this.#skipBlanks();
    return true;
  }

  /** Reads a member's name and the colon after it. @returns its field; -1 if it is not one of a report's */
  #readName(position: number): number {
    this.#skipBlanks();
    const expected = this.#order[position] ?? -1;
    let field = expected;
    if (expected === -1 || !this.#take(NAMES[expected] as Words)) {
      field = NAMES.findIndex((name) => this.#take(name));
      if (field !== -1) this.#order[position] = field;
    }
    this.#skipBlanks();
    if (this.#bytes[this.#at++] !== COLON) return -1;
    this.#skipBlanks();
    return field;
  }

  #readValue(field: number): boolean {
    if (field === TRAJECTORY) return this.#readTrajectory();
    if (field === EVENT_ID && this.#take(NULL)) return true;
    const start = this.#at + 1;
    const end = this.#readText();
    const length = end - start;
    if (length < 0) return false;
    if (field === TIMESTAMP) return this.#readTimestamp(start, end);
    const isSerial = field === SERIAL_NUMBER;
    const place = isSerial ? this.serialNumber : this.eventId;
    place.start = start;
    place.end = end;
    return isSerial ? length > 0 && length <= SERIAL_LENGTH_MAX : length <= EVENT_ID_LENGTH_MAX;
  }

  #readTrajectory(): boolean {
    const isExit = this.#bytes[this.#at] === MINUS;
    if (isExit) this.#at++;
    this.trajectory = isExit ? -1 : 1;
    // The caller checks that the value ends here.
    return this.#bytes[this.#at++] === ONE;
  }

  #readTimestamp(start: number, end: number): boolean {
    const instant = this.#readInstant(start, end);
    this.timestamp = instant ?? 0;
    return instant !== null;
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
    if (!(tens < 6 && ms >= 0) || this.#bytes[end - 1] !== Z) return readInstant(this.#text(start, end));
    if (this.#minuteAt === -1 || !this.#isSame(start, this.#minuteAt, SECOND_START)) {
      const instant = readInstant(this.#text(start, end));
      if (instant === null) return null;
      this.#minuteAt = start;
      this.#minute = instant - ms;
    }
    return this.#minute + ms;
  }

  /** A decimal digit; NaN if there is none. */
  #digit(at: number): number {
    const value = (this.#bytes[at] as number) - ZERO;
    return value >= 0 && value <= 9 ? value : Number.NaN;
  }

  /** Reads a text in quotes. @returns the offset of its end; -1 if it has to be parsed, or has blanks around it */
  #readText(): number {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    const endMax = start + TEXT_BYTES_MAX;
    let end = start;
    for (let byte = bytes[end] ?? 0; byte !== QUOTE; byte = bytes[++end] ?? 0)
      if (byte < BLANK || byte > 126 || byte === BACKSLASH || end === endMax) return -1;
    if (bytes[this.#at] !== QUOTE || bytes[start] === BLANK || bytes[end - 1] === BLANK) return -1;
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

  /** Whether the bytes at two offsets are the same. The last, which differ most often, are compared first. */
  #isSame(start: number, other: number, length: number): boolean {
    const bytes = this.#bytes;
    for (let i = length - 1; i >= 0; i--) if (bytes[start + i] !== bytes[other + i]) return false;
    return true;
  }

  /** Skips a short run of the white space of JSON within a line. */
  #skipBlanks(): void {
    if ((this.#bytes[this.#at] as number) <= BLANK) this.#skipManyBlanks();
  }

  #skipManyBlanks(): void {
    const bytes = this.#bytes;
    const end = this.#at + SPACE_BYTES_MAX;
    let byte = bytes[this.#at];
    while ((byte === BLANK || byte === TAB || byte === RETURN) && this.#at < end) byte = bytes[++this.#at];
  }

  #text(start: number, end: number): string {
    return this.#bytes.toString("latin1", start, end);
  }
}

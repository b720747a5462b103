import { readInstant, SECOND_MS } from "../../domain/instant.ts";
import {
  COUNTER_BITS_MAX,
  COUNTER_BITS_MIN,
  EVENT_ID_LENGTH_MAX,
  SERIAL_LENGTH_MAX,
} from "../../domain/limits.ts";
import type { PlainReading } from "../../domain/reading-list.ts";
import type { AsciiText, PlainReport } from "../../domain/report-columns.ts";
import { REPORT_FIELDS } from "../../domain/sensor-report.ts";

/** The longest run of white space, and the longest text, in bytes; so a plain row is never too long. */
const SPACE_BYTES_MAX = 64;
const TEXT_BYTES_MAX = 256;

const [TAB, RETURN, QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('\t\r"\\,:');
const [OPEN_OBJECT, CLOSE_OBJECT, DOT, Z, MINUS, ONE] = Buffer.from("{}.Z-1");
const BLANK = 0x20;
const ZERO = 0x30;

const WORD_BYTES = 4;

/** Digits of a whole number that is exact whatever they are. */
const DIGITS_MAX = 15;

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

/** Parts of a timestamp such as `2024-05-06T07:08:09.123Z`, and the length with and without a fraction. */
const SECOND_START = 17;
const FRACTION_START = 19;
const PLAIN_LENGTH = 20;
const PRECISE_LENGTH = 24;

interface Place extends AsciiText {
  start: number;
  end: number;
}

/** The members that a row may have: of reports, and of readings. */
const MEMBERS = [
  ...REPORT_FIELDS,
  ...["kind", "serial_number", "at", "from", "to", "in_total", "out_total", "in", "out", "width"],
];
const NAMES = MEMBERS.map((name) => wordsOf(JSON.stringify(name)));

/** The members, as indexes of `MEMBERS`. */
const [SENSOR, TIMESTAMP, TRAJECTORY, EVENT_ID] = [0, 1, 2, 3];
const [KIND, SERIAL_NUMBER, AT, FROM, TO] = [4, 5, 6, 7, 8];
const [IN_TOTAL, OUT_TOTAL, IN, OUT, WIDTH] = [9, 10, 11, 12, 13];

/** A bit for each member of a row. */
const bits = (...members: readonly number[]) => members.reduce((set, member) => set | (1 << member), 0);
/** What each kind of row must have, and may have besides. */
const REPORT = { needed: bits(SENSOR, TIMESTAMP, TRAJECTORY), possible: bits(EVENT_ID) };
const TOTAL = { needed: bits(KIND, SERIAL_NUMBER, AT), possible: bits(IN_TOTAL, OUT_TOTAL, WIDTH) };
const INTERVAL = { needed: bits(KIND, SERIAL_NUMBER, FROM, TO), possible: bits(IN, OUT) };

const [TOTAL_TEXT, INTERVAL_TEXT] = [wordsOf('"total"'), wordsOf('"interval"')];

/** What the rows of an input are. */
export type RowKind = "reports" | "readings";

/**
 * Reads reports, or totals and intervals with times in UTC, in JSON as most senders write them: in ASCII without escapes,
 * with valid values and the members of its kind only, each once. No object is made for a row, nor a string for a time or
 * an id, which takes half the time of parsing JSON. What is read is what JSON makes of it.
 */
export class PlainRows implements PlainReport, PlainReading {
  readonly #bytes: Buffer;
  /** The same bytes, compared four at a time. */
  readonly #view: DataView;
  readonly #isReports: boolean;
  /** The members in the order of the row before. */
  readonly #order: number[] = [];
  #at = 0;
  /** The offset of the last timestamp whose date was parsed, and the instant of its minute in ms. */
  #minuteAt = -1;
  #minute = 0;
  /** The number that was read last; NaN for `null`. */
  #number = Number.NaN;
  readonly serialNumber: Place;
  at = 0;
  trajectory = 0;
  readonly eventId: Place;
  isInterval = false;
  to = 0;
  in = Number.NaN;
  out = Number.NaN;
  width = Number.NaN;

  constructor(bytes: Buffer, kind: RowKind) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isReports = kind === "reports";
    this.serialNumber = { bytes, start: 0, end: 0 };
    this.eventId = { bytes, start: 0, end: 0 };
  }

  /** Reads the row at an offset. @returns the offset after it and blanks; -1 if it has to be parsed */
  read(start: number): number {
    this.eventId.start = this.eventId.end = 0;
    if (!this.#isReports) this.in = this.out = this.width = Number.NaN;
    const seen = this.#readObject(start);
    const { needed, possible } = this.#isReports ? REPORT : this.isInterval ? INTERVAL : TOTAL;
    return (seen & needed) === needed && (seen & ~(needed | possible)) === 0 ? this.#at : -1;
  }

  /** Reads the value of a member; false if the row has to be parsed. */
  #readValue(member: number): boolean {
    switch (member) {
      case SENSOR:
      case SERIAL_NUMBER:
        return this.#readText(this.serialNumber, 1, SERIAL_LENGTH_MAX);
      case TIMESTAMP:
      case AT:
      case FROM:
        this.at = this.#readInstant();
        return !Number.isNaN(this.at);
      case TO:
        this.to = this.#readInstant();
        return !Number.isNaN(this.to);
      case TRAJECTORY:
        this.trajectory = this.#skip(MINUS) ? -1 : 1;
        // Whoever reads the object checks that the value ends here.
        return this.#skip(ONE);
      case EVENT_ID:
        return this.#take(NULL) || this.#readText(this.eventId, 0, EVENT_ID_LENGTH_MAX);
      case KIND:
        this.isInterval = this.#take(INTERVAL_TEXT);
        return this.isInterval || this.#take(TOTAL_TEXT);
    }
    if (!this.#readNumber()) return false;
    const number = this.#number;
    if (member === IN_TOTAL || member === IN) this.in = number;
    else if (member === OUT_TOTAL || member === OUT) this.out = number;
    else {
      this.width = number;
      return Number.isNaN(number) || (number >= COUNTER_BITS_MIN && number <= COUNTER_BITS_MAX);
    }
    return true;
  }

  #readText(place: Place, lengthMin: number, lengthMax: number): boolean {
    place.start = this.#at + 1;
    place.end = this.#readQuoted();
    const length = place.end - place.start;
    return length >= lengthMin && length <= lengthMax;
  }

  /** An instant in ms; NaN if the row has to be parsed. */
  #readInstant(): number {
    const start = this.#at + 1;
    const end = this.#readQuoted();
    // A time of a reading without an offset is local.
    if (end === -1 || (!this.#isReports && this.#bytes[end - 1] !== Z)) return Number.NaN;
    return this.#instantAt(start, end) ?? Number.NaN;
  }

  /** Reads the object at an offset, and blanks after it. @returns its members, a bit each; 0 if it has to be parsed */
  #readObject(start: number): number {
    const bytes = this.#bytes;
    this.#at = start;
    if (bytes[this.#at++] !== OPEN_OBJECT) return 0;
    let seen = 0;
    let position = 0;
    do {
      const member = this.#readName(position++);
      if (member === -1 || (seen & (1 << member)) !== 0 || !this.#readValue(member)) return 0;
      seen |= 1 << member;
      this.#skipBlanks();
    } while (bytes[this.#at++] === COMMA);
    if (bytes[this.#at - 1] !== CLOSE_OBJECT) return 0;
    this.#skipBlanks();
    return seen;
  }

  /** Reads a member's name and the colon after it. @returns its index; -1 if it is not known */
  #readName(position: number): number {
    this.#skipBlanks();
    const expected = this.#order[position] ?? -1;
    let member = expected;
    if (expected === -1 || !this.#take(NAMES[expected] as Words)) {
      member = NAMES.findIndex((name) => this.#take(name));
      if (member !== -1) this.#order[position] = member;
    }
    this.#skipBlanks();
    if (this.#bytes[this.#at++] !== COLON) return -1;
    this.#skipBlanks();
    return member;
  }

  /** Reads an instant. The usual form in the same minute as the instant before needs no parsing of the date. */
  #instantAt(start: number, end: number): number | null {
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
  #readQuoted(): number {
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

  /** Reads a byte; false, without reading it, if there is another. */
  #skip(byte: number | undefined): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
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

  /** Reads a whole number without a sign, or null; false if there is neither. The caller checks that the value ends here. */
  #readNumber(): boolean {
    this.#number = Number.NaN;
    if (this.#take(NULL)) return true;
    const start = this.#at;
    let number = 0;
    let at = start;
    for (let digit = this.#digit(at); digit >= 0; digit = this.#digit(++at)) number = 10 * number + digit;
    const length = at - start;
    this.#at = at;
    this.#number = number;
    return length > 0 && length <= DIGITS_MAX && (this.#bytes[start] !== ZERO || length === 1);
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

import { COUNTER_BITS_MAX, COUNTER_BITS_MIN, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import type { PlainReading } from "../../domain/reading-list.ts";
import { type Place, PlainObjects, wordsOf } from "./plain-objects.ts";

/** The members that a plain reading may have, in their quotes. */
const NAMES = [
  "kind",
  "serial_number",
  "at",
  "from",
  "to",
  "in_total",
  "out_total",
  "in",
  "out",
  "width",
].map((name) => wordsOf(JSON.stringify(name)));

/** The members, as indexes of `NAMES`. */
const [KIND, SERIAL_NUMBER, AT, FROM, TO, IN_TOTAL, OUT_TOTAL, IN, OUT, WIDTH] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];

const bit = (member: number) => 1 << member;
const COMMON = bit(KIND) | bit(SERIAL_NUMBER);
/** What each kind must have, and may have besides. */
const TOTAL = { needed: COMMON | bit(AT), possible: bit(IN_TOTAL) | bit(OUT_TOTAL) | bit(WIDTH) };
const INTERVAL = { needed: COMMON | bit(FROM) | bit(TO), possible: bit(IN) | bit(OUT) };

const [TOTAL_TEXT, INTERVAL_TEXT] = [wordsOf('"total"'), wordsOf('"interval"')];
const [Z] = Buffer.from("Z");

/** Reads totals and intervals in JSON as most senders write them (`PlainObjects`), with times in UTC. */
export class PlainReadings implements PlainReading {
  /** The fields of the reading that was read last. */
  isInterval = false;
  readonly serialNumber: Place;
  from = 0;
  to = 0;
  in = Number.NaN;
  out = Number.NaN;
  width = Number.NaN;
  readonly #objects: PlainObjects;

  constructor(bytes: Buffer) {
    this.serialNumber = { bytes, start: 0, end: 0 };
    this.#objects = new PlainObjects(bytes, NAMES, this);
  }

  /** Reads the reading at an offset. @returns the offset after it and blanks; -1 if it has to be parsed */
  read(start: number): number {
    this.in = this.out = this.width = Number.NaN;
    const seen = this.#objects.read(start);
    const { needed, possible } = this.isInterval ? INTERVAL : TOTAL;
    return (seen & needed) === needed && (seen & ~(needed | possible)) === 0 ? this.#objects.at : -1;
  }

  readValue(member: number): boolean {
    switch (member) {
      case KIND:
        return this.#readKind();
      case SERIAL_NUMBER:
        return this.#readSerialNumber();
      case AT:
      case FROM:
        this.from = this.#readInstant();
        return !Number.isNaN(this.from);
      case TO:
        this.to = this.#readInstant();
        return !Number.isNaN(this.to);
    }
    if (!this.#objects.readNumber()) return false;
    const { number } = this.#objects;
    if (member === IN_TOTAL || member === IN) this.in = number;
    else if (member === OUT_TOTAL || member === OUT) this.out = number;
    else {
      this.width = number;
      return Number.isNaN(number) || (number >= COUNTER_BITS_MIN && number <= COUNTER_BITS_MAX);
    }
    return true;
  }

  #readKind(): boolean {
    this.isInterval = this.#objects.take(INTERVAL_TEXT);
    return this.isInterval || this.#objects.take(TOTAL_TEXT);
  }

  #readSerialNumber(): boolean {
    const place = this.serialNumber;
    place.start = this.#objects.at + 1;
    place.end = this.#objects.readText();
    const length = place.end - place.start;
    return length > 0 && length <= SERIAL_LENGTH_MAX;
  }

  /** An instant in ms; NaN if the reading has to be parsed. */
  #readInstant(): number {
    const objects = this.#objects;
    const start = objects.at + 1;
    const end = objects.readText();
    // A time without an offset is local.
    if (end === -1 || objects.bytes[end - 1] !== Z) return Number.NaN;
    return objects.readInstant(start, end) ?? Number.NaN;
  }
}

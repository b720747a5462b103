import { LRUCache } from "lru-cache";
import { DAY_MS, formatInstant, MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { IS_LITTLE_ENDIAN, LONG_WORD_BYTES, longWords, shortWords } from "./text-words.ts";

/** Bytes of an instant as D1 writes it. */
export const INSTANT_BYTES = formatInstant(0).length;

const DAY_AT = "YYYY-MM-".length;
const TIME_AT = "YYYY-MM-DDT".length;
const SECONDS_AT = TIME_AT + "HH:mm:".length;
const MILLISECONDS_AT = SECONDS_AT + "ss.".length;

/** The texts of all whole numbers below one, of so many digits, each with what follows it. */
function numerals(bound: number, digits: number, suffix: string): string {
  return Array.from({ length: bound }, (_, n) => String(n).padStart(digits, "0") + suffix).join("");
}

/** `HH:mm:` of each minute of a day, and two bytes more. */
const MINUTES = longWords(
  Array.from({ length: 24 }, (_, hour) =>
    numerals(60, 2, ":00").replaceAll(/..:00/g, (minute) => `${String(hour).padStart(2, "0")}:${minute}`),
  ).join(""),
);
/** `ss.`, and a byte more. */
const SECONDS = shortWords(numerals(60, 2, ".0"));
/** `SSSZ`. */
const MILLISECONDS = shortWords(numerals(1_000, 3, "Z"));

/** Writes the instant that stands at `from` again. @returns where it ends */
export function copyInstant(view: DataView, from: number, to: number): number {
  for (let offset = 0; offset < INSTANT_BYTES; offset += LONG_WORD_BYTES)
    view.setFloat64(to + offset, view.getFloat64(from + offset, IS_LITTLE_ENDIAN), IS_LITTLE_ENDIAN);
  return to + INSTANT_BYTES;
}

/** `YYYY-MM-` of a day, and `DDT` with a byte more. */
interface DateWords {
  readonly month: number;
  readonly day: number;
}

/** Those of the days that were written last. */
const dates = new LRUCache<number, DateWords>({ max: 4_096 });

/** Writes instants (D1), most of which share their day with the one before. */
export class InstantWriter {
  /** Midnight UTC of the day, in ms. */
  #dayStart = Number.NaN;
  #month = 0;
  #day = 0;

  /**
   * Writes an instant, in ms, of a year up to 9999. Each number is written over the end of the one before.
   *
   * @returns where it ends
   */
  write(view: DataView, at: number, instant: number): number {
    if (!(instant >= this.#dayStart && instant < this.#dayStart + DAY_MS)) this.#turnTo(instant);
    // As integers of 32 bits they are divided by multiplication.
    const ms = (instant - this.#dayStart) | 0;
    const minute = (ms / MINUTE_MS) | 0;
    const msOfMinute = ms - minute * MINUTE_MS;
    const second = (msOfMinute / SECOND_MS) | 0;
    const millisecond = msOfMinute - second * SECOND_MS;
    view.setFloat64(at, this.#month, IS_LITTLE_ENDIAN);
    view.setInt32(at + DAY_AT, this.#day, IS_LITTLE_ENDIAN);
    view.setFloat64(at + TIME_AT, MINUTES[minute] as number, IS_LITTLE_ENDIAN);
    view.setInt32(at + SECONDS_AT, SECONDS[second] as number, IS_LITTLE_ENDIAN);
    view.setInt32(at + MILLISECONDS_AT, MILLISECONDS[millisecond] as number, IS_LITTLE_ENDIAN);
    return at + INSTANT_BYTES;
  }

  #turnTo(instant: number): void {
    const day = Math.floor(instant / DAY_MS);
    const date = dateWords(day);
    this.#dayStart = day * DAY_MS;
    this.#month = date.month;
    this.#day = date.day;
  }
}

/** @param day in days since the epoch */
function dateWords(day: number): DateWords {
  let words = dates.get(day);
  if (words === undefined) {
    const text = formatInstant(day * DAY_MS);
    const [month] = longWords(text.slice(0, DAY_AT));
    const [dayOfMonth] = shortWords(text.slice(DAY_AT, TIME_AT));
    words = { month: month as number, day: dayOfMonth as number };
    dates.set(day, words);
  }
  return words;
}

import { LRUCache } from "lru-cache";
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import type { JsonPart } from "./json-bytes.ts";

/** What is in an instant's place before it is set. */
export const SOME_INSTANT = formatInstant(0);

const HOURS_AT = SOME_INSTANT.indexOf("T") + 1;
const MINUTES_AT = HOURS_AT + 3;
const SECONDS_AT = MINUTES_AT + 3;
const MILLISECONDS_AT = SECONDS_AT + 3;

const ZERO = "0".charCodeAt(0);

/** The date of each day that was written last, with what follows it up to the hours. */
const dates = new LRUCache<number, Uint8Array>({ max: 4_096 });

/** The place of an instant in a part that is otherwise the same each time it is written. */
export class InstantPlace {
  readonly #bytes: Uint8Array;
  readonly #at: number;
  /** The day it stands for, in days since the epoch. */
  #day = 0;

  /** @param at where `SOME_INSTANT` is among the part's bytes */
  constructor({ bytes }: JsonPart, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Puts an instant, in ms, there (D1). */
  set(instant: number): void {
    const day = Math.floor(instant / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#bytes.set(dateBytes(day), this.#at);
    }
    const ms = instant - day * DAY_MS;
    const minutes = (ms / MINUTE_MS) | 0;
    const hours = (ms / HOUR_MS) | 0;
    this.#write(HOURS_AT, hours);
    this.#write(MINUTES_AT, minutes - hours * 60);
    this.#write(SECONDS_AT, ((ms / SECOND_MS) | 0) - minutes * 60);
    const milliseconds = ms % SECOND_MS;
    const hundreds = (milliseconds / 100) | 0;
    this.#bytes[this.#at + MILLISECONDS_AT] = ZERO + hundreds;
    this.#write(MILLISECONDS_AT + 1, milliseconds - hundreds * 100);
  }

  /** Writes a number of two digits. */
  #write(at: number, value: number): void {
    const tens = (value / 10) | 0;
    this.#bytes[this.#at + at] = ZERO + tens;
    this.#bytes[this.#at + at + 1] = ZERO + value - tens * 10;
  }
}

/** @param day in days since the epoch */
function dateBytes(day: number): Uint8Array {
  let bytes = dates.get(day);
  if (bytes === undefined) {
    bytes = new Uint8Array(Buffer.from(formatInstant(day * DAY_MS).slice(0, HOURS_AT)));
    dates.set(day, bytes);
  }
  return bytes;
}

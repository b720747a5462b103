import { MINUTE_MS } from "../../domain/instant.ts";
import type { LogColumns } from "../../engine/ports.ts";

/** Slots for the identities of recent events, so that late ones need no look-up in the log (D9): 32 MiB. */
export const RECENT_IDENTITY_SLOTS_MAX = 4 * 2 ** 20;

/** Recent events whose identities are in no slot yet, since none came late after them; an even number. */
export const RECENT_NOTED_MAX = 2 ** 18;

/** For how long before the latest event identities are kept, in minutes: late events repeat one of these, or none. */
const MINUTES_KEPT = 120;

/** Slots of a new table; a power of two. */
const SLOTS_MIN = 64;

/**
 * The identities of recent events (D9), so that most events that arrive late need no look-up in the log. Events are
 * only noted as they are added: a table is made of them when the first late one asks.
 */
export class RecentIdentities {
  readonly #tables = new Map<number, NumberSet>();
  #slots = 0;
  /** The minutes and identities of events that are in no table yet. */
  readonly #noted = {
    minutes: new Float64Array(RECENT_NOTED_MAX),
    identities: new Float64Array(RECENT_NOTED_MAX),
    length: 0,
  };
  /** The minute from which on all identities are here, and the latest minute. */
  #first: number;
  #last: number;

  /** @param latest the instant of the latest event before those that are added, in ms; -Infinity if there is none */
  constructor(latest: number) {
    this.#last = minuteOf(latest);
    this.#first = this.#last + 1;
  }

  /** Whether an event with a row's identity has been added; null if that is not known. */
  has(events: LogColumns, row: number): boolean | null {
    const minute = minuteOf(events.timestamps[row] as number);
    if (minute >= this.#first && this.#noted.length > 0) this.#fillTables();
    if (minute < this.#first) return null;
    const identity = identityOf(events, row);
    if (this.#tables.get(minute)?.has(identity) !== true) return false;
    // Two ids may share a hash.
    return identity > 0 ? true : null;
  }

  add(events: LogColumns, row: number): void {
    const minute = minuteOf(events.timestamps[row] as number);
    if (minute > this.#last) this.#last = minute;
    if (minute < this.#first) return;
    const noted = this.#noted;
    if (noted.length === RECENT_NOTED_MAX) this.#forgetNoted(RECENT_NOTED_MAX / 2);
    noted.minutes[noted.length] = minute;
    noted.identities[noted.length++] = identityOf(events, row);
  }

  #fillTables(): void {
    const { minutes, identities, length } = this.#noted;
    this.#noted.length = 0;
    this.#forgetBefore(this.#last - MINUTES_KEPT);
    for (let index = 0; index < length; index++) {
      const minute = minutes[index] as number;
      if (minute < this.#first) continue;
      let table = this.#tables.get(minute);
      if (table === undefined) {
        table = new NumberSet();
        this.#tables.set(minute, table);
        this.#slots += SLOTS_MIN;
      }
      this.#slots += table.add(identities[index] as number);
      while (this.#slots > RECENT_IDENTITY_SLOTS_MAX) this.#forgetBefore(this.#first + 1);
    }
  }

  /** Forgets the oldest noted events: no late one has asked for them. */
  #forgetNoted(count: number): void {
    const noted = this.#noted;
    let first = this.#first;
    for (let index = 0; index < count; index++) first = Math.max(first, (noted.minutes[index] as number) + 1);
    noted.minutes.copyWithin(0, count);
    noted.identities.copyWithin(0, count);
    noted.length -= count;
    this.#forgetBefore(first);
  }

  #forgetBefore(first: number): void {
    if (first <= this.#first) return;
    this.#first = first;
    for (const [minute, { slots }] of this.#tables) {
      if (minute >= first) continue;
      this.#tables.delete(minute);
      this.#slots -= slots;
    }
  }
}

const minuteOf = (instant: number) => Math.floor(instant / MINUTE_MS);

/** A number for an identity within a minute: above 0 for an event without an id, below with a hash of its id. */
function identityOf({ timestamps, sensorKeys, trajectories, eventIds }: LogColumns, row: number): number {
  const timestamp = timestamps[row] as number;
  const moment = timestamp - minuteOf(timestamp) * MINUTE_MS;
  const crossing = 2 * ((sensorKeys[row] as number) * MINUTE_MS + moment) + (trajectories[row] === 1 ? 2 : 1);
  const idHash = eventIds?.hash(row) ?? 0;
  return idHash === 0 ? crossing : -(crossing + idHash * HASH_FACTOR);
}

/** Sets the hashes of ids apart from crossings: all numbers are whole below 2 ** 53. */
const HASH_FACTOR = 2 ** 20;

/** A set of numbers other than 0, at most half full. */
class NumberSet {
  #numbers = new Float64Array(SLOTS_MIN);
  #size = 0;

  get slots(): number {
    return this.#numbers.length;
  }

  has(number: number): boolean {
    return this.#numbers[slotOf(this.#numbers, number)] !== 0;
  }

  /** @returns the number of new slots */
  add(number: number): number {
    const slot = slotOf(this.#numbers, number);
    if (this.#numbers[slot] !== 0) return 0;
    this.#numbers[slot] = number;
    if (++this.#size * 2 <= this.#numbers.length) return 0;
    const before = this.#numbers;
    this.#numbers = new Float64Array(2 * before.length);
    for (const each of before) if (each !== 0) this.#numbers[slotOf(this.#numbers, each)] = each;
    return before.length;
  }
}

/** The slot of a number, or the free one for it. */
function slotOf(numbers: Float64Array, number: number): number {
  const last = numbers.length - 1;
  const hash = Math.imul(number % 2 ** 32, 0x9e37_79b1);
  let slot = (hash ^ (hash >>> 15)) & last;
  while (numbers[slot] !== 0 && numbers[slot] !== number) slot = (slot + 1) & last;
  return slot;
}

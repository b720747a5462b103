import { DAY_MS } from "../domain/instant.ts";

/**
 * The changes of one space's count on one UTC day, in the order in which they apply (D6).
 *
 * A change is an unsigned 32-bit number: the milliseconds since the day's start, shifted left by one, with the lowest
 * bit set for an entrance and clear for an exit. Changes of the same millisecond are ordered by event id, so the
 * numbers need not ascend.
 */
export interface ChangeRun {
  /** Midnight UTC, in ms since the Unix epoch. */
  readonly dayStart: number;
  readonly changes: Uint32Array;
}

/** Packs a change: `millisecondOfDay` from 0 to DAY_MS - 1, `direction` +1 or -1 (D4). */
export function packChange(millisecondOfDay: number, direction: number): number {
  return (millisecondOfDay << 1) | (direction > 0 ? 1 : 0);
}

/**
 * Bisects for the first change at or after `millisecondOfDay`, among those from index `from` up to, not including,
 * `end`.
 *
 * @returns its index; `end` if there is none
 */
export function findChange(
  changes: Uint32Array,
  millisecondOfDay: number,
  from = 0,
  end = changes.length,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as number) >>> 1 < millisecondOfDay) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First step of the galloping search. */
const LEAP = 4;

/** Like `findChange`, but by galloping, since the next stop is mostly near. */
export function findChangeFrom(
  changes: Uint32Array,
  from: number,
  end: number,
  millisecondOfDay: number,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  const bound = millisecondOfDay * 2;
  let low = from;
  let high = from + LEAP;
  while (high < end && (changes[high] as number) < bound) {
    low = high + 1;
    high += high - from;
  }
  return findChange(changes, millisecondOfDay, low, Math.min(high, end));
}

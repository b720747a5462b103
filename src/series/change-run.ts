import { DAY_MS } from "../domain/instant.ts";

/**
 * The changes that events make to one space's count on one UTC day, in the order they apply (D6).
 *
 * Each change is one unsigned 32-bit number: the milliseconds since the day's start, shifted left by
 * one, with the lowest bit set for an entrance and clear for an exit. Changes of the same millisecond
 * stand in the order of their events' ids, which need not be the order of the numbers.
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
 * The index of the first change at or after `millisecondOfDay`, by bisection, among those of a day from
 * index `from` up to, not including, `end`.
 *
 * @returns `end` where there is none
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

/** How many changes the search for a stop leaps over at first. */
const LEAP = 4;

/** As `findChange`, galloping, since the next stop is mostly near. */
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

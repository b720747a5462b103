import { firstIndex } from "../domain/collections.ts";
import { DAY_MS, HOUR_MS } from "../domain/instant.ts";
import type { TimeSpan } from "../domain/local-hours.ts";

/**
 * Roll-ups: summaries of the changes of a span of a run's day, relative to the count at its start. They depend only on
 * the changes, not on resets or settings, so they are stale exactly when their run is. A row is valid for any count
 * from which the floor (D7) is not reached. A floored row is valid for a single count: the one that its fall reduces to
 * 0.
 */

/** A quarter-hour in ms: a divisor of every zone's offset today. */
export const QUARTER_MS = 900_000;

/** A kind of rows, with the name of the block part that has them. */
export interface RollUpLevel {
  readonly part: "quarters" | "hours";
  /** Length of a span, in ms. */
  readonly unit: number;
}

/**
 * Numbers per row, 16 bits each. There is a row per span with changes:
 *
 * - its start in the UTC day, in the level's unit (7 bits), then the number of exits that the floor removed: 0 if it
 * was not reached
 * - entrances, exits
 * - the largest fall of the count below its start, and the largest rise above it
 * - the sum of the changes in the span's first ms, signed
 * - the integral over the span of the count minus its start, in people × ms: 48 bits, signed, lowest first
 * - when the largest fall and rise were first reached, in ms from the span's start: their lowest 16 bits, then the
 * highest 8 bits of the fall and, above them, of the rise
 */
export const ROW = 12;
export const ENTRANCES = 1;
export const EXITS = 2;
export const FALL = 3;
export const RISE = 4;
const OPENING = 5;
const INTEGRAL = 6;
const FALL_TIME = 9;
const RISE_TIME = 10;
const HIGH_TIMES = 11;

const SPAN_BITS = 7;
/** Maximum number of exits removed by the floor in a floored row. */
const FLOORED_EXITS_MAX = 2 ** (16 - SPAN_BITS) - 1;

const LOW_BITS = 16;
const HIGH_BITS = 8;

/** Maximum number of changes in a span; a day with a busier span is not rolled up. */
export const ROW_CHANGES_MAX = 2 ** 15 - 1;

export const QUARTERS: RollUpLevel = { part: "quarters", unit: QUARTER_MS };
export const HOURS: RollUpLevel = { part: "hours", unit: HOUR_MS };

export function dayRowsSize({ unit }: RollUpLevel): number {
  return (DAY_MS / unit) * ROW;
}

/**
 * Rolls up a day's changes by spans of equal length.
 *
 * @param changes of one run, in order
 * @param target receives the rows; at least `dayRowsSize`
 * @param rowsMax maximum number of rows
 * @returns the number of rows; -1 if there would be more, or a span has too many changes
 */
export function rollUp(
  changes: Uint32Array,
  level: RollUpLevel,
  target: Uint16Array,
  rowsMax = Infinity,
): number {
  let rows = 0;
  for (let i = 0; i < changes.length; ) {
    if (rows === rowsMax) return -1;
    const ms = (changes[i] as number) >>> 1;
    const start = ms - (ms % level.unit);
    const span = { start, end: start + level.unit };
    i = writeRow(changes, i, level, span, { rows: target, at: rows * ROW, count: NO_COUNT });
    if (i === -1) return -1;
    rows++;
  }
  return rows;
}

export interface RowTarget {
  readonly rows: Uint16Array;
  readonly at: number;
  readonly count: number;
}

/** A count from which no changes reach the floor. */
const NO_COUNT = 2 ** 29;

/**
 * Writes the row of a span of a day, in ms: floored if its changes reach the floor from the count, else valid for any count.
 *
 * @param first the index of the span's first change
 * @returns the index of the first change after the span; -1 if it cannot have a row
 */
export function writeRow(
  changes: Uint32Array,
  first: number,
  { unit }: RollUpLevel,
  { start, end }: TimeSpan,
  { rows, at, count: initial }: RowTarget,
): number {
  const bound = end * 2;
  let i = first;
  let last = start;
  let count = initial;
  let least = initial;
  let most = initial;
  let fallTime = 0;
  let riseTime = 0;
  let entrances = 0;
  let floored = 0;
  let opening = initial;
  let integral = 0;
  for (; i < changes.length; i++) {
    const change = changes[i] as number;
    if (change >= bound) break;
    const ms = change >>> 1;
    integral += (count - initial) * (ms - last);
    last = ms;
    entrances += change & 1;
    count += ((change & 1) << 1) - 1;
    if (count < least) {
      if (count < 0) {
        count = 0;
        floored++;
      }
      if (count < least) {
        least = count;
        fallTime = ms - start;
      }
    } else if (count > most) {
      most = count;
      riseTime = ms - start;
    }
    if (ms === start) opening = count;
  }
  if (i - first > ROW_CHANGES_MAX || floored > FLOORED_EXITS_MAX) return -1;
  integral += (count - initial) * (end - last);
  rows[at] = (start / unit) | (floored << SPAN_BITS);
  rows[at + ENTRANCES] = entrances;
  rows[at + EXITS] = i - first - entrances;
  rows[at + FALL] = initial - least;
  rows[at + RISE] = most - initial;
  rows[at + OPENING] = opening - initial;
  writeIntegral(rows, at + INTEGRAL, integral);
  rows[at + FALL_TIME] = fallTime;
  rows[at + RISE_TIME] = riseTime;
  const highFall = fallTime >>> LOW_BITS;
  const highRise = riseTime >>> LOW_BITS;
  rows[at + HIGH_TIMES] = highFall | (highRise << HIGH_BITS);
  return i;
}

const HIGH_MASK = (1 << HIGH_BITS) - 1;
const SPAN_MASK = (1 << SPAN_BITS) - 1;

/** Start in its UTC day of the span of the row at an index, in the level's unit. */
export function spanAt(rows: Uint16Array, row: number): number {
  return (rows[row] as number) & SPAN_MASK;
}

/** The same in ms. */
export function startAt({ unit }: RollUpLevel, rows: Uint16Array, row: number): number {
  return spanAt(rows, row) * unit;
}

/**
 * Number of exits that the floor removed; 0 in a row that is valid for any count from which the floor is not reached.
 */
export function flooredAt(rows: Uint16Array, row: number): number {
  return (rows[row] as number) >>> SPAN_BITS;
}

/** Net change of the count over a row's span, from a count for which the row is valid. */
export function netAt(rows: Uint16Array, row: number): number {
  return (rows[row + ENTRANCES] as number) - (rows[row + EXITS] as number) + flooredAt(rows, row);
}

/** Whether a row is valid for a count at its start, with the floor at 0 (D7). */
export function holdsFor(rows: Uint16Array, row: number, count: number): boolean {
  const least = count - (rows[row + FALL] as number);
  return flooredAt(rows, row) === 0 ? least >= 0 : least === 0;
}

function writeIntegral(target: Uint16Array, at: number, integral: number): void {
  const high = Math.floor(integral / 2 ** 32);
  const low = integral - high * 2 ** 32;
  target[at] = low;
  target[at + 1] = Math.floor(low / 2 ** 16);
  target[at + 2] = high;
}

export function integralAt(rows: Uint16Array, row: number): number {
  const low = (rows[row + INTEGRAL] as number) + (rows[row + INTEGRAL + 1] as number) * 2 ** 16;
  return (((rows[row + INTEGRAL + 2] as number) << 16) >> 16) * 2 ** 32 + low;
}

/** When in its span the count was first at its lowest, in ms; 0 if it never fell below its start. */
export function fallTimeAt(rows: Uint16Array, row: number): number {
  const high = (rows[row + HIGH_TIMES] as number) & HIGH_MASK;
  return (high << LOW_BITS) | (rows[row + FALL_TIME] as number);
}

/** When in its span the count was first at its highest, in ms; 0 if it never rose above its start. */
export function riseTimeAt(rows: Uint16Array, row: number): number {
  const high = (rows[row + HIGH_TIMES] as number) >>> HIGH_BITS;
  return (high << LOW_BITS) | (rows[row + RISE_TIME] as number);
}

/** The sum of the changes in the first ms of the span whose row starts at an index. */
export function openingAt(rows: Uint16Array, row: number): number {
  return ((rows[row + OPENING] as number) << 16) >> 16;
}

/** The first row of a range whose span ends after a ms of the day; `end` if there is none. */
export function firstRowFrom(
  rows: Uint16Array,
  level: RollUpLevel,
  from: number,
  end: number,
  millisecondOfDay: number,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  return firstIndex(from, end, (row) => {
    return startAt(level, rows, row * ROW) + level.unit > millisecondOfDay;
  });
}

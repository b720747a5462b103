/**
 * Roll-ups: what the changes of a quarter of an hour amount to, as seen from the count at its start. They
 * depend on the changes alone, not on the counts before them, on resets or on settings, so that they are
 * stale exactly when their run is.
 */

/** A quarter of an hour in ms: every zone's offset today is a multiple of it. */
export const QUARTER_MS = 900_000;

/** Quarters in a UTC day. */
const QUARTERS_A_DAY = 96;

/**
 * Numbers in a row, one row a quarter with changes, 16 bits each:
 *
 * - the quarter of the UTC day (7 bits), then the highest 4 bits of when the count was lowest and highest
 * - entrances, exits
 * - how far the count falls below its start at most, and how far it rises above
 * - the sum of the changes in the quarter's first ms, signed
 * - the integral over the quarter of the count less its start, in people × ms: 48 bits, signed, lowest first
 * - when the count first fell so far, and rose so far, in ms from the quarter's start: their lowest 16 bits
 */
export const ROW = 11;
export const ENTRANCES = 1;
export const EXITS = 2;
export const FALL = 3;
export const RISE = 4;
const OPENING = 5;
const INTEGRAL = 6;
const FALL_TIME = 9;
const RISE_TIME = 10;

const QUARTER_BITS = 7;
const HIGH_BITS = 4;
const LOW_BITS = 16;

/** Changes that a quarter may have to be rolled up; a day with a busier one is left as it is. */
export const QUARTER_CHANGES_MAX = 2 ** 15 - 1;

/** Rolled-up rows of a whole day at most. */
export const DAY_ROWS_SIZE = QUARTERS_A_DAY * ROW;

/**
 * Rolls up a day's changes.
 *
 * @param changes of one run, in their order
 * @param target where the rows go; at least DAY_ROWS_SIZE from `at` on
 * @returns how many rows there are; -1 where a quarter has too many changes
 */
export function rollUp(changes: Uint32Array, target: Uint16Array, at = 0): number {
  let rows = 0;
  for (let i = 0; i < changes.length; ) {
    const quarter = (((changes[i] as number) >>> 1) / QUARTER_MS) | 0;
    const start = quarter * QUARTER_MS;
    const bound = (start + QUARTER_MS) * 2;
    const first = i;
    let last = start;
    let count = 0;
    let least = 0;
    let most = 0;
    let fallTime = 0;
    let riseTime = 0;
    let entrances = 0;
    let opening = 0;
    let integral = 0;
    for (; i < changes.length; i++) {
      const change = changes[i] as number;
      if (change >= bound) break;
      const ms = change >>> 1;
      integral += count * (ms - last);
      last = ms;
      entrances += change & 1;
      count += ((change & 1) << 1) - 1;
      if (count < least) {
        least = count;
        fallTime = ms - start;
      } else if (count > most) {
        most = count;
        riseTime = ms - start;
      }
      if (ms === start) opening = count;
    }
    if (i - first > QUARTER_CHANGES_MAX) return -1;
    integral += count * (start + QUARTER_MS - last);
    const row = at + rows * ROW;
    target[row] =
      quarter |
      ((fallTime >>> LOW_BITS) << QUARTER_BITS) |
      ((riseTime >>> LOW_BITS) << (QUARTER_BITS + HIGH_BITS));
    target[row + ENTRANCES] = entrances;
    target[row + EXITS] = i - first - entrances;
    target[row + FALL] = -least;
    target[row + RISE] = most;
    target[row + OPENING] = opening;
    writeIntegral(target, row + INTEGRAL, integral);
    target[row + FALL_TIME] = fallTime;
    target[row + RISE_TIME] = riseTime;
    rows++;
  }
  return rows;
}

function writeIntegral(target: Uint16Array, at: number, integral: number): void {
  const high = Math.floor(integral / 2 ** 32);
  const low = integral - high * 2 ** 32;
  target[at] = low;
  target[at + 1] = Math.floor(low / 2 ** 16);
  target[at + 2] = high;
}

/** The integral of a row that starts at an index. */
export function integralAt(rows: Uint16Array, row: number): number {
  const low = (rows[row + INTEGRAL] as number) + (rows[row + INTEGRAL + 1] as number) * 2 ** 16;
  return (((rows[row + INTEGRAL + 2] as number) << 16) >> 16) * 2 ** 32 + low;
}

/** The quarter of the UTC day of the row that starts at an index. */
export function quarterAt(rows: Uint16Array, row: number): number {
  return (rows[row] as number) & ((1 << QUARTER_BITS) - 1);
}

/** When in its quarter the count first was at its lowest, in ms; 0 where it never fell below its start. */
export function fallTimeAt(rows: Uint16Array, row: number): number {
  const high = ((rows[row] as number) >>> QUARTER_BITS) & ((1 << HIGH_BITS) - 1);
  return (high << LOW_BITS) | (rows[row + FALL_TIME] as number);
}

/** When in its quarter the count first was at its highest, in ms; 0 where it never rose above its start. */
export function riseTimeAt(rows: Uint16Array, row: number): number {
  const high = (rows[row] as number) >>> (QUARTER_BITS + HIGH_BITS);
  return (high << LOW_BITS) | (rows[row + RISE_TIME] as number);
}

/** The sum of the changes in the first ms of the quarter whose row starts at an index. */
export function openingAt(rows: Uint16Array, row: number): number {
  return ((rows[row + OPENING] as number) << 16) >> 16;
}

/** What a run does to any count c ≥ 0 before it: afterwards it is max(c + net, base) with the floor at 0 (D7). */
export interface RunEffect {
  readonly net: number;
  readonly base: number;
}

/** What a run does to the count as a whole. */
export function effectOf(changes: Uint32Array): RunEffect {
  let net = 0;
  let base = 0;
  for (let i = 0; i < changes.length; i++) {
    const step = (((changes[i] as number) & 1) << 1) - 1;
    net += step;
    // Before the first change it stands for a count so low that any change leaves 0.
    base = i === 0 ? 0 : Math.max(0, base + step);
  }
  return { net, base };
}

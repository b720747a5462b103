import { DAY_MS, HOUR_MS } from "../domain/instant.ts";

/**
 * Roll-ups: what the changes of a span of a run's day amount to, as seen from the count at its start. They depend on
 * the changes alone, not on resets or on settings, so that they are stale exactly when their run is. A row holds for
 * any count from which the floor (D7) is not met. One that has been floored holds for a single count, from which it
 * is: the one that fell as far as the row says to 0.
 */

/** A quarter of an hour in ms: every zone's offset today is a multiple of it. */
export const QUARTER_MS = 900_000;

/** Rows of a kind, and by which name they are kept. */
export interface RollUpLevel {
  readonly part: "quarters" | "hours" | "stretches";
  /** Numbers in a row. */
  readonly width: number;
  /** In ms: the start of a row's span is told in these, and where rows do not tell their length, it is one. */
  readonly unit: number;
  readonly tellsLengths: boolean;
  /** The rows that are looked at where one of these does not say enough; null where that is the changes. */
  readonly finer: RollUpLevel | null;
}

/**
 * Numbers in a row, one row a span with changes, 16 bits each:
 *
 * - its start in the UTC day, in the level's unit (7 bits), then how many exits the floor took away: 0 where it was
 *   not met
 * - entrances, exits
 * - how far the count falls below its start at most, and how far it rises above
 * - the sum of the changes in the span's first ms, signed
 * - the integral over the span of the count less its start, in people × ms: 48 bits, signed, lowest first
 * - when the count first fell so far, and rose so far, in ms from the span's start: their lowest 16 bits, then
 *   the next 8 bits of the one and, above them, of the other
 * - of a stretch also its length in quarters (7 bits), then the highest 3 bits of the one time and of the other
 */
export const ROW = 12;
const STRETCH_ROW = ROW + 1;
export const ENTRANCES = 1;
export const EXITS = 2;
export const FALL = 3;
export const RISE = 4;
const OPENING = 5;
const INTEGRAL = 6;
const FALL_TIME = 9;
const RISE_TIME = 10;
const HIGH_TIMES = 11;
const LENGTH = 12;

const SPAN_BITS = 7;
/** Exits that the floor may take away in a span for its row to be floored. */
const FLOORED_EXITS_MAX = 2 ** (16 - SPAN_BITS) - 1;

const LOW_BITS = 16;
const HIGH_BITS = 8;
const TOP_BITS = 3;

/** Changes that a span may have to be rolled up; a day with a busier one is left as it is. */
export const ROW_CHANGES_MAX = 2 ** 15 - 1;

export const QUARTERS = evenLevel("quarters", QUARTER_MS);
export const HOURS = evenLevel("hours", HOUR_MS);

/** The time between those quarters of a day at which questions for its counts are likely to cut it. */
export const STRETCHES = stretchesOver(HOURS);
/** The same for questions that cut hours, so that quarters are what is finer. */
export const STRETCHES_OVER_QUARTERS = stretchesOver(QUARTERS);

function evenLevel(part: "quarters" | "hours", unit: number): RollUpLevel {
  return { part, width: ROW, unit, tellsLengths: false, finer: null };
}

function stretchesOver(finer: RollUpLevel): RollUpLevel {
  return {
    part: "stretches",
    width: STRETCH_ROW,
    unit: QUARTER_MS,
    tellsLengths: true,
    finer,
  };
}

/** Stretches that a day is cut into at most. */
export const STRETCHES_MAX = 8;

/** Numbers in the rows of a whole day at most. */
export function dayRowsSize({ tellsLengths, width, unit }: RollUpLevel): number {
  return (tellsLengths ? STRETCHES_MAX : DAY_MS / unit) * width;
}

/**
 * Rolls up a day's changes by spans alike in length.
 *
 * @param changes of one run, in their order
 * @param target where the rows go; at least `dayRowsSize`
 * @param rowsMax how many there may be
 * @returns how many rows there are; -1 where there would be more, or a span has too many changes
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
    i = writeRow(changes, i, level, span, { rows: target, at: rows * level.width, count: NO_COUNT });
    if (i === -1) return -1;
    rows++;
  }
  return rows;
}

/** A part of a day, half-open, in ms. */
export interface DaySpan {
  readonly start: number;
  readonly end: number;
}

/** Where a row is written, and the count at its start; NO_COUNT where the floor is not to be met. */
export interface RowTarget {
  readonly rows: Uint16Array;
  readonly at: number;
  readonly count: number;
}

/** A count from which no changes meet the floor. */
export const NO_COUNT = 2 ** 29;

/**
 * Floors a row: from then on it holds for one count at its start, from which its changes meet the floor.
 *
 * @param from the index of the span's first change
 * @returns whether it has been; not where too many exits would have to be taken away
 */
export function floorRow(changes: Uint32Array, from: number, level: RollUpLevel, target: RowTarget): boolean {
  const { rows, at } = target;
  const start = startAt(level, rows, at);
  return writeRow(changes, from, level, { start, end: start + lengthAt(level, rows, at) }, target) !== -1;
}

/**
 * Writes the row of a span: floored where its changes meet the floor from the count, else as it holds for any count.
 *
 * @param first the index of the span's first change
 * @returns that of the first change behind it; -1 where it has no row
 */
export function writeRow(
  changes: Uint32Array,
  first: number,
  { tellsLengths, unit }: RollUpLevel,
  { start, end }: DaySpan,
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
  rows[at + HIGH_TIMES] = (highFall & HIGH_MASK) | (highRise << HIGH_BITS);
  if (tellsLengths)
    rows[at + LENGTH] =
      ((end - start) / unit) |
      ((highFall >>> HIGH_BITS) << SPAN_BITS) |
      ((highRise >>> HIGH_BITS) << (SPAN_BITS + TOP_BITS));
  return i;
}

const HIGH_MASK = (1 << HIGH_BITS) - 1;
const TOP_MASK = (1 << TOP_BITS) - 1;
const SPAN_MASK = (1 << SPAN_BITS) - 1;

/** Where in its UTC day the span begins of the row at an index, in the level's unit. */
export function spanAt(rows: Uint16Array, row: number): number {
  return (rows[row] as number) & SPAN_MASK;
}

/** The same in ms. */
export function startAt({ unit }: RollUpLevel, rows: Uint16Array, row: number): number {
  return spanAt(rows, row) * unit;
}

/** How long a row's span is, in ms. */
export function lengthAt({ tellsLengths, unit }: RollUpLevel, rows: Uint16Array, row: number): number {
  return tellsLengths ? ((rows[row + LENGTH] as number) & SPAN_MASK) * unit : unit;
}

/** How many exits the floor took away; 0 in a row that holds for any count from which the floor is not met. */
export function flooredAt(rows: Uint16Array, row: number): number {
  return (rows[row] as number) >>> SPAN_BITS;
}

/** By how much the span of a row changes the count, from one that the row holds for. */
export function netAt(rows: Uint16Array, row: number): number {
  return (rows[row + ENTRANCES] as number) - (rows[row + EXITS] as number) + flooredAt(rows, row);
}

/** Whether a row holds for a count at its start, with the floor at 0 (D7). */
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

/** The integral of a row that starts at an index. */
export function integralAt(rows: Uint16Array, row: number): number {
  const low = (rows[row + INTEGRAL] as number) + (rows[row + INTEGRAL + 1] as number) * 2 ** 16;
  return (((rows[row + INTEGRAL + 2] as number) << 16) >> 16) * 2 ** 32 + low;
}

/** When in its span the count first was at its lowest, in ms; 0 where it never fell below its start. */
export function fallTimeAt({ tellsLengths }: RollUpLevel, rows: Uint16Array, row: number): number {
  const top = tellsLengths ? ((rows[row + LENGTH] as number) >>> SPAN_BITS) & TOP_MASK : 0;
  const high = (top << HIGH_BITS) | ((rows[row + HIGH_TIMES] as number) & HIGH_MASK);
  return (high << LOW_BITS) | (rows[row + FALL_TIME] as number);
}

/** When in its span the count first was at its highest, in ms; 0 where it never rose above its start. */
export function riseTimeAt({ tellsLengths }: RollUpLevel, rows: Uint16Array, row: number): number {
  const top = tellsLengths ? (rows[row + LENGTH] as number) >>> (SPAN_BITS + TOP_BITS) : 0;
  const high = (top << HIGH_BITS) | ((rows[row + HIGH_TIMES] as number) >>> HIGH_BITS);
  return (high << LOW_BITS) | (rows[row + RISE_TIME] as number);
}

/** The sum of the changes in the first ms of the span whose row starts at an index. */
export function openingAt(rows: Uint16Array, row: number): number {
  return ((rows[row + OPENING] as number) << 16) >> 16;
}

/** The first row of a range whose span does not end by a ms of the day; `end` where all do. */
export function firstRowFrom(
  rows: Uint16Array,
  level: RollUpLevel,
  from: number,
  end: number,
  millisecondOfDay: number,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * level.width;
    if (startAt(level, rows, at) + lengthAt(level, rows, at) <= millisecondOfDay) low = middle + 1;
    else high = middle;
  }
  return low;
}

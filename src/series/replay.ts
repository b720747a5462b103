import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import { ENTRANCES, EXITS, FALL, QUARTER_MS, quarterAt, ROW } from "./quarters.ts";
import type { ResetSeries } from "./reset-series.ts";
import type { BlockPart, RunBlock, RunPiece } from "./run-block.ts";

/**
 * The count never goes below this (D7); `NO_FLOOR` lets it. Counts lie within 30 bits, so that the
 * difference of two is a 32-bit integer.
 */
export const FLOOR = 0;
export const NO_FLOOR = -(2 ** 30);

/** Where a replay starts: `count` people at `instant`, its resets applied and its events not. */
export interface Origin {
  /** In ms; -Infinity for the beginning of history. */
  readonly instant: number;
  readonly count: number;
}

/** What happens to one space's count besides its events. */
export interface ReplayPlan {
  readonly origin: Origin;
  /** Those after the origin's instant. */
  readonly resets: ResetSeries;
  readonly floor: number;
}

/** Where a replay stands among a run's roll-ups. */
export interface QuarterCursor {
  /** The rows of a block, and midnight UTC of the day that the next ones belong to, in ms. */
  rows: Uint16Array;
  dayStart: number;
  /** The next row, as its index among the block's. */
  row: number;
  /** The count before it, in people. */
  count: number;
}

/**
 * Looks at a count while it is replayed. The replay calls `close` and `open` at each instant in
 * `nextStop` and at each reset: `close` when every change before the instant has been applied, `open`
 * when the resets at the instant have been too, but none of its events.
 */
export interface Meter {
  /** The next instant, in ms, at which to stop; Infinity when the meter has seen all it needs. */
  readonly nextStop: number;
  /** Whether later changes no longer matter. */
  readonly done: boolean;
  /** Whether changes before the next stop matter only by the count that they lead to. */
  readonly idle: boolean;
  close(instant: number, count: number): void;
  open(instant: number, count: number): void;
  /**
   * Applies the changes from index `from` up to, not including, `to`.
   *
   * @returns the count after them
   */
  consume(run: ChangeRun, from: number, to: number, count: number, floor: number): number;
  /**
   * Applies whole quarters of an hour by their roll-ups, from the cursor's on up to, not including, row
   * `to`, and moves the cursor on. It stays before one that it has to see change by change: one in which
   * the count meets the floor, or that does not say enough.
   */
  leap(cursor: QuarterCursor, to: number, floor: number): void;
}

/**
 * The kernel: one space's count as a state machine over its runs of changes and its resets (D6, D7).
 * Push the runs in ascending order, then finish.
 */
export class Replay<M extends Meter> {
  readonly meter: M;
  /** Whether roll-ups are used where they say enough. */
  readonly leaps: boolean;
  readonly #origin: number;
  readonly #floor: number;
  readonly #resets: ResetSeries;
  readonly #cursor: QuarterCursor = { rows: new Uint16Array(0), dayStart: 0, row: 0, count: 0 };
  #count: number;
  #nextReset = 0;
  /** The instant of the next reset; Infinity after the last. */
  #resetInstant: number;
  /** Where it stands: in which piece, at which run of it, and at which row of that (-1: at the first). */
  #piece: RunPiece | null = null;
  #index = 0;
  #row = -1;

  /** @param leaps whether roll-ups are to be used where they say enough, which pays where stops are rare */
  constructor({ origin, resets, floor }: ReplayPlan, meter: M, leaps = true) {
    this.meter = meter;
    this.#origin = origin.instant;
    this.#floor = floor;
    this.#resets = resets;
    this.leaps = leaps;
    this.#count = origin.count;
    this.#resetInstant = resets.instants[0] ?? Infinity;
  }

  /** At which run of its block it stands, of those that are being pushed. */
  get index(): number {
    return this.#index;
  }

  /**
   * Applies some runs and the resets that fall between their changes.
   *
   * @returns what has to be loaded of the run at `index` before the same piece is pushed again to go on; null
   * when done
   */
  push(piece: RunPiece): BlockPart | null {
    if (this.#piece !== piece) {
      this.#piece = piece;
      this.#index = piece.from;
    }
    for (; this.#index < piece.to && !this.meter.done; this.#index++) {
      const wanted = this.#pushRun(piece.block, this.#index);
      if (wanted !== null) return wanted;
      this.#row = -1;
    }
    return null;
  }

  /** Runs on through the resets and stops that remain, and gives the meter back. */
  finish(): M {
    while (!this.meter.done) this.#stopAt(this.#nextStop());
    return this.meter;
  }

  #pushRun(block: RunBlock, index: number): BlockPart | null {
    const { days, firstChanges, firstRows, nets, bases } = block;
    const dayStart = (days[index] as number) * DAY_MS;
    const end = firstChanges[index + 1] as number;
    let from = firstChanges[index] as number;
    if (from === end) return null;
    const isPassedOver = this.meter.idle && this.#nextStop() >= dayStart + DAY_MS && this.#row === -1;
    if (isPassedOver && this.#origin <= dayStart && this.#floor === FLOOR) {
      this.#count = Math.max(this.#count + (nets[index] as number), bases[index] as number);
      return null;
    }
    if (this.leaps && (firstRows[index + 1] as number) > (firstRows[index] as number))
      return block.rows === null || !block.holds("rows", index)
        ? "rows"
        : this.#pushRows(block, block.rows, index);
    if (block.changes === null || !block.holds("changes", index)) return "changes";
    from = findChange(block.changes, this.#origin - dayStart, from, end);
    this.#consume({ dayStart, changes: block.changes }, from, end);
    return null;
  }

  /** Applies a run by its roll-ups, and those quarters of it change by change that have to be. */
  #pushRows(block: RunBlock, rows: Uint16Array, index: number): BlockPart | null {
    const { days, firstChanges, firstRows } = block;
    const changes = block.holds("changes", index) ? block.changes : null;
    const cursor = this.#cursor;
    const dayStart = (days[index] as number) * DAY_MS;
    const end = firstRows[index + 1] as number;
    cursor.rows = rows;
    cursor.dayStart = dayStart;
    let row = this.#row;
    // Nothing before the origin matters.
    if (row === -1) row = firstRowFrom(rows, firstRows[index] as number, end, this.#origin - dayStart);
    while (row < end && !this.meter.done) {
      const start = dayStart + quarterAt(rows, row * ROW) * QUARTER_MS;
      let stop = this.#nextStop();
      for (; stop <= start; stop = this.#nextStop()) this.#stopAt(stop);
      if (stop >= start + QUARTER_MS && this.#origin <= start) {
        cursor.row = row;
        cursor.count = this.#count;
        this.meter.leap(cursor, firstRowFrom(rows, row + 1, end, stop - dayStart), this.#floor);
        this.#count = cursor.count;
        if (cursor.row > row) {
          row = cursor.row;
          continue;
        }
      }
      if (changes === null) {
        this.#row = row;
        return "changes";
      }
      if (this.#origin < start + QUARTER_MS) {
        const first = firstChanges[index] as number;
        const last = firstChanges[index + 1] as number;
        const from = findChange(changes, start - dayStart, first, last);
        const to = from + (rows[row * ROW + ENTRANCES] as number) + (rows[row * ROW + EXITS] as number);
        this.#consume({ dayStart, changes }, findChange(changes, this.#origin - dayStart, from, to), to);
      }
      row++;
    }
    return null;
  }

  /** Applies some changes and the resets and stops that fall between them. */
  #consume(run: ChangeRun, first: number, end: number): void {
    const { meter } = this;
    const { changes, dayStart } = run;
    let from = first;
    while (from < end && !meter.done) {
      const stop = this.#nextStop();
      const to = findChangeFrom(changes, from, end, stop - dayStart);
      if (to > from) this.#count = meter.consume(run, from, to, this.#count, this.#floor);
      if (to < end) this.#stopAt(stop);
      from = to;
    }
  }

  #nextStop(): number {
    return Math.min(this.meter.nextStop, this.#resetInstant);
  }

  #stopAt(instant: number): void {
    this.meter.close(instant, this.#count);
    if (instant === this.#resetInstant) {
      this.#count = this.#resets.counts[this.#nextReset] as number;
      this.#resetInstant = this.#resets.instants[++this.#nextReset] ?? Infinity;
    }
    this.meter.open(instant, this.#count);
  }
}

/** The first row of a range whose quarter does not end by a ms of the day; `end` where all do. */
function firstRowFrom(rows: Uint16Array, from: number, end: number, millisecondOfDay: number): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  const quarter = Math.floor(millisecondOfDay / QUARTER_MS);
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (quarterAt(rows, middle * ROW) < quarter) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many changes the search for a stop leaps over at first. */
const LEAP = 4;

/** As `findChange`, galloping, since the next stop is mostly near. */
function findChangeFrom(changes: Uint32Array, from: number, end: number, millisecondOfDay: number): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  const bound = millisecondOfDay * 2;
  let low = from;
  let high = from + LEAP;
  while (high < end && (changes[high] as number) < bound) {
    low = high + 1;
    high += high - from;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Applies changes to a count without looking at what lies between. */
export function skipChanges(
  changes: Uint32Array,
  from: number,
  to: number,
  count: number,
  floor: number,
): number {
  let current = count;
  for (let i = from; i < to; i++) {
    current += (((changes[i] as number) & 1) << 1) - 1;
    if (current < floor) current = floor;
  }
  return current;
}

/** Applies quarters to a count without looking at what lies between, as `leap` does. */
export function skipQuarters(cursor: QuarterCursor, to: number, floor: number): void {
  const { rows } = cursor;
  let { row, count } = cursor;
  for (; row < to; row++) {
    const at = row * ROW;
    if (count - (rows[at + FALL] as number) < floor) break;
    count += (rows[at + ENTRANCES] as number) - (rows[at + EXITS] as number);
  }
  cursor.row = row;
  cursor.count = count;
}

import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import type { ResetSeries } from "./reset-series.ts";
import { ENTRANCES, EXITS, holdsFor, netAt, QUARTERS, ROW, type RollUpLevel, spanAt } from "./roll-up.ts";
import type { BlockPart, PartNumbers, RunBlock, RunPiece } from "./run-block.ts";

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
export interface RowCursor {
  /** The rows of a block, the length of the span that each tells of, in ms, and midnight UTC of the next ones' day. */
  rows: Uint16Array;
  length: number;
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
   * Applies whole spans by their roll-ups, from the cursor's on up to, not including, row `to`, and moves
   * the cursor on. It stays before one that it has to see change by change: one that does not hold for the count,
   * or does not say enough.
   */
  leap(cursor: RowCursor, to: number): void;
}

/**
 * The kernel: one space's count as a state machine over its runs of changes and its resets (D6, D7).
 * Push the runs in ascending order, then finish.
 */
export class Replay<M extends Meter> {
  readonly meter: M;
  /** The roll-ups that are used where they say enough; null where all is seen change by change, as without a floor. */
  readonly level: RollUpLevel | null;
  readonly #origin: number;
  readonly #floor: number;
  readonly #resets: ResetSeries;
  readonly #cursor: RowCursor = { rows: new Uint16Array(0), length: 0, dayStart: 0, row: 0, count: 0 };
  #count: number;
  #nextReset = 0;
  /** The instant of the next reset; Infinity after the last. */
  #resetInstant: number;
  /** Where it stands: in which piece, at which run of it, and at which row of that (-1: at the first). */
  #piece: RunPiece | null = null;
  #index = 0;
  #row = -1;

  /** @param level the roll-ups to be used where they say enough, which pays where most have no stop in them */
  constructor({ origin, resets, floor }: ReplayPlan, meter: M, level: RollUpLevel | null = QUARTERS) {
    this.meter = meter;
    this.#origin = origin.instant;
    this.#floor = floor;
    this.#resets = resets;
    this.level = floor === FLOOR ? level : null;
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
    const { days, firsts, nets, bases } = block;
    const { level } = this;
    const dayStart = (days[index] as number) * DAY_MS;
    const end = firsts.changes[index + 1] as number;
    let from = firsts.changes[index] as number;
    if (from === end) return null;
    const isPassedOver = this.meter.idle && this.#nextStop() >= dayStart + DAY_MS && this.#row === -1;
    if (isPassedOver && this.#origin <= dayStart && this.#floor === FLOOR) {
      this.#count = Math.max(this.#count + (nets[index] as number), bases[index] as number);
      return null;
    }
    if (level !== null && isRolledUp(block, index, level)) return this.#pushRows(block, index, level);
    const changes = held(block, "changes", index);
    if (changes === null) return "changes";
    from = findChange(changes, this.#origin - dayStart, from, end);
    this.#consume({ dayStart, changes }, from, end);
    return null;
  }

  /** Applies a run by its roll-ups, and those spans of it change by change that have to be. */
  #pushRows(block: RunBlock, index: number, { part, length }: RollUpLevel): BlockPart | null {
    const rows = held(block, part, index);
    if (rows === null) return part;
    const cursor = this.#cursor;
    const dayStart = (block.days[index] as number) * DAY_MS;
    const end = block.firsts[part][index + 1] as number;
    cursor.rows = rows;
    cursor.length = length;
    cursor.dayStart = dayStart;
    let row = this.#row;
    // Nothing before the origin matters.
    if (row === -1)
      row = firstRowFrom(cursor, block.firsts[part][index] as number, end, this.#origin - dayStart);
    while (row < end && !this.meter.done) {
      const start = dayStart + spanAt(rows, row * ROW) * length;
      let stop = this.#nextStop();
      for (; stop <= start; stop = this.#nextStop()) this.#stopAt(stop);
      if (stop >= start + length && this.#origin <= start) {
        cursor.row = row;
        cursor.count = this.#count;
        this.meter.leap(cursor, firstRowFrom(cursor, row + 1, end, stop - dayStart));
        this.#count = cursor.count;
        if (cursor.row > row) {
          row = cursor.row;
          continue;
        }
      }
      const wanted = this.#origin < start + length ? this.#pushSpan(block, index, row) : null;
      if (wanted !== null) {
        this.#row = row;
        return wanted;
      }
      row++;
    }
    return null;
  }

  /** Applies the span of a row change by change, from the run's excerpt where that has it. */
  #pushSpan(block: RunBlock, index: number, row: number): BlockPart | null {
    const { firsts } = block;
    const { rows, length, dayStart } = this.#cursor;
    const start = spanAt(rows, row * ROW) * length;
    const count = (rows[row * ROW + ENTRANCES] as number) + (rows[row * ROW + EXITS] as number);
    let part: "excerpts" | "changes" = "excerpts";
    let changes = held(block, part, index);
    if (changes === null && (firsts.excerpts[index] as number) < (firsts.excerpts[index + 1] as number))
      return part;
    let from = changes === null ? -1 : findSpan(changes, firsts.excerpts, index, start, length);
    if (changes === null || from === -1) {
      part = "changes";
      changes = held(block, part, index);
      if (changes === null) return part;
      from = findChange(changes, start, firsts.changes[index] as number, firsts.changes[index + 1] as number);
    }
    const to = from + count;
    this.#consume({ dayStart, changes }, findChange(changes, this.#origin - dayStart, from, to), to);
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

/** Whether a run has rows of a level. */
function isRolledUp({ firsts }: RunBlock, index: number, { part }: RollUpLevel): boolean {
  return (firsts[part][index + 1] as number) > (firsts[part][index] as number);
}

/** A part of a block where that of a run is loaded. */
function held<P extends BlockPart>(block: RunBlock, part: P, index: number): PartNumbers[P] | null {
  return block.holds(part, index) ? block.numbers(part) : null;
}

/** Where the changes of a span begin in a run's excerpt, which has all of them or none; -1 where it has none. */
function findSpan(
  changes: Uint32Array,
  firsts: Float64Array,
  index: number,
  start: number,
  length: number,
): number {
  const end = firsts[index + 1] as number;
  const from = findChange(changes, start, firsts[index] as number, end);
  return from < end && (changes[from] as number) >>> 1 < start + length ? from : -1;
}

/** The first row of a range whose span does not end by a ms of the day; `end` where all do. */
function firstRowFrom(
  { rows, length }: RowCursor,
  from: number,
  end: number,
  millisecondOfDay: number,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  const span = Math.floor(millisecondOfDay / length);
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spanAt(rows, middle * ROW) < span) low = middle + 1;
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

/** Applies rows to a count without looking at what lies between, as `leap` does. */
export function skipRows(cursor: RowCursor, to: number): void {
  const { rows } = cursor;
  let { row, count } = cursor;
  for (; row < to && holdsFor(rows, row * ROW, count); row++) count += netAt(rows, row * ROW);
  cursor.row = row;
  cursor.count = count;
}

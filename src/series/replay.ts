import { DAY_MS } from "../domain/instant.ts";
import { FLOOR, type ReplayPlan, type ResetSeries } from "./replay-plan.ts";
import { firstRowFrom, holdsFor, netAt, QUARTERS, ROW, type RollUpLevel, startAt } from "./roll-up.ts";
import { type ChangeRun, findChange, type RunBlock, type RunSlice } from "./run-block.ts";

export interface RowCursor {
  /** The rows of a block, their level, and midnight UTC of the current day. */
  rows: Uint16Array;
  level: RollUpLevel;
  dayStart: number;
  row: number;
  /** The count before that row, in people. */
  count: number;
}

/**
 * Measures a count during its replay. At each instant in `nextStop` and at each reset, the replay calls `close` after
 * all changes before the instant, and `open` after the resets at the instant, before its events.
 */
export interface Meter {
  /** The next instant, in ms, at which to stop; Infinity if the meter needs no more stops. */
  readonly nextStop: number;
  /** Whether later changes no longer matter. */
  readonly done: boolean;
  /** Whether the meter only needs the resulting count of the changes before the next stop. */
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
   * Applies rows from the cursor up to, not including, row `to`, and advances the cursor. It stops before a row that
   * must be replayed change by change: one that is not valid for the count, or not detailed enough.
   */
  leap(cursor: RowCursor, to: number): void;
}

/**
 * The kernel: replays one space's count from its runs and resets (D6, D7). Push the runs in ascending order, then
 * finish.
 */
export class Replay<M extends Meter> {
  readonly meter: M;
  /** The roll-ups to use where they are detailed enough; null to replay every change, as without a floor. */
  readonly level: RollUpLevel | null;
  readonly #origin: number;
  readonly #floor: number;
  readonly #resets: ResetSeries;
  readonly #cursor: RowCursor = { rows: new Uint16Array(0), level: QUARTERS, dayStart: 0, row: 0, count: 0 };
  #count: number;
  #nextReset = 0;
  /** The instant of the next reset; Infinity after the last. */
  #resetInstant: number;

  /** @param level the roll-ups to use; they pay if most of their spans contain no stop */
  constructor({ origin, resets, floor }: ReplayPlan, meter: M, level: RollUpLevel | null = QUARTERS) {
    this.meter = meter;
    this.#origin = origin.instant;
    this.#floor = floor;
    this.#resets = resets;
    this.level = floor === FLOOR ? level : null;
    this.#count = origin.count;
    this.#resetInstant = resets.instants[0] ?? Infinity;
  }

  /** Applies the runs of a slice and the resets between their changes. @throws as the loading of a block's parts does */
  push({ block, from, to }: RunSlice): void {
    for (let index = from; index < to && !this.meter.done; index++) this.#pushRun(block, index);
  }

  finish(): M {
    while (!this.meter.done) this.#stopAt(this.#nextStop());
    return this.meter;
  }

  #pushRun(block: RunBlock, index: number): void {
    const { days, firsts, nets, bases } = block;
    if (firsts.changes[index] === firsts.changes[index + 1]) return;
    const dayStart = (days[index] as number) * DAY_MS;
    const isPassedOver = this.meter.idle && this.#nextStop() >= dayStart + DAY_MS;
    if (isPassedOver && this.#origin <= dayStart && this.#floor === FLOOR) {
      this.#count = Math.max(this.#count + (nets[index] as number), bases[index] as number);
      return;
    }
    // Skips everything before the origin.
    const from = Math.max(0, this.#origin - dayStart);
    if (this.level !== null && isRolledUp(block, index, this.level))
      this.#pushRows(block, index, this.level, from);
    else this.#pushChanges(block, index, from, DAY_MS);
  }

  /** Applies a run from one ms of its day on by its roll-ups; spans that are not detailed enough change by change. */
  #pushRows(block: RunBlock, index: number, level: RollUpLevel, from: number): void {
    const rows = block.load(level.part, index);
    const { meter } = this;
    const dayStart = (block.days[index] as number) * DAY_MS;
    const last = block.firsts[level.part][index + 1] as number;
    let row = firstRowFrom(rows, level, block.firsts[level.part][index] as number, last, from);
    while (row < last && !meter.done) {
      const start = startAt(level, rows, row * ROW);
      const end = start + level.unit;
      let stop = this.#nextStop();
      for (; stop <= dayStart + start; stop = this.#nextStop()) this.#stopAt(stop);
      const bound = stop - dayStart;
      if (start >= from && end <= bound) {
        const cursor = this.#cursor;
        cursor.rows = rows;
        cursor.level = level;
        cursor.dayStart = dayStart;
        cursor.row = row;
        cursor.count = this.#count;
        meter.leap(cursor, firstRowFrom(rows, level, row + 1, last, bound));
        this.#count = cursor.count;
        if (cursor.row > row) {
          row = cursor.row;
          continue;
        }
      }
      this.#pushChanges(block, index, Math.max(from, start), end);
      row++;
    }
  }

  #pushChanges(block: RunBlock, index: number, from: number, to: number): void {
    const { days, firsts } = block;
    const changes = block.load("changes", index);
    const last = firsts.changes[index + 1] as number;
    const begin = findChange(changes, from, firsts.changes[index], last);
    const end = findChange(changes, to, begin, last);
    this.#consume({ dayStart: (days[index] as number) * DAY_MS, changes }, begin, end);
  }

  #consume(run: ChangeRun, first: number, end: number): void {
    const { meter } = this;
    const { changes, dayStart } = run;
    let from = first;
    while (from < end && !meter.done) {
      const stop = this.#nextStop();
      const to = findChange(changes, stop - dayStart, from, end);
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

function isRolledUp({ firsts }: RunBlock, index: number, { part }: RollUpLevel): boolean {
  return (firsts[part][index + 1] as number) > (firsts[part][index] as number);
}

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

/** Applies rows to a count without measuring, as `leap` does. */
export function skipRows(cursor: RowCursor, to: number): void {
  const { rows } = cursor;
  let { row, count } = cursor;
  for (; row < to && holdsFor(rows, row * ROW, count); row++) count += netAt(rows, row * ROW);
  cursor.row = row;
  cursor.count = count;
}

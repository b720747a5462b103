import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange, findChangeFrom } from "./change-run.ts";
import type { ResetSeries } from "./reset-series.ts";
import { firstRowFrom, lengthAt, QUARTERS, type RollUpLevel, startAt } from "./roll-up.ts";
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
  /** The rows of a block, their kind, and midnight UTC of the next ones' day. */
  rows: Uint16Array;
  level: RollUpLevel;
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
  readonly #cursor: RowCursor = { rows: new Uint16Array(0), level: QUARTERS, dayStart: 0, row: 0, count: 0 };
  #count: number;
  #nextReset = 0;
  /** The instant of the next reset; Infinity after the last. */
  #resetInstant: number;
  /** Where it stands: in which piece, at which run of it, and up to which ms of that one's day it has been applied. */
  #piece: RunPiece | null = null;
  #index = 0;
  #reached = 0;

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
      this.#reached = 0;
    }
    return null;
  }

  /**
   * Whether a part that is wanted of the run at `index` is so because its roll-ups did not say enough, which is so of few
   * runs. Excerpts of hours and quarters are wanted of most that have some.
   */
  isLastResort(wanted: BlockPart, { block }: RunPiece): boolean {
    const { level } = this;
    if (level === null || wanted === level.part) return false;
    return wanted === "changes" || (level.finer !== null && isRolledUp(block, this.#index, level));
  }

  /** Runs on through the resets and stops that remain, and gives the meter back. */
  finish(): M {
    while (!this.meter.done) this.#stopAt(this.#nextStop());
    return this.meter;
  }

  #pushRun(block: RunBlock, index: number): BlockPart | null {
    const { days, firsts, nets, bases } = block;
    if (firsts.changes[index] === firsts.changes[index + 1]) return null;
    const dayStart = (days[index] as number) * DAY_MS;
    const isPassedOver = this.meter.idle && this.#nextStop() >= dayStart + DAY_MS && this.#reached === 0;
    if (isPassedOver && this.#origin <= dayStart && this.#floor === FLOOR) {
      this.#count = Math.max(this.#count + (nets[index] as number), bases[index] as number);
      return null;
    }
    // Nothing before the origin matters.
    const from = Math.max(this.#reached, this.#origin - dayStart);
    return this.#pushTime(block, index, this.level, from, DAY_MS);
  }

  /** Applies a run from one ms of its day up to, not including, another, by the roll-ups of a level if it has such. */
  #pushTime(
    block: RunBlock,
    index: number,
    level: RollUpLevel | null,
    from: number,
    to: number,
  ): BlockPart | null {
    if (level === null) return this.#pushChanges(block, index, from, to);
    return isRolledUp(block, index, level)
      ? this.#pushRows(block, index, level, from, to)
      : this.#pushTime(block, index, level.finer, from, to);
  }

  /** Applies a run by its roll-ups, and those spans of it by finer ones or change by change that have to be. */
  #pushRows(block: RunBlock, index: number, level: RollUpLevel, from: number, to: number): BlockPart | null {
    const rows = held(block, level.part, index);
    if (rows === null) return this.#wants(level.part, from);
    const { meter } = this;
    const dayStart = (block.days[index] as number) * DAY_MS;
    const last = block.firsts[level.part][index + 1] as number;
    let row = firstRowFrom(rows, level, block.firsts[level.part][index] as number, last, from);
    while (row < last && !meter.done) {
      const at = row * level.width;
      const start = startAt(level, rows, at);
      if (start >= to) break;
      const end = start + lengthAt(level, rows, at);
      let stop = this.#nextStop();
      for (; stop <= dayStart + start; stop = this.#nextStop()) this.#stopAt(stop);
      const bound = Math.min(to, stop - dayStart);
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
      const wanted = this.#pushSpan(block, index, level, at, Math.max(from, start), Math.min(to, end));
      if (wanted !== null) return wanted;
      row++;
    }
    return null;
  }

  /** Applies what lies within a time of the span of a row, at its index, by what is finer than its level. */
  #pushSpan(
    block: RunBlock,
    index: number,
    level: RollUpLevel,
    at: number,
    from: number,
    to: number,
  ): BlockPart | null {
    if (level.finer !== null) return this.#pushTime(block, index, level.finer, from, to);
    const { firsts } = block;
    const first = firsts.excerpts[index] as number;
    const last = firsts.excerpts[index + 1] as number;
    if (first === last) return this.#pushChanges(block, index, from, to);
    const excerpts = held(block, "excerpts", index);
    if (excerpts === null) return this.#wants("excerpts", from);
    const start = startAt(level, block.numbers(level.part) as Uint16Array, at);
    // An excerpt has all changes of an hour or none.
    const found = findChange(excerpts, start, first, last);
    if (findChange(excerpts, start + level.unit, found, last) === found)
      return this.#pushChanges(block, index, from, to);
    this.#consumeTime(block, index, excerpts, [found, last], from, to);
    return null;
  }

  #pushChanges(block: RunBlock, index: number, from: number, to: number): BlockPart | null {
    const changes = held(block, "changes", index);
    if (changes === null) return this.#wants("changes", from);
    const { firsts } = block;
    const all = [firsts.changes[index] as number, firsts.changes[index + 1] as number] as const;
    this.#consumeTime(block, index, changes, all, from, to);
    return null;
  }

  /** Applies those of some changes of a run that lie in a time of its day. */
  #consumeTime(
    block: RunBlock,
    index: number,
    changes: Uint32Array,
    [first, last]: readonly [number, number],
    from: number,
    to: number,
  ): void {
    const begin = findChange(changes, from, first, last);
    const end = to >= DAY_MS ? last : findChange(changes, to, begin, last);
    this.#consume({ dayStart: (block.days[index] as number) * DAY_MS, changes }, begin, end);
  }

  /** Says what has to be loaded before it goes on from a ms of the day. */
  #wants(part: BlockPart, from: number): BlockPart {
    this.#reached = from;
    return part;
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

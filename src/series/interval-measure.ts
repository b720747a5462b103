import type { RowCursor } from "./replay.ts";
import { FLOOR } from "./replay-plan.ts";
import {
  ENTRANCES,
  EXITS,
  FALL,
  fallTimeAt,
  flooredAt,
  integralAt,
  netAt,
  openingAt,
  RISE,
  ROW,
  riseTimeAt,
  startAt,
} from "./roll-up.ts";
import type { ChangeRun } from "./run-block.ts";
import { type BandTimes, ExactSum, type Extremes, LOCAL_SUM_MAX, type SampleSums } from "./samples.ts";

/** No sample pending. */
const NONE = -Infinity;

/** Below this, a count times a day, plus what a day adds, is below 2^52, and sums of two are exact. */
const LEAPT_COUNT_END = 2 ** 25;

/**
 * The measurement of the current interval: changes and rows are applied to it, and once it has passed, its sample and
 * its share of the totals are moved to the sums.
 */
export class IntervalMeasure {
  readonly bands: BandTimes;
  readonly extremes: Extremes;
  /** The integral of the count over the interval's measured time. */
  readonly countTime = new ExactSum();
  /** Time accounted for so far, in ms, while measuring. */
  time = 0;
  /** The first measured instant of the interval while its events may still come; else NONE. */
  sampleInstant = NONE;
  count = 0;
  min = 0;
  max = 0;
  entrances = 0;
  exits = 0;
  measured = 0;
  /** How far `applyChanges` has come. */
  reached = 0;

  constructor({ bands, extremes }: SampleSums) {
    this.bands = bands;
    this.extremes = extremes;
  }

  /** Whether the interval begins at the time accounted for, is entirely measured, and has had no change. */
  isFresh(start: number, count: number): boolean {
    return (
      this.sampleInstant === this.time &&
      start === this.time &&
      this.measured === 0 &&
      this.entrances + this.exits === 0 &&
      this.min === count &&
      this.max === count
    );
  }

  /**
   * Applies the changes of a run from index `from` up to, not including, `end` that are before a ms of the day.
   *
   * @returns the count after them
   */
  applyChanges(
    { changes, dayStart }: ChangeRun,
    from: number,
    end: number,
    bound: number,
    initial: number,
    floor: number,
  ): number {
    let count = initial;
    let to = from;
    for (; to < end; to++) {
      const change = changes[to] as number;
      const ms = change >>> 1;
      if (ms >= bound) break;
      const isEntrance = change & 1;
      this.elapse(dayStart + ms, count);
      count = Math.max(floor, count + 2 * isEntrance - 1);
      this.entrances += isEntrance;
      this.exits += 1 - isEntrance;
      this.include(this.time, count);
    }
    this.reached = to;
    return count;
  }

  /**
   * The hot loop over roll-ups, up to the interval's end. A span in which the count changes its band is replayed change
   * by change; in the others it keeps its band.
   */
  applyRows(cursor: RowCursor, to: number, boundary: number): void {
    const { rows, level, dayStart } = cursor;
    const { unit: length } = level;
    let { row, count } = cursor;
    const band = this.bands.of(count);
    const bandFloor = Math.max(FLOOR, this.bands.floors[band] as number);
    const bandEnd = Math.min(LEAPT_COUNT_END, this.bands.floors[band + 1] as number);
    const begin = this.time;
    let time = begin;
    let countTime = 0;
    let entrances = 0;
    let exits = 0;
    let min = this.min;
    let max = this.max;
    let { lowest, highest } = this.extremes;
    let isSampled = this.sampleInstant === NONE;
    for (; row < to; row++) {
      const at = row * ROW;
      const least = count - (rows[at + FALL] as number);
      const most = count + (rows[at + RISE] as number);
      const start = dayStart + startAt(level, rows, at);
      if (start + length > boundary || least < bandFloor || most >= bandEnd) break;
      // `holdsFor` combined with the band's floor; the call would take a third longer here.
      if (least > FLOOR && flooredAt(rows, at) > 0) break;
      if (!isSampled) {
        this.takeSample(Infinity, start === this.sampleInstant ? count + openingAt(rows, at) : count);
        isSampled = true;
      }
      if (start > time) this.countTime.addProduct(count, start - time);
      countTime += count * length + integralAt(rows, at);
      if (Math.abs(countTime) > LOCAL_SUM_MAX) {
        this.countTime.add(countTime);
        countTime = 0;
      }
      time = start + length;
      if (least < min) min = least;
      if (most > max) max = most;
      if (least < lowest) {
        lowest = least;
        this.extremes.seeLow(least, start + fallTimeAt(rows, at));
      }
      if (most > highest) {
        highest = most;
        this.extremes.seeHigh(most, start + riseTimeAt(rows, at));
      }
      entrances += rows[at + ENTRANCES] as number;
      exits += rows[at + EXITS] as number;
      count += netAt(rows, at);
    }
    this.countTime.add(countTime);
    this.bands.add(band, time - begin);
    this.measured += time - begin;
    this.time = time;
    this.min = min;
    this.max = max;
    this.entrances += entrances;
    this.exits += exits;
    cursor.row = row;
    cursor.count = count;
  }

  /** Accounts for the time up to an instant, with an unchanged count. */
  elapse(instant: number, count: number): void {
    const elapsed = instant - this.time;
    if (elapsed === 0) return;
    this.bands.add(this.bands.of(count), elapsed);
    this.countTime.addProduct(count, elapsed);
    this.measured += elapsed;
    this.time = instant;
  }

  /** Opens a measured window; its first value is the count at its start (D14). */
  begin(instant: number, count: number): void {
    this.time = instant;
    if (this.measured === 0) {
      this.min = count;
      this.max = count;
      this.sampleInstant = instant;
    }
    this.include(instant, count);
  }

  /** Includes a value that was not reached by an event in min and max. */
  include(instant: number, count: number): void {
    if (count < this.min) this.min = count;
    if (count > this.max) this.max = count;
    this.extremes.include(count, instant);
  }

  /** Takes the interval's sample, N at its first measured instant, once that instant has passed. */
  takeSample(instant: number, count: number): void {
    if (this.sampleInstant === NONE || instant <= this.sampleInstant) return;
    this.count = count;
    this.sampleInstant = NONE;
  }

  moveTo(sums: SampleSums, start: number, end: number): void {
    if (this.measured > 0) {
      const { samples } = sums;
      const i = samples.length++;
      samples.starts[i] = start;
      samples.ends[i] = end;
      samples.counts[i] = this.count;
      samples.mins[i] = this.min;
      samples.maxs[i] = this.max;
      samples.entrances[i] = this.entrances;
      samples.exits[i] = this.exits;
      samples.averages[i] = this.countTime.dividedBy(this.measured);
      samples.measured[i] = this.measured;
      sums.countTime.moveFrom(this.countTime);
      sums.measured += this.measured;
    }
    sums.entrances += this.entrances;
    sums.exits += this.exits;
    this.entrances = 0;
    this.exits = 0;
    this.measured = 0;
  }
}

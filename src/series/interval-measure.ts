import type { RowCursor } from "./replay.ts";
import {
  ENTRANCES,
  EXITS,
  FALL,
  fallTimeAt,
  holdsFor,
  integralAt,
  netAt,
  openingAt,
  RISE,
  ROW,
  riseTimeAt,
  startAt,
} from "./roll-up.ts";
import type { ChangeRun } from "./run-block.ts";
import { type BandTimes, ExactSum, type Extremes, type SampleSums } from "./samples.ts";

const NONE = -Infinity;

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
    if (this.time < dayStart) this.elapse(dayStart, initial);
    let last = this.time - dayStart;
    let count = initial;
    // A day of the highest possible count is far below 2^53, so this sum is exact.
    let countTime = 0;
    let entrances = 0;
    let to = from;
    for (; to < end; to++) {
      const change = changes[to] as number;
      const ms = change >>> 1;
      if (ms >= bound) break;
      if (ms > last) {
        this.bands.add(this.bands.of(count), ms - last);
        countTime += count * (ms - last);
        last = ms;
      }
      entrances += change & 1;
      count += 2 * (change & 1) - 1;
      if (count < floor) count = floor;
      if (count < this.min || count > this.max) this.include(dayStart + ms, count);
    }
    this.countTime.add(countTime);
    this.measured += dayStart + last - this.time;
    this.time = dayStart + last;
    this.entrances += entrances;
    this.exits += to - from - entrances;
    this.reached = to;
    return count;
  }

  /**
   * Applies rows up to the interval's end, as far as the count keeps its band: a span in which it changes that is
   * replayed change by change.
   */
  applyRows(cursor: RowCursor, to: number, boundary: number): void {
    const { rows, level, dayStart } = cursor;
    const { unit } = level;
    const band = this.bands.of(cursor.count);
    const bandFloor = this.bands.floors[band] as number;
    const bandEnd = this.bands.floors[band + 1] as number;
    for (; cursor.row < to; cursor.row++) {
      const at = cursor.row * ROW;
      const { count } = cursor;
      const start = dayStart + startAt(level, rows, at);
      const least = count - (rows[at + FALL] as number);
      const most = count + (rows[at + RISE] as number);
      if (start + unit > boundary || least < bandFloor || most >= bandEnd) return;
      if (!holdsFor(rows, at, count)) return;
      if (this.sampleInstant !== NONE)
        this.takeSample(Infinity, start === this.sampleInstant ? count + openingAt(rows, at) : count);
      this.elapse(start, count);
      this.countTime.add(count * unit + integralAt(rows, at));
      this.bands.add(band, unit);
      this.measured += unit;
      this.time = start + unit;
      this.entrances += rows[at + ENTRANCES] as number;
      this.exits += rows[at + EXITS] as number;
      if (least < this.min) this.min = least;
      if (most > this.max) this.max = most;
      if (least < this.extremes.lowest) this.extremes.seeLow(least, start + fallTimeAt(rows, at));
      if (most > this.extremes.highest) this.extremes.seeHigh(most, start + riseTimeAt(rows, at));
      cursor.count += netAt(rows, at);
    }
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

import { BandTimes } from "./band-times.ts";
import { ExactSum } from "./exact-sum.ts";
import { Extremes } from "./extremes.ts";
import { FLOOR, type RowCursor } from "./replay.ts";
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
  spanAt,
} from "./roll-up.ts";
import { allocateSamples, type Totals } from "./samples.ts";

/** Above this, a sum in a local variable is added to the exact one; one more row leaves it exact. */
export const LOCAL_SUM_MAX = 2 ** 52;

/** The samples measured so far, and their totals (D13). */
export class SampleSums {
  readonly samples: ReturnType<typeof allocateSamples>;
  readonly bands: BandTimes;
  readonly extremes = new Extremes();
  /** The integral of the count over the measured time, in people × ms. */
  readonly countTime = new ExactSum();
  /** Measured time, in ms. */
  measured = 0;
  entrances = 0;
  exits = 0;

  /** @param length capacity in samples */
  constructor(length: number, bandFloors: readonly number[]) {
    this.samples = allocateSamples(length);
    this.bands = new BandTimes(bandFloors);
  }

  get totals(): Totals {
    const { measured, entrances, exits, extremes } = this;
    return {
      entrances,
      exits,
      measured,
      averageCount: measured === 0 ? null : this.countTime.dividedBy(measured),
      min: measured === 0 ? null : extremes.min,
      max: measured === 0 ? null : extremes.max,
      bands: this.bands.times,
    };
  }

  /**
   * The hot loop over rows that cover one interval each: every row becomes a sample. All spans of the level have the
   * same length, and the count keeps its band. Row `to - 1` is left, since its end may be a stop.
   *
   * @param boundary of the grid, the end of the interval that begins with the cursor's row
   * @returns the number of intervals measured; the cursor has moved past their rows
   */
  addRows(cursor: RowCursor, to: number, grid: Float64Array, boundary: number): number {
    const { rows, level, dayStart } = cursor;
    const length = level.unit;
    const { samples } = this;
    let { row, count } = cursor;
    const band = this.bands.of(count);
    const bandFloor = Math.max(FLOOR, this.bands.floors[band] as number);
    const bandEnd = this.bands.floors[band + 1] as number;
    let end = boundary;
    let index = samples.length;
    let countTime = 0;
    let entrances = 0;
    let exits = 0;
    let { lowest, highest } = this.extremes;
    for (; row < to - 1; row++) {
      const at = row * ROW;
      const start = dayStart + spanAt(rows, at) * length;
      const least = count - (rows[at + FALL] as number);
      const most = count + (rows[at + RISE] as number);
      if (start !== grid[end - 1] || start + length !== grid[end]) break;
      // `holdsFor` inlined; the call would take a third longer here.
      if (least < bandFloor || most >= bandEnd || (least > FLOOR && flooredAt(rows, at) > 0)) break;
      const intervalTime = count * length + integralAt(rows, at);
      countTime += intervalTime;
      if (Math.abs(countTime) > LOCAL_SUM_MAX) {
        this.countTime.add(countTime);
        countTime = 0;
      }
      samples.starts[index] = start;
      samples.ends[index] = start + length;
      samples.counts[index] = count + openingAt(rows, at);
      samples.mins[index] = least;
      samples.maxs[index] = most;
      samples.entrances[index] = rows[at + ENTRANCES] as number;
      samples.exits[index] = rows[at + EXITS] as number;
      samples.averages[index] = intervalTime / length;
      samples.measured[index] = length;
      if (least < lowest) {
        lowest = least;
        this.extremes.seeLow(least, start + fallTimeAt(level, rows, at));
      }
      if (most > highest) {
        highest = most;
        this.extremes.seeHigh(most, start + riseTimeAt(level, rows, at));
      }
      entrances += rows[at + ENTRANCES] as number;
      exits += rows[at + EXITS] as number;
      count += netAt(rows, at);
      index++;
      end++;
    }
    const time = (end - boundary) * length;
    samples.length = index;
    this.countTime.add(countTime);
    this.bands.add(band, time);
    this.measured += time;
    this.entrances += entrances;
    this.exits += exits;
    cursor.row = row;
    cursor.count = count;
    return end - boundary;
  }

  /**
   * The hot loop over intervals with an unchanged count, up to the last that ends by `through`, except the grid's last.
   *
   * @param boundary of the grid, the end of the first of them, of which nothing has been measured
   * @returns the number of intervals
   */
  addUnchanged(count: number, grid: Float64Array, boundary: number, through: number): number {
    const { samples } = this;
    const last = grid.length - 1;
    const begin = grid[boundary - 1] as number;
    let start = begin;
    let index = samples.length;
    let end = boundary;
    for (; end < last && (grid[end] as number) <= through; end++) {
      const stop = grid[end] as number;
      samples.starts[index] = start;
      samples.ends[index] = stop;
      samples.counts[index] = count;
      samples.mins[index] = count;
      samples.maxs[index] = count;
      samples.averages[index] = count;
      samples.measured[index] = stop - start;
      start = stop;
      index++;
    }
    const elapsed = start - begin;
    samples.length = index;
    this.countTime.addProduct(count, elapsed);
    this.bands.add(this.bands.of(count), elapsed);
    this.measured += elapsed;
    return end - boundary;
  }
}

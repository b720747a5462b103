/** A half-open span of time, in ms. */
export interface ReadingSpan {
  readonly from: number;
  readonly to: number;
}

/** What a reading has counted, in people. */
export interface Passages {
  readonly in: number;
  readonly out: number;
}

/** The crossings of a span in the order of time, as columns. */
export interface SpreadCrossings {
  readonly length: number;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** +1 in, -1 out. */
  readonly trajectories: Int8Array;
  /** The number of each among those of its direction, from 0 on. */
  readonly numbers: Int32Array;
}

/**
 * Spreads what was counted over its span (D31): n crossings of a direction are at `from + (k + ½) × (to − from) / n` in
 * whole ms, k from 0 to n − 1; those in come before those out at the same ms.
 */
export function spreadCrossings({ from, to }: ReadingSpan, passages: Passages): SpreadCrossings {
  const length = passages.in + passages.out;
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const numbers = new Int32Array(length);
  // 2^53 holds the product for 3 million crossings of 31 days, more than a reading may have.
  const timeOf = (k: number, n: number) => from + Math.floor(((2 * k + 1) * (to - from)) / (2 * n));
  let [entered, left] = [0, 0];
  for (let row = 0; row < length; row++) {
    const entrance = entered < passages.in ? timeOf(entered, passages.in) : Infinity;
    const exit = left < passages.out ? timeOf(left, passages.out) : Infinity;
    const isIn = entrance <= exit;
    timestamps[row] = isIn ? entrance : exit;
    trajectories[row] = isIn ? 1 : -1;
    numbers[row] = isIn ? entered++ : left++;
  }
  return { length, timestamps, trajectories, numbers };
}

/**
 * The event id of a crossing (D31). With the sensor, the time and the direction of its event it names the crossing, so
 * that the same reading again adds nothing (D9).
 *
 * @param number of the crossing in its direction
 * @param revision how often the reading's values have been replaced: events that have been voided stay so
 */
export function crossingId(span: ReadingSpan, number: number, revision = 0): string {
  const name = `${crossingPrefix(span)}${number.toString(36)}`;
  return revision === 0 ? name : `${name}-${revision.toString(36)}`;
}

/** What the event ids of all crossings of a span begin with. */
export function crossingPrefix({ from, to }: ReadingSpan): string {
  return `r${from.toString(36)}-${(to - from).toString(36)}-`;
}

import { SECOND_MS } from "../domain/instant.ts";

/** A half-open span of time, in ms; a span of length 0 means the second after its instant. */
export interface ReadingSpan {
  readonly from: number;
  readonly to: number;
}

/** What a reading has counted, in people. */
export interface Passages {
  readonly in: number;
  readonly out: number;
}

export const NO_PASSAGES: Passages = Object.freeze({ in: 0, out: 0 });

export function sumOfPassages(all: Iterable<Passages>): Passages {
  const sum = { in: 0, out: 0 };
  for (const passages of all) {
    sum.in += passages.in;
    sum.out += passages.out;
  }
  return sum;
}

/** Crossings as columns, those of a span in the order of time. */
export interface SpreadCrossings {
  readonly length: number;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** +1 in, -1 out. */
  readonly trajectories: Int8Array;
  /** The number of each among those of its direction, from 0 on. */
  readonly numbers: Int32Array;
}

export function newCrossings(length: number): SpreadCrossings {
  return {
    length,
    timestamps: new Float64Array(length),
    trajectories: new Int8Array(length),
    numbers: new Int32Array(length),
  };
}

/**
 * Spreads what was counted over its span (D31): n crossings of a direction are at `from + (k + ½) × (to − from) / n` in
 * whole ms, k from 0 to n − 1; those in come before those out at the same ms.
 *
 * @param into columns that have room for them from the row `start` on
 */
export function spreadCrossings(
  { from, to }: ReadingSpan,
  passages: Passages,
  into = newCrossings(passages.in + passages.out),
  start = 0,
): SpreadCrossings {
  const { timestamps, trajectories, numbers } = into;
  // Times of whole seconds: several crossings of one instant have passed in the second after it.
  const length = to === from ? SECOND_MS : to - from;
  // 2^53 holds the product for 3 million crossings of 31 days, more than a reading may have.
  const timeOf = (k: number, n: number) => from + Math.floor(((2 * k + 1) * length) / (2 * n));
  let [entered, left] = [0, 0];
  const end = start + passages.in + passages.out;
  for (let row = start; row < end; row++) {
    const entrance = entered < passages.in ? timeOf(entered, passages.in) : Infinity;
    const exit = left < passages.out ? timeOf(left, passages.out) : Infinity;
    const isIn = entrance <= exit;
    timestamps[row] = isIn ? entrance : exit;
    trajectories[row] = isIn ? 1 : -1;
    numbers[row] = isIn ? entered++ : left++;
  }
  return into;
}

export interface CrossingOrigin {
  /** How often the readings of its line have been replaced or judged again: events that have been voided stay so. */
  readonly revision: number;
  /** The key of the register that counts it, if another sensor has its event (D32); 0 for the sensor itself. */
  readonly register: number;
  /** The place of the reading among several that end at one instant; absent for the first one. */
  readonly place?: number | undefined;
}

/**
 * The event id of a crossing (D31). With the sensor, the time and the direction of its event it names the crossing, so
 * that the same reading again adds nothing (D9). It has the length of the span as a decimal number of ms: the event's
 * time is uncertain by as much.
 *
 * @param prefix that of its span
 * @param number of the crossing in its direction
 */
export function crossingId(prefix: string, number: number): string {
  return prefix + number.toString(36);
}

export function crossingPrefix(
  { from, to }: ReadingSpan,
  { revision, register, place }: CrossingOrigin,
): string {
  const name = `rdg_${from.toString(36)}-${to - from}-`;
  if (place !== undefined)
    return `${name}${[revision, register, place].map((number) => number.toString(36)).join("-")}-`;
  if (register !== 0) return `${name}${revision.toString(36)}-${register.toString(36)}-`;
  return revision === 0 ? name : `${name}${revision.toString(36)}-`;
}

const CROSSING_ID = /^rdg_(-?[0-9a-z]+)-(\d+)-(?:[0-9a-z]+-(?:([0-9a-z]+)-(?:[0-9a-z]+-)?)?)?[0-9a-z]+$/;

/** The span of a crossing, and the key of its register, from its event id; null if the event is of no reading. */
export function crossingOf(eventId: string): (ReadingSpan & Pick<CrossingOrigin, "register">) | null {
  const [, start = null, length = "", register = "0"] = CROSSING_ID.exec(eventId) ?? [];
  if (start === null) return null;
  const from = Number.parseInt(start, 36);
  return { from, to: from + Number(length), register: Number.parseInt(register, 36) };
}

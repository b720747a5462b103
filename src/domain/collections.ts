/** The first index of a range at which a condition holds, if it holds at all later ones; `end` if there is none. */
export function firstIndex(start: number, end: number, holds: (index: number) => boolean): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function getOrInsert<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Groups items by key, in the order of the input. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrInsert(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** A span of days, both included, in days since the epoch; each may be infinite. */
export interface DayRange {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Splits a span into spans of about a number of events; a day is never split. @param days those that have events */
export function splitDays(
  { firstDay, lastDay }: DayRange,
  days: readonly { readonly day: number; readonly events: number }[],
  eventsMax: number,
): DayRange[] {
  const spans: DayRange[] = [];
  let start = firstDay;
  let total = 0;
  for (const { day, events } of days) {
    if (total > 0 && total + events > eventsMax) {
      spans.push({ firstDay: start, lastDay: day - 1 });
      start = day;
      total = 0;
    }
    total += events;
  }
  return [...spans, { firstDay: start, lastDay }];
}

/**
 * Numbers in ascending order of a whole number of each; those with the same one stay in their order. Sorting by a
 * function that compares takes several times as long for thousands.
 */
export function sortedBy(values: readonly number[], keyOf: (value: number) => number): readonly number[] {
  const { length } = values;
  if (length < 2) return values;
  const keys = new Float64Array(length);
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < length; i++) {
    const key = keyOf(values[i] as number);
    keys[i] = key;
    if (key < least) least = key;
    if (key > greatest) greatest = key;
  }
  for (let i = 0; i < length; i++) keys[i] = (keys[i] as number) - least;
  const range = greatest - least;
  const order = (length < BYTES_FROM || range >= 2 ** 32 ? orderByPlaces : orderByBytes)(keys, range);
  if (order === null) return values.toSorted((a, b) => keyOf(a) - keyOf(b));
  const sorted = new Array<number>(length);
  for (let i = 0; i < length; i++) sorted[i] = values[order[i] as number] as number;
  return sorted;
}

/** The number of keys from which on it takes less to sort them by their bytes. */
const BYTES_FROM = 256;

/** The indexes of some whole keys from 0 up, by key: a radix sort of keys below 2 ** 32, from their lowest byte on. */
function orderByBytes(keys: Float64Array, greatest: number): Uint32Array {
  const { length } = keys;
  const bits = new Uint32Array(keys);
  let order = new Uint32Array(length);
  let next = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  for (let shift = 0; shift < 32 && greatest >= 2 ** shift; shift += 8) {
    const byteOf = (index: number) => ((bits[index] as number) >>> shift) & 255;
    const ends = new Uint32Array(256);
    for (let i = 0; i < length; i++) (ends[byteOf(i)] as number)++;
    for (let byte = 1; byte < 256; byte++) (ends[byte] as number) += ends[byte - 1] as number;
    // From the last one, so that those with the same byte stay in their order.
    for (let i = length - 1; i >= 0; i--) {
      const index = order[i] as number;
      next[--(ends[byteOf(index)] as number)] = index;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** The same, for any keys: each gets its index as its lowest places. Null if they are too great for that. */
function orderByPlaces(keys: Float64Array, greatest: number): Float64Array | null {
  // A power of two, so that no division of a key rounds.
  const places = 2 ** Math.ceil(Math.log2(keys.length));
  if ((greatest + 1) * places > Number.MAX_SAFE_INTEGER) return null;
  for (let i = 0; i < keys.length; i++) keys[i] = (keys[i] as number) * places + i;
  keys.sort();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number;
    keys[i] = key - Math.floor(key / places) * places;
  }
  return keys;
}

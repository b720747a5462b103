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

/** The value of a key in a map, which is made and added if there is none. */
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
  if (values.length < 2) return values;
  let least = Infinity;
  let greatest = -Infinity;
  for (const value of values) {
    least = Math.min(least, keyOf(value));
    greatest = Math.max(greatest, keyOf(value));
  }
  // A power of two, so that no division of a key rounds.
  const places = 2 ** Math.ceil(Math.log2(values.length));
  if ((greatest - least + 1) * places > Number.MAX_SAFE_INTEGER)
    return values.toSorted((a, b) => keyOf(a) - keyOf(b));
  const keys = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) keys[i] = (keyOf(values[i] as number) - least) * places + i;
  keys.sort();
  const sorted = new Array<number>(values.length);
  for (let i = 0; i < values.length; i++) {
    const key = keys[i] as number;
    sorted[i] = values[key - Math.floor(key / places) * places] as number;
  }
  return sorted;
}

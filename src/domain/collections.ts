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

/** Groups items by key, in the order of the input. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A span of days, both included, in days since the epoch; each may be infinite. */
export interface DaySpan {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Splits a span into spans of about a number of events; a day is never split. @param days those that have events */
export function splitDays(
  { firstDay, lastDay }: DaySpan,
  days: readonly { readonly day: number; readonly events: number }[],
  eventsMax: number,
): DaySpan[] {
  const spans: DaySpan[] = [];
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

import { calendarDayAt, calendarDayOf, type TimeSpan } from "../../domain/local-hours.ts";
import type { SpaceHistory } from "../catalog/space-history.ts";
import type { RunReader } from "../ports.ts";
import { type LocalHour, localHours, type SpanCounts } from "./hourly-counts.ts";

/** A local date of a space. */
export interface LocalDay extends SpanCounts {
  /** In local days; a date that occurs twice ends when it first ends (D2). */
  readonly localDay: number;
  /** The time measured, in ms. */
  readonly length: number;
}

/**
 * The local dates of a space that touch a range, whole, ascending, in batches. They consist of `localHours`: the first
 * begins with the hour of the space's first change, the last ends with the present.
 *
 * @param range half-open, in ms; either end may be infinite
 * @param now the present, in ms
 * @throws HeadcountError `data-lost` if runs whose events have been removed cannot be read
 */
export async function* localDays(
  runs: RunReader,
  history: SpaceHistory,
  range: TimeSpan,
  now: number,
): AsyncGenerator<readonly LocalDay[]> {
  const { timeZone } = history.space;
  const last = Math.min(range.end, now) - 1;
  if (last < range.start) return;
  const start = Number.isFinite(range.start) ? calendarDayAt(range.start, timeZone).start : range.start;
  const { end } = calendarDayAt(last, timeZone);
  let days: SummedDay[] = [];
  for await (const hours of localHours(runs, history, { start, end }, now)) {
    for (const hour of hours) addHour(days, hour, calendarDayOf(hour.start, timeZone));
    yield days.slice(0, -1);
    days = days.slice(-1);
  }
  yield days;
}

/** A day to which hours are added. */
type SummedDay = { -readonly [K in keyof LocalDay]: LocalDay[K] };

/** Adds an hour to the last day, or, if it is of another date, as a new one. */
function addHour(days: SummedDay[], hour: LocalHour, localDay: number): void {
  const length = hour.end - hour.start;
  const day = days.at(-1);
  if (day?.localDay !== localDay) {
    const { end: _, offset: __, ...counts } = hour;
    days.push({ localDay, length, ...counts });
    return;
  }
  day.length += length;
  day.min = Math.min(day.min, hour.min);
  day.max = Math.max(day.max, hour.max);
  day.entrances += hour.entrances;
  day.exits += hour.exits;
  day.integral += hour.integral;
}

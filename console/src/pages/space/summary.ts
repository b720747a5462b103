import { DateTime } from "luxon";
import { durationMs, formatDuration } from "../../durations.ts";
import {
  formatAverage,
  formatCount,
  formatDay,
  formatDayOfYear,
  formatMoment,
  formatTime,
} from "../../format.ts";
import type { CountMetrics } from "../../queries/counts.ts";
import type { TimeRange } from "../../ranges.ts";

/** The days of a range, and its times unless it consists of whole days, such as `Fri 20 Nov 2026, 12:00–14:00`. */
export function formatRange(range: TimeRange, zone: string): string {
  const start = DateTime.fromMillis(range.start, { zone });
  const end = DateTime.fromMillis(range.end, { zone });
  const isOfDays = start.equals(start.startOf("day")) && end.equals(end.startOf("day"));
  const last = isOfDays ? end.minus({ days: 1 }) : end;
  const isOneDay = start.hasSame(last, "day");
  const to = formatDayOfYear(last.toMillis(), zone);
  const isOneYear = start.hasSame(last, "year");
  const from = (isOneYear ? formatDay : formatDayOfYear)(range.start, zone);
  if (isOfDays) return isOneDay ? to : `${from} – ${to}`;
  const [startTime, endTime] = [formatTime(range.start, zone), formatTime(range.end, zone)];
  return isOneDay ? `${to}, ${startTime}–${endTime}` : `${from}, ${startTime} – ${to}, ${endTime}`;
}

/** Whether there are no people, entrances or exits; false while this is unknown. */
export function isEmpty(metrics: CountMetrics | null): boolean {
  if (metrics === null) return false;
  const { count, entrances, exits } = metrics;
  return !count.max.value && entrances.total === 0 && exits.total === 0;
}

/** A summary of the charts in a few sentences. */
export function summaryOf(range: TimeRange, metrics: CountMetrics | null, zone: string): string {
  const { value: highest, timestamp } = metrics?.count.max ?? { value: null, timestamp: null };
  if (metrics === null || highest === null || timestamp === null) return "No data in this period.";
  const { count, entrances, exits, safe_threshold: safe } = metrics;
  const sentences = [
    `${formatRange(range, zone)}: there were ${formatCount(count.min.value)} to ${formatCount(highest)} people,` +
      ` ${formatAverage(count.average)} on average, with the peak on ${formatMoment(timestamp, zone)}.`,
    `${formatCount(entrances.total)} people entered and ${formatCount(exits.total)} left.`,
  ];
  if (safe !== null)
    sentences.push(
      safe.breaches === 0
        ? "The safe limit was never exceeded."
        : `The safe limit of ${formatAverage(safe.limit)} was exceeded ${times(safe.breaches)},` +
            ` for ${formatDuration(durationMs(safe.unsafe_duration))}.`,
    );
  return sentences.join(" ");
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${formatCount(count)} times`;
}

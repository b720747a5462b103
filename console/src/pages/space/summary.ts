import { formatAverage, formatCount, formatMoment } from "../../format.ts";
import type { CountMetrics } from "../../queries/counts.ts";
import type { TimeRange } from "../../ranges.ts";

/** What the charts show, in a sentence or two. */
export function summaryOf(range: TimeRange, metrics: CountMetrics | null, zone: string): string {
  const { value: highest, timestamp } = metrics?.count.max ?? { value: null, timestamp: null };
  if (metrics === null || highest === null || timestamp === null)
    return "Nothing has been measured in this time.";
  const { count, entrances, exits, safe_threshold: safe } = metrics;
  const from = formatMoment(range.start, zone);
  const sentences = [
    `From ${from}, there were ${formatCount(count.min.value)} to ${formatCount(highest)} people,` +
      ` ${formatAverage(count.average)} on average, the most on ${formatMoment(timestamp, zone)}.`,
    `${formatCount(entrances.total)} came in and ${formatCount(exits.total)} went out.`,
  ];
  if (safe !== null)
    sentences.push(
      safe.breaches === 0
        ? "The safe limit was never exceeded."
        : `The safe limit of ${formatAverage(safe.limit)} was exceeded ${times(safe.breaches)},` +
            ` for ${safe.unsafe_duration}.`,
    );
  return sentences.join(" ");
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${formatCount(count)} times`;
}

import { DateTime } from "luxon";
import {
  durationMs,
  formatAverage,
  formatCount,
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatMoment,
  formatShare,
  formatTime,
} from "../../format.ts";
import type { CountMetrics } from "../../queries/counts.ts";
import { COMPARISONS, INTERVALS, type TimeRange } from "../../ranges.ts";
import { BANDS } from "../../utilization.ts";
import { formatChange } from "./readout.tsx";
import type { SpaceView } from "./space-controls.tsx";

/** The metrics of the whole range (D13). */
export function Numbers(props: {
  readonly target: number | null;
  readonly metrics: CountMetrics | null;
  /** The metrics of the comparison. */
  readonly previous: CountMetrics | null;
  /** Why they are not compared, although a comparison is selected; null otherwise. */
  readonly whyNotCompared: string | null;
  readonly view: SpaceView;
}) {
  const { previous, view, whyNotCompared } = props;
  // Without measured time, totals are 0 and durations have no length.
  const metrics = props.metrics?.count.max.value === null ? null : props.metrics;
  const moment = (timestamp: string | null | undefined) => timestamp && formatMoment(timestamp, view.zone);
  // "a day", "an hour", "15 minutes".
  const per = INTERVALS[view.interval].label.replace(/^1 (?=hour)/, "an ").replace(/^1 /, "a ");
  const busiest = (flow: CountMetrics["entrances"] | undefined) =>
    flow?.peak.value
      ? `peak ${formatCount(flow.peak.value)} in ${per}, ${moment(flow.peak.timestamp)}`
      : null;
  const target = metrics?.target_utilization ?? null;
  const safe = metrics?.safe_threshold ?? null;
  const peak = metrics?.count.max;
  const figures: [label: string, value: string, note: string | null | undefined][] = [
    ["Peak", formatCount(peak?.value), peak?.value ? moment(peak.timestamp) : null],
    ["Average", formatAverage(metrics?.count.average), target && `${formatShare(target.average)} of target`],
    ["Entrances", formatCount(metrics?.entrances.total), busiest(metrics?.entrances)],
    ["Exits", formatCount(metrics?.exits.total), busiest(metrics?.exits)],
  ];
  if (safe !== null)
    figures.push([
      "Unsafe time",
      formatDuration(durationMs(safe.unsafe_duration)),
      `above ${formatAverage(safe.limit)}, ${formatCount(safe.breaches)} ${safe.breaches === 1 ? "breach" : "breaches"}`,
    ]);
  const compared = comparedWith(metrics, previous);
  return (
    <section className="card stack" aria-label="Numbers">
      <dl className="space-figures">
        {figures.map(([label, value, note]) => (
          <div key={label}>
            <dt className="small soft">{label}</dt>
            <dd
              className={`tabular space-figure-value ${label === "Unsafe time" && safe?.breaches ? "space-figure-bad" : ""}`}
            >
              {value}
            </dd>
            {note && <dd className="smaller soft">{note}</dd>}
            {view.comparison !== null && compared.has(label) && (
              <dd className="smaller soft">
                {compared.get(label)} ({COMPARISONS[view.comparison].toLowerCase()})
              </dd>
            )}
          </div>
        ))}
      </dl>
      {whyNotCompared !== null && <p className="smaller soft">{whyNotCompared}</p>}
      {target !== null && <Durations durations={target.durations} target={props.target} />}
    </section>
  );
}

/** The metrics of the comparison and the differences from them, such as `40 before, +5, +13%`, by their labels. */
export function comparedWith(
  metrics: CountMetrics | null,
  previous: CountMetrics | null,
): ReadonlyMap<string, string> {
  if (metrics === null || previous === null) return new Map();
  const pairs = [
    ["Peak", metrics.count.max.value, previous.count.max.value, formatCount],
    ["Average", metrics.count.average, previous.count.average, formatAverage],
    ["Entrances", metrics.entrances.total, previous.entrances.total, formatCount],
    ["Exits", metrics.exits.total, previous.exits.total, formatCount],
  ] as const;
  return new Map(
    pairs.map(([label, now, before, format]) => {
      const change = formatChange(now, before);
      return [label, [`${format(before)} before`, change].filter(Boolean).join(", ")];
    }),
  );
}

/** The time in each band of the target utilization, as a bar and in a table. */
function Durations(props: {
  readonly durations: NonNullable<CountMetrics["target_utilization"]>["durations"];
  readonly target: number | null;
}) {
  const { durations, target } = props;
  const bands = BANDS.map(({ floor, name, label }) => {
    return { name, label, ms: durationMs(durations[(floor * 100) as 0 | 40 | 80 | 100]) };
  });
  const total = bands.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <div className="stack gap-2">
      <h2 className="small">
        Utilization <span className="soft unbold">of the target of {formatCount(target)}</span>
      </h2>
      <div className="space-duration-bar" aria-hidden="true">
        {/* An empty band would still have a gap beside it. */}
        {bands
          .filter(({ ms }) => ms > 0)
          .map(({ name, ms }) => (
            <span key={name} className={`band-${name}`} style={{ flexGrow: ms }} />
          ))}
      </div>
      <table className="small space-duration-table">
        <caption className="visually-hidden">Time by utilization</caption>
        <tbody>
          {bands.map(({ name, label, ms }) => (
            <tr key={name}>
              <th scope="row">
                <span className={`space-swatch band-${name}`} aria-hidden="true" /> {label}
              </th>
              <td className="numeric nowrap">{formatDuration(ms)}</td>
              <td className="numeric nowrap soft">{formatShare(total === 0 ? null : ms / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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

/** A summary of the charts in a few sentences. */
export function summaryOf(view: Pick<SpaceView, "range" | "zone">, metrics: CountMetrics | null): string {
  const { range, zone } = view;
  const { value: highest, timestamp } = metrics?.count.max ?? { value: null, timestamp: null };
  if (metrics === null || highest === null || timestamp === null) return "No data in this period.";
  if (highest === 0) return `${formatRange(range, zone)}: there were no people.`;
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

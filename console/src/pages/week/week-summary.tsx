import { Link } from "react-router";
import { formatDate } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import type { TimeRange } from "../../ranges.ts";
import { cellTime, cellValue } from "./labels.ts";
import { busiestSample, type HourSample, type Measure, type WeekCell } from "./week-grid.ts";

const TITLES: Readonly<Record<Measure, string>> = {
  average: "Busiest",
  highest: "Highest count",
  entrances: "Most entrances",
};

/** The hour with the highest value. */
export function BusiestHour(props: {
  readonly space: Space;
  readonly busiest: WeekCell | null;
  readonly measure: Measure;
  readonly isSingle: boolean;
}) {
  const { space, busiest, measure, isSingle } = props;
  if (busiest === null) return <p className="week-busiest">No people in this period.</p>;
  return (
    <p className="week-busiest">
      {TITLES[measure]}:{" "}
      <Link to={spaceAt(space, busiest, measure)}>{cellTime(busiest, space.time_zone, isSingle)}</Link>,{" "}
      {cellValue(busiest, measure, { zone: space.time_zone, isSingle })}
    </p>
  );
}

/** The URL of the Space page for the hour with the highest value of a cell. */
export function spaceAt(space: Space, cell: WeekCell, measure: Measure): string {
  const { start, end } = busiestSample(cell, measure);
  const [from, to] = [start, end].map((instant) => new Date(instant).toISOString());
  return `/spaces/${space.id}?from=${from}&to=${to}`;
}

/** The space, the days and the time zone of the heat map. */
export function RangeText(props: {
  readonly space: Space;
  readonly range: TimeRange;
  readonly samples: readonly HourSample[];
  readonly isSingle: boolean;
}) {
  const { space, range, samples, isSingle } = props;
  const day = (instant: number) => formatDate(instant, space.time_zone);
  const first = samples[0]?.start ?? range.start;
  const last = (samples.at(-1)?.end ?? range.end) - 1;
  return (
    <>
      {space.name}, {day(first)} – {day(last)}, {isSingle ? "hourly" : "all weeks combined"}, time zone{" "}
      {space.time_zone}
    </>
  );
}

import { type CSSProperties, useMemo, useState } from "react";
import type UPlot from "uplot";
import { markLabel, timeMarks } from "../../charts/time-axis.ts";
import {
  type ChartColors,
  type ChartOptions,
  chartFont,
  UPlotChart,
  useChartColors,
} from "../../charts/uplot-chart.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { formatInstant, formatNumber, NOTHING } from "../../format.ts";
import { BARS_MAX, type QuickChart, valueText } from "./result-values.ts";

const HEIGHT = 360;
/** The width of a mark of the time axis, in pixels. */
const MARK_WIDTH = 90;
const PALETTE = [
  "accent",
  "exit",
  "full",
  "quiet",
  "over",
  "busy",
] as const satisfies readonly (keyof ChartColors)[];

/** The chart of a result. */
export function ResultChart({ chart }: { readonly chart: QuickChart }) {
  if (chart.kind === "bars") return <ResultBars chart={chart} />;
  return <LineChart chart={chart} />;
}

function LineChart({ chart }: { readonly chart: Extract<QuickChart, { kind: "lines" }> }) {
  const { times, series } = chart;
  const colors = useChartColors();
  const names = useMemo(() => series.map(({ name }) => name), [series]);
  const options = useMemo(() => lineOptions(names, colors), [names, colors]);
  const data = useMemo(
    () => [[...times], ...series.map(({ values }) => [...values])] as UPlot.AlignedData,
    [times, series],
  );
  return (
    <figure className="card stack gap-3 sql-chart">
      <UPlotChart options={options} data={data} height={HEIGHT} />
      <figcaption className="visually-hidden">
        {names.join(", ")} over time, {times.length} points. The table has the same data.
      </figcaption>
    </figure>
  );
}

/** Times are in ms, and are shown as in the result: in UTC, or local for columns with local times. */
function lineOptions(names: readonly string[], colors: ChartColors): ChartOptions {
  const font = chartFont(1);
  const axis = { stroke: colors["ink-soft"], grid: { stroke: colors.grid, width: 1 }, font } as const;
  return {
    ms: 1,
    padding: [10, 28, 0, 0],
    tzDate: (ms) => new Date(ms),
    scales: { x: { time: true } },
    series: [
      {
        value: (_, time) => (time === null ? NOTHING : formatInstant(time, "UTC")),
      },
      ...names.map((label, index) => ({
        label,
        value: (_: UPlot, value: number | null) => formatNumber(value),
        stroke: colors[PALETTE[index % PALETTE.length] ?? "accent"],
        width: 2,
        points: { show: false },
      })),
    ],
    axes: [
      {
        ...axis,
        splits: (chart, _, from, to) => [...timeMarks(from, to, "UTC", chart.width / MARK_WIDTH)],
        values: (_, marks) => {
          const span = (marks.at(-1) ?? 0) - (marks[0] ?? 0);
          return marks.map((mark) => markLabel(mark, span, "UTC"));
        },
      },
      { ...axis, size: 64, values: (_, values) => values.map(formatNumber) },
    ],
    legend: { show: true },
  };
}

/** Horizontal bars with labels, for one column of numbers at a time. */
function ResultBars({ chart }: { readonly chart: Extract<QuickChart, { kind: "bars" }> }) {
  const { labels, series } = chart;
  const [chosen, setChosen] = useState(0);
  const shown = series[chosen] ?? series[0];
  if (shown === undefined) return null;
  const highest = Math.max(...shown.values.map((value) => Math.abs(value ?? 0))) || 1;
  return (
    <figure className="card stack gap-3 sql-chart">
      {series.length > 1 && (
        <SelectField
          label="Column"
          value={String(chosen)}
          choices={series.map(({ name }, index) => ({ value: String(index), name }))}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      <dl className="stack gap-1 small tabular sql-bars">
        {labels.map((label, index) => {
          const value = shown.values[index] ?? null;
          const share = Math.abs(value ?? 0) / highest;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels can repeat
            <div key={index} style={{ "--share": share.toFixed(4) } as CSSProperties}>
              <dt>{label}</dt>
              <dd className={value !== null && value < 0 ? "sql-bar-negative" : ""}>
                <span>{value === null ? "NULL" : valueText(value, { name: "", type: "DOUBLE" })}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <figcaption className="smaller soft sql-hint">
        {shown.name}
        {labels.length === BARS_MAX && ` of the first ${BARS_MAX} rows`}
      </figcaption>
    </figure>
  );
}

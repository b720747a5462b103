import { type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import UPlot from "uplot";
import { markLabel, timeMarks } from "../../charts/time-axis.ts";
import {
  type ChartColors,
  type ChartOptions,
  chartFont,
  faded,
  touchSelect,
  UPlotChart,
  useChartColors,
} from "../../charts/uplot-chart.tsx";
import { formatCount } from "../../format.ts";
import { INTERVALS, type TimeRange } from "../../ranges.ts";
import { drawOverlays, drawUnderlays, EVENT_STRIP, type Overlays } from "./chart-overlays.ts";
import { ChartSlider, CursorTime, Readout } from "./readout.tsx";
import { countData, flowData } from "./samples.ts";
import { type SpaceView, selected } from "./space-controls.tsx";
import type { SpaceData } from "./use-space-data.ts";

const COUNT_HEIGHT = 320;
const FLOW_HEIGHT = 180;

/** The charts of the count, and of entrances and exits, with a common cursor. */
export function SpaceCharts(props: {
  readonly view: SpaceView;
  readonly data: SpaceData;
  readonly overlays: Overlays;
  /** Receive the charts of the count and of entrances and exits. */
  readonly charts: readonly [RefObject<UPlot | null>, RefObject<UPlot | null>];
}) {
  const { view, data, overlays, charts } = props;
  const { zone, range } = view;
  const [countChart, flowChart] = charts;
  const [cursor] = useState(() => new CursorTime());
  const newest = useRef({ overlays, view });
  newest.current = { overlays, view };
  const syncKey = useId();
  const colors = useChartColors();

  const [countChartOptions, flowChartOptions] = useMemo(() => {
    const setting: ChartSetting = {
      range,
      zone,
      colors,
      syncKey,
      onSelect: (selection) => newest.current.view.zoomTo(selected(selection)),
      onReset: () => newest.current.view.isZoomed && newest.current.view.zoomTo(null),
      onCursor: cursor.set,
    };
    return [countOptions(setting, () => newest.current.overlays), flowOptions(setting)];
  }, [range, zone, colors, syncKey, cursor]);
  const lines = useMemo(
    () =>
      countData({
        samples: data.samples,
        previous: data.previous,
        last: data.last,
        events: overlays.events.flatMap(({ time, countAfter }) =>
          countAfter === null ? [] : [{ time, count: countAfter }],
        ),
      }),
    [data.samples, data.previous, data.last, overlays.events],
  );
  const bars = useMemo(() => flowData(data.samples), [data.samples]);

  // Overlays can change the scale of the lines.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart reads the overlays through `newest`
  useEffect(() => {
    const chart = countChart.current;
    chart?.setData(chart.data);
  }, [overlays, countChart]);

  return (
    <>
      <Readout view={view} data={data} cursor={cursor} />
      <ChartSlider view={view} data={data} cursor={cursor} chart={countChart}>
        <h2 className="small strong">People</h2>
        <UPlotChart options={countChartOptions} data={lines} height={COUNT_HEIGHT} chart={countChart} />
        <h2 className="small strong">
          In and out{" "}
          <span className="soft unbold">per {INTERVALS[view.interval].label.replace(/^1 /, "")}</span>
        </h2>
        <UPlotChart options={flowChartOptions} data={bars} height={FLOW_HEIGHT} chart={flowChart} />
      </ChartSlider>
      <ChartLegend overlays={overlays} data={data} />
    </>
  );
}

/** The options that both charts share. */
interface ChartSetting {
  readonly range: TimeRange;
  readonly zone: string;
  readonly colors: ChartColors;
  /** Charts with the same key share a cursor. */
  readonly syncKey: string;
  onSelect(range: TimeRange): void;
  /** Called on a double-click, which resets the zoom. */
  onReset(): void;
  onCursor(time: number | null): void;
}

const LABEL_PX = 84;
const GUTTER_PX = 44;
/** A shorter drag is a click. */
const SELECTION_PX_MIN = 5;
const WHOLE_STEPS = [1, 2, 5].flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((power) => digit * 10 ** power));
WHOLE_STEPS.sort((a, b) => a - b);

/** The count as a step line over the band from its minimum to its maximum, with overlays. */
function countOptions(setting: ChartSetting, overlays: () => Overlays): ChartOptions {
  const { colors } = setting;
  const steps = UPlot.paths.stepped?.({ align: 1 });
  const line = { ...(steps === undefined ? {} : { paths: steps }), points: { show: false } };
  return {
    ...common(setting, (value) => (value < 0 ? "" : formatCount(value))),
    scales: {
      x: xScale(setting),
      y: { range: (_chart, _lowest, highest) => countRange(highest, overlays()) },
    },
    series: [
      {},
      { ...line, stroke: colors.accent, width: 2 },
      { ...line, width: 0 },
      { ...line, width: 0 },
      { ...line, stroke: colors.before, width: 2, dash: [6, 4] },
    ],
    bands: [{ series: [2, 3], fill: faded(colors.accent, 0.22) }],
    hooks: {
      ...cursorHooks(setting),
      drawClear: [(chart) => drawUnderlays(chart, overlays(), colors)],
      draw: [(chart) => drawOverlays(chart, overlays(), colors)],
    },
  };
}

/** Entrances as bars upwards, exits downwards. */
function flowOptions(setting: ChartSetting): ChartOptions {
  const { colors } = setting;
  const bars = UPlot.paths.bars?.({ align: 1, size: [0.86, 64, 1] });
  const bar = { ...(bars === undefined ? {} : { paths: bars }), points: { show: false }, width: 0 };
  return {
    ...common(setting, (value) => formatCount(Math.abs(value))),
    scales: { x: xScale(setting), y: { range: (_chart, lowest, highest) => flowRange(lowest, highest) } },
    series: [{}, { ...bar, fill: colors.entrance }, { ...bar, fill: colors.exit }],
    hooks: cursorHooks(setting),
  };
}

function common({ zone, colors, syncKey, onReset }: ChartSetting, valueLabel: (value: number) => string) {
  const axis = {
    stroke: colors["ink-soft"],
    font: chartFont(1),
    ticks: { show: false },
    grid: { stroke: colors.grid, width: 1 },
    border: { show: false },
  };
  return {
    ms: 1,
    legend: { show: false },
    padding: [10, 12, 0, 0],
    plugins: [touchSelect()],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false },
      bind: {
        dblclick: () => () => {
          onReset();
          return null;
        },
      },
      // The charts share the cursor, but not the selection.
      sync: {
        key: syncKey,
        filters: { pub: (type: string) => type === "mousemove" || type === "mouseleave" },
      },
    },
    axes: [
      {
        ...axis,
        size: 32,
        gap: 8,
        splits: (chart: UPlot, _axis: number, min: number, max: number) => [
          ...timeMarks(min, max, zone, Math.max(2, Math.floor(chart.bbox.width / UPlot.pxRatio / LABEL_PX))),
        ],
        values: (chart: UPlot, marks: number[]) => {
          const span = (marks.at(-1) ?? 0) - (marks[0] ?? 0);
          // A label at the end would be cut off.
          const room = chart.bbox.width / UPlot.pxRatio - LABEL_PX / 4;
          return marks.map((mark) => (chart.valToPos(mark, "x") > room ? "" : markLabel(mark, span, zone)));
        },
      },
      {
        ...axis,
        size: GUTTER_PX,
        gap: 6,
        space: 26,
        incrs: WHOLE_STEPS,
        values: (_chart: UPlot, values: number[]) => values.map(valueLabel),
      },
    ],
  } satisfies Partial<ChartOptions>;
}

function xScale({ range }: ChartSetting) {
  return { time: false, range: () => [range.start, range.end] as [number, number] };
}

/** From 0 to a little above the maximum, with room for the marks of events below. */
function countRange(highest: number | null, { limits, events }: Overlays): [number, number] {
  const visible = limits.map(({ value }) => value).filter((value) => isVisible(value, highest ?? 0));
  const top = Math.max(4, highest ?? 0, ...visible) * 1.08;
  return [events.length === 0 ? 0 : -top * EVENT_STRIP, top];
}

function flowRange(lowest: number | null, highest: number | null): [number, number] {
  const most = Math.max(2, highest ?? 0, -(lowest ?? 0)) * 1.08;
  return [-most, most];
}

function cursorHooks({ onSelect, onCursor }: ChartSetting) {
  return {
    setCursor: [
      (chart: UPlot) => {
        const { left = -1 } = chart.cursor;
        onCursor(left < 0 ? null : chart.posToVal(left, "x"));
      },
    ],
    setSelect: [
      (chart: UPlot) => {
        const { left, width } = chart.select;
        if (width < SELECTION_PX_MIN) return;
        const range = { start: chart.posToVal(left, "x"), end: chart.posToVal(left + width, "x") };
        chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        onSelect(range);
      },
    ],
  };
}

/** The legend of the marks in the charts. */
function ChartLegend({ overlays, data }: { readonly overlays: Overlays; readonly data: SpaceData }) {
  const { samples, previous } = data;
  const entries = useMemo(() => {
    const highest = [...samples, ...previous].reduce((most, { max }) => Math.max(most, max), 0);
    return legendOf(overlays, highest);
  }, [overlays, samples, previous]);
  if (entries.length === 0) return null;
  return (
    <ul className="row small soft space-legend" aria-label="Legend">
      {entries.map(({ mark, label }) => (
        <li key={mark} className="row gap-2">
          <span className="space-legend-mark" style={MARKS[mark]} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The looks of the marks: lines as in the charts, and areas. */
const MARKS = {
  safe: { height: 0, borderTop: "2px solid var(--over)" },
  capacity: { height: 0, borderTop: "2px dashed var(--ink-soft)" },
  target: { height: 0, borderTop: "2px dashed var(--full)" },
  breach: {
    borderTop: "3px solid var(--over)",
    background: "color-mix(in oklab, var(--over) 14%, transparent)",
  },
  "daily reset": { width: 0, borderLeft: "2px dotted var(--ink-soft)" },
  reset: { width: 0, borderLeft: "2px dashed var(--ink)" },
  in: { width: 0, borderLeft: "2px solid var(--entrance)" },
  out: { width: 0, borderLeft: "2px solid var(--exit)" },
  now: { width: 0, borderLeft: "2px solid var(--ink)" },
  gap: { background: "repeating-linear-gradient(135deg, var(--line-strong) 0 1px, transparent 1px 5px)" },
};

/** A mark of the charts and its label. */
interface LegendEntry {
  readonly mark: keyof typeof MARKS;
  readonly label: string;
}

/** The labels of the marks in the charts. The readout has those of the lines and bars. */
export function legendOf(overlays: Overlays, highest: number): readonly LegendEntry[] {
  const { limits, breaches, dailyResets, resets, events, gaps, now } = overlays;
  const entries: (LegendEntry | false)[] = [
    ...limits.map(({ kind, label, value }) => ({
      mark: kind,
      label: isVisible(value, highest) ? label : `${label}, above the chart`,
    })),
    breaches.length > 0 && { mark: "breach", label: "Above the safe limit" },
    dailyResets.length > 0 && { mark: "daily reset", label: "Daily reset to 0" },
    resets.length > 0 && { mark: "reset", label: "Explicit reset" },
    events.some(({ direction }) => direction === 1) && { mark: "in", label: "Entrance" },
    events.some(({ direction }) => direction === -1) && { mark: "out", label: "Exit" },
    now !== null && { mark: "now", label: "Now" },
    gaps.length > 0 && { mark: "gap", label: "Not counted" },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Whether the chart shows a limit. A limit far above the counts would flatten the line. @param highest count */
function isVisible(limit: number, highest: number): boolean {
  return limit <= Math.max(4, highest) * 2;
}

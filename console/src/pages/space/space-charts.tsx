import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type UPlot from "uplot";
import { UPlotChart, useChartColors } from "../../charts/uplot-chart.tsx";
import { INTERVALS } from "../../ranges.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { type ChartSetting, countOptions, flowOptions } from "./chart-options.ts";
import type { Overlays } from "./chart-overlays.ts";
import { ChartSlider, CursorTime, Readout } from "./readout.tsx";
import { countData, flowData } from "./samples.ts";
import type { SpaceData } from "./use-space-data.ts";
import { type SpaceView, selected } from "./view.ts";

const COUNT_HEIGHT = 320;
const FLOW_HEIGHT = 180;

/** The charts of the count, and of entrances and exits, with a common cursor. */
export function SpaceCharts(props: {
  readonly zone: string;
  readonly view: SpaceView;
  readonly data: SpaceData;
  readonly overlays: Overlays;
  /** Receives the charts, the count chart first. */
  readonly charts: RefObject<readonly UPlot[]>;
}) {
  const { zone, view, data, overlays, charts } = props;
  const { range } = view;
  const [cursor] = useState(() => new CursorTime());
  const newest = useLatest({ overlays, view });
  const syncKey = useId();
  const colors = useChartColors();

  const setting = useMemo(
    (): ChartSetting => ({
      range,
      zone,
      colors,
      syncKey,
      onSelect: (selection) => newest.current.view.zoomTo(selected(selection)),
      onReset: () => newest.current.view.isZoomed && newest.current.view.zoomTo(null),
      onCursor: cursor.set,
    }),
    [range, zone, colors, syncKey, newest, cursor],
  );
  const countChart = useRef<UPlot | null>(null);
  const flowChart = useRef<UPlot | null>(null);
  const store = useCallback(
    (ref: RefObject<UPlot | null>, chart: UPlot | null) => {
      ref.current = chart;
      charts.current = [countChart.current, flowChart.current].filter((each) => each !== null);
    },
    [charts],
  );
  const storeCount = useCallback((chart: UPlot | null) => store(countChart, chart), [store]);
  const storeFlow = useCallback((chart: UPlot | null) => store(flowChart, chart), [store]);

  const countChartOptions = useMemo(
    () => countOptions(setting, () => newest.current.overlays),
    [setting, newest],
  );
  const flowChartOptions = useMemo(() => flowOptions(setting), [setting]);
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
  }, [overlays]);

  return (
    <>
      <Readout
        samples={data.samples}
        previous={data.previous}
        cursor={cursor}
        view={view}
        zone={zone}
        last={data.last}
      />
      <ChartSlider
        samples={data.samples}
        previous={data.previous}
        cursor={cursor}
        zone={zone}
        view={view}
        chart={countChart}
      >
        <h2 className="space-chart-title">People</h2>
        <UPlotChart options={countChartOptions} data={lines} height={COUNT_HEIGHT} onChart={storeCount} />
        <h2 className="space-chart-title">
          In and out <span>per {INTERVALS[view.interval].label.replace(/^1 /, "")}</span>
        </h2>
        <UPlotChart options={flowChartOptions} data={bars} height={FLOW_HEIGHT} onChart={storeFlow} />
      </ChartSlider>
      <ChartLegend overlays={overlays} samples={data.samples} previous={data.previous} />
    </>
  );
}

/** A ref to the latest value, for stable callbacks. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

import { useMemo, useRef } from "react";
import type UPlot from "uplot";
import { NotMeasured } from "../../components/not-measured.tsx";
import { ErrorNote, Loading } from "../../components/states.tsx";
import { useIsMeasured } from "../../queries/links.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { Breaches } from "./breaches.tsx";
import { Downloads } from "./downloads.tsx";
import { Events } from "./events.tsx";
import { Numbers } from "./numbers.tsx";
import { SampleTable } from "./sample-table.tsx";
import { SpaceCharts } from "./space-charts.tsx";
import { SpaceControls } from "./space-controls.tsx";
import { SpaceHeader } from "./space-header.tsx";
import { formatRange, isEmpty, summaryOf } from "./summary.ts";
import { useOverlays } from "./use-overlays.ts";
import { type SpaceData, useSpaceData } from "./use-space-data.ts";
import { useSpaceView, type SpaceView as View } from "./view.ts";
import { ZoomButtons } from "./zoom-buttons.tsx";

/** The time between checks whether a new day has started. */
const DAY_TICK_MS = 30_000;

export function SpaceView({ space }: { readonly space: Space }) {
  const today = useNow(DAY_TICK_MS);
  const view = useSpaceView(space, today);
  const data = useSpaceData(space, view, today);
  const isMeasured = useIsMeasured(space, view.range, isEmpty(data.metrics));
  return (
    <div className="page space-page">
      <SpaceHeader space={space} />
      <SpaceControls space={space} view={view} today={today} />
      {isMeasured ? (
        <Measured space={space} view={view} data={data} today={today} />
      ) : (
        <NotMeasured space={space} />
      )}
    </div>
  );
}

/** The counts in the range of the view. */
function Measured(props: {
  readonly space: Space;
  readonly view: View;
  readonly data: SpaceData;
  readonly today: number;
}) {
  const { space, view, data, today } = props;
  const { overlays, breaches, events, resetsError, retryResets } = useOverlays(
    space,
    view,
    data.samples,
    today,
  );
  const charts = useRef<readonly UPlot[]>([]);
  const zone = space.time_zone;
  const summary = useMemo(() => summaryOf(view.range, data.metrics, zone), [view.range, data.metrics, zone]);
  const hasCounts = !data.isPending && !data.hasFailed;
  return (
    <>
      {data.error !== null && !data.hasFailed && <ErrorNote error={data.error} onRetry={data.retry} />}
      {resetsError !== null && hasCounts && (
        <ErrorNote error={resetsError} onRetry={retryResets}>
          The charts do not show resets.
        </ErrorNote>
      )}
      <div className="space-columns">
        <div className="space-main">
          <section className="card space-charts" aria-label="Charts" aria-busy={data.isPending || data.isOld}>
            <div className="space-charts-header">
              <p className="space-charts-range">
                {formatRange(view.range, zone)}
                <span className="space-zone"> {zone}</span>
              </p>
              <ZoomButtons view={view} now={today} />
            </div>
            {data.isPending && <Loading>Loading counts…</Loading>}
            {data.hasFailed && <ErrorNote error={data.error} onRetry={data.retry} />}
            {hasCounts && (
              <>
                <SpaceCharts zone={zone} view={view} data={data} overlays={overlays} charts={charts} />
                <p className="space-summary">{summary}</p>
              </>
            )}
          </section>
          {hasCounts && (
            <SampleTable
              samples={data.samples}
              previous={data.previous}
              interval={view.interval}
              zone={zone}
            />
          )}
          {(view.isZoomed || events !== null) && <Events space={space} events={events} />}
        </div>
        <div className="space-aside">
          <Numbers space={space} metrics={data.metrics} interval={view.interval} />
          <Breaches space={space} found={breaches} onShow={view.zoomTo} />
          <Downloads space={space} view={view} charts={charts} />
        </div>
      </div>
    </>
  );
}

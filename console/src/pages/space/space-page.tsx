import "./space.css";
import { useMemo, useRef } from "react";
import { Link, useParams } from "react-router";
import type UPlot from "uplot";
import { useTitle } from "../../components/page.tsx";
import { Empty, ErrorNote, Loading, NotMeasured, QueryState } from "../../components/states.tsx";
import { formatAverage, formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useIsMeasured } from "../../queries/use-is-measured.ts";
import { useNow } from "../../queries/use-now.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";
import { Breaches, Events } from "./breaches.tsx";
import { Downloads } from "./downloads.tsx";
import { formatRange, isEmpty, Numbers, summaryOf } from "./numbers.tsx";
import { SampleTable } from "./sample-table.tsx";
import { SpaceCharts } from "./space-charts.tsx";
import { SpaceControls, ZoomButtons } from "./space-controls.tsx";
import { useOverlays } from "./use-overlays.ts";
import { type SpaceData, useSpaceData } from "./use-space-data.ts";
import { type SpaceView, useSpaceView } from "./view.ts";

/** The counts of one space over any range. */
export function SpacePage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const space = spaces.data.find(({ id }) => id === spaceId);
  if (space === undefined)
    return (
      <Empty title={`Space ${spaceId} not found`}>
        <Link to="/">All spaces</Link>
      </Empty>
    );
  // The key resets the state for another space.
  return <SpaceCounts key={space.id} space={space} />;
}

/** The time between checks whether a new day has started. */
const DAY_TICK_MS = 30_000;

export function SpaceCounts({ space }: { readonly space: Space }) {
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
  readonly view: SpaceView;
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

/** The name of a space, its ancestors and its current count. */
export function SpaceHeader({ space }: { readonly space: Space }) {
  useTitle(space.name);
  return (
    <header className="space-header">
      <div className="space-title">
        {space.ancestry.length > 0 && (
          <nav aria-label="Inside">
            <ol className="space-path">
              {space.ancestry.toReversed().map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/spaces/${id}`}>{name}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1>{space.name}</h1>
      </div>
      <LiveNumber space={space} />
      <div className="page-tools">
        <Link className="button" to={`/display/${space.id}`}>
          Lobby display
        </Link>
        <Link className="button" to={`/set-up/spaces/${space.id}`}>
          Set-up
        </Link>
      </div>
    </header>
  );
}

function LiveNumber({ space }: { readonly space: Space }) {
  const count = useLiveCount(space);
  const limit = safeLimitOf(space);
  const full = fullAt(space);
  const share = full === null ? null : count / full;
  const band = bandOf(share);
  if (!isMeasuredNow(space))
    return (
      <p className="space-now">
        <span className="space-now-label">Now</span>
        <strong className="space-now-unknown">{NOT_MEASURED}</strong>
      </p>
    );
  return (
    <p className="space-now">
      <span className="space-now-label">Now</span>
      <strong className="space-now-count">{formatCount(count)}</strong>
      {full !== null && (
        <span className="space-now-of">
          of {formatCount(full)}, {formatShare(share)}
        </span>
      )}
      {limit !== null ? (
        <span className={`badge band-${count > limit ? "over" : "busy"}`}>
          {count > limit
            ? `Above the safe limit of ${formatAverage(limit)}`
            : `Safe up to ${formatAverage(limit)}`}
        </span>
      ) : (
        band === "over" && <span className="badge band-over">Full</span>
      )}
    </p>
  );
}

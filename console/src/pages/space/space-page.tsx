import "./space.css";
import { useMemo, useRef } from "react";
import { Link, useParams } from "react-router";
import type UPlot from "uplot";
import { FirstEvent } from "../../components/first-event.tsx";
import { useTitle } from "../../components/page.tsx";
import { Empty, ErrorNote, Loading, NotMeasured, QueryState } from "../../components/states.tsx";
import { formatAverage, formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isWaiting, measuredParts, measuredText, unmeasuredNow } from "../../measured.ts";
import { type Silence, silenceText, useSilences } from "../../queries/silence.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { rangeProblem } from "../../ranges.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";
import { Breaches, Events } from "./breaches.tsx";
import { Downloads } from "./downloads.tsx";
import { formatRange, Numbers, summaryOf } from "./numbers.tsx";
import { SampleTable } from "./sample-table.tsx";
import { SpaceCharts } from "./space-charts.tsx";
import { SpaceControls, type SpaceView, useSpaceView, ZoomButtons } from "./space-controls.tsx";
import { useOverlays, useSpaceData } from "./use-space-data.ts";

/** The counts of one space over any range. */
export function SpacePage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const space = spaces.data.find(({ id }) => id === spaceId);
  if (space === undefined)
    return (
      <Empty title={`Space ${spaceId} not found`} isPage>
        <Link to="/">All spaces</Link>
      </Empty>
    );
  // The key resets the state for another space.
  return <SpaceCounts key={space.id} space={space} />;
}

/** The time between checks whether a new day has started. */
const DAY_TICK_MS = 30_000;

function SpaceCounts({ space }: { readonly space: Space }) {
  const today = useNow(DAY_TICK_MS);
  const view = useSpaceView(space, today);
  const problem = rangeProblem(view.choice);
  const silence = useSilences(useMemo(() => [space], [space])).get(space.id);
  const isMeasured = measuredParts(space, view.range).length > 0;
  return (
    <div className="stack gap-6">
      <SpaceHeader space={space} silence={silence} />
      {isWaiting(space) && <FirstEvent space={space} />}
      <SpaceControls space={space} view={view} today={today} />
      {problem !== null && <Empty title={problem} />}
      {problem === null && isMeasured && <RangeCounts space={space} view={view} today={today} />}
      {problem === null && !isMeasured && <NotMeasured space={space} range={view.range} />}
    </div>
  );
}

/** The counts in the range of the view. */
function RangeCounts(props: { readonly space: Space; readonly view: SpaceView; readonly today: number }) {
  const { space, view, today } = props;
  const data = useSpaceData(space, view, today);
  const { overlays, resets, breaches, events } = useOverlays(space, view, data.samples, today);
  const charts = [useRef<UPlot>(null), useRef<UPlot>(null)] as const;
  const summary = useMemo(() => summaryOf(view, data.metrics), [view, data.metrics]);
  const part = measuredText(space, view.range, view.zone);
  const hasCounts = !data.isPending && !data.hasFailed;
  return (
    <>
      {data.error !== null && !data.hasFailed && <ErrorNote error={data.error} onRetry={data.retry} />}
      {resets.isLoadingError && hasCounts && (
        <ErrorNote error={resets.error} onRetry={() => void resets.refetch()}>
          The charts do not show resets.
        </ErrorNote>
      )}
      <div className="columns space-columns">
        <div className="stack">
          <section
            className="card stack gap-3 space-charts"
            aria-label="Charts"
            aria-busy={data.isPending || data.isOld}
          >
            <div className="row between">
              <p className="strong tabular space-charts-range">
                {formatRange(view.range, view.zone)}
                <span className="soft unbold"> {view.zone}</span>
              </p>
              <ZoomButtons view={view} now={today} />
            </div>
            {data.isPending && <Loading>Loading counts…</Loading>}
            {data.hasFailed && <ErrorNote error={data.error} onRetry={data.retry} />}
            {hasCounts && (
              <>
                <SpaceCharts view={view} data={data} overlays={overlays} charts={charts} />
                {part !== null && <p className="small strong">{part}</p>}
                <p className="small soft">{summary}</p>
              </>
            )}
          </section>
          {hasCounts && <SampleTable view={view} data={data} />}
          {(view.isZoomed || events !== null) && <Events space={space} events={events} />}
        </div>
        <div className="stack">
          <Numbers
            target={space.target_capacity}
            metrics={data.metrics}
            previous={data.previousMetrics}
            whyNotCompared={data.whyNotCompared}
            view={view}
          />
          <Breaches space={space} found={breaches} onShow={view.zoomTo} />
          <Downloads space={space} view={view} charts={charts} />
        </div>
      </div>
    </>
  );
}

/** The name of a space, its ancestors and its current count. */
function SpaceHeader(props: LiveNumberProps) {
  const { space } = props;
  useTitle(space.name);
  return (
    <header className="row end gap-6 space-header">
      <div>
        {space.ancestry.length > 0 && (
          <nav aria-label="Inside">
            <ol className="small space-path">
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
      <LiveNumber {...props} />
      <div className="row end push page-tools">
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

interface LiveNumberProps {
  readonly space: Space;
  /** Undefined unless it is unusually silent. */
  readonly silence: Silence | undefined;
}

function LiveNumber({ space, silence }: LiveNumberProps) {
  const count = useLiveCount(space);
  const unmeasured = unmeasuredNow(space, count);
  const isMeasured = unmeasured === null;
  const limit = isMeasured ? safeLimitOf(space) : null;
  const full = isMeasured ? fullAt(space) : null;
  const share = full === null ? null : count / full;
  const isOver = count > (limit ?? Number.POSITIVE_INFINITY);
  const safety = `${isOver ? "Above the safe limit of" : "Safe up to"} ${formatAverage(limit)}`;
  return (
    <p className="row baseline gap-2 tabular space-now">
      <span className="label">Now</span>
      <strong className={isMeasured ? "space-now-count" : "soft large"}>
        {unmeasured ?? formatCount(count)}
      </strong>
      {full !== null && (
        <span className="soft">
          of {formatCount(full)}, {formatShare(share)}
        </span>
      )}
      {isMeasured && silence !== undefined && (
        <span className="badge band-full">{silenceText(silence, space.time_zone)}</span>
      )}
      {limit !== null && <span className={`badge band-${isOver ? "over" : "busy"}`}>{safety}</span>}
      {limit === null && bandOf(share) === "over" && <span className="badge band-over">Full</span>}
    </p>
  );
}

import { Link } from "react-router";
import { Sparkline } from "../../charts/sparkline.tsx";
import { useConnectionState } from "../../connection/connection-provider.tsx";
import { formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import type { CountSample } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";

/** How often the right edge of trends moves on, in ms. */
const TREND_NOW_STEP_MS = 15_000;

/** What the trend of a tile covers, in ms. */
export interface Trend {
  readonly start: number;
  readonly end: number;
  /** Undefined until they are there. */
  readonly samples: readonly CountSample[] | undefined;
  /** Whether they could not be had. */
  readonly hasFailed: boolean;
  /** What the full height stands for, in people. */
  readonly full: number;
}

/** A space's count now, how full that is, whether it is safe, and how it came to it. */
export function SpaceTile({ space, trend }: { readonly space: Space; readonly trend: Trend | null }) {
  const count = useLiveCount(space);
  const full = fullAt(space);
  const utilization = full === null ? null : count / full;
  const limit = safeLimitOf(space);
  const band = bandOf(utilization);
  if (!isMeasuredNow(space)) return <UnmeasuredTile space={space} />;
  return (
    <article
      className={`tile ${band === null ? "" : `tile-${band}`}`}
      data-space={space.id}
      title={trend === null ? undefined : heightWords(trend.full, full !== null)}
    >
      <header className="tile-header">
        <h3 className="tile-name">
          <Link to={`/spaces/${space.id}`}>{space.name}</Link>
        </h3>
        <SafetyBadge count={count} limit={limit} />
      </header>
      <p className="tile-count">
        <strong key={count} className="tile-number">
          {formatCount(count)}
        </strong>
        {full !== null && (
          <span className="tile-capacity">
            of {formatCount(full)} · {formatShare(utilization)}
          </span>
        )}
      </p>
      {utilization !== null && (
        <div className="tile-bar" aria-hidden="true">
          <div className="tile-bar-fill" style={{ width: `${Math.min(1, utilization) * 100}%` }} />
        </div>
      )}
      {trend !== null && <TileTrend trend={trend} count={count} limit={limit} />}
    </article>
  );
}

/** A space that no doorway leads into: its count of 0 would say nothing. */
function UnmeasuredTile({ space }: { readonly space: Space }) {
  return (
    <article className="tile" data-space={space.id}>
      <header className="tile-header">
        <h3 className="tile-name">
          <Link to={`/spaces/${space.id}`}>{space.name}</Link>
        </h3>
      </header>
      <p className="tile-unknown">{NOT_MEASURED}</p>
      <p className="tile-trend">No doorway leads into it.</p>
    </article>
  );
}

function SafetyBadge({ count, limit }: { readonly count: number; readonly limit: number | null }) {
  if (limit === null) return null;
  return count > limit ? (
    <span className="badge badge-over" title={`Safe up to ${formatCount(limit)}`}>
      ▲ Unsafe
    </span>
  ) : (
    <span className="badge badge-busy" title={`Safe up to ${formatCount(limit)}`}>
      ✓ Safe
    </span>
  );
}

function TileTrend(props: { readonly trend: Trend; readonly count: number; readonly limit: number | null }) {
  const { start, end, samples, hasFailed, full } = props.trend;
  const now = useNow(TREND_NOW_STEP_MS);
  const { kind } = useConnectionState();
  if (samples === undefined) {
    const waiting = kind === "slowed" ? "Waiting…" : "Loading…";
    return (
      <>
        <div className="sparkline" />
        <p className="tile-trend">{hasFailed ? "The last 3 hours could not be loaded." : waiting}</p>
      </>
    );
  }
  const points = samples.map((sample) => ({ timestamp: Date.parse(sample.timestamp), value: sample.count }));
  const highest = Math.max(props.count, ...samples.map((sample) => sample.interval.analytics.max));
  return (
    <>
      <Sparkline
        points={[...points, { timestamp: end, value: props.count }]}
        start={start}
        end={Math.max(now, end)}
        full={full}
        limit={props.limit}
      />
      <p className="tile-trend">Peak {formatCount(highest)} in 3 hours</p>
    </>
  );
}

/** What the top of a trend stands for. */
function heightWords(full: number, hasCapacity: boolean): string {
  return hasCapacity
    ? `The top of the line is the capacity: ${formatCount(full)} people`
    : `The top of the line is ${formatCount(full)} people, the same for all spaces without a capacity`;
}

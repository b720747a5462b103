import { Link } from "react-router";
import { Sparkline } from "../../charts/sparkline.tsx";
import { formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
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
}

/** A space's count now, how full that is, whether it is safe, and how it came to it. */
export function SpaceTile({ space, trend }: { readonly space: Space; readonly trend: Trend | null }) {
  const count = useLiveCount(space);
  const full = fullAt(space);
  const utilization = full === null ? null : count / full;
  const limit = safeLimitOf(space);
  const band = bandOf(utilization);
  return (
    <article className={`tile ${band === null ? "" : `tile-${band}`}`} data-space={space.id}>
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
  const { start, end, samples } = props.trend;
  const now = useNow(TREND_NOW_STEP_MS);
  if (samples === undefined) return <div className="sparkline" />;
  const points = samples.map((sample) => ({ timestamp: Date.parse(sample.timestamp), value: sample.count }));
  const highest = Math.max(props.count, ...samples.map((sample) => sample.interval.analytics.max));
  return (
    <>
      <Sparkline
        points={[...points, { timestamp: end, value: props.count }]}
        start={start}
        end={Math.max(now, end)}
        limit={props.limit}
      />
      <p className="tile-trend">Peak {formatCount(highest)} in 3 hours</p>
    </>
  );
}

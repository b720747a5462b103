import { Link } from "react-router";
import { useConnectionState } from "../../connection/connection-provider.tsx";
import { formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import type { CountSample } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";

/** The time between updates of the end of trends, in ms. */
const TREND_NOW_STEP_MS = 15_000;

/** The trend of a tile; instants in ms. */
interface Trend {
  readonly start: number;
  readonly end: number;
  /** Undefined until they are loaded. */
  readonly samples: readonly CountSample[] | undefined;
  /** Whether loading them failed. */
  readonly hasFailed: boolean;
  /** The count at the full height. */
  readonly full: number;
}

/** The current count of a space, its utilization, safety and trend. */
export function SpaceTile({ space, trend }: { readonly space: Space; readonly trend: Trend | null }) {
  const count = useLiveCount(space);
  const full = fullAt(space);
  const utilization = full === null ? null : count / full;
  const limit = safeLimitOf(space);
  const band = bandOf(utilization);
  if (!isMeasuredNow(space)) return <UnmeasuredTile space={space} />;
  return (
    <article
      className={`card stack gap-2 tile ${band === null ? "" : `band-${band}`}`}
      data-space={space.id}
      title={trend === null ? undefined : heightText(trend.full, full !== null)}
    >
      <header className="row gap-2 tile-header">
        <h3 className="tile-name">
          <Link to={`/spaces/${space.id}`}>{space.name}</Link>
        </h3>
        <SafetyBadge count={count} limit={limit} />
      </header>
      <p className="tabular tile-count">
        <strong key={count} className="tile-number">
          {formatCount(count)}
        </strong>
        {full !== null && (
          <span className="soft tile-capacity">
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

/** A space without linked doorways, whose count is unknown. */
function UnmeasuredTile({ space }: { readonly space: Space }) {
  return (
    <article className="card stack gap-2 tile" data-space={space.id}>
      <header className="row gap-2 tile-header">
        <h3 className="tile-name">
          <Link to={`/spaces/${space.id}`}>{space.name}</Link>
        </h3>
      </header>
      <p className="soft tile-unknown">{NOT_MEASURED}</p>
      <p className="smaller soft">No linked doorways.</p>
    </article>
  );
}

function SafetyBadge({ count, limit }: { readonly count: number; readonly limit: number | null }) {
  if (limit === null) return null;
  return count > limit ? (
    <span className="badge band-over" title={`Safe up to ${formatCount(limit)}`}>
      ▲ Unsafe
    </span>
  ) : (
    <span className="badge band-busy" title={`Safe up to ${formatCount(limit)}`}>
      ✓ Safe
    </span>
  );
}

function TileTrend(props: { readonly trend: Trend; readonly count: number; readonly limit: number | null }) {
  const { start, end, samples, hasFailed, full } = props.trend;
  const now = useNow(TREND_NOW_STEP_MS);
  const { kind } = useConnectionState();
  if (samples === undefined) {
    const waiting = kind === "rate-limited" ? "Waiting…" : "Loading…";
    return (
      <>
        <div className="sparkline" />
        <p className="smaller soft">{hasFailed ? "The last 3 hours could not be loaded." : waiting}</p>
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
      <p className="smaller soft">Peak {formatCount(highest)} in 3 hours</p>
    </>
  );
}

/** Explains the count at the top of a trend. */
function heightText(full: number, hasCapacity: boolean): string {
  return hasCapacity
    ? `The top of the line is the capacity: ${formatCount(full)} people`
    : `The top of the line is ${formatCount(full)} people, the same for all spaces without a capacity`;
}

interface Point {
  /** In ms. */
  readonly timestamp: number;
  readonly value: number;
}

const WIDTH = 120;
const HEIGHT = 32;

/** A small step line of a count without axes. Hidden from screen readers, since a text beside it has the same data. */
function Sparkline(props: {
  readonly points: readonly Point[];
  readonly start: number;
  readonly end: number;
  /** The count at the full height. Higher counts are drawn at the top. */
  readonly full: number;
  /** The count at which a dashed line is drawn. */
  readonly limit: number | null;
}) {
  const { points, start, end, full, limit } = props;
  const x = (timestamp: number) => ((timestamp - start) / Math.max(1, end - start)) * WIDTH;
  // Keeps the width of the line visible at the top and the bottom.
  const y = (value: number) => HEIGHT - 1 - Math.min(1, value / full) * (HEIGHT - 2);
  const line = points
    .map(({ timestamp, value }, index) =>
      index === 0 ? `M${fix(x(timestamp))} ${fix(y(value))}` : `H${fix(x(timestamp))}V${fix(y(value))}`,
    )
    .join("");
  const first = points[0];
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className="sparkline-full" x1="0" x2={WIDTH} y1={y(full)} y2={y(full)} />
      {first !== undefined && (
        <>
          <path className="sparkline-area" d={`${line}H${WIDTH}V${HEIGHT}H${fix(x(first.timestamp))}Z`} />
          <path className="sparkline-line" d={`${line}H${WIDTH}`} />
        </>
      )}
      {limit !== null && limit <= full && (
        <line className="sparkline-limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />
      )}
    </svg>
  );
}

function fix(value: number): string {
  return value.toFixed(1);
}

import { Link } from "react-router";
import { useConnectionState } from "../../connection/connection-provider.tsx";
import { formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isLinked, unmeasuredNow } from "../../measured.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import { type Silence, silenceText } from "../../queries/silence.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";

/** The time between updates of the end of trends, in ms. */
const TREND_NOW_STEP_MS = 15_000;

/** The trends of all tiles; instants in ms. */
interface Trends {
  readonly start: number;
  readonly end: number;
  /** The counts by space id; undefined until they are loaded. */
  readonly samples: ReadonlyMap<string, SpaceCounts> | undefined;
  /** Whether loading them failed. */
  readonly hasFailed: boolean;
  /** The count at the full height of spaces without a capacity. */
  readonly height: number;
}

/** The current count of a space, its utilization, safety and trend. */
export function SpaceTile(props: {
  readonly space: Space;
  readonly trends: Trends | null;
  /** Undefined unless it is unusually silent. */
  readonly silence: Silence | undefined;
}) {
  const { space, trends, silence } = props;
  const count = useLiveCount(space);
  const full = fullAt(space);
  const utilization = full === null ? null : count / full;
  const limit = safeLimitOf(space);
  const unmeasured = unmeasuredNow(space, count);
  const isMeasured = unmeasured === null;
  const band = isMeasured ? bandOf(utilization) : null;
  const topText =
    full === null
      ? `${formatCount(trends?.height)} people, the same for all spaces without a capacity`
      : `the capacity: ${formatCount(full)} people`;
  return (
    <article
      className={`card stack gap-2 tile ${band === null ? "" : `band-${band}`}`}
      data-space={space.id}
      title={trends === null || !isMeasured ? undefined : `The top of the line is ${topText}`}
    >
      <header className="row between gap-2 tile-header">
        <h3 className="tile-name">
          <Link to={`/spaces/${space.id}`}>{space.name}</Link>
        </h3>
        {isMeasured && limit !== null && (
          <span
            className={`badge band-${count <= limit ? "busy" : "over"}`}
            title={`Safe up to ${formatCount(limit)}`}
          >
            {count <= limit ? "✓ Safe" : "▲ Unsafe"}
          </span>
        )}
      </header>
      {!isMeasured && (
        <>
          <p className="soft large strong">{unmeasured}</p>
          <p className="smaller soft">
            {isLinked(space) ? "Waiting for the first event of its sensors." : "No linked doorways."}
          </p>
        </>
      )}
      {isMeasured && (
        <p className="row baseline gap-2 tabular">
          <strong key={count} className="tile-number">
            {formatCount(count)}
          </strong>
          {full !== null && (
            <span className="soft">
              of {formatCount(full)} · {formatShare(utilization)}
            </span>
          )}
        </p>
      )}
      {isMeasured && silence !== undefined && (
        <p className="small status band-full">{silenceText(silence, space.time_zone)}</p>
      )}
      {isMeasured && utilization !== null && (
        <div className="tile-bar" aria-hidden="true">
          <div className="tile-bar-fill" style={{ width: `${Math.min(1, utilization) * 100}%` }} />
        </div>
      )}
      {isMeasured && trends !== null && <TileTrend space={space} trends={trends} count={count} />}
    </article>
  );
}

function TileTrend(props: { readonly space: Space; readonly trends: Trends; readonly count: number }) {
  const { space, trends, count } = props;
  const { start, end, hasFailed, height } = trends;
  const samples = trends.samples?.get(space.id)?.results;
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
  const highest = Math.max(count, ...samples.map((sample) => sample.interval.analytics.max));
  return (
    <>
      <Sparkline
        points={[...points, { timestamp: end, value: count }]}
        start={start}
        end={Math.max(now, end)}
        full={fullAt(space) ?? height}
        limit={safeLimitOf(space)}
      />
      <p className="smaller soft">Peak {formatCount(highest)} in 3 hours</p>
    </>
  );
}

const WIDTH = 120;
const HEIGHT = 32;

/** A small step line of a count without axes. Hidden from screen readers, since a text beside it has the same data. */
function Sparkline(props: {
  /** Their times in ms. */
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
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

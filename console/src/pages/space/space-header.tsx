import { Link } from "react-router";
import { useTitle } from "../../components/page.tsx";
import { formatAverage, formatCount, formatShare } from "../../format.ts";
import { useLiveCount } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import type { Space } from "../../queries/spaces.ts";
import { bandOf, fullAt, safeLimitOf } from "../../utilization.ts";

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

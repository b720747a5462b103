import { useMemo } from "react";
import { useLiveCount } from "../../live/live-provider.tsx";
import { type CountMetrics, type CountsQuery, useCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { weeksEarlier } from "../../ranges.ts";
import { type Sample, toSamples, upToNow, weeksLater, withChanges } from "./samples.ts";
import { useChanges } from "./use-changes.ts";
import type { SpaceView } from "./view.ts";

/** The time between extensions of the line without changes. */
const TICK_MS = 10_000;

const NONE: readonly never[] = [];

export interface SpaceData {
  readonly samples: readonly Sample[];
  /** The previous week at the times of this week; empty without a comparison. */
  readonly previous: readonly Sample[];
  readonly metrics: CountMetrics | null;
  /** The count at the end of a range that includes now. */
  readonly last: number | null;
  /** Whether the data is still that of the previous view. */
  readonly isOld: boolean;
  readonly isPending: boolean;
  /** Whether no counts could be loaded. */
  readonly hasFailed: boolean;
  readonly error: unknown;
  retry(): void;
}

/** The samples and metrics of a view, up to date with the websocket. @param today about now, in ms */
export function useSpaceData(space: Space, view: SpaceView, today: number): SpaceData {
  const { range, interval, segmentIds, isCompared } = view;
  const zone = space.time_zone;
  const isLive = today < range.end;
  const now = useNow(TICK_MS);
  const count = useLiveCount(space);

  const query = useMemo<CountsQuery>(
    () => ({ ...range, interval, segmentIds }),
    [range, interval, segmentIds],
  );
  const counts = useCounts(space.id, query);
  const earlier = useCounts(space.id, { ...query, ...weeksEarlier(range, 1, zone) }, { enabled: isCompared });

  const fetched = useMemo(() => toSamples(counts.data?.samples ?? NONE), [counts.data]);
  const isCurrent = !counts.isPlaceholderData && counts.data !== undefined;
  // The console does not apply time segments to changes.
  const followsFrom = isLive && isCurrent && segmentIds.length === 0 ? fetched.at(-1)?.end : undefined;
  const changes = useChanges(space.id, isLive ? range.start : Number.POSITIVE_INFINITY, followsFrom);
  const samples = useMemo(
    () =>
      followsFrom === undefined
        ? fetched
        : upToNow(fetched, { changes, count, now }, { range, interval, zone }),
    [fetched, followsFrom, changes, count, now, range, interval, zone],
  );
  const previous = useMemo(
    () => (isCompared ? weeksLater(toSamples(earlier.data?.samples ?? NONE), 1, zone) : NONE),
    [isCompared, earlier.data, zone],
  );
  const metrics = useMemo(() => withChanges(counts.data?.metrics ?? null, changes), [counts.data, changes]);
  return {
    samples,
    previous,
    metrics,
    last: followsFrom === undefined ? null : count,
    isOld: counts.isPlaceholderData,
    isPending: counts.isPending,
    hasFailed: counts.isError && counts.data === undefined,
    error: counts.error ?? (isCompared ? earlier.error : null),
    retry: () => void Promise.all([counts.refetch(), ...(isCompared ? [earlier.refetch()] : [])]),
  };
}

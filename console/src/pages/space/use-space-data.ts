import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LiveChange } from "../../live/live-counts.ts";
import { useLiveChanges, useLiveCount } from "../../live/live-provider.tsx";
import { type CountMetrics, type CountsQuery, useCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { weeksEarlier } from "../../ranges.ts";
import { type Sample, toSamples, upToNow, weeksLater, withChanges } from "./samples.ts";
import type { SpaceView } from "./view.ts";

/** How often the line goes on while nobody comes or goes, and how often metrics are asked for while people do. */
const TICK_MS = 10_000;
const REFRESH_MS = 60_000;
/** How soon what has changed before the end of the line is asked for. */
const REFRESH_LATE_MS = 2_000;
const CHANGES_MAX = 10_000;

const NONE: readonly never[] = [];

export interface SpaceData {
  readonly samples: readonly Sample[];
  /** The week before, at this week's times; empty where it is not compared with. */
  readonly previous: readonly Sample[];
  readonly metrics: CountMetrics | null;
  /** Whether the range includes now. */
  readonly isLive: boolean;
  /** The count at the end of a range that includes now. */
  readonly last: number | null;
  /** Whether what is shown is still that of another view. */
  readonly isOld: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  retry(): void;
}

/**
 * What a view shows of a space, kept up to now by what is heard of its count.
 *
 * @param today about now, in ms: whether the range is over
 */
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
  // Within time segments only the server knows what is measured.
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
    isLive,
    last: followsFrom === undefined ? null : count,
    isOld: counts.isPlaceholderData,
    isPending: counts.isPending,
    error: counts.error ?? (isCompared ? earlier.error : null),
    retry: () => void Promise.all([counts.refetch(), ...(isCompared ? [earlier.refetch()] : [])]),
  };
}

/**
 * The changes of a space from an instant on, by time. What changes before it, or cannot be followed, is asked
 * for again: soon, but not with every change.
 *
 * @param rangeStart changes before it are of no interest (ms)
 * @param followsFrom where what was asked for ends (ms); undefined where changes are not followed
 */
function useChanges(spaceId: string, rangeStart: number, followsFrom: number | undefined) {
  const queryClient = useQueryClient();
  const [heard, setHeard] = useState<readonly LiveChange[]>(NONE);
  const timer = useRef<number | undefined>(undefined);
  const due = useRef(Number.POSITIVE_INFINITY);

  const refreshIn = useCallback(
    (delayMs: number) => {
      const at = Date.now() + delayMs;
      if (at >= due.current) return;
      due.current = at;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        due.current = Number.POSITIVE_INFINITY;
        for (const name of ["counts", "breaches", "resets", "events"])
          void queryClient.invalidateQueries({ queryKey: [name, spaceId] });
      }, delayMs);
    },
    [queryClient, spaceId],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  useLiveChanges(
    useCallback(
      (change) => {
        if (change.spaceId !== spaceId || change.timestamp < rangeStart) return;
        const isFollowed = followsFrom !== undefined && change.timestamp >= followsFrom;
        // A reset stands in other lists, too.
        refreshIn(isFollowed && change.direction !== null ? REFRESH_MS : REFRESH_LATE_MS);
        setHeard((before) => [...before, change].slice(-CHANGES_MAX));
      },
      [spaceId, rangeStart, followsFrom, refreshIn],
    ),
  );

  return useMemo(
    () =>
      followsFrom === undefined
        ? NONE
        : heard
            .filter((change) => change.spaceId === spaceId && change.timestamp >= followsFrom)
            .sort((a, b) => a.timestamp - b.timestamp),
    [heard, spaceId, followsFrom],
  );
}

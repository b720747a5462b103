import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useReconnect } from "../../connection/connection-provider.tsx";
import type { LiveChange } from "../../live/live-counts.ts";
import { useLiveChanges, useLiveCount } from "../../live/live-provider.tsx";
import { type CountsQuery, useCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { weeksEarlier } from "../../ranges.ts";
import { toSamples, upToNow, weekLater, withChanges } from "./samples.ts";
import type { SpaceView } from "./view.ts";

/** The time between extensions of the line without changes. */
const TICK_MS = 10_000;

const NOTHING: readonly never[] = [];

export type SpaceData = ReturnType<typeof useSpaceData>;

/** The samples and metrics of a view, up to date with the websocket. @param today about now, in ms */
export function useSpaceData(space: Space, view: SpaceView, today: number) {
  const { zone, range, interval, segmentIds, isCompared } = view;
  const isLive = today < range.end;
  const now = useNow(TICK_MS);
  const count = useLiveCount(space);

  const query = useMemo<CountsQuery>(
    () => ({ ...range, interval, segmentIds }),
    [range, interval, segmentIds],
  );
  const counts = useCounts(space.id, query);
  const earlier = useCounts(space.id, { ...query, ...weeksEarlier(range, 1, zone) }, { enabled: isCompared });

  const fetched = useMemo(() => toSamples(counts.data?.samples ?? NOTHING), [counts.data]);
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
    () => (isCompared ? weekLater(toSamples(earlier.data?.samples ?? NOTHING), zone) : NOTHING),
    [isCompared, earlier.data, zone],
  );
  const metrics = useMemo(() => withChanges(counts.data?.metrics ?? null, changes), [counts.data, changes]);
  return {
    samples,
    /** The previous week at the times of this week; empty without a comparison. */
    previous,
    metrics,
    /** The count at the end of a range that includes now. */
    last: followsFrom === undefined ? null : count,
    /** Whether the data is still that of the previous view. */
    isOld: counts.isPlaceholderData,
    isPending: counts.isPending,
    /** Whether no counts could be loaded. */
    hasFailed: counts.isError && counts.data === undefined,
    error: counts.error ?? (isCompared ? earlier.error : null),
    retry: () => void Promise.all([counts.refetch(), ...(isCompared ? [earlier.refetch()] : [])]),
  };
}

/** The minimum time between refetches of a query, because of the rate limit (D18). */
const GAP_MS = 20_000;

/** Schedules refetches of queries of a space by their names, after a delay in ms. */
function useRefresh(spaceId: string): (names: readonly string[], delayMs: number) => void {
  const queryClient = useQueryClient();
  const pending = useRef(new Map<string, { readonly at: number; readonly timer: number }>());
  const lastFetched = useRef(new Map<string, number>());
  useEffect(() => {
    const timers = pending.current;
    return () => {
      for (const { timer } of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);

  return useCallback(
    (names, delayMs) => {
      const now = Date.now();
      for (const name of names) {
        const at = Math.max(
          now + delayMs,
          (lastFetched.current.get(name) ?? Number.NEGATIVE_INFINITY) + GAP_MS,
        );
        const before = pending.current.get(name);
        if (before !== undefined && before.at <= at) continue;
        clearTimeout(before?.timer);
        const timer = window.setTimeout(() => {
          pending.current.delete(name);
          lastFetched.current.set(name, Date.now());
          void queryClient.invalidateQueries({ queryKey: [name, spaceId], predicate: isUnfinished });
        }, at - now);
        pending.current.set(name, { at, timer });
      }
    },
    [queryClient, spaceId],
  );
}

/** Whether the range of a query has not ended. Counts of the previous week do not change. */
function isUnfinished({ queryKey: [, , range] }: Query): boolean {
  return !(typeof range === "object" && range !== null && "end" in range) || Number(range.end) > Date.now();
}

/** The time between refetches of metrics while counts change. */
const REFRESH_MS = 60_000;
/** The same for single events, which the websocket does not report in full. */
const EVENTS_MS = 5_000;
/** The time until a refetch after a change before the end of the line. */
const LATE_MS = 2_000;
const CHANGES_MAX = 10_000;

/**
 * The changes of the count of a space since an instant, by time. Earlier changes cause a refetch instead.
 *
 * @param rangeStart earlier changes are ignored (ms)
 * @param followsFrom the end of the fetched samples (ms); undefined refetches after every change
 */
function useChanges(
  spaceId: string,
  rangeStart: number,
  followsFrom: number | undefined,
): readonly LiveChange[] {
  const [changes, setChanges] = useState<readonly LiveChange[]>(NOTHING);
  const refreshIn = useRefresh(spaceId);

  useLiveChanges(
    useCallback(
      (change) => {
        if (change.spaceId !== spaceId || change.timestamp < rangeStart) return;
        const isFollowed = followsFrom !== undefined && change.timestamp >= followsFrom;
        // A reset or a recomputation can change all counts.
        const isLate = !isFollowed || change.direction === null;
        refreshIn(["counts", "breaches"], isLate ? LATE_MS : REFRESH_MS);
        refreshIn(["events"], isLate ? LATE_MS : EVENTS_MS);
        if (change.direction === null) refreshIn(["resets"], LATE_MS);
        setChanges((before) => [...before, change].slice(-CHANGES_MAX));
      },
      [spaceId, rangeStart, followsFrom, refreshIn],
    ),
  );
  // The replay of the websocket may be incomplete.
  useReconnect(
    useCallback(() => refreshIn(["counts", "breaches", "events", "resets"], LATE_MS), [refreshIn]),
  );

  return useMemo(
    () =>
      followsFrom === undefined
        ? NOTHING
        : changes
            .filter((change) => change.spaceId === spaceId && change.timestamp >= followsFrom)
            .sort((a, b) => a.timestamp - b.timestamp),
    [changes, spaceId, followsFrom],
  );
}

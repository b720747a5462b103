import { type Query, type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useReconnect } from "../../connection/connection-provider.tsx";
import { formatAverage } from "../../format.ts";
import type { LiveChange } from "../../live/live-counts.ts";
import { useLiveChanges, useLiveCount } from "../../live/live-provider.tsx";
import { isMeasuredNow, isMeasuredThroughout, measuredParts } from "../../measured.ts";
import {
  type Breach,
  type CountsQuery,
  type SpaceEvent,
  useBreaches,
  useCounts,
  useResets,
  useSpaceEvents,
} from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { earlierBy, type TimeRange } from "../../ranges.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { EventMark, Limit, Overlays, ResetMark } from "./chart-overlays.ts";
import { gapsOf, laterBy, type Sample, toSamples, upToNow, withChanges } from "./samples.ts";
import type { SpaceView } from "./space-controls.tsx";

/** The time between extensions of the line without changes. */
const TICK_MS = 10_000;

const NOTHING: readonly never[] = [];

export type SpaceData = ReturnType<typeof useSpaceData>;

/** The samples and metrics of a view, up to date with the websocket. @param today about now, in ms */
export function useSpaceData(space: Space, view: SpaceView, today: number) {
  const { zone, range, interval, segmentIds, comparison, distance } = view;
  const isCompared = comparison !== null;
  const isLive = today < range.end;
  const now = useNow(TICK_MS);
  const count = useLiveCount(space);

  const query = useMemo<CountsQuery>(
    () => ({ ...range, interval, segmentIds }),
    [range, interval, segmentIds],
  );
  const counts = useCounts(space.id, query);
  const earlierRange = earlierBy(range, distance, zone);
  const earlier = useCounts(space.id, { ...query, ...earlierRange }, { enabled: isCompared });
  const whyNotCompared = isCompared ? comparisonProblem(space, { range, earlierRange, isLive }) : null;

  const fetched = useMemo(() => toSamples(counts.data?.samples ?? NOTHING), [counts.data]);
  const isCurrent = !counts.isPlaceholderData && counts.data !== undefined;
  // The console does not apply time segments to changes.
  const isFollowed = isLive && isCurrent && segmentIds.length === 0 && isMeasuredNow(space);
  const followsFrom = isFollowed ? fetched.at(-1)?.end : undefined;
  const changes = useChanges(space.id, isLive ? range.start : Number.POSITIVE_INFINITY, followsFrom);
  const samples = useMemo(
    () =>
      followsFrom === undefined
        ? fetched
        : upToNow(fetched, { changes, count, now }, { range, interval, zone }),
    [fetched, followsFrom, changes, count, now, range, interval, zone],
  );
  const previous = useMemo(
    () => (isCompared ? laterBy(toSamples(earlier.data?.samples ?? NOTHING), distance, zone) : NOTHING),
    [isCompared, earlier.data, distance, zone],
  );
  const metrics = useMemo(() => withChanges(counts.data?.metrics ?? null, changes), [counts.data, changes]);
  return {
    samples,
    /** The samples of the comparison at the times of this range; empty without one. */
    previous,
    metrics,
    /** The metrics of the comparison; null without one, and if only parts could be compared. */
    previousMetrics: isCompared && whyNotCompared === null ? (earlier.data?.metrics ?? null) : null,
    /** Why the metrics are not compared; null if they are, or if there is no comparison. */
    whyNotCompared,
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

/** Why totals and averages of a range and of an earlier one cannot be compared; null if they can. */
function comparisonProblem(
  space: Space,
  of: { readonly range: TimeRange; readonly earlierRange: TimeRange; readonly isLive: boolean },
): string | null {
  if (![of.range, of.earlierRange].every((range) => isMeasuredThroughout(space, range)))
    return `${space.name} was not measured in all of both ranges, so no numbers are compared.`;
  return of.isLive ? "To compare the numbers, select a range that has ended." : null;
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

/** Whether the range of a query has not ended. Counts of earlier times do not change. */
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

const HOUR_MS = 3_600_000;
/** The longest range with single events. */
const EVENTS_MS_MAX = 2 * HOUR_MS;
/** The longest range with marks of daily resets. */
const DAILY_RESETS_MS_MAX = 32 * 24 * HOUR_MS;

/** An event with the count after it, if known. */
export interface CountedEvent extends SpaceEvent {
  readonly time: number;
  readonly countAfter: number | null;
}

/** A list that is fetched besides counts. */
export interface FetchedList<Item> {
  readonly query: Pick<UseQueryResult, "isPending" | "isError" | "error" | "refetch">;
  readonly total: number;
  readonly items: readonly Item[];
}

/** The marks in the charts, and the lists beside them. @param today about now, in ms */
export function useOverlays(space: Space, view: SpaceView, samples: readonly Sample[], today: number) {
  const { range } = view;
  const hasLimit = safeLimitOf(space) !== null;
  // Zooming in uses the data of the whole range.
  const fetched = isWithin(range, view.base) ? view.base : range;
  const breaches = useBreaches(space.id, fetched, hasLimit);
  const resets = useResets(space.id, fetched);
  const showsEvents = range.end - range.start <= EVENTS_MS_MAX;
  const events = useSpaceEvents(space.id, range, showsEvents);

  const marks = useMemo(() => {
    const isNear = range.end - range.start <= DAILY_RESETS_MS_MAX;
    return {
      limits: limitsOf(space),
      dailyResets: isNear ? dailyResets(range, space.daily_reset, space.time_zone) : [],
      resets: (resets.data ?? [])
        .map(({ timestamp, count }) => ({ time: Date.parse(timestamp), count }))
        .filter(({ time }) => time >= range.start && time < range.end)
        .sort((a, b) => a.time - b.time),
    };
  }, [space, range, resets.data]);

  const counted = useMemo((): readonly CountedEvent[] => {
    if (!showsEvents || events.data === undefined) return [];
    const timed = events.data.results.map((event) => ({ ...event, time: Date.parse(event.timestamp) }));
    const allResets = [...marks.dailyResets, ...marks.resets].sort((a, b) => a.time - b.time);
    const counts = countsAfter(timed, allResets, samples);
    return timed.map((event, index) => ({ ...event, countAfter: counts[index] ?? null }));
  }, [showsEvents, events.data, marks, samples]);

  const found = useMemo(() => {
    const parts = measuredParts(space, range);
    return (breaches.data?.results ?? []).filter((breach) => parts.some((part) => overlaps(breach, part)));
  }, [breaches.data, space, range]);
  const isWhole = (breaches.data?.total ?? 0) === (breaches.data?.results.length ?? 0);

  // The line can be ahead of `today`.
  const latest = Math.max(today, samples.at(-1)?.end ?? 0);
  const overlays = useMemo(
    (): Overlays => ({
      ...marks,
      gaps: gapsOf(samples, { start: range.start, end: Math.min(range.end, latest) }),
      now: latest > range.start && latest < range.end ? latest : null,
      breaches: found.map(({ start, end }) => ({
        start: Date.parse(start),
        // An ongoing breach lasts until now.
        end: end === null ? Math.min(range.end, latest) : Date.parse(end),
      })),
      events: counted,
    }),
    [marks, found, counted, range, samples, latest],
  );

  return {
    overlays,
    resets,
    breaches: {
      query: breaches,
      total: isWhole ? found.length : (breaches.data?.total ?? 0),
      items: found,
    },
    events: showsEvents ? { query: events, total: events.data?.total ?? 0, items: counted } : null,
  };
}

function isWithin(inner: TimeRange, outer: TimeRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Whether a breach overlaps a range. Both are half-open (D15). */
function overlaps({ start, end }: Breach, range: TimeRange): boolean {
  return Date.parse(start) < range.end && (end === null || Date.parse(end) > range.start);
}

/**
 * The count after each event (D7), from the count of its sample and the changes since. Null without a sample.
 *
 * @param events all events of a space within the samples, by time; likewise the resets
 */
export function countsAfter(
  events: readonly Pick<EventMark, "time" | "direction">[],
  resets: readonly ResetMark[],
  samples: readonly Sample[],
): readonly (number | null)[] {
  let level: number | null = null;
  let since = Number.NEGATIVE_INFINITY;
  let nextSample = 0;
  let nextReset = 0;
  return events.map(({ time, direction }) => {
    for (let sample = samples[nextSample]; sample !== undefined && sample.start <= time; ) {
      level = sample.count;
      since = sample.start;
      nextSample += 1;
      sample = samples[nextSample];
    }
    for (let reset = resets[nextReset]; reset !== undefined && reset.time <= time; ) {
      if (reset.time > since) level = reset.count;
      nextReset += 1;
      reset = resets[nextReset];
    }
    // The count of a sample includes the changes at its start.
    if (level !== null && time > since) level = Math.max(0, level + direction);
    return level;
  });
}

/** The daily resets in a range (D8). @param dailyReset `HH:MM` local time, or null */
export function dailyResets(range: TimeRange, dailyReset: string | null, zone: string): readonly ResetMark[] {
  const [hour, minute] = (dailyReset ?? "").split(":").map(Number);
  if (hour === undefined || minute === undefined) return [];
  const resets: ResetMark[] = [];
  let day = DateTime.fromMillis(range.start, { zone }).startOf("day");
  for (; day.toMillis() < range.end; day = day.plus({ days: 1 })) {
    const time = day.set({ hour, minute }).toMillis();
    if (time >= range.start && time < range.end) resets.push({ time, count: 0 });
  }
  return resets;
}

/** The limits of a space that are set. */
function limitsOf(space: Space): readonly Limit[] {
  const limits = [
    { kind: "safe", label: "Safe limit", value: safeLimitOf(space) },
    { kind: "capacity", label: "Capacity", value: space.capacity },
    { kind: "target", label: "Target capacity", value: space.target_capacity },
  ] as const;
  return limits.flatMap(({ kind, label, value }) =>
    value === null || value === 0 ? [] : [{ kind, label: `${label} ${formatAverage(value)}`, value }],
  );
}

import type { UseQueryResult } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useMemo } from "react";
import {
  type Breach,
  type SpaceEvent,
  useBreaches,
  useResets,
  useSpaceEvents,
} from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import type { TimeRange } from "../../ranges.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { EventMark, Overlays, ResetMark } from "./chart-overlays.ts";
import { gapsOf, type Sample } from "./samples.ts";
import { limitsOf } from "./space-charts.tsx";
import type { SpaceView } from "./view.ts";

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

  const found = useMemo(
    () => (breaches.data?.results ?? []).filter((breach) => overlaps(breach, range)),
    [breaches.data, range],
  );
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

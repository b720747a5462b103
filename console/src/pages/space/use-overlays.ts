import { useMemo } from "react";
import {
  type Breach,
  type SpaceEvent,
  useBreaches,
  useResets,
  useSpaceEvents,
} from "../../queries/occurrences.ts";
import type { Space } from "../../queries/spaces.ts";
import type { TimeRange } from "../../ranges.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { Overlays } from "./chart-overlays.ts";
import { countsAfter } from "./event-counts.ts";
import { gapsOf } from "./gaps.ts";
import { limitsOf } from "./limits.ts";
import { dailyResets } from "./resets.ts";
import type { Sample } from "./samples.ts";
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

/** The state of a list that is fetched besides counts. */
export interface ListState<Item> {
  readonly total: number;
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly error: unknown;
  retry(): void;
}

/** The marks in the charts, and the lists beside them. @param today about now, in ms */
export function useOverlays(space: Space, view: SpaceView, samples: readonly Sample[], today: number) {
  const { range } = view;
  const hasLimit = safeLimitOf(space) !== null;
  // Zooming in uses the data of the whole range.
  const fetched = isWithin(range, view.base) ? view.base : range;
  const breaches = useBreaches(space.id, fetched, { enabled: hasLimit });
  const resets = useResets(space.id, fetched);
  const showsEvents = range.end - range.start <= EVENTS_MS_MAX;
  const events = useSpaceEvents(space.id, range, { enabled: showsEvents });

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
    const timed = events.data.events.map((event) => ({ ...event, time: Date.parse(event.timestamp) }));
    const allResets = [...marks.dailyResets, ...marks.resets].sort((a, b) => a.time - b.time);
    const counts = countsAfter(timed, allResets, samples);
    return timed.map((event, index) => ({ ...event, countAfter: counts[index] ?? null }));
  }, [showsEvents, events.data, marks, samples]);

  const found = useMemo(
    () => (breaches.data?.breaches ?? []).filter((breach) => overlaps(breach, range)),
    [breaches.data, range],
  );
  const isWhole = (breaches.data?.total ?? 0) === (breaches.data?.breaches.length ?? 0);

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
    /** Why resets could not be loaded; null if they are. */
    resetsError: resets.data === undefined ? resets.error : null,
    retryResets: () => void resets.refetch(),
    breaches: {
      total: isWhole ? found.length : (breaches.data?.total ?? 0),
      items: found,
      isPending: hasLimit && breaches.isPending,
      error: breaches.error,
      retry: () => void breaches.refetch(),
    } satisfies ListState<Breach>,
    events: showsEvents
      ? ({
          total: events.data?.total ?? 0,
          items: counted,
          isPending: events.isPending,
          error: events.error,
          retry: () => void events.refetch(),
        } satisfies ListState<CountedEvent>)
      : null,
  };
}

function isWithin(inner: TimeRange, outer: TimeRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Whether a breach overlaps a range. Both are half-open (D15). */
function overlaps({ start, end }: Breach, range: TimeRange): boolean {
  return Date.parse(start) < range.end && (end === null || Date.parse(end) > range.start);
}

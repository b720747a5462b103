import { useMemo } from "react";
import { type Breach, useBreaches } from "../../queries/breaches.ts";
import { type SpaceEvent, useSpaceEvents } from "../../queries/events.ts";
import { useResets } from "../../queries/resets.ts";
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
/** Up to this, every single event is shown. */
const EVENTS_MS_MAX = 2 * HOUR_MS;
/** Up to this, daily resets are marked; more of them are a fence. */
const DAILY_RESETS_MS_MAX = 32 * 24 * HOUR_MS;

/** A space's event with the count after it, where that is known. */
export interface CountedEvent extends SpaceEvent {
  readonly time: number;
  readonly countAfter: number | null;
}

/** What is asked for besides counts. */
export interface Found<Item> {
  readonly total: number;
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly error: unknown;
  retry(): void;
}

/**
 * Everything that is marked in the charts, and listed beside them.
 *
 * @param today about now, in ms
 */
export function useOverlays(space: Space, view: SpaceView, samples: readonly Sample[], today: number) {
  const { range } = view;
  const hasLimit = safeLimitOf(space) !== null;
  // What was asked for the whole range is not asked for again to look closer.
  const asked = isWithin(range, view.base) ? view.base : range;
  const breaches = useBreaches(space.id, asked, { enabled: hasLimit });
  const resets = useResets(space.id, asked);
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
    () => (breaches.data?.breaches ?? []).filter((breach) => touches(breach, range)),
    [breaches.data, range],
  );
  const isWhole = (breaches.data?.total ?? 0) === (breaches.data?.breaches.length ?? 0);

  // The line may have gone on since the present was last looked at.
  const latest = Math.max(today, samples.at(-1)?.end ?? 0);
  const overlays = useMemo(
    (): Overlays => ({
      ...marks,
      gaps: gapsOf(samples, { start: range.start, end: Math.min(range.end, latest) }),
      now: latest > range.start && latest < range.end ? latest : null,
      breaches: found.map(({ start, end }) => ({
        start: Date.parse(start),
        // One that lasts has not come further than now.
        end: end === null ? Math.min(range.end, latest) : Date.parse(end),
      })),
      events: counted,
    }),
    [marks, found, counted, range, samples, latest],
  );

  return {
    overlays,
    /** Why there are no marks of resets; null where there are. */
    resetsError: resets.data === undefined ? resets.error : null,
    retryResets: () => void resets.refetch(),
    breaches: {
      total: isWhole ? found.length : (breaches.data?.total ?? 0),
      items: found,
      isPending: hasLimit && breaches.isPending,
      error: breaches.error,
      retry: () => void breaches.refetch(),
    } satisfies Found<Breach>,
    events: showsEvents
      ? ({
          total: events.data?.total ?? 0,
          items: counted,
          isPending: events.isPending,
          error: events.error,
          retry: () => void events.refetch(),
        } satisfies Found<CountedEvent>)
      : null,
  };
}

function isWithin(inner: TimeRange, outer: TimeRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** As the server has it: one that ends where a range starts does not touch it (D15). */
function touches({ start, end }: Breach, range: TimeRange): boolean {
  return Date.parse(start) < range.end && (end === null || Date.parse(end) > range.start);
}

import { useMemo } from "react";
import { type Breach, useBreaches } from "../../queries/breaches.ts";
import { type SpaceEvent, useSpaceEvents } from "../../queries/events.ts";
import { useResets } from "../../queries/resets.ts";
import type { Space } from "../../queries/spaces.ts";
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
}

/**
 * Everything that is marked in the charts, and listed beside them.
 *
 * @param today about now, in ms
 */
export function useOverlays(space: Space, view: SpaceView, samples: readonly Sample[], today: number) {
  const { range } = view;
  const hasLimit = safeLimitOf(space) !== null;
  const breaches = useBreaches(space.id, range, { enabled: hasLimit });
  const resets = useResets(space.id, range);
  const showsEvents = range.end - range.start <= EVENTS_MS_MAX;
  const events = useSpaceEvents(space.id, range, { enabled: showsEvents });

  const marks = useMemo(() => {
    const isNear = range.end - range.start <= DAILY_RESETS_MS_MAX;
    return {
      limits: limitsOf(space),
      dailyResets: isNear ? dailyResets(range, space.daily_reset, space.time_zone) : [],
      resets: (resets.data ?? [])
        .map(({ timestamp, count }) => ({ time: Date.parse(timestamp), count }))
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

  // The line may have gone on since the present was last looked at.
  const latest = Math.max(today, samples.at(-1)?.end ?? 0);
  const overlays = useMemo(
    (): Overlays => ({
      ...marks,
      gaps: gapsOf(samples, { start: range.start, end: Math.min(range.end, latest) }),
      now: latest > range.start && latest < range.end ? latest : null,
      breaches: (breaches.data?.breaches ?? []).map(({ start, end }) => ({
        start: Date.parse(start),
        // One that lasts has not come further than now.
        end: end === null ? Math.min(range.end, latest) : Date.parse(end),
      })),
      events: counted,
    }),
    [marks, breaches.data, counted, range, samples, latest],
  );

  return {
    overlays,
    breaches: {
      total: breaches.data?.total ?? 0,
      items: breaches.data?.breaches ?? [],
      isPending: hasLimit && breaches.isPending,
      error: breaches.error,
    } satisfies Found<Breach>,
    events: showsEvents
      ? ({
          total: events.data?.total ?? 0,
          items: counted,
          isPending: events.isPending,
          error: events.error,
        } satisfies Found<CountedEvent>)
      : null,
  };
}

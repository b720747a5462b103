import { useCallback, useMemo } from "react";
import { answerOf } from "../../../src/client/index.ts";
import { formatDate, formatMoment } from "../format.ts";
import { useLiveChanges } from "../live/live-provider.tsx";
import { isMeasuredNow } from "../measured.ts";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { type SpaceCounts, useManyCounts } from "./counts.ts";
import { useFetched } from "./resources.ts";
import { type Sensor, useSensors } from "./sensors.ts";
import type { Space } from "./spaces.ts";
import { useNow } from "./use-now.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** A shorter time without events is not a silence. */
const SILENCE_MS_MIN = 30 * MINUTE_MS;
/** A silence is unusual if there were at least so many events at the same times a week before. */
const USUAL_EVENTS_MIN = 10;

/** No event has ever arrived; or none since an instant (ms), which is usual for the time of the week or not. */
export type Silence =
  | { readonly kind: "no data" }
  | { readonly kind: "quiet" | "unusual"; readonly since: number };

/**
 * The times a week before the last day of a silence, or null if there is nothing to compare: the silence is short, or
 * longer than a week.
 *
 * @param last the time of the last event, in ms; null if there is none
 * @param now in ms
 */
export function comparedTimes(last: number | null, now: number): TimeRange | null {
  if (last === null || now - last < SILENCE_MS_MIN || now - last >= WEEK_MS) return null;
  return { start: Math.max(last, now - DAY_MS) - WEEK_MS, end: now - WEEK_MS };
}

/**
 * The silence since the last event; null if that is recent.
 *
 * @param last as for `comparedTimes`
 * @param usual the number of events in `comparedTimes`; undefined if it is not known
 */
export function silenceOf(last: number | null, now: number, usual: number | undefined): Silence | null {
  if (last === null) return { kind: "no data" };
  if (now - last < SILENCE_MS_MIN) return null;
  const isUnusual = now - last >= WEEK_MS || (usual ?? 0) >= USUAL_EVENTS_MIN;
  return { kind: isUnusual ? "unusual" : "quiet", since: last };
}

/** The time since which there are no events: a day and a time, or a date if it is longer ago than a week. */
export function sinceText(since: number, zone: string): string {
  return (Date.now() - since < WEEK_MS ? formatMoment : formatDate)(since, zone);
}

/** The silence of the sensors of a space that is measured. */
export function silenceText(silence: Silence, zone: string): string {
  return silence.kind === "no data"
    ? "No data from its present sensors"
    : `No data since ${sinceText(silence.since, zone)}`;
}

/** The time of the last event of some sensors, in ms; null if none has sent one. */
function lastEventOf(sensors: readonly Sensor[]): number | null {
  const times = sensors.flatMap(({ last_event: last }) => (last === null ? [] : [Date.parse(last)]));
  return times.length === 0 ? null : Math.max(...times);
}

/** The entrances and exits of the hours that are within a range. */
function passagesIn({ results }: SpaceCounts, { start, end }: TimeRange): number {
  return results
    .map(({ interval }) => interval)
    .filter((hour) => Date.parse(hour.start) >= start && Date.parse(hour.end) <= end)
    .reduce((sum, { analytics }) => sum + analytics.entrances + analytics.exits, 0);
}

/** The unusual silences of spaces that are measured, by space id. Empty until the sensors are loaded. */
export function useSilences(spaces: readonly Space[]): ReadonlyMap<string, Silence> {
  const { data: sensors, refetch } = useSensors();
  const now = useNow(HOUR_MS / 4);
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const lasts = useMemo(() => {
    if (sensors === undefined) return new Map<string, number | null>();
    const byDoorway = Map.groupBy(sensors, (sensor) => sensor.doorway_id);
    const sensorsOf = ({ doorways }: Space) => doorways.flatMap(({ id }) => byDoorway.get(id) ?? []);
    return new Map(spaces.filter(isMeasuredNow).map((space) => [space.id, lastEventOf(sensorsOf(space))]));
  }, [spaces, sensors]);
  const silent = [...lasts].flatMap(([id, last]) => (comparedTimes(last, now) === null ? [] : [id]));
  const range = { start: hour - WEEK_MS - DAY_MS, end: hour - WEEK_MS + HOUR_MS, interval: "1h" as const };
  const weekBefore = useManyCounts(silent, range);
  const silences = useMemo(() => {
    const found = new Map<string, Silence>();
    for (const [id, last] of lasts) {
      const [counts, times] = [weekBefore.data?.get(id), comparedTimes(last, now)];
      const usual = counts === undefined || times === null ? undefined : passagesIn(counts, times);
      const silence = silenceOf(last, now, usual);
      if (silence !== null && silence.kind !== "quiet") found.set(id, silence);
    }
    return found;
  }, [lasts, weekBefore.data, now]);
  useLiveChanges(
    useCallback(
      ({ spaceId, direction }) => {
        // An event ends a silence.
        if (direction !== null && silences.has(spaceId)) void refetch({ cancelRefetch: false });
      },
      [silences, refetch],
    ),
  );
  return silences;
}

/**
 * The silence of a sensor; null if its last event is recent.
 *
 * @param isCompared whether the events of a week before may be requested
 */
export function useSensorSilence(sensor: Sensor, isCompared = true): Silence | null {
  const { serial_number } = sensor;
  const now = useNow(HOUR_MS / 4);
  const last = lastEventOf([sensor]);
  const times = comparedTimes(last, now);
  const usual = useFetched(
    ["sensor-silence", serial_number, times],
    async (v2, signal) => {
      const query = { ...rangeParametersOf(times ?? { start: 0, end: 0 }), page_size: 1 };
      const params = { path: { serial_number }, query };
      return (await answerOf(v2.GET("/v2/sensors/{serial_number}/events/", { params, signal }))).total;
    },
    { enabled: isCompared && times !== null },
  );
  return silenceOf(last, now, usual.data);
}

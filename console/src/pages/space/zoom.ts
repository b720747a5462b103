import { DateTime } from "luxon";
import type { TimeRange } from "../../ranges.ts";

const MINUTE_MS = 60_000;
/** The shortest zoomed range: two of the shortest intervals. */
const ZOOM_MS_MIN = 2 * MINUTE_MS;

/** The URL parameter of a zoomed range, such as `20261120T1200Z..20261120T1400Z`. */
export function formatZoom({ start, end }: TimeRange): string {
  return `${formatInstant(start)}..${formatInstant(end)}`;
}

/** Parses the result of `formatZoom`; null if it is not valid. */
export function parseZoom(text: string | null): TimeRange | null {
  const [from, to] = (text ?? "").split("..");
  if (from === undefined || to === undefined) return null;
  const start = DateTime.fromISO(from, { zone: "utc" });
  const end = DateTime.fromISO(to, { zone: "utc" });
  if (!start.isValid || !end.isValid || end.toMillis() - start.toMillis() < MINUTE_MS) return null;
  return { start: start.toMillis(), end: end.toMillis() };
}

function formatInstant(instant: number): string {
  const options = { format: "basic", suppressSeconds: true, suppressMilliseconds: true } as const;
  return DateTime.fromMillis(instant, { zone: "utc" }).toISO(options) ?? "";
}

/** Extends a selection to whole minutes. */
export function selected({ start, end }: TimeRange): TimeRange {
  const from = Math.floor(start / MINUTE_MS) * MINUTE_MS;
  return { start: from, end: Math.max(Math.ceil(end / MINUTE_MS) * MINUTE_MS, from + ZOOM_MS_MIN) };
}

/** The middle half of a range; null at the shortest range. */
export function zoomedIn({ start, end }: TimeRange): TimeRange | null {
  const quarter = (end - start) / 4;
  const inner = selected({ start: start + quarter, end: end - quarter });
  return inner.end - inner.start < end - start ? inner : null;
}

/** Twice the range, within the base; null if that is the whole base. */
export function zoomedOut({ start, end }: TimeRange, base: TimeRange): TimeRange | null {
  const half = (end - start) / 2;
  const outer = selected({ start: start - half, end: end + half });
  if (outer.end - outer.start >= base.end - base.start) return null;
  const shift = Math.max(0, base.start - outer.start) - Math.max(0, outer.end - base.end);
  return { start: outer.start + shift, end: outer.end + shift };
}

/** Moves a range by half of its length. */
export function panned({ start, end }: TimeRange, direction: -1 | 1): TimeRange {
  const shift = direction * Math.max(MINUTE_MS, Math.round((end - start) / 2 / MINUTE_MS) * MINUTE_MS);
  return { start: start + shift, end: end + shift };
}

import { invalidText, must } from "./errors.ts";
import { DAY_MS } from "./instant.ts";
import type { TimeSpan } from "./local-hours.ts";
import { localDateExists, localDayOf, readWallTime, toInstant } from "./local-time.ts";

export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The weekly hours of a time segment, in the local time of each space it is applied to (D14). */
export interface SegmentHours {
  /** `HH:MM:SS`; an end at or before the start is on the next day. */
  readonly start: string;
  readonly end: string;
  readonly days: readonly Weekday[];
}

/** The ways to write the end of a day, which is midnight (D14). */
const DAY_END = /^24:00(?::00)?$/;

/**
 * Parses the end of a time segment: as `parseSegmentTime`, or `24:00`.
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseSegmentEnd(text: string, path: string): string {
  return parseSegmentTime(text.replace(DAY_END, "00:00"), path);
}

/**
 * Parses a time segment's `HH:MM:SS` or `HH:MM` (D14).
 *
 * @returns the time as `HH:MM:SS`
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseSegmentTime(text: string, path: string): string {
  if (readWallTime(text) === null)
    throw invalidText(path, text, "a time of day written HH:MM:SS, such as 09:00:00", 16);
  return text.length === 5 ? `${text}:00` : text;
}

/**
 * Time spans as flattened pairs: from `windows[2i]` up to, not including, `windows[2i + 1]`, in ms, ascending and
 * disjoint.
 */
export type Windows = Float64Array;

/** The union of the segments' local windows within [start, end) (D14). */
export function measuredWindows(
  segments: readonly SegmentHours[],
  timeZone: string,
  start: number,
  end: number,
): Windows {
  if (start >= end) return new Float64Array(0);
  const windows = segments.flatMap((segment) => windowsOf(segment, timeZone, start, end));
  return uniteWindows(windows);
}

function windowsOf(segment: SegmentHours, timeZone: string, start: number, end: number): TimeSpan[] {
  const opens = must(readWallTime(segment.start), "start of a segment");
  const closes = must(readWallTime(segment.end), "end of a segment");
  const wraps = closes <= opens ? DAY_MS : 0;
  const weekdays = new Set(segment.days.map((day) => WEEKDAYS.indexOf(day)));
  const windows: TimeSpan[] = [];
  const lastDay = localDayOf(end, timeZone) + 1;
  // Two days back: a window wraps past midnight, and a gap may move its end by up to a day more.
  for (let day = localDayOf(start, timeZone) - 2; day <= lastDay; day++) {
    if (!weekdays.has(weekdayOf(day)) || !localDateExists(day, timeZone)) continue;
    const window = {
      start: Math.max(start, toInstant(day * DAY_MS + opens, timeZone)),
      end: Math.min(end, toInstant(day * DAY_MS + wraps + closes, timeZone)),
    };
    if (window.start < window.end) windows.push(window);
  }
  return windows;
}

/** Monday is 0; 1970-01-01, local day 0, was a Thursday. */
function weekdayOf(localDay: number): number {
  return (((localDay + 3) % 7) + 7) % 7;
}

/** The union of spans of time, some of which may be empty. */
export function uniteWindows(windows: readonly TimeSpan[]): Windows {
  const united: number[] = [];
  for (const { start, end } of windows.toSorted((a, b) => a.start - b.start)) {
    const lastEnd = united.at(-1);
    if (start >= end) continue;
    if (lastEnd !== undefined && start <= lastEnd) united[united.length - 1] = Math.max(lastEnd, end);
    else united.push(start, end);
  }
  return Float64Array.from(united);
}

export function intersectWindows(a: Windows, b: Windows): Windows {
  const shared: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [endOfA, endOfB] = [a[i + 1] as number, b[j + 1] as number];
    const [start, end] = [Math.max(a[i] as number, b[j] as number), Math.min(endOfA, endOfB)];
    if (start < end) shared.push(start, end);
    if (endOfA <= endOfB) i += 2;
    else j += 2;
  }
  return Float64Array.from(shared);
}

import { DateTime, Duration } from "luxon";
import { formatDate, formatDay, formatShortDay, formatTime } from "../format.ts";
import { startOfWeek } from "../preferences.ts";

/** The steps between marks of a time axis, with their nominal lengths in ms. */
const STEPS = Object.entries({
  minutes: [1, 5, 15, 30],
  hours: [1, 2, 3, 6, 12],
  days: [1, 2, 3, 4],
  weeks: [1, 2],
  months: [1, 3],
  years: [1],
}).flatMap(([unit, sizes]) =>
  sizes.map((size) => ({ unit, size, ms: Duration.fromObject({ [unit]: size }).toMillis() })),
);
type Step = (typeof STEPS)[number];

/** Limits the number of marks. */
const MARKS_MAX = 1_000;

/** The marks of a time axis at round local times, days, weeks or months. @param room the maximum number of marks */
export function timeMarks(start: number, end: number, zone: string, room: number): readonly number[] {
  const step = stepFor(end - start, room);
  const marks: number[] = [];
  let mark = firstBefore(start, step, zone);
  for (let tries = 0; mark.toMillis() <= end && tries < MARKS_MAX; tries++) {
    if (mark.toMillis() >= start) marks.push(mark.toMillis());
    mark = nextAfter(mark, step);
  }
  return marks;
}

/** The label of a mark: its time, its day at midnight, or its date on 1 January. */
export function markLabel(mark: number, spanMs: number, zone: string): string {
  const local = DateTime.fromMillis(mark, { zone });
  const isDay = local.equals(local.startOf("day"));
  if (!isDay) return formatTime(mark, zone);
  if (local.ordinal === 1) return formatDate(mark, zone);
  return spanMs > 14 * 86_400_000 ? formatShortDay(mark, zone) : formatDay(mark, zone);
}

function stepFor(spanMs: number, room: number): Step {
  return STEPS.find(({ ms }) => spanMs / ms <= room) ?? (STEPS.at(-1) as Step);
}

function firstBefore(start: number, { unit }: Step, zone: string): DateTime {
  const local = DateTime.fromMillis(start, { zone });
  if (unit === "weeks") return startOfWeek(local);
  if (unit === "months" || unit === "years") return local.startOf("year");
  return local.startOf("day");
}

/** Steps below a day restart at each midnight, so that they keep round local times when clocks change. */
function nextAfter(mark: DateTime, { unit, size, ms }: Step): DateTime {
  if (unit !== "hours" && unit !== "minutes") return mark.plus({ [unit]: size });
  const wall = mark.hour * 3_600_000 + mark.minute * 60_000;
  const tomorrow = mark.startOf("day").plus({ days: 1 });
  if (wall + ms >= 86_400_000) return tomorrow;
  const next = mark.plus({ milliseconds: ms });
  const minutes = Math.floor((wall + ms) / 60_000);
  const atWall = mark.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  // If the clocks skip or repeat the local time, elapsed time decides.
  return atWall > mark ? atWall : next;
}

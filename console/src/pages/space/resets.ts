import { DateTime } from "luxon";
import type { TimeRange } from "../../ranges.ts";

/** A moment at which the count was set, in ms. */
export interface ResetMark {
  readonly time: number;
  readonly count: number;
}

/** The daily resets within a range (D8), by the zone's wall time. @param dailyReset `HH:MM`, null without one */
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

import { DateTime } from "luxon";
import type { TimeRange } from "../../ranges.ts";

/** A reset; its time in ms. */
export interface ResetMark {
  readonly time: number;
  readonly count: number;
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

import { type DateTime, Info } from "luxon";
import type { Weekday } from "./locale.ts";
import { conventions } from "./preferences.ts";

/** The first day of the week of a day. */
export function startOfWeek(day: DateTime, firstDay: Weekday = conventions().firstDay): DateTime {
  return day.startOf("day").minus({ days: (day.weekday - firstDay + 7) % 7 });
}

/** The weekdays from the first day of the week. */
export function weekdaysInOrder(firstDay: Weekday = conventions().firstDay): readonly Weekday[] {
  return Array.from({ length: 7 }, (_, index) => (((firstDay - 1 + index) % 7) + 1) as Weekday);
}

export function weekdayName(weekday: number): string {
  return Info.weekdays("long", { locale: "en-US" })[weekday - 1] ?? "";
}

export function shortWeekdayName(weekday: number): string {
  return Info.weekdays("short", { locale: "en-US" })[weekday - 1] ?? "";
}

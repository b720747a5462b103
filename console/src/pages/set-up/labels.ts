import { SPACE_FUNCTIONS, SPACE_TYPES } from "../../../../src/domain/resources.ts";
import { WEEKDAYS, type Weekday } from "../../../../src/domain/time-segment.ts";
import { formatCount, formatShare, formatTimeOfDay, readable } from "../../format.ts";
import { weekdaysInOrder } from "../../preferences.ts";
import type { Webhook } from "../../queries/resources.ts";
import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";

export const FUNCTION_CHOICES = [
  { value: "" as const, name: "None" },
  ...SPACE_FUNCTIONS.map((value) => ({ value, name: readable(value) })),
];

export const TYPE_CHOICES = SPACE_TYPES.map((value) => ({ value, name: readable(value) }));

export const THRESHOLD_CHOICES = [
  { value: "", name: "None" },
  { value: "SAFE_CAPACITY", name: "Number of people" },
  { value: "UTILIZATION_PERC_TARGET", name: "Share of the target capacity" },
  { value: "UTILIZATION_PERC_LEGAL", name: "Share of the capacity" },
] as const;

/** The labels of the types of webhook. */
export const WEBHOOK_TYPE_LABELS: Readonly<Record<Webhook["type"], string>> = {
  counts: "Entrances and exits",
  threshold: "Safe limit",
};

/** The label of a sensor placement. */
export function sideOf(placement: 1 | -1): string {
  return placement === 1 ? "Inside" : "Outside";
}

/** The safe limit of a space (D15), such as `Unsafe above 48 (80 % of the target of 60)`. */
export function thresholdLabel(
  space: Pick<
    Space,
    "capacity" | "target_capacity" | "safe_capacity" | "safe_threshold_mode" | "safe_threshold_value"
  >,
): string {
  const { safe_threshold_mode: mode, safe_threshold_value: share } = space;
  if (mode === null) return "None";
  const limit = safeLimitOf(space);
  if (limit === null) return "No effect: the required capacity is not set";
  const people = `Unsafe above ${formatCount(Math.floor(limit))}`;
  if (mode === "SAFE_CAPACITY") return people;
  const isTarget = mode === "UTILIZATION_PERC_TARGET";
  const base = isTarget ? space.target_capacity : space.capacity;
  const of = isTarget ? "target" : "capacity";
  return `${people} (${formatShare(share)} of the ${of} of ${formatCount(base)})`;
}

/** The weekdays, from the first day of the week in the settings. */
export function weekdays(): readonly Weekday[] {
  return weekdaysInOrder().map((weekday) => WEEKDAYS[weekday - 1] as Weekday);
}

/** Days in short form: `Mon–Fri`, `Every day`, `Mon, Wed`. */
export function daysText(days: readonly Weekday[]): string {
  const week = weekdays();
  const isIncluded = week.map((day) => days.includes(day));
  if (isIncluded.every(Boolean)) return "Every day";
  const runs: Weekday[][] = [];
  for (const [index, day] of week.entries()) {
    if (!isIncluded[index]) continue;
    if (index > 0 && isIncluded[index - 1]) runs.at(-1)?.push(day);
    else runs.push([day]);
  }
  return runs.map(runText).join(", ");
}

function runText(run: readonly Weekday[]): string {
  const names = run.map((day) => day.slice(0, 3));
  return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(", ");
}

/** A local time of day, without seconds if they are 0. */
export function timeOfDay(time: string): string {
  return time.endsWith(":00") && time.length === 8 ? time.slice(0, 5) : time;
}

/** The hours of a segment. If the end is not after the start, it is on the next day (D14). */
export function hoursText(start: string, end: string): string {
  return `${formatTimeOfDay(start)} – ${formatTimeOfDay(end)}${wraps(start, end) ? " the next day" : ""}`;
}

/** Whether hours go past midnight. `HH:MM` and `HH:MM:SS` compare as texts. */
export function wraps(start: string, end: string): boolean {
  return timeOfDay(end) <= timeOfDay(start);
}

import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { OldEvents, RetentionReview } from "../engine/retention/retention.ts";
import { v2Schemas } from "./fields.ts";

const instantOrNull = z.string().nullable();

const oldEvents = z.object({
  events: z.int(),
  /** UTC days that have some of them. */
  days: z.int(),
  oldest: instantOrNull,
  newest: instantOrNull,
});

/** What a retention period removes: `removable` with the size of the data, or, after the removal, `removed`. */
export const retentionAnswer = z
  .object({
    /** The start of a UTC day; events before it are removed. */
    boundary: z.string(),
    /** The log start; null if no events have been removed so far. */
    kept_from: instantOrNull,
    removable: oldEvents.extend({ bytes: z.int(), are_all: z.boolean() }).optional(),
    removed: oldEvents.optional(),
    disk: z.object({ database_bytes: z.int(), runs_bytes: z.int(), free_bytes: z.int() }).optional(),
    forecast: z
      .object({
        events_per_day: z.number(),
        bytes_per_day: z.number(),
        bytes_per_event: z.number(),
        days_until_full: z.number().nullable(),
      })
      .optional(),
  })
  .register(v2Schemas, { id: "Retention" });

export type RetentionAnswer = z.output<typeof retentionAnswer>;

export function presentReview({ old, bytes, logStart, figures, forecast }: RetentionReview): RetentionAnswer {
  return {
    ...boundariesOf(old, logStart),
    removable: { ...presentEvents(old), bytes, are_all: old.areAll },
    disk: { database_bytes: figures.database, runs_bytes: figures.runs, free_bytes: figures.free },
    forecast: {
      events_per_day: forecast.eventsPerDay,
      bytes_per_day: forecast.bytesPerDay,
      bytes_per_event: forecast.bytesPerEvent,
      days_until_full: forecast.daysUntilFull,
    },
  };
}

/** @param logStart in ms, after the removal */
export function presentRemoval(old: OldEvents, logStart: number): RetentionAnswer {
  return { ...boundariesOf(old, logStart), removed: presentEvents(old) };
}

function boundariesOf({ boundary }: OldEvents, logStart: number) {
  return {
    boundary: formatInstant(boundary),
    kept_from: logStart === 0 ? null : formatInstant(logStart),
  };
}

function presentEvents({ events, days, span }: OldEvents): z.output<typeof oldEvents> {
  return {
    events,
    days,
    oldest: span === null ? null : formatInstant(span.first),
    newest: span === null ? null : formatInstant(span.last),
  };
}

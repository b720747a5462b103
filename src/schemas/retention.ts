import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { OldEvents, RetentionReview } from "../engine/retention/retention.ts";
import { answerOf, instantOrNull, text, textOrNull } from "./answers.ts";
import { namedObject } from "./fields.ts";

const oldEvents = answerOf<OldEvents>()({
  events: [z.int(), ({ events }) => events],
  days: [z.int(), ({ days }) => days],
  oldest: [textOrNull, ({ span }) => instantOrNull(span?.first)],
  newest: [textOrNull, ({ span }) => instantOrNull(span?.last)],
});

export const retentionAnswer = namedObject("Retention", {
  boundary: text,
  kept_from: textOrNull,
  removable: oldEvents.schema.extend({ bytes: z.int(), are_all: z.boolean() }).optional(),
  removed: oldEvents.schema.optional(),
  disk: z.object({ database_bytes: z.int(), runs_bytes: z.int(), free_bytes: z.int() }).optional(),
  forecast: z
    .object({
      events_per_day: z.number(),
      bytes_per_day: z.number(),
      bytes_per_event: z.number(),
      days_until_full: z.number().nullable(),
    })
    .optional(),
});

export type RetentionAnswer = z.output<typeof retentionAnswer>;

export function presentReview({ old, bytes, logStart, figures, forecast }: RetentionReview): RetentionAnswer {
  return {
    ...boundariesOf(old, logStart),
    removable: { ...oldEvents.present(old), bytes, are_all: old.areAll },
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
  return { ...boundariesOf(old, logStart), removed: oldEvents.present(old) };
}

function boundariesOf({ boundary }: OldEvents, logStart: number) {
  return {
    boundary: formatInstant(boundary),
    kept_from: logStart === 0 ? null : formatInstant(logStart),
  };
}

import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import { CAP_MAX, COUNTER_BITS_MAX, COUNTER_BITS_MIN } from "../domain/limits.ts";
import type { CountingSettings } from "../domain/resources.ts";
import type { ChangedCounting } from "../engine/readings/change-counting.ts";
import { answerOf, intOrNull, textOrNull } from "./answers.ts";
import { dailyReset, defined, engineFields, name, timeZone } from "./fields.ts";

/** The settings of a sensor (D32); all are optional (D26). */
export const countingShape = {
  reverse: z.boolean().optional(),
  cap: z.number().positive().max(CAP_MAX).optional(),
  width: z.int().min(COUNTER_BITS_MIN).max(COUNTER_BITS_MAX).nullable().optional(),
  time_zone: timeZone.nullable().optional(),
  resets_at: dailyReset.nullable().optional(),
  direction: z.enum(["in", "out"]).nullable().optional(),
  line: name.nullable().optional(),
};

type CountingFields = z.output<z.ZodObject<typeof countingShape>>;

export function countingSettings({ reverse, ...others }: CountingFields): Partial<CountingSettings> {
  return { ...engineFields(others), ...defined({ isReversed: reverse }) };
}

export const countingAnswer = answerOf<CountingSettings>()({
  reverse: [z.boolean(), ({ isReversed }) => isReversed],
  cap: [z.number(), ({ cap }) => cap],
  width: [intOrNull, ({ width }) => width],
  time_zone: [textOrNull, (settings) => settings.timeZone],
  resets_at: [textOrNull, ({ resetsAt }) => resetsAt],
  direction: [z.enum(["in", "out"]).nullable(), ({ direction }) => direction],
  line: [textOrNull, ({ line }) => line],
});

export const passages = z.object({ in: z.int(), out: z.int() });

export const previewAnswer = answerOf<ChangedCounting>({ v2: "CountingPreview" })({
  judged_from: [textOrNull, ({ since }) => (since === -Infinity ? null : formatInstant(since))],
  readings: [z.int(), ({ readings }) => readings],
  changed: [z.int(), ({ changed }) => changed],
  counted_before: [passages, ({ before }) => before],
  counted_after: [passages, ({ after }) => after],
});

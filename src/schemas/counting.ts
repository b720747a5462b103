import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import { CAP_MAX, COUNTER_BITS_MAX, COUNTER_BITS_MIN } from "../domain/limits.ts";
import type { CountingSettings } from "../domain/resources.ts";
import type { ChangedCounting } from "../engine/readings/change-counting.ts";
import { dailyReset, defined, engineFields, name, timeZone, v2Schemas } from "./fields.ts";

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

/** The given settings, by the engine's names. */
export function countingSettings({ reverse, ...others }: CountingFields): Partial<CountingSettings> {
  return { ...engineFields(others), ...defined({ isReversed: reverse }) };
}

/** Settings by the API's names. */
export function presentCounting({
  isReversed,
  cap,
  width,
  timeZone: zone,
  resetsAt,
  direction,
  line,
}: CountingSettings) {
  return { reverse: isReversed, cap, width, time_zone: zone, resets_at: resetsAt, direction, line };
}

export const passages = z.object({ in: z.int(), out: z.int() });

/** What becomes of the readings of a sensor whose settings change. */
export const previewAnswer = z
  .object({
    /** Null for all readings. */
    judged_from: z.string().nullable(),
    readings: z.int(),
    changed: z.int(),
    counted_before: passages,
    counted_after: passages,
  })
  .register(v2Schemas, { id: "CountingPreview" });

/** What has become of readings, or would, as it is answered. */
export function presentPreview({
  since,
  readings,
  changed,
  before,
  after,
}: Omit<ChangedCounting, "sensor">): z.output<typeof previewAnswer> {
  return {
    judged_from: since === -Infinity ? null : formatInstant(since),
    readings,
    changed,
    counted_before: before,
    counted_after: after,
  };
}

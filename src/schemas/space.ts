import { z } from "zod";
import { CAPACITY_MAX, META_DEPTH_MAX, META_LENGTH_MAX } from "../domain/limits.ts";
import { type Json, SAFE_THRESHOLD_MODES, SPACE_FUNCTIONS, SPACE_TYPES } from "../domain/resources.ts";
import type { SpaceFields } from "../engine/resources/spaces.ts";
import {
  body,
  dailyReset,
  documented,
  effectiveFrom,
  engineFields,
  freeText,
  id,
  name,
  timeZone,
} from "./fields.ts";

/** A space's `meta`: any JSON within the limits, which is answered as it was sent. */
const meta = documented(
  z
    .custom<Json>(isModest, {
      error: `must have at most ${META_DEPTH_MAX} levels and ${META_LENGTH_MAX} characters`,
      abort: true,
    })
    .superRefine((value, context) => {
      const path = infiniteNumber(value);
      const message = "exceeds the range of numbers (1.8e308); send it as a string";
      if (path !== null) context.addIssue({ code: "custom", path: [...path], message });
    }),
  {},
);

function isModest(value: unknown): boolean {
  let nested = [value].filter(isContainer);
  for (let depth = 0; nested.length > 0; depth++) {
    if (depth === META_DEPTH_MAX) return false;
    nested = nested.flatMap((each) => Object.values(each)).filter(isContainer);
  }
  return JSON.stringify(value).length <= META_LENGTH_MAX;
}

/** The path of a number that was parsed as infinite, which JSON cannot write; null where there is none. */
function infiniteNumber(value: unknown): readonly string[] | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : [];
  for (const [key, each] of Object.entries(isContainer(value) ? value : {})) {
    const path = infiniteNumber(each);
    if (path !== null) return [key, ...path];
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const capacity = z.int().min(0).max(CAPACITY_MAX).nullable().optional();

/** The fields of a space without its name and parent, in the order of site files; all are optional (D26). */
export const ownFields = {
  space_type: z.enum(SPACE_TYPES).optional(),
  function: z.enum(SPACE_FUNCTIONS).nullable().optional(),
  time_zone: timeZone.optional(),
  daily_reset: dailyReset.nullable().optional(),
  capacity,
  target_capacity: capacity,
  safe_capacity: capacity,
  safe_threshold_mode: z.enum(SAFE_THRESHOLD_MODES).nullable().optional(),
  safe_threshold_value: z.number().positive().nullable().optional(),
  address: freeText.nullable().optional(),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
  size_area: z.number().nullable().optional(),
  size_area_unit: name.optional(),
  annual_rent: z.number().nullable().optional(),
  annual_rent_currency: name.optional(),
  inherits_time_segments: z.boolean().optional(),
  notes: freeText.optional(),
  meta: meta.optional(),
};

/** The names of `notes` and `time_zone` in version 1; both versions accept both names (D16). */
export const aliases = {
  description: freeText.optional(),
  timezone: timeZone.optional(),
};

const fields = { ...ownFields, ...aliases, parent_id: id("space").nullable().optional() };

export const newSpace = body({ name, ...fields });

export const changedSpace = body({
  name: name.optional(),
  ...fields,
  effective_from: effectiveFrom.optional(),
});

export function spaceFields(
  given: z.output<typeof changedSpace>,
  version: "v1" | "v2",
): Partial<SpaceFields> {
  const { description, notes, timezone, time_zone: zone, effective_from: _from, ...fields } = given;
  return engineFields({
    ...fields,
    notes: version === "v1" ? (description ?? notes) : (notes ?? description),
    time_zone: version === "v1" ? (timezone ?? zone) : (zone ?? timezone),
  });
}

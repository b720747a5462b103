import { DateTime } from "luxon";
import type { operations } from "../../../../src/client/generated/v2.ts";
import {
  changesOf,
  fieldError,
  jsonOrNull,
  numberOrNull,
  textOrNull,
} from "../../components/form/form-values.ts";
import type { Space } from "../../queries/spaces.ts";

export type SpaceBody = operations["createSpace"]["requestBody"]["content"]["application/json"];

/** From when a change applies: from now on, from the beginning, or from an instant; empty until it is chosen. */
export type EffectiveFrom = "" | "now" | "beginning" | "at";

/** The fields for the time from which a change applies. */
export interface EffectiveValues {
  readonly effective_from: EffectiveFrom;
  /** `YYYY-MM-DDTHH:MM`, local; used if `effective_from` is `at`. */
  readonly effective_at: string;
}

export const FROM_NOW: EffectiveValues = { effective_from: "now", effective_at: "" };

/** The values of the form: texts as typed, with the field names of the API. */
export type SpaceValues = Readonly<typeof BLANK>;

const BLANK = {
  name: "",
  space_type: "space" as Space["space_type"],
  parent_id: "",
  function: "" as NonNullable<Space["function"]> | "",
  notes: "",
  time_zone: "UTC",
  daily_reset: "04:00",
  capacity: "",
  target_capacity: "",
  safe_threshold_mode: "" as NonNullable<Space["safe_threshold_mode"]> | "",
  safe_capacity: "",
  /** In percent. */
  safe_threshold_value: "",
  address: "",
  latitude: "",
  longitude: "",
  size_area: "",
  size_area_unit: "square_feet",
  annual_rent: "",
  annual_rent_currency: "USD",
  inherits_time_segments: true,
  meta: "",
  ...FROM_NOW,
};

/** The initial values for a new space. It takes the time zone of its parent. */
export function newSpaceValues(
  parent: Pick<Space, "id" | "time_zone" | "space_type"> | null,
  zone: string,
): SpaceValues {
  const inside = parent === null ? {} : { parent_id: parent.id, space_type: CHILD_TYPES[parent.space_type] };
  return { ...BLANK, time_zone: parent?.time_zone ?? zone, ...inside };
}

/** The usual types of the spaces inside each type. */
const CHILD_TYPES = { campus: "building", building: "floor", floor: "space", space: "space" } as const;

export function spaceValuesOf(space: Space): SpaceValues {
  const { safe_threshold_value: share, meta } = space;
  const texts = Object.entries(space)
    .filter(([field]) => Object.hasOwn(BLANK, field))
    .map(([field, value]) => [field, typeof value === "number" ? String(value) : (value ?? "")]);
  return {
    ...BLANK,
    ...(Object.fromEntries(texts) as SpaceValues),
    safe_threshold_value: share === null ? "" : String(inDecimal(share * 100)),
    meta: meta === null ? "" : JSON.stringify(meta, null, 2),
  };
}

/** Checks that a safe limit has the numbers from which it follows. @throws Problem */
function checkLimit(values: SpaceValues): void {
  const { safe_threshold_mode: mode } = values;
  if (mode === "") return;
  const base = mode === "UTILIZATION_PERC_TARGET" ? "target_capacity" : "capacity";
  const fields =
    mode === "SAFE_CAPACITY" ? (["safe_capacity"] as const) : (["safe_threshold_value", base] as const);
  for (const field of fields)
    if (values[field].trim() === "") throw fieldError(field, "is required for the safe limit");
}

/** The body that creates a space: the values that differ from the defaults of the API. @throws Problem */
export function newSpaceBody(values: SpaceValues): SpaceBody {
  checkLimit(values);
  return { ...changesOf(bodyOf(BLANK), bodyOf(values)), name: values.name };
}

/** The body that changes a space: the changed fields only (D26). @throws Problem */
export function changedSpaceBody(before: SpaceValues, after: SpaceValues) {
  checkLimit(after);
  const changed = changesOf(bodyOf(before), bodyOf(after));
  return isRescheduled(before, after) ? { ...changed, ...effectiveFromOf(after, after.time_zone) } : changed;
}

/** Whether the time zone or the daily reset changes, which have a history (D8). */
export function isRescheduled(before: SpaceValues, after: SpaceValues): boolean {
  return before.time_zone !== after.time_zone || before.daily_reset.trim() !== after.daily_reset.trim();
}

/**
 * The field `effective_from` of a body, which is left out if a change applies from now on.
 *
 * @throws Problem if the time is not valid, or none is chosen
 */
export function effectiveFromOf(values: EffectiveValues, zone: string): { effective_from?: string } {
  const { effective_from: from, effective_at: at } = values;
  if (from === "") throw fieldError("effective_from", "is required");
  if (from === "now") return {};
  return { effective_from: from === "at" ? instantOf(at, zone, "effective_at") : from };
}

/** A local time, `YYYY-MM-DDTHH:MM`, as an instant of the API. @throws Problem if it is not valid */
export function instantOf(local: string, zone: string, field: string): string {
  const instant = DateTime.fromISO(local, { zone });
  if (local === "" || !instant.isValid) throw fieldError(field, "a date and a time are required");
  return new Date(instant.toMillis()).toISOString();
}

function bodyOf(values: SpaceValues): SpaceBody {
  const { effective_from, effective_at, ...fields } = values;
  return {
    ...fields,
    parent_id: values.parent_id || null,
    function: values.function || null,
    time_zone: values.time_zone.trim(),
    daily_reset: textOrNull(values.daily_reset),
    ...capacitiesOf(values),
    address: textOrNull(values.address),
    ...numbersIn(values, ["latitude", "longitude", "size_area", "annual_rent"]),
    meta: jsonOrNull(values.meta, "meta"),
  };
}

/** The numbers of some fields. @throws Problem */
function numbersIn<Field extends keyof SpaceValues>(values: SpaceValues, fields: readonly Field[]) {
  const numbers = fields.map((field) => [field, numberOrNull(String(values[field]), field)]);
  return Object.fromEntries(numbers) as Record<Field, number | null>;
}

/** Removes the rounding error of binary numbers: 7 % of 100 is 7. */
function inDecimal(value: number): number {
  return Number(value.toPrecision(12));
}

/** The capacities and the safe limit. @throws Problem */
function capacitiesOf(values: SpaceValues) {
  const share = numberOrNull(values.safe_threshold_value, "safe_threshold_value");
  return {
    ...numbersIn(values, ["capacity", "target_capacity", "safe_capacity"]),
    safe_threshold_mode: values.safe_threshold_mode || null,
    safe_threshold_value: share === null ? null : inDecimal(share / 100),
  };
}

/** The numbers from which the safe limit follows; null if one of them is not a number. */
export function numbersOf(values: SpaceValues) {
  try {
    return capacitiesOf(values);
  } catch {
    return null;
  }
}

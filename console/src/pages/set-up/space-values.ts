import { DateTime } from "luxon";
import type { components, operations } from "../../../../src/client/generated/v2.ts";
import {
  changesOf,
  fieldError,
  jsonOrNull,
  numberOrNull,
  parseNumber,
  textOrNull,
} from "../../components/form/form-values.ts";

type Space = components["schemas"]["Space"];
export type SpaceBody = operations["createSpace"]["requestBody"]["content"]["application/json"];
type SpaceChange = SpaceBody & { readonly effective_from: string };

/** The values of the form: texts as typed, with the field names of the API. */
export interface SpaceValues {
  readonly name: string;
  readonly space_type: Space["space_type"];
  readonly parent_id: string;
  readonly function: NonNullable<Space["function"]> | "";
  readonly notes: string;
  readonly time_zone: string;
  readonly daily_reset: string;
  readonly capacity: string;
  readonly target_capacity: string;
  readonly safe_threshold_mode: NonNullable<Space["safe_threshold_mode"]> | "";
  readonly safe_capacity: string;
  /** In percent. */
  readonly safe_threshold_value: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly size_area: string;
  readonly size_area_unit: string;
  readonly annual_rent: string;
  readonly annual_rent_currency: string;
  readonly inherits_time_segments: boolean;
  readonly meta: string;
  readonly effective_from: EffectiveFrom;
  /** `YYYY-MM-DDTHH:MM`, local; used if `effective_from` is `at`. */
  readonly effective_at: string;
}

/** From when a change applies: from now on, from the beginning, or from an instant. */
export type EffectiveFrom = "now" | "beginning" | "at";

const BLANK: SpaceValues = {
  name: "",
  space_type: "space",
  parent_id: "",
  function: "",
  notes: "",
  time_zone: "UTC",
  daily_reset: "04:00",
  capacity: "",
  target_capacity: "",
  safe_threshold_mode: "",
  safe_capacity: "",
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
  effective_from: "now",
  effective_at: "",
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
  const { safe_threshold_value: share } = space;
  return {
    ...BLANK,
    name: space.name,
    space_type: space.space_type,
    parent_id: space.parent_id ?? "",
    function: space.function ?? "",
    notes: space.notes,
    time_zone: space.time_zone,
    daily_reset: space.daily_reset ?? "",
    capacity: numberText(space.capacity),
    target_capacity: numberText(space.target_capacity),
    safe_threshold_mode: space.safe_threshold_mode ?? "",
    safe_capacity: numberText(space.safe_capacity),
    safe_threshold_value: numberText(share === null ? null : inDecimal(share * 100)),
    address: space.address ?? "",
    latitude: numberText(space.latitude),
    longitude: numberText(space.longitude),
    size_area: numberText(space.size_area),
    size_area_unit: space.size_area_unit,
    annual_rent: numberText(space.annual_rent),
    annual_rent_currency: space.annual_rent_currency,
    inherits_time_segments: space.inherits_time_segments,
    meta: space.meta === null ? "" : JSON.stringify(space.meta, null, 2),
  };
}

/** The body that creates a space: the values that differ from the defaults of the API. @throws Problem */
export function newSpaceBody(values: SpaceValues): SpaceBody {
  return { ...changesOf(bodyOf(BLANK), bodyOf(values)), name: values.name };
}

/** The body that changes a space: the changed fields only (D26). @throws Problem */
export function changedSpaceBody(before: SpaceValues, after: SpaceValues): Partial<SpaceChange> {
  const changed = changesOf(bodyOf(before), bodyOf(after));
  const from = isRescheduled(before, after) ? effectiveFromOf(after, after.time_zone) : undefined;
  return from === undefined ? changed : { ...changed, effective_from: from };
}

/** Whether the time zone or the daily reset changes, which have a history (D8). */
export function isRescheduled(before: SpaceValues, after: SpaceValues): boolean {
  return before.time_zone !== after.time_zone || before.daily_reset.trim() !== after.daily_reset.trim();
}

/**
 * The field `effective_from` of the body; undefined if a change applies from now on.
 *
 * @throws Problem if the time is not valid
 */
export function effectiveFromOf(
  chosen: { readonly effective_from: EffectiveFrom; readonly effective_at: string },
  zone: string,
): string | undefined {
  if (chosen.effective_from === "now") return undefined;
  if (chosen.effective_from === "beginning") return "beginning";
  return instantOf(chosen.effective_at, zone, "effective_at");
}

/** A local time, `YYYY-MM-DDTHH:MM`, as an instant of the API. @throws Problem if it is not valid */
export function instantOf(local: string, zone: string, field: string): string {
  const instant = DateTime.fromISO(local, { zone });
  if (local === "" || !instant.isValid) throw fieldError(field, "a date and a time are required");
  return new Date(instant.toMillis()).toISOString();
}

function bodyOf(values: SpaceValues): SpaceBody {
  const number = (field: keyof SpaceValues) => numberOrNull(String(values[field]), field);
  const share = number("safe_threshold_value");
  return {
    name: values.name,
    space_type: values.space_type,
    parent_id: values.parent_id || null,
    function: values.function || null,
    notes: values.notes,
    time_zone: values.time_zone.trim(),
    daily_reset: textOrNull(values.daily_reset),
    capacity: number("capacity"),
    target_capacity: number("target_capacity"),
    safe_threshold_mode: values.safe_threshold_mode || null,
    safe_capacity: number("safe_capacity"),
    safe_threshold_value: share === null ? null : inDecimal(share / 100),
    address: textOrNull(values.address),
    latitude: number("latitude"),
    longitude: number("longitude"),
    size_area: number("size_area"),
    size_area_unit: values.size_area_unit,
    annual_rent: number("annual_rent"),
    annual_rent_currency: values.annual_rent_currency,
    inherits_time_segments: values.inherits_time_segments,
    meta: jsonOrNull(values.meta, "meta"),
  };
}

function numberText(value: number | null): string {
  return value === null ? "" : String(value);
}

/** Removes the rounding error of binary numbers: 7 % of 100 is 7. */
function inDecimal(value: number): number {
  return Number(value.toPrecision(12));
}

/** The numbers from which the safe limit follows; null if one of them is not a number. */
export function numbersOf(values: SpaceValues) {
  const number = (text: string) => (text.trim() === "" ? null : parseNumber(text.trim()));
  const share = number(values.safe_threshold_value);
  const numbers = {
    capacity: number(values.capacity),
    target_capacity: number(values.target_capacity),
    safe_capacity: number(values.safe_capacity),
    safe_threshold_mode: values.safe_threshold_mode || null,
    safe_threshold_value: share === null ? null : inDecimal(share / 100),
  };
  return Object.values(numbers).some(Number.isNaN) ? null : numbers;
}

import { z } from "zod";
import { excessOf } from "../domain/json-bounds.ts";
import { DEVICE_VALUES_MAX } from "../domain/limits.ts";
import { list } from "../schemas/list.ts";
import { unusable } from "./adapter.ts";

/**
 * The value of a message in JSON.
 *
 * @throws HeadcountError `invalid` if it is not JSON, is nested too deep, or has too many values
 */
export function parseJson(body: Buffer, valuesMax = DEVICE_VALUES_MAX): unknown {
  requireModest(body, valuesMax);
  try {
    return JSON.parse(body.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    throw unusable("is not JSON");
  }
}

/**
 * Refuses what takes far longer to read than a message of its size should.
 *
 * @throws HeadcountError `invalid` if a text, or several one after another, is nested too deep or has too many values
 */
export function requireModest(body: Buffer, valuesMax = DEVICE_VALUES_MAX): void {
  const excess = excessOf(body, { values: valuesMax, depth: 64, members: Infinity });
  if (excess !== null) throw unusable(excess);
}

/**
 * A number of a message, which some devices write as a text. What it must be is checked where readings are accepted.
 *
 * @returns null if it is absent; NaN if it is no number
 */
export function numberOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[+-]?\d{1,20}$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** A name in a message, as a text without white space around it; empty if it is absent. */
export const label = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => String(given ?? "").trim());

/** A list of a message; empty if it is absent. */
export function listOf<T extends z.ZodType>(item: T) {
  return list(item)
    .nullish()
    .transform((given) => given ?? []);
}

/** An object of a message, the fields of which are read later: to check them by a schema takes several µs each. */
export const record = z.custom<Readonly<Record<string, unknown>>>(
  (given) => typeof given === "object" && given !== null && !Array.isArray(given),
);

/** A part of a message that is read later, and may be absent. */
export const anything = z.unknown().optional();

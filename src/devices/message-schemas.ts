import { z } from "zod";
import { list } from "../schemas/list.ts";

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

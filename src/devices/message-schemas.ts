import { z } from "zod";

/** What a message names something by, as a text without white space around it; empty if it is absent. */
export const label = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => String(given ?? "").trim());

/** A list of a message; empty if it is absent. */
export function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((given) => given ?? []);
}

/** A part of a message that is read later, and may be absent. */
export const anything = z.unknown().optional();

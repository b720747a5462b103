import { z } from "zod";
import { pageLinks } from "../pagination.ts";

/** The envelope of a list in version 1. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ count: z.int(), ...pageLinks, results: z.array(item) });
}

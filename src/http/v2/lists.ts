import { z } from "zod";
import { pageLinks } from "../pagination.ts";

/** The envelope of a list in version 2. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ total: z.int(), ...pageLinks, results: z.array(item) });
}

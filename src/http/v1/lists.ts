import { z } from "zod";
import { type PageRequest, pageLinks, pageOf as pageOfAny } from "../pagination.ts";
import type { HttpContext } from "../types.ts";

/** The envelope of a list in version 1. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ count: z.int(), ...pageLinks, results: z.array(item) });
}

/** The page that a request asks for of a whole list, in version 1's envelope. */
export async function pageOf<T, Answer>(
  http: HttpContext,
  request: PageRequest,
  items: readonly T[],
  present: (items: readonly T[]) => Answer[] | Promise<Answer[]>,
) {
  const { total: count, ...page } = await pageOfAny(http, request, items, present);
  return { count, ...page };
}

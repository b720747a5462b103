import { itemsOf } from "../../../src/client/index.ts";

/** The items of all pages. @param request fetches a page */
export async function allItems<Item>(request: Parameters<typeof itemsOf<Item>>[0]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of itemsOf(request)) items.push(item);
  return items;
}

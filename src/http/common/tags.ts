import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { currentCounts } from "../../engine/counts/count-queries.ts";
import { taggedWith } from "../../engine/resources/tags.ts";
import type { HttpContext } from "../types.ts";

/** What carries a tag, by ids as the API writes them; each version names those in its own way. */
export interface TagAnswer {
  readonly name: string;
  readonly spaces: { id: string; name: string; current_count: number }[];
  readonly doorways: { id: string; name: string }[];
}

/** @throws HeadcountError `not-found` where nothing carries the tag (D28) */
export async function readTag(http: HttpContext, name: string): Promise<TagAnswer> {
  const { spaces, doorways } = taggedWith(http.catalog, name);
  const counts = await currentCounts(http, spaces);
  return {
    name,
    spaces: spaces.map((space) => ({
      id: formatId("space", space.id),
      name: space.name,
      current_count: must(counts.get(space.id), "count"),
    })),
    doorways: doorways.map((doorway) => ({ id: formatId("doorway", doorway.id), name: doorway.name })),
  };
}

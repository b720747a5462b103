import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";

import { currentCounts, type LiveCounting } from "../../engine/counts/count-queries.ts";
import { taggedWith, tagsInUse } from "../../engine/resources/tags.ts";
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** The spaces and doorways with a tag; each version has its own names for their ids. */
export interface TaggedResources {
  readonly name: string;
  readonly spaces: { id: string; name: string; current_count: number }[];
  readonly doorways: { id: string; name: string }[];
}

/** GET /tags/: the tags in use; GET /tags/:tag_name/: the spaces and doorways with one (D28). */
export function addTagRoutes<Answer extends z.ZodType>(
  app: App,
  http: LiveCounting & PublicAddress,
  total: TotalName,
  answer: Answer,
  present: (tagged: TaggedResources) => z.output<Answer>,
): void {
  const one = { tag_name: z.string() };
  const tags = new Resource(app, http, { path: "/tags/", one, tag: "Tags", name: "tag", total });
  tags.list(
    { summary: "List the tags in use", item: z.object({ name: z.string() }) },
    () => tagsInUse(http.catalog),
    (names) => names.map((name) => ({ name })),
  );
  tags.read({ summary: "Read what carries a tag", answer }, async ({ params }) =>
    present(await findTagged(http, params.tag_name)),
  );
}

/** @throws HeadcountError `not-found` where nothing carries the tag (D28) */
async function findTagged(http: LiveCounting, name: string): Promise<TaggedResources> {
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

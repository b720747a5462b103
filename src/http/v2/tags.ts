import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { currentCounts } from "../../engine/count-queries.ts";
import { taggedWith, tagsInUse } from "../../engine/tags.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const tagAnswer = z
  .object({
    name: z.string(),
    spaces: z.array(z.object({ id: z.string(), name: z.string(), current_count: z.int() })),
    doorways: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .register(v2Schemas, { id: "Tag" });

/** GET /tags/: the tags in use; GET /tags/:tag_name/: what carries one (D28). */
export function tagRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/tags/",
    {
      config: { access: "read" },
      schema: {
        querystring: z.object(pageParameters),
        response: { 200: listOf(z.object({ name: z.string() })) },
      },
    },
    (request) => pageOf(http, request, tagsInUse(catalog), (tags) => tags.map((name) => ({ name }))),
  );

  app.get(
    "/tags/:tag_name/",
    {
      config: { access: "read" },
      schema: { params: z.object({ tag_name: z.string() }), response: { 200: tagAnswer } },
    },
    async (request) => {
      const { tag_name: name } = request.params;
      const { spaces, doorways } = taggedWith(catalog, name);
      const counts = await currentCounts(http, spaces);
      return {
        name,
        spaces: spaces.map((space) => ({
          id: formatId("space", space.id),
          name: space.name,
          current_count: counts.get(space.id) ?? 0,
        })),
        doorways: doorways.map((doorway) => ({ id: formatId("doorway", doorway.id), name: doorway.name })),
      };
    },
  );
}

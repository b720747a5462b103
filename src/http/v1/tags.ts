import { z } from "zod";
import { tagsInUse } from "../../engine/resources/tags.ts";
import { readTag } from "../common/tags.ts";
import { v1Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

const tagAnswer = z
  .object({
    name: z.string(),
    spaces: z.array(z.object({ space_id: z.string(), name: z.string(), current_count: z.int() })),
    doorways: z.array(z.object({ doorway_id: z.string(), name: z.string() })),
  })
  .register(v1Schemas, { id: "Tag" });

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
      const { name, spaces, doorways } = await readTag(http, request.params.tag_name);
      return {
        name,
        spaces: spaces.map(({ id, ...space }) => ({ space_id: id, ...space })),
        doorways: doorways.map(({ id, ...doorway }) => ({ doorway_id: id, ...doorway })),
      };
    },
  );
}

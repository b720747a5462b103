import { z } from "zod";
import { tagsInUse } from "../../engine/resources/tags.ts";
import { readTag } from "../common/tags.ts";
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
    (request) => readTag(http, request.params.tag_name),
  );
}

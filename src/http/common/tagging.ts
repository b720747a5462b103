import { z } from "zod";
import { tagDoorway, tagSpace, untagDoorway, untagSpace } from "../../engine/resources/tags.ts";
import { changeBy } from "../auth.ts";
import { v1Schemas, v2Schemas } from "../openapi/schemas.ts";
import { body, id, tagName } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

const tagAnswer = z
  .object({ tag_name: z.string() })
  .register(v1Schemas, { id: "AddedTag" })
  .register(v2Schemas, { id: "AddedTag" });
const newTag = body({ tag_name: tagName });

/** POST …/tags/ and DELETE …/tags/:tag_name/ of spaces and doorways, the same in both versions (D28). */
export function taggingRoutes(app: App, http: HttpContext): void {
  const adding = {
    config: { access: "write" },
    schema: { body: newTag, response: { 201: tagAnswer } },
  } as const;
  const spacePath = z.object({ space_id: id("space") });
  const doorwayPath = z.object({ doorway_id: id("doorway") });

  app.post(
    "/spaces/:space_id/tags/",
    { ...adding, schema: { ...adding.schema, params: spacePath } },
    async (request, reply) => {
      const { tag_name } = request.body;
      await tagSpace(changeBy(http, request), request.params.space_id, tag_name);
      return reply.code(201).send({ tag_name });
    },
  );

  app.delete(
    "/spaces/:space_id/tags/:tag_name/",
    { config: { access: "write" }, schema: { params: spacePath.extend({ tag_name: z.string() }) } },
    async (request, reply) => {
      const { space_id: spaceId, tag_name: tag } = request.params;
      await untagSpace(changeBy(http, request), spaceId, tag);
      return reply.code(204).send();
    },
  );

  app.post(
    "/doorways/:doorway_id/tags/",
    { ...adding, schema: { ...adding.schema, params: doorwayPath } },
    async (request, reply) => {
      const { tag_name } = request.body;
      await tagDoorway(changeBy(http, request), request.params.doorway_id, tag_name);
      return reply.code(201).send({ tag_name });
    },
  );

  app.delete(
    "/doorways/:doorway_id/tags/:tag_name/",
    { config: { access: "write" }, schema: { params: doorwayPath.extend({ tag_name: z.string() }) } },
    async (request, reply) => {
      const { doorway_id: doorwayId, tag_name: tag } = request.params;
      await untagDoorway(changeBy(http, request), doorwayId, tag);
      return reply.code(204).send();
    },
  );
}

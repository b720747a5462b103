import { z } from "zod";
import { SPACE_TYPES } from "../../domain/resources.ts";
import { listSpaces } from "../../engine/catalog/resource-lists.ts";
import { createSpace, deleteSpace, updateSpace } from "../../engine/resources/spaces.ts";
import { changeBy, requireScope } from "../auth.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";
import { presentSpace, presentSpaces } from "./space-presenter.ts";
import { changedSpace, deletedSpace, newSpace, spaceAnswer, spaceFields } from "./space-schemas.ts";

const onePath = z.object({ space_id: id("space") });

const listQuery = z.object({
  ...pageParameters,
  doorway_id: id("doorway").optional(),
  tag: z.string().optional(),
  space_type: z.enum(SPACE_TYPES).optional(),
  parent_id: id("space").optional(),
});

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. */
export function spaceRoutes(app: App, http: HttpContext): void {
  app.get(
    "/spaces/",
    {
      config: { access: "read" },
      schema: { querystring: listQuery, response: { 200: listOf(spaceAnswer) } },
    },
    (request) => {
      const { doorway_id: doorwayId, parent_id: parentId, space_type: spaceType, tag } = request.query;
      const spaces = listSpaces(http.catalog, { doorwayId, parentId, spaceType, tag });
      return pageOf(http, request, spaces, (page) => presentSpaces(http, page));
    },
  );

  app.post(
    "/spaces/",
    { config: { access: "write" }, schema: { body: newSpace, response: { 201: spaceAnswer } } },
    async (request, reply) => {
      const space = await createSpace(changeBy(http, request), {
        ...spaceFields(request.body),
        name: request.body.name,
      });
      return reply.code(201).send(await presentSpace(http, space));
    },
  );

  app.get(
    "/spaces/:space_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: spaceAnswer } } },
    (request) => presentSpace(http, http.catalog.space(request.params.space_id)),
  );

  app.put(
    "/spaces/:space_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedSpace, response: { 200: spaceAnswer } },
    },
    async (request) => {
      const { effective_from: effectiveFrom } = request.body;
      if (effectiveFrom !== undefined) requireScope(request, "admin");
      const fields = spaceFields(request.body);
      return presentSpace(
        http,
        await updateSpace(changeBy(http, request), request.params.space_id, fields, effectiveFrom),
      );
    },
  );

  app.delete(
    "/spaces/:space_id/",
    { config: { access: "write" }, schema: { params: onePath, body: deletedSpace } },
    async (request, reply) => {
      await deleteSpace(changeBy(http, request), request.params.space_id, request.body.name);
      return reply.code(204).send();
    },
  );
}

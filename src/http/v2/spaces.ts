import { z } from "zod";
import { SPACE_TYPES, type Space } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog.ts";
import { createSpace, deleteSpace, updateSpace } from "../../engine/spaces.ts";
import { requireScope } from "../auth.ts";
import { linksOf, pageItems, pageParameters } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";
import { openLinks, presentSpace, presentSpaces } from "./space-presenter.ts";
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
    async (request) => {
      const spaces = filterSpaces(http.catalog, request.query);
      const results = await presentSpaces(http, pageItems(spaces, request.query));
      return { total: spaces.length, ...linksOf(http, request, request.query, spaces.length), results };
    },
  );

  app.post(
    "/spaces/",
    { config: { access: "write" }, schema: { body: newSpace, response: { 201: spaceAnswer } } },
    async (request, reply) => {
      const space = await createSpace(http, { ...spaceFields(request.body), name: request.body.name });
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
      return presentSpace(http, await updateSpace(http, request.params.space_id, fields, effectiveFrom));
    },
  );

  app.delete(
    "/spaces/:space_id/",
    { config: { access: "write" }, schema: { params: onePath, body: deletedSpace } },
    async (request, reply) => {
      await deleteSpace(http, request.params.space_id, request.body.name);
      return reply.code(204).send();
    },
  );
}

/** The spaces that all given filters let through, in order of creation (D16). */
function filterSpaces(catalog: Catalog, query: z.output<typeof listQuery>): Space[] {
  const { doorway_id: doorwayId, parent_id: parentId, space_type: spaceType, tag } = query;
  const linked = doorwayId === undefined ? null : linkedSpaces(catalog, doorwayId);
  if (parentId !== undefined) catalog.namedSpace(parentId, "parent_id");
  // Nothing carries a tag yet.
  if (tag !== undefined) return [];
  return catalog.spaces
    .all()
    .filter((space) => linked?.has(space.id) ?? true)
    .filter((space) => parentId === undefined || space.parentId === parentId)
    .filter((space) => spaceType === undefined || space.spaceType === spaceType);
}

function linkedSpaces(catalog: Catalog, doorwayId: bigint): ReadonlySet<bigint> {
  const doorway = catalog.namedDoorway(doorwayId, "doorway_id");
  return new Set(openLinks(catalog.linksOfDoorway.of(doorway.id)).map((link) => link.spaceId));
}

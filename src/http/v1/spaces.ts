import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Space } from "../../domain/resources.ts";
import { listSpaces, openLinks } from "../../engine/catalog/resource-lists.ts";
import { currentCounts } from "../../engine/counts/count-queries.ts";
import { createSpace, deleteSpace, type SpaceFields, updateSpace } from "../../engine/resources/spaces.ts";
import { changeBy, requireScope } from "../auth.ts";
import { v1Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import {
  body,
  dailyReset,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  timeZone,
} from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

/** A space as lists show it: its doorways and daily reset are read one by one. */
const listedSpace = z
  .object({
    id: z.string(),
    name: z.string(),
    timezone: z.string(),
    current_count: z.int(),
    tags: z.array(z.string()),
  })
  .register(v1Schemas, { id: "ListedSpace" });

const spaceAnswer = listedSpace
  .extend({
    description: z.string(),
    daily_reset: z.string().nullable(),
    doorways: z.array(
      z.object({ doorway_id: z.string(), name: z.string(), sensor_placement: sensorPlacement }),
    ),
  })
  .register(v1Schemas, { id: "Space" });

const onePath = z.object({ space_id: id("space") });
const listQuery = z.object({ ...pageParameters, doorway_id: id("doorway").optional() });

const fields = {
  description: freeText.optional(),
  timezone: timeZone.optional(),
  daily_reset: dailyReset.nullable().optional(),
};
const newSpace = body({ name, ...fields });
const changedSpace = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });
const deletedSpace = body({ name: z.string() });

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. */
export function spaceRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/spaces/",
    {
      config: { access: "read" },
      schema: { querystring: listQuery, response: { 200: listOf(listedSpace) } },
    },
    (request) => {
      const spaces = listSpaces(catalog, { doorwayId: request.query.doorway_id });
      return pageOf(http, request, spaces, (page) => listSpacesBriefly(http, page));
    },
  );

  app.post(
    "/spaces/",
    { config: { access: "write" }, schema: { body: newSpace, response: { 201: spaceAnswer } } },
    async (request, reply) => {
      // In version 1 a space without a daily reset has none (D8).
      const made = { dailyReset: null, ...spaceFields(request.body), name: request.body.name };
      return reply.code(201).send(await present(http, await createSpace(changeBy(http, request), made)));
    },
  );

  app.get(
    "/spaces/:space_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: spaceAnswer } } },
    (request) => present(http, catalog.space(request.params.space_id)),
  );

  app.put(
    "/spaces/:space_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedSpace, response: { 200: spaceAnswer } },
    },
    async (request) => {
      const { effective_from: from } = request.body;
      if (from !== undefined) requireScope(request, "admin");
      const changed = spaceFields(request.body);
      return present(
        http,
        await updateSpace(changeBy(http, request), request.params.space_id, changed, from),
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

/** The fields that a body has, by the engine's names; version 1's description is version 2's notes (D27). */
function spaceFields(given: z.output<typeof changedSpace>): Partial<SpaceFields> {
  return defined({
    name: given.name,
    notes: given.description,
    timeZone: given.timezone,
    dailyReset: given.daily_reset,
  });
}

async function listSpacesBriefly(
  http: HttpContext,
  spaces: readonly Space[],
): Promise<z.output<typeof listedSpace>[]> {
  const counts = await currentCounts(http, spaces);
  return spaces.map((space) => ({
    id: formatId("space", space.id),
    name: space.name,
    timezone: space.timeZone,
    current_count: must(counts.get(space.id), "count"),
    tags: [...space.tags],
  }));
}

async function present(http: HttpContext, space: Space): Promise<z.output<typeof spaceAnswer>> {
  const [brief] = await listSpacesBriefly(http, [space]);
  const links = openLinks(http.catalog.linksOfSpace.of(space.id));
  return {
    ...must(brief, "space"),
    description: space.notes,
    daily_reset: space.dailyReset,
    doorways: links.map((link) => ({
      doorway_id: formatId("doorway", link.doorwayId),
      name: must(http.catalog.doorways.get(link.doorwayId), "doorway").name,
      sensor_placement: link.sensorPlacement,
    })),
  };
}

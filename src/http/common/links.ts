import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { createLink, deleteLink } from "../../engine/resources/links.ts";
import { changeBy, requireScope } from "../auth.ts";
import { v1Schemas, v2Schemas } from "../openapi/schemas.ts";
import { body, effectiveFrom, flag, id, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

/** A link, as both versions answer it. */
export const linkAnswer = z
  .object({
    id: z.string(),
    space_id: z.string(),
    doorway_id: z.string(),
    space_name: z.string(),
    doorway_name: z.string(),
    sensor_placement: sensorPlacement,
  })
  .register(v1Schemas, { id: "Link" })
  .register(v2Schemas, { id: "Link" });

const newLink = body({
  space_id: id("space"),
  doorway_id: id("doorway"),
  sensor_placement: sensorPlacement,
  effective_from: effectiveFrom.optional(),
});

/** POST /links/; DELETE /links/:link_id/, the same in both versions. */
export function linkChangeRoutes(app: App, http: HttpContext): void {
  app.post(
    "/links/",
    { config: { access: "write" }, schema: { body: newLink, response: { 201: linkAnswer } } },
    async (request, reply) => {
      const { effective_from: from, space_id: spaceId, doorway_id: doorwayId, ...given } = request.body;
      if (from !== undefined) requireScope(request, "admin");
      const fields = { spaceId, doorwayId, sensorPlacement: given.sensor_placement };
      const link = await createLink(changeBy(http, request), fields, from);
      return reply.code(201).send(presentLink(http.catalog, link));
    },
  );

  app.delete(
    "/links/:link_id/",
    {
      config: { access: "write" },
      schema: {
        params: z.object({ link_id: id("link") }),
        querystring: z.object({ erase: flag.default(false) }),
      },
    },
    async (request, reply) => {
      const { erase } = request.query;
      if (erase) requireScope(request, "admin");
      await deleteLink(changeBy(http, request), request.params.link_id, { erase });
      return reply.code(204).send();
    },
  );
}

export function presentLink(catalog: Catalog, link: Link): z.output<typeof linkAnswer> {
  return {
    id: formatId("link", link.id),
    space_id: formatId("space", link.spaceId),
    doorway_id: formatId("doorway", link.doorwayId),
    space_name: must(catalog.spaces.get(link.spaceId), "space").name,
    doorway_name: must(catalog.doorways.get(link.doorwayId), "doorway").name,
    sensor_placement: link.sensorPlacement,
  };
}

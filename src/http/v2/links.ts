import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog.ts";
import { createLink, deleteLink } from "../../engine/links.ts";
import { requireScope } from "../auth.ts";
import { linksOf, pageItems, pageParameters } from "../pagination.ts";
import { body, effectiveFrom, flag, id, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";
import { openLinks } from "./space-presenter.ts";

const linkAnswer = z.object({
  id: z.string(),
  space_id: z.string(),
  doorway_id: z.string(),
  space_name: z.string(),
  doorway_name: z.string(),
  sensor_placement: sensorPlacement,
});

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
  ended: flag.default(false),
});

const newLink = body({
  space_id: id("space"),
  doorway_id: id("doorway"),
  sensor_placement: sensorPlacement,
  effective_from: effectiveFrom.optional(),
});

/** GET, POST /links/; DELETE /links/:link_id/ (D22). */
export function linkRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/links/",
    { config: { access: "read" }, schema: { querystring: listQuery, response: { 200: listOf(linkAnswer) } } },
    async (request) => {
      const links = filterLinks(catalog, request.query);
      const results = pageItems(links, request.query).map((link) => present(catalog, link));
      return { total: links.length, ...linksOf(http, request, request.query, links.length), results };
    },
  );

  app.post(
    "/links/",
    { config: { access: "write" }, schema: { body: newLink, response: { 201: linkAnswer } } },
    async (request, reply) => {
      const { effective_from: from, space_id: spaceId, doorway_id: doorwayId, ...given } = request.body;
      if (from !== undefined) requireScope(request, "admin");
      const fields = { spaceId, doorwayId, sensorPlacement: given.sensor_placement };
      return reply.code(201).send(present(catalog, await createLink(http, fields, from)));
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
      await deleteLink(http, request.params.link_id, { erase });
      return reply.code(204).send();
    },
  );
}

function filterLinks(catalog: Catalog, query: z.output<typeof listQuery>): Link[] {
  const { space_id: spaceId, doorway_id: doorwayId, ended } = query;
  if (spaceId !== undefined) catalog.namedSpace(spaceId, "space_id");
  if (doorwayId !== undefined) catalog.namedDoorway(doorwayId, "doorway_id");
  const links = catalog.links
    .all()
    .filter((link) => spaceId === undefined || link.spaceId === spaceId)
    .filter((link) => doorwayId === undefined || link.doorwayId === doorwayId);
  return ended ? links : openLinks(links);
}

function present(catalog: Catalog, link: Link): z.output<typeof linkAnswer> {
  return {
    id: formatId("link", link.id),
    space_id: formatId("space", link.spaceId),
    doorway_id: formatId("doorway", link.doorwayId),
    space_name: must(catalog.spaces.get(link.spaceId), "space").name,
    doorway_name: must(catalog.doorways.get(link.doorwayId), "doorway").name,
    sensor_placement: link.sensorPlacement,
  };
}

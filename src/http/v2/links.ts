import { z } from "zod";
import { formatInstant } from "../../domain/instant.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listLinks } from "../../engine/catalog/resource-lists.ts";
import { changePlacement, findLink } from "../../engine/resources/links.ts";
import { changeBy, requireScope } from "../auth.ts";
import { linkAnswer, linkChangeRoutes, presentLink } from "../common/links.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { body, effectiveFrom, flag, id, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

/**
 * With `ended=true`, and where it has ended, a link comes with its dates: null where it reaches back without
 * limit, and where it has not ended (D5).
 */
const listedLink = linkAnswer
  .extend({
    effective_from: z.string().nullable().optional(),
    effective_until: z.string().nullable().optional(),
  })
  .register(v2Schemas, { id: "ListedLink" });

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
  ended: flag.default(false),
});

const onePath = z.object({ link_id: id("link") });

const changedLink = body({
  sensor_placement: sensorPlacement.optional(),
  effective_from: effectiveFrom.optional(),
});

/** GET, POST /links/; GET, PUT, DELETE /links/:link_id/ (D22). */
export function linkRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/links/",
    { config: { access: "read" }, schema: { querystring: listQuery, response: { 200: listOf(listedLink) } } },
    (request) => {
      const { space_id: spaceId, doorway_id: doorwayId, ended } = request.query;
      const links = listLinks(catalog, { spaceId, doorwayId, ended });
      const present = ended ? presentDated : presentLink;
      return pageOf(http, request, links, (page) => page.map((link) => present(catalog, link)));
    },
  );

  app.get(
    "/links/:link_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: listedLink } } },
    async (request) => presentOne(catalog, findLink(catalog, request.params.link_id)),
  );

  app.put(
    "/links/:link_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedLink, response: { 200: listedLink } },
    },
    async (request) => {
      const { link_id: linkId } = request.params;
      const { sensor_placement: placement, effective_from: from } = request.body;
      if (from !== undefined) requireScope(request, "admin");
      const link =
        placement === undefined
          ? findLink(catalog, linkId)
          : await changePlacement(changeBy(http, request), linkId, placement, from);
      return presentOne(catalog, link);
    },
  );

  linkChangeRoutes(app, http);
}

/** An open link has no dates here: clients send back what they read, and a date is a correction (D16). */
function presentOne(catalog: Catalog, link: Link): z.output<typeof listedLink> {
  return link.to === null ? presentLink(catalog, link) : presentDated(catalog, link);
}

function presentDated(catalog: Catalog, link: Link): z.output<typeof listedLink> {
  return {
    ...presentLink(catalog, link),
    effective_from: link.from === null ? null : formatInstant(link.from),
    effective_until: link.to === null ? null : formatInstant(link.to),
  };
}

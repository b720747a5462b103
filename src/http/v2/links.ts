import { z } from "zod";
import { formatInstant } from "../../domain/instant.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog.ts";
import { listLinks } from "../../engine/resource-lists.ts";
import { linkAnswer, linkChangeRoutes, presentLink } from "../common/links.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { flag, id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

/**
 * With `ended=true` links come with their dates: null where one reaches back without limit, and where it
 * has not ended (D5).
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

/** GET, POST /links/; DELETE /links/:link_id/ (D22). */
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

  linkChangeRoutes(app, http);
}

function presentDated(catalog: Catalog, link: Link): z.output<typeof listedLink> {
  return {
    ...presentLink(catalog, link),
    effective_from: link.from === null ? null : formatInstant(link.from),
    effective_until: link.to === null ? null : formatInstant(link.to),
  };
}

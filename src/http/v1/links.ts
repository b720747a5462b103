import { z } from "zod";
import { listLinks } from "../../engine/catalog/resource-lists.ts";
import { linkAnswer, linkChangeRoutes, presentLink } from "../common/links.ts";
import { pageParameters } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
});

/** GET, POST /links/; DELETE /links/:link_id/. */
export function linkRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/links/",
    { config: { access: "read" }, schema: { querystring: listQuery, response: { 200: listOf(linkAnswer) } } },
    (request) => {
      const { space_id: spaceId, doorway_id: doorwayId } = request.query;
      const links = listLinks(catalog, { spaceId, doorwayId, ended: false });
      return pageOf(http, request, links, (page) => page.map((link) => presentLink(catalog, link)));
    },
  );

  linkChangeRoutes(app, http);
}

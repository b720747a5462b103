import { listLinks } from "../../engine/catalog/resource-lists.ts";
import { id } from "../../schemas/fields.ts";
import type { ChangeParts } from "../auth.ts";
import { addLinkChanges, linkAnswer, linkResource, presentLink } from "../common/links.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const query = { space_id: id("space").optional(), doorway_id: id("doorway").optional() };

/** GET, POST /links/; DELETE /links/:link_id/. */
export function linkRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const links = linkResource(app, http, "count");
  links.list(
    { item: linkAnswer, query },
    ({ query: { space_id: spaceId, doorway_id: doorwayId } }) =>
      listLinks(catalog, { spaceId, doorwayId, ended: false }),
    (page) => page.map((link) => presentLink(catalog, link)),
  );
  addLinkChanges(links, http);
}

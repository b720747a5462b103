import { z } from "zod";
import { formatInstant } from "../../domain/instant.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listLinks } from "../../engine/catalog/resource-lists.ts";
import { changePlacement, findLink } from "../../engine/resources/links.ts";
import { body, effectiveFrom, flag, id, sensorPlacement, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy, effectiveFromOf } from "../auth.ts";
import { addLinkChanges, linkAnswer, linkResource, presentLink } from "../common/links.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

/**
 * In a list with `ended=true`, and where it has ended, a link has its dates: null where it has no beginning, and
 * where it has not ended (D5).
 */
const listedLink = linkAnswer
  .extend({
    effective_from: z.string().nullable().optional(),
    effective_until: z.string().nullable().optional(),
  })
  .register(v2Schemas, { id: "ListedLink" });

const query = {
  space_id: id("space").optional(),
  doorway_id: id("doorway").optional(),
  ended: flag.default(false),
};

const changedLink = body({
  sensor_placement: sensorPlacement.optional(),
  effective_from: effectiveFrom.optional(),
});

const UPDATED = {
  summary: "Change on which side of the space a sensor is",
  detail: `The placement holds from now on, or from \`effective_from\` on, up to the link's end. An open link that began
before then ends there, and the answer is the link that begins there. A link that had ended by then is followed by an
open one of the other placement.`,
  conflicts: ["already-linked", "doorway-deleted", "events-removed"],
} as const;

/** GET, POST /links/; GET, PUT, DELETE /links/:link_id/ (D22). */
export function linkRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const links = linkResource(app, http, "total");
  links.list(
    { item: listedLink, query },
    ({ query: { space_id: spaceId, doorway_id: doorwayId, ended } }) =>
      listLinks(catalog, { spaceId, doorwayId, ended }),
    (page, { query: { ended } }) => page.map((link) => (ended ? presentDated : presentLink)(catalog, link)),
  );
  links.read({ answer: listedLink }, ({ params }) => presentOne(catalog, findLink(catalog, params.link_id)));
  links.update({ ...UPDATED, body: changedLink, answer: listedLink }, async (request) => {
    const { link_id: linkId } = request.params;
    const { sensor_placement: placement } = request.body;
    const from = effectiveFromOf(request);
    const link =
      placement === undefined
        ? findLink(catalog, linkId)
        : await changePlacement(changeBy(http, request), linkId, placement, from);
    return presentOne(catalog, link);
  });
  addLinkChanges(links, http);
}

/** An open link has no dates here: clients send back the fields that they read, and a date would be a correction (D16). */
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

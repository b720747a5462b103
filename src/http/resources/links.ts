import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listLinks } from "../../engine/catalog/resource-lists.ts";
import { findResource } from "../../engine/resources/changes.ts";
import { changePlacement, createLink, deleteLink } from "../../engine/resources/links.ts";
import {
  body,
  effectiveFrom,
  flag,
  id,
  sensorPlacement,
  v1Schemas,
  v2Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy, effectiveFromOf, requireScope } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App, Version } from "../types.ts";

/** A link, as both versions answer it. */
const linkAnswer = z
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

/**
 * In a list with `ended=true`, and if it has ended, a link has its dates: null if it has no beginning, and
 * if it has not ended (D5).
 */
const listedLink = linkAnswer
  .extend({
    effective_from: z.string().nullable().optional(),
    effective_until: z.string().nullable().optional(),
  })
  .register(v2Schemas, { id: "ListedLink" });

const newLink = body({
  space_id: id("space"),
  doorway_id: id("doorway"),
  sensor_placement: sensorPlacement,
  effective_from: effectiveFrom.optional(),
});

const changedLink = body({
  sensor_placement: sensorPlacement.optional(),
  effective_from: effectiveFrom.optional(),
});

const filters = { space_id: id("space").optional(), doorway_id: id("doorway").optional() };

const UPDATED = {
  summary: "Change on which side of the space a sensor is",
  detail: `The placement holds from now on, or from \`effective_from\` on, up to the link's end. An open link that began
before then ends there, and the answer is the link that begins there. A link that had ended by then is followed by an
open one of the other placement.`,
  conflicts: ["already-linked", "doorway-deleted", "events-removed"],
} as const;

/** GET, POST /links/; DELETE /links/:link_id/. In version 2 also GET and PUT of one, and the ended links (D22). */
export function linkRoutes(app: App, http: ChangeParts & PublicAddress, version: Version): void {
  const { catalog } = http;
  const one = { link_id: id("link") };
  const links = new Resource(app, http, { path: "/links/", one, tag: "Links", name: "link", version });
  const isV2 = version === "v2";
  // Version 1 lists only links that have not ended.
  const ended: { readonly ended?: z.ZodType<boolean> } = isV2 ? { ended: flag.default(false) } : {};
  links.list(
    { item: (isV2 ? listedLink : linkAnswer) as typeof listedLink, query: { ...filters, ...ended } },
    ({ query: { space_id: spaceId, doorway_id: doorwayId, ended } }) =>
      listLinks(catalog, { spaceId, doorwayId, ended: ended === true }),
    (page, { query: { ended } }) => page.map((link) => (ended ? presentDated : presentLink)(catalog, link)),
  );
  if (isV2) {
    links.read({ answer: listedLink }, ({ params }) =>
      presentOne(catalog, findResource(catalog, "link", params.link_id)),
    );
    links.update({ ...UPDATED, body: changedLink, answer: listedLink }, async (request) => {
      const { link_id: linkId } = request.params;
      const { sensor_placement: placement } = request.body;
      const from = effectiveFromOf(request);
      const link =
        placement === undefined
          ? findResource(catalog, "link", linkId)
          : await changePlacement(changeBy(http, request), linkId, placement, from);
      return presentOne(catalog, link);
    });
  }
  const created = { summary: "Link a doorway to a space", conflicts: ["already-linked"] } as const;
  links.create({ ...created, body: newLink, answer: linkAnswer }, async (request) => {
    const { space_id: spaceId, doorway_id: doorwayId, sensor_placement: placement } = request.body;
    const fields = { spaceId, doorwayId, sensorPlacement: placement };
    const from = effectiveFromOf(request);
    return presentLink(catalog, await createLink(changeBy(http, request), fields, from));
  });
  const deletion = { summary: "End a link, or erase it", conflicts: ["events-removed"] } as const;
  links.delete({ ...deletion, query: { erase: flag.default(false) } }, async (request) => {
    const { erase } = request.query;
    if (erase) requireScope(request, "admin");
    await deleteLink(changeBy(http, request), request.params.link_id, { erase });
  });
}

function presentLink(catalog: Catalog, link: Link): z.output<typeof linkAnswer> {
  return {
    id: formatId("link", link.id),
    space_id: formatId("space", link.spaceId),
    doorway_id: formatId("doorway", link.doorwayId),
    space_name: must(catalog.spaces.get(link.spaceId), "space").name,
    doorway_name: must(catalog.doorways.get(link.doorwayId), "doorway").name,
    sensor_placement: link.sensorPlacement,
  };
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

import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { createLink, deleteLink } from "../../engine/resources/links.ts";
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
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

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

/** The links, whose POST and DELETE are the same in both versions. */
export function linkResource(app: App, http: PublicAddress, total: TotalName) {
  return new Resource(app, http, {
    path: "/links/",
    one: { link_id: id("link") },
    tag: "Links",
    name: "link",
    total,
  });
}

/** POST /links/; DELETE /links/:link_id/. */
export function addLinkChanges(links: ReturnType<typeof linkResource>, http: ChangeParts): void {
  const created = { summary: "Link a doorway to a space", conflicts: ["already-linked"] } as const;
  links.create({ ...created, body: newLink, answer: linkAnswer }, async (request) => {
    const { space_id: spaceId, doorway_id: doorwayId, sensor_placement: sensorPlacement } = request.body;
    const from = effectiveFromOf(request);
    const fields = { spaceId, doorwayId, sensorPlacement };
    return presentLink(http.catalog, await createLink(changeBy(http, request), fields, from));
  });
  const ended = { summary: "End a link, or erase it", conflicts: ["events-removed"] } as const;
  const query = { erase: flag.default(false) };
  links.delete({ ...ended, query }, async (request) => {
    const { erase } = request.query;
    if (erase) requireScope(request, "admin");
    await deleteLink(changeBy(http, request), request.params.link_id, { erase });
  });
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

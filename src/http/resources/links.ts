import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Link } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listLinks, openLinks } from "../../engine/catalog/resource-lists.ts";
import { changePlacement, createLink, deleteLink } from "../../engine/resources/links.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { body, effectiveFrom, flag, id, sensorPlacement } from "../../schemas/fields.ts";
import { requireScope } from "../admission/auth.ts";
import { type ChangeParts, effectiveFromOf, ofKind, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";

/** What an open link leads to, as version 2 answers it with a space or a doorway. */
export const linked = z.object({ id: text, name: text, link_id: text, sensor_placement: sensorPlacement });

export function linkedBy(catalog: Catalog, kind: "space" | "doorway", links: readonly Link[]) {
  return openLinks(links).map((link): z.output<typeof linked> => {
    const id = kind === "space" ? link.spaceId : link.doorwayId;
    return {
      id: formatId(kind, id),
      name: must(catalog.row(kind, id), kind).name,
      link_id: formatId("link", link.id),
      sensor_placement: link.sensorPlacement,
    };
  });
}

const linkAnswer = answerOf<Link, Catalog>({ v1: "Link", v2: "Link" })({
  id: [text, ({ id }) => formatId("link", id)],
  space_id: [text, ({ spaceId }) => formatId("space", spaceId)],
  doorway_id: [text, ({ doorwayId }) => formatId("doorway", doorwayId)],
  space_name: [text, ({ spaceId }, catalog) => must(catalog.spaces.get(spaceId), "space").name],
  doorway_name: [text, ({ doorwayId }, catalog) => must(catalog.doorways.get(doorwayId), "doorway").name],
  sensor_placement: [sensorPlacement, (link) => link.sensorPlacement],
});

/**
 * In a list with `ended=true`, and if it has ended, a link has its dates: null if it has no beginning, and
 * if it has not ended (D5).
 */
const datedLink = answerOf<Link, Catalog>({ v2: "ListedLink" })({
  ...linkAnswer.fields,
  effective_from: [textOrNull.optional(), ({ from }) => instantOrNull(from)],
  effective_until: [textOrNull.optional(), ({ to }) => instantOrNull(to)],
});

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
  summary: "Change the sensor placement of a link",
  detail: `The new placement applies from \`effective_from\`, by default from now. If the link started before that time,
the server ends it at that time and creates a link with the new placement, which is the response. If the link ended
before that time, the new link has no end.`,
  conflicts: ["already-linked", "doorway-deleted", "events-removed"],
} as const;

/** GET, POST /links/; DELETE /links/:link_id/. In version 2 also GET and PUT of one, and the ended links (D22). */
export function linkRoutes(app: App, http: ChangeParts, version: Version): void {
  const { catalog } = http;
  const answer = {
    schema: datedLink.schema,
    // An open link has no dates here: clients send back the fields that they read, and a date would be a correction
    // (D16).
    present: (links: readonly Link[]) =>
      links.map((link) => (link.to === null ? linkAnswer : datedLink).present(link, catalog)),
  };
  const links = new Resource(app, http, { ...ofKind("link"), tag: "Links", version, answer });
  const isV2 = version === "v2";
  // Version 1 lists only links that have not ended.
  const ended: { readonly ended?: z.ZodType<boolean> } = isV2 ? { ended: flag.default(false) } : {};
  links.list(
    {
      answer: {
        schema: (isV2 ? datedLink : linkAnswer).schema,
        present: (page, { query }) =>
          page.map((link) => (query.ended ? datedLink : linkAnswer).present(link, catalog)),
      },
      query: { ...filters, ...ended },
    },
    ({ query: { space_id: spaceId, doorway_id: doorwayId, ended } }) =>
      listLinks(catalog, { spaceId, doorwayId, ended: ended === true }),
  );
  if (isV2) {
    links.read({}, ({ params }) => catalog.find("link", params.link_id));
    // Public clients use the second path, with both methods.
    for (const variant of [
      {},
      { id: "setPlacement", action: "set_placement" },
      { id: "setPlacementByPost", action: "set_placement", method: "POST" as const },
    ])
      links.update({ ...UPDATED, body: changedLink, ...variant }, (change, request) => {
        const { link_id: linkId } = request.params;
        const { sensor_placement: placement } = request.body;
        const from = effectiveFromOf(request);
        return placement === undefined
          ? catalog.find("link", linkId)
          : changePlacement(change, linkId, placement, from);
      });
  }
  const created = { summary: "Link a doorway to a space", conflicts: ["already-linked"] } as const;
  links.create({ ...created, body: newLink, answer: linkAnswer.with(catalog) }, (change, request) => {
    const { space_id: spaceId, doorway_id: doorwayId, sensor_placement: placement } = request.body;
    const fields = { spaceId, doorwayId, sensorPlacement: placement };
    return createLink(change, fields, effectiveFromOf(request));
  });
  const deletion = { summary: "End or erase a link", conflicts: ["events-removed"] } as const;
  links.delete({ ...deletion, query: { erase: flag.default(false) } }, async (change, request) => {
    const { erase } = request.query;
    if (erase) requireScope(request, "admin");
    await deleteLink(change, request.params.link_id, { erase });
  });
}

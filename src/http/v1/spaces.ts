import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Space } from "../../domain/resources.ts";
import { listSpaces, openLinks } from "../../engine/catalog/resource-lists.ts";
import { currentCounts, type LiveCounting } from "../../engine/counts/count-queries.ts";
import { createSpace, type SpaceFields, updateSpace } from "../../engine/resources/spaces.ts";
import {
  body,
  dailyReset,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  timeZone,
  v1Schemas,
} from "../../schemas/fields.ts";
import { changeBy, effectiveFromOf } from "../auth.ts";
import { addSpaceDeletion, type SpaceParts, spaceResource } from "../common/spaces.ts";
import type { App } from "../types.ts";

/** A space as lists have it, without its doorways and daily reset. */
const listedSpace = z
  .object({
    id: z.string(),
    name: z.string(),
    timezone: z.string(),
    current_count: z.int(),
    tags: z.array(z.string()),
  })
  .register(v1Schemas, { id: "ListedSpace" });

const spaceAnswer = listedSpace
  .extend({
    description: z.string(),
    daily_reset: z.string().nullable(),
    doorways: z.array(
      z.object({ doorway_id: z.string(), name: z.string(), sensor_placement: sensorPlacement }),
    ),
  })
  .register(v1Schemas, { id: "Space" });

const fields = {
  description: freeText.optional(),
  timezone: timeZone.optional(),
  daily_reset: dailyReset.nullable().optional(),
};
const newSpace = body({ name, ...fields });
const changedSpace = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. */
export function spaceRoutes(app: App, http: SpaceParts): void {
  const { catalog } = http;
  const spaces = spaceResource(app, http, "count");
  spaces.list(
    { item: listedSpace, query: { doorway_id: id("doorway").optional() } },
    ({ query }) => listSpaces(catalog, { doorwayId: query.doorway_id }),
    (page) => listSpacesBriefly(http, page),
  );
  spaces.create({ body: newSpace, answer: spaceAnswer }, async (request) => {
    // In version 1 a space without a daily reset has none (D8).
    const made = { dailyReset: null, ...spaceFields(request.body), name: request.body.name };
    return present(http, await createSpace(changeBy(http, request), made));
  });
  spaces.read({ answer: spaceAnswer }, ({ params }) => present(http, catalog.space(params.space_id)));
  spaces.update({ body: changedSpace, answer: spaceAnswer }, async (request) => {
    const { params, body: given } = request;
    const from = effectiveFromOf(request);
    const change = changeBy(http, request);
    return present(http, await updateSpace(change, params.space_id, spaceFields(given), from));
  });
  addSpaceDeletion(spaces, http);
}

/** The fields that a body has, by the engine's names; version 1's description is version 2's notes (D27). */
function spaceFields(given: z.output<typeof changedSpace>): Partial<SpaceFields> {
  return defined({
    name: given.name,
    notes: given.description,
    timeZone: given.timezone,
    dailyReset: given.daily_reset,
  });
}

async function listSpacesBriefly(
  http: LiveCounting,
  spaces: readonly Space[],
): Promise<z.output<typeof listedSpace>[]> {
  const counts = await currentCounts(http, spaces);
  return spaces.map((space) => ({
    id: formatId("space", space.id),
    name: space.name,
    timezone: space.timeZone,
    current_count: must(counts.get(space.id), "count"),
    tags: [...space.tags],
  }));
}

async function present(http: LiveCounting, space: Space): Promise<z.output<typeof spaceAnswer>> {
  const [brief] = await listSpacesBriefly(http, [space]);
  const links = openLinks(http.catalog.linksOfSpace.of(space.id));
  return {
    ...must(brief, "space"),
    description: space.notes,
    daily_reset: space.dailyReset,
    doorways: links.map((link) => ({
      doorway_id: formatId("doorway", link.doorwayId),
      name: must(http.catalog.doorways.get(link.doorwayId), "doorway").name,
      sensor_placement: link.sensorPlacement,
    })),
  };
}

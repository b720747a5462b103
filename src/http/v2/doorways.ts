import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways, openLinks } from "../../engine/catalog/resource-lists.ts";
import { createDoorway, updateDoorway } from "../../engine/resources/doorways.ts";
import {
  body,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  serialNumber,
  v2Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy, effectiveFromOf } from "../auth.ts";
import { addDoorwayDeletion, DOORWAY_CONFLICTS, doorwayResource } from "../common/doorways.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const doorwayAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    sensor_serial_number: z.string().nullable(),
    spaces: z.array(
      z.object({ id: z.string(), name: z.string(), link_id: z.string(), sensor_placement: sensorPlacement }),
    ),
    tags: z.array(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    multipoint: z.boolean(),
  })
  .register(v2Schemas, { id: "Doorway" });

const fields = { description: freeText.optional(), sensor_serial_number: serialNumber.nullable().optional() };
const newDoorway = body({ name, ...fields });
const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const doorways = doorwayResource(app, http, "total");
  const written = { conflicts: DOORWAY_CONFLICTS, answer: doorwayAnswer };
  // Its documented example says `count` where every other list says `total` (D16).
  doorways.list(
    { item: doorwayAnswer, query: { space_id: id("space").optional() }, repeatsTotal: true },
    ({ query }) => listDoorways(catalog, query.space_id),
    (page) => page.map((doorway) => presentDoorway(catalog, doorway)),
  );
  doorways.create({ ...written, body: newDoorway }, async (request) => {
    const made = { ...doorwayFields(request.body), name: request.body.name };
    return presentDoorway(catalog, await createDoorway(changeBy(http, request), made));
  });
  doorways.read({ answer: doorwayAnswer }, ({ params }) =>
    presentDoorway(catalog, catalog.doorway(params.doorway_id)),
  );
  doorways.update({ ...written, body: changedDoorway }, async (request) => {
    const from = effectiveFromOf(request);
    const changed = doorwayFields(request.body);
    const change = changeBy(http, request);
    return presentDoorway(catalog, await updateDoorway(change, request.params.doorway_id, changed, from));
  });
  addDoorwayDeletion(doorways, http);
}

function doorwayFields(given: z.output<typeof changedDoorway>) {
  return defined({
    name: given.name,
    description: given.description,
    sensorSerialNumber: given.sensor_serial_number,
  });
}

function presentDoorway(catalog: Catalog, doorway: Doorway): z.output<typeof doorwayAnswer> {
  return {
    id: formatId("doorway", doorway.id),
    name: doorway.name,
    description: doorway.description,
    sensor_serial_number: catalog.sensorAt(doorway.id)?.serialNumber ?? null,
    spaces: openLinks(catalog.linksOfDoorway.of(doorway.id)).map((link) => ({
      id: formatId("space", link.spaceId),
      name: must(catalog.spaces.get(link.spaceId), "space").name,
      link_id: formatId("link", link.id),
      sensor_placement: link.sensorPlacement,
    })),
    tags: [...doorway.tags],
    created_at: formatInstant(doorway.createdAt),
    updated_at: formatInstant(doorway.updatedAt),
    multipoint: false,
  };
}

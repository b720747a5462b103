import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways, openLinks } from "../../engine/catalog/resource-lists.ts";
import { createDoorway, type DoorwayFields, updateDoorway } from "../../engine/resources/doorways.ts";
import { serialNumberOf } from "../../engine/resources/sensors.ts";
import {
  body,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  v1Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy, effectiveFromOf } from "../auth.ts";
import { addDoorwayDeletion, DOORWAY_CONFLICTS, doorwayResource } from "../common/doorways.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const listedDoorway = z
  .object({
    id: z.string(),
    sensor_id: z.string().nullable(),
    name: z.string(),
    tags: z.array(z.string()),
  })
  .register(v1Schemas, { id: "ListedDoorway" });

const doorwayAnswer = listedDoorway
  .extend({
    description: z.string(),
    spaces: z.array(z.object({ space_id: z.string(), name: z.string(), sensor_placement: sensorPlacement })),
  })
  .register(v1Schemas, { id: "Doorway" });

const fields = { description: freeText.optional(), sensor_id: id("sensor").nullable().optional() };
const newDoorway = body({ name, ...fields });
const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const doorways = doorwayResource(app, http, "count");
  const written = { conflicts: DOORWAY_CONFLICTS, answer: doorwayAnswer };
  doorways.list(
    { item: listedDoorway, query: { space_id: id("space").optional() } },
    ({ query }) => listDoorways(catalog, query.space_id),
    (page) => page.map((doorway) => listBriefly(catalog, doorway)),
  );
  doorways.create({ ...written, body: newDoorway }, async (request) => {
    const made = { ...doorwayFields(catalog, request.body), name: request.body.name };
    return present(catalog, await createDoorway(changeBy(http, request), made));
  });
  doorways.read({ answer: doorwayAnswer }, ({ params }) =>
    present(catalog, catalog.doorway(params.doorway_id)),
  );
  doorways.update({ ...written, body: changedDoorway }, async (request) => {
    const from = effectiveFromOf(request);
    const changed = doorwayFields(catalog, request.body);
    const change = changeBy(http, request);
    return present(catalog, await updateDoorway(change, request.params.doorway_id, changed, from));
  });
  addDoorwayDeletion(doorways, http);
}

function doorwayFields(catalog: Catalog, given: z.output<typeof changedDoorway>): Partial<DoorwayFields> {
  const { name: doorwayName, description, sensor_id: sensorId } = given;
  return defined({
    name: doorwayName,
    description,
    sensorSerialNumber: typeof sensorId === "bigint" ? serialNumberOf(catalog, sensorId) : sensorId,
  });
}

function listBriefly(catalog: Catalog, doorway: Doorway): z.output<typeof listedDoorway> {
  const sensor = catalog.sensorAt(doorway.id);
  return {
    id: formatId("doorway", doorway.id),
    sensor_id: sensor === undefined ? null : formatId("sensor", sensor.id),
    name: doorway.name,
    tags: [...doorway.tags],
  };
}

function present(catalog: Catalog, doorway: Doorway): z.output<typeof doorwayAnswer> {
  return {
    ...listBriefly(catalog, doorway),
    description: doorway.description,
    spaces: openLinks(catalog.linksOfDoorway.of(doorway.id)).map((link) => ({
      space_id: formatId("space", link.spaceId),
      name: must(catalog.spaces.get(link.spaceId), "space").name,
      sensor_placement: link.sensorPlacement,
    })),
  };
}

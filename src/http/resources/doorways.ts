import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways, openLinks } from "../../engine/catalog/resource-lists.ts";
import {
  createDoorway,
  type DoorwayFields,
  deleteDoorway,
  updateDoorway,
} from "../../engine/resources/doorways.ts";
import {
  body,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  serialNumber,
  v1Schemas,
  v2Schemas,
} from "../../schemas/fields.ts";
import { type ChangeParts, changeBy, effectiveFromOf } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App, Version } from "../types.ts";

/** A doorway as version 1 lists it. */
const listedDoorway = z
  .object({
    id: z.string(),
    sensor_id: z.string().nullable(),
    name: z.string(),
    tags: z.array(z.string()),
  })
  .register(v1Schemas, { id: "ListedDoorway" });

const v1Doorway = listedDoorway
  .extend({
    description: z.string(),
    spaces: z.array(z.object({ space_id: z.string(), name: z.string(), sensor_placement: sensorPlacement })),
  })
  .register(v1Schemas, { id: "Doorway" });

const v2Doorway = z
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

/** The differences between the versions: the name of a doorway's sensor in bodies, and the answers. */
const VERSIONS = {
  v1: {
    sensor: { sensor_id: id("sensor").nullable().optional() },
    item: listedDoorway,
    list: listBriefly,
    answer: v1Doorway,
    present: presentV1,
  },
  v2: {
    sensor: { sensor_serial_number: serialNumber.nullable().optional() },
    item: v2Doorway,
    list: presentV2,
    answer: v2Doorway,
    present: presentV2,
  },
};

/** The fields of a body, of either version. */
interface Given {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly sensor_id?: bigint | null | undefined;
  readonly sensor_serial_number?: string | null | undefined;
}

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: ChangeParts & PublicAddress, version: Version): void {
  const { catalog } = http;
  const { sensor, item, list, answer, present } = VERSIONS[version];
  const fields = { description: freeText.optional(), ...sensor };
  const one = { doorway_id: id("doorway") };
  const doorways = new Resource(app, http, {
    path: "/doorways/",
    one,
    tag: "Doorways",
    name: "doorway",
    version,
  });
  const written = { conflicts: ["doorway-name-taken", "sensor-attached-elsewhere"], answer } as const;
  doorways.list(
    // The documented example of version 2 says `count`, but every other list says `total` (D16).
    { item, query: { space_id: id("space").optional() }, repeatsTotal: version === "v2" },
    ({ query }) => listDoorways(catalog, query.space_id),
    (page) => page.map((doorway) => list(catalog, doorway)),
  );
  doorways.create({ ...written, body: body({ name, ...fields }) }, async (request) => {
    const made = { ...doorwayFields(catalog, request.body), name: request.body.name };
    return present(catalog, await createDoorway(changeBy(http, request), made));
  });
  doorways.read({ answer }, ({ params }) => present(catalog, catalog.doorway(params.doorway_id)));
  const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });
  doorways.update({ ...written, body: changedDoorway }, async (request) => {
    const from = effectiveFromOf(request);
    const changed = doorwayFields(catalog, request.body);
    const change = changeBy(http, request);
    return present(catalog, await updateDoorway(change, request.params.doorway_id, changed, from));
  });
  doorways.delete({ summary: "Delete a doorway; its events stay" }, (request) =>
    deleteDoorway(changeBy(http, request), request.params.doorway_id),
  );
}

function doorwayFields(catalog: Catalog, given: Given): Partial<DoorwayFields> {
  const { sensor_id: sensorId, sensor_serial_number: serial = sensorId } = given;
  return defined({
    name: given.name,
    description: given.description,
    sensorSerialNumber:
      typeof serial === "bigint" ? (catalog.sensors.get(serial)?.serialNumber ?? String(serial)) : serial,
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

function presentV1(catalog: Catalog, doorway: Doorway): z.output<typeof v1Doorway> {
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

function presentV2(catalog: Catalog, doorway: Doorway): z.output<typeof v2Doorway> {
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

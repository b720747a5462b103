import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways } from "../../engine/catalog/resource-lists.ts";
import {
  createDoorway,
  type DoorwayFields,
  deleteDoorway,
  updateDoorway,
} from "../../engine/resources/doorways.ts";
import { answerOf, idOrNull, text, textOrNull } from "../../schemas/answers.ts";
import {
  body,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  serialNumber,
} from "../../schemas/fields.ts";
import { type ChangeParts, effectiveFromOf, ofKind, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";
import { linked, linkedBy } from "./links.ts";

const brief = answerOf<Doorway, Catalog>({ v1: "ListedDoorway" })({
  id: [text, ({ id }) => formatId("doorway", id)],
  sensor_id: [textOrNull, ({ id }, catalog) => idOrNull("sensor", catalog.sensorAt(id)?.id)],
  name: [text, ({ name }) => name],
  tags: [z.array(text), ({ tags }) => tags],
});

const v1 = answerOf<Doorway, Catalog>({ v1: "Doorway" })({
  ...brief.fields,
  description: [text, ({ description }) => description],
  spaces: [
    z.array(z.object({ space_id: text, name: text, sensor_placement: sensorPlacement })),
    (doorway, catalog) =>
      linkedSpaces(catalog, doorway).map(({ id, link_id: _, ...space }) => ({ space_id: id, ...space })),
  ],
});

const v2 = answerOf<Doorway, Catalog>({ v2: "Doorway" })({
  id: brief.fields.id,
  name: brief.fields.name,
  description: v1.fields.description,
  sensor_serial_number: [textOrNull, ({ id }, catalog) => catalog.sensorAt(id)?.serialNumber ?? null],
  spaces: [z.array(linked), (doorway, catalog) => linkedSpaces(catalog, doorway)],
  tags: brief.fields.tags,
  created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
  updated_at: [text, ({ updatedAt }) => formatInstant(updatedAt)],
  multipoint: [z.boolean(), () => false],
});

function linkedSpaces(catalog: Catalog, doorway: Doorway) {
  return linkedBy(catalog, "space", catalog.linksOfDoorway.of(doorway.id));
}

/** The differences between the versions: the name of a doorway's sensor in bodies, and the answers. */
const VERSIONS = {
  v1: { sensor: { sensor_id: id("sensor").nullable().optional() }, listed: brief, answered: v1 },
  v2: { sensor: { sensor_serial_number: serialNumber.nullable().optional() }, listed: v2, answered: v2 },
};

interface Given {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly sensor_id?: bigint | null | undefined;
  readonly sensor_serial_number?: string | null | undefined;
}

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: ChangeParts, version: Version): void {
  const { catalog } = http;
  const { sensor, listed, answered } = VERSIONS[version];
  const fields = { description: freeText.optional(), ...sensor };
  const doorways = new Resource(app, http, {
    ...ofKind("doorway"),
    tag: "Doorways",
    version,
    answer: answered.with(catalog),
  });
  const conflicts = ["doorway-name-taken", "sensor-attached-elsewhere"] as const;
  doorways.list(
    {
      answer: listed.with(catalog),
      query: { space_id: id("space").optional() },
      // The documented example of version 2 says `count`, but every other list says `total` (D16).
      repeatsTotal: version === "v2",
    },
    ({ query }) => listDoorways(catalog, query.space_id),
  );
  doorways.create({ conflicts, body: body({ name, ...fields }) }, (change, { body: given }) =>
    createDoorway(change, { ...doorwayFields(catalog, given), name: given.name }),
  );
  doorways.read({}, ({ params }) => catalog.find("doorway", params.doorway_id));
  const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });
  doorways.update({ conflicts, body: changedDoorway }, (change, request) => {
    const from = effectiveFromOf(request);
    return updateDoorway(change, request.params.doorway_id, doorwayFields(catalog, request.body), from);
  });
  doorways.delete({ detail: "The events at the doorway are kept." }, (change, { params }) =>
    deleteDoorway(change, params.doorway_id),
  );
}

function doorwayFields(catalog: Catalog, given: Given): Partial<DoorwayFields> {
  const { name, description, sensor_id: sensorId, sensor_serial_number: serial = sensorId } = given;
  const sensorSerialNumber =
    typeof serial === "bigint" ? (catalog.sensors.get(serial)?.serialNumber ?? String(serial)) : serial;
  return defined({ name, description, sensorSerialNumber });
}

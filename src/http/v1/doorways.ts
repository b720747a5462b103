import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways, openLinks } from "../../engine/catalog/resource-lists.ts";
import {
  createDoorway,
  type DoorwayFields,
  deleteDoorway,
  updateDoorway,
} from "../../engine/resources/doorways.ts";
import { serialNumberOf } from "../../engine/resources/sensors.ts";
import { changeBy, requireScope } from "../auth.ts";
import { v1Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import { body, defined, effectiveFrom, freeText, id, name, sensorPlacement } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

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

const onePath = z.object({ doorway_id: id("doorway") });
const listQuery = z.object({ ...pageParameters, space_id: id("space").optional() });

const fields = { description: freeText.optional(), sensor_id: id("sensor").nullable().optional() };
const newDoorway = body({ name, ...fields });
const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/doorways/",
    {
      config: { access: "read" },
      schema: { querystring: listQuery, response: { 200: listOf(listedDoorway) } },
    },
    (request) =>
      pageOf(http, request, listDoorways(catalog, request.query.space_id), (page) =>
        page.map((doorway) => listBriefly(catalog, doorway)),
      ),
  );

  app.post(
    "/doorways/",
    { config: { access: "write" }, schema: { body: newDoorway, response: { 201: doorwayAnswer } } },
    async (request, reply) => {
      const made = { ...doorwayFields(catalog, request.body), name: request.body.name };
      return reply.code(201).send(present(catalog, await createDoorway(changeBy(http, request), made)));
    },
  );

  app.get(
    "/doorways/:doorway_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: doorwayAnswer } } },
    async (request) => present(catalog, catalog.doorway(request.params.doorway_id)),
  );

  app.put(
    "/doorways/:doorway_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedDoorway, response: { 200: doorwayAnswer } },
    },
    async (request) => {
      const { effective_from: from } = request.body;
      if (from !== undefined) requireScope(request, "admin");
      const changed = doorwayFields(catalog, request.body);
      return present(
        catalog,
        await updateDoorway(changeBy(http, request), request.params.doorway_id, changed, from),
      );
    },
  );

  app.delete(
    "/doorways/:doorway_id/",
    { config: { access: "write" }, schema: { params: onePath } },
    async (request, reply) => {
      await deleteDoorway(changeBy(http, request), request.params.doorway_id);
      return reply.code(204).send();
    },
  );
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

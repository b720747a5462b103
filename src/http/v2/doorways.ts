import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listDoorways, openLinks } from "../../engine/catalog/resource-lists.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../../engine/resources/doorways.ts";
import { changeBy, requireScope } from "../auth.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import {
  body,
  defined,
  effectiveFrom,
  freeText,
  id,
  name,
  sensorPlacement,
  serialNumber,
} from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

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

const onePath = z.object({ doorway_id: id("doorway") });
const listQuery = z.object({ ...pageParameters, space_id: id("space").optional() });

const fields = { description: freeText.optional(), sensor_serial_number: serialNumber.nullable().optional() };
const newDoorway = body({ name, ...fields });
const changedDoorway = body({ name: name.optional(), ...fields, effective_from: effectiveFrom.optional() });

/** GET, POST /doorways/; GET, PUT, DELETE /doorways/:doorway_id/. */
export function doorwayRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/doorways/",
    {
      config: { access: "read" },
      // Its documented example says `count` where every other list says `total` (D16).
      schema: { querystring: listQuery, response: { 200: listOf(doorwayAnswer).extend({ count: z.int() }) } },
    },
    async (request) => {
      const doorways = listDoorways(catalog, request.query.space_id);
      const present = (page: readonly Doorway[]) => page.map((doorway) => presentDoorway(catalog, doorway));
      return { ...(await pageOf(http, request, doorways, present)), count: doorways.length };
    },
  );

  app.post(
    "/doorways/",
    { config: { access: "write" }, schema: { body: newDoorway, response: { 201: doorwayAnswer } } },
    async (request, reply) => {
      const doorway = await createDoorway(changeBy(http, request), {
        ...doorwayFields(request.body),
        name: request.body.name,
      });
      return reply.code(201).send(presentDoorway(catalog, doorway));
    },
  );

  app.get(
    "/doorways/:doorway_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: doorwayAnswer } } },
    async (request) => presentDoorway(catalog, catalog.doorway(request.params.doorway_id)),
  );

  app.put(
    "/doorways/:doorway_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedDoorway, response: { 200: doorwayAnswer } },
    },
    async (request) => {
      const { effective_from: effectiveFrom } = request.body;
      if (effectiveFrom !== undefined) requireScope(request, "admin");
      const changed = doorwayFields(request.body);
      return presentDoorway(
        catalog,
        await updateDoorway(changeBy(http, request), request.params.doorway_id, changed, effectiveFrom),
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

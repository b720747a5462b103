import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import type { Sensor } from "../../domain/resources.ts";
import { doorwayOf, findSensor, isOnline } from "../../engine/resources/sensors.ts";
import { SENSOR_TYPE } from "../common/sensors.ts";
import { v1Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

const sensorAnswer = z
  .object({
    id: z.string(),
    doorway_id: z.string().nullable(),
    sensor_type: z.string(),
    status: z.enum(["online", "offline"]),
  })
  .register(v1Schemas, { id: "Sensor" });

/** GET /sensors/; GET /sensors/:sensor_id/. */
export function sensorRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/sensors/",
    {
      config: { access: "read" },
      schema: { querystring: z.object(pageParameters), response: { 200: listOf(sensorAnswer) } },
    },
    (request) =>
      pageOf(http, request, catalog.sensors.all(), (sensors) =>
        sensors.map((sensor) => present(http, sensor)),
      ),
  );

  app.get(
    "/sensors/:sensor_id/",
    {
      config: { access: "read" },
      schema: { params: z.object({ sensor_id: id("sensor") }), response: { 200: sensorAnswer } },
    },
    async (request) => present(http, findSensor(catalog, request.params.sensor_id)),
  );
}

function present(http: HttpContext, sensor: Sensor): z.output<typeof sensorAnswer> {
  const doorway = doorwayOf(http.catalog, sensor);
  return {
    id: formatId("sensor", sensor.id),
    doorway_id: doorway === undefined ? null : formatId("doorway", doorway.id),
    sensor_type: http.catalog.sensorStates.get(sensor.id)?.sensorType ?? SENSOR_TYPE,
    status: isOnline(http, sensor) ? "online" : "offline",
  };
}

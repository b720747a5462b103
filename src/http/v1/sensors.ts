import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import type { Sensor } from "../../domain/resources.ts";
import { doorwayOf, findSensor, isOnline, type SensorParts } from "../../engine/resources/sensors.ts";
import { id, v1Schemas } from "../../schemas/fields.ts";
import { SENSOR_TYPE } from "../common/sensors.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const sensorAnswer = z
  .object({
    id: z.string(),
    doorway_id: z.string().nullable(),
    sensor_type: z.string(),
    status: z.enum(["online", "offline"]),
  })
  .register(v1Schemas, { id: "Sensor" });

/** GET /sensors/; GET /sensors/:sensor_id/. */
export function sensorRoutes(app: App, http: SensorParts & PublicAddress): void {
  const { catalog } = http;
  const sensors = new Resource(app, http, {
    path: "/sensors/",
    one: { sensor_id: id("sensor") },
    tag: "Sensors",
    name: "sensor",
    total: "count",
  });
  sensors.list(
    { item: sensorAnswer },
    () => catalog.sensors.all(),
    (page) => page.map((sensor) => present(http, sensor)),
  );
  sensors.read({ answer: sensorAnswer }, ({ params }) =>
    present(http, findSensor(catalog, params.sensor_id)),
  );
}

function present(http: SensorParts, sensor: Sensor): z.output<typeof sensorAnswer> {
  const doorway = doorwayOf(http.catalog, sensor);
  return {
    id: formatId("sensor", sensor.id),
    doorway_id: doorway === undefined ? null : formatId("doorway", doorway.id),
    sensor_type: http.catalog.sensorStates.get(sensor.id)?.sensorType ?? SENSOR_TYPE,
    status: isOnline(http, sensor) ? "online" : "offline",
  };
}

import { v5 as uuidOf } from "uuid";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { NETWORK_ADDRESSES_MAX } from "../../domain/limits.ts";
import type { Sensor } from "../../domain/resources.ts";
import { findResource } from "../../engine/resources/changes.ts";
import { doorwayOf, isOnline, recordHeartbeat, type SensorParts } from "../../engine/resources/sensors.ts";
import { body, defined, id, name, serialNumber, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** The type and the disposition of a sensor that has not sent a heartbeat (D27). */
const SENSOR_TYPE = "s5";
const SENSOR_DISPOSITION = "LIVE";

/** The namespace of sensors' UUIDs, which are derived from the organization and the sensor's id. */
const UUID_NAMESPACE = "6f9d7f5e-6f0b-4c0e-9b39-1f6f0a1d8f5c";

const status = z.enum(["online", "offline"]);

const v1Sensor = z
  .object({
    id: z.string(),
    doorway_id: z.string().nullable(),
    sensor_type: z.string(),
    status,
  })
  .register(v1Schemas, { id: "Sensor" });

const networkAddress = z.object({
  if: name.nullable().default(null),
  family: name.nullable().default(null),
  mac: name.nullable().default(null),
  address: name.nullable().default(null),
});

const v2Sensor = z
  .object({
    uuid: z.string(),
    organization_id: z.string(),
    serial_number: z.string(),
    doorway_id: z.string().nullable(),
    doorway_name: z.string().nullable(),
    sensor_type: z.string(),
    status,
    last_heartbeat: z.string().nullable(),
    last_event: z.string().nullable(),
    current_disposition: z.string(),
    network_addresses: z.array(
      z.object({
        if: z.string().nullable(),
        family: z.string().nullable(),
        mac: z.string().nullable(),
        address: z.string().nullable(),
      }),
    ),
    firmware_version: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .register(v2Schemas, { id: "Sensor" });

const heartbeat = body({
  sensor_type: name.optional(),
  firmware_version: name.nullable().optional(),
  current_disposition: name.optional(),
  network_addresses: z.array(networkAddress).max(NETWORK_ADDRESSES_MAX).optional(),
});

const resource = { path: "/sensors/", tag: "Sensors", name: "sensor" } as const;

/** GET /sensors/; GET /sensors/:sensor_id/, of version 1. */
export function v1SensorRoutes(app: App, http: SensorParts & PublicAddress): void {
  const { catalog } = http;
  const one = { sensor_id: id("sensor") };
  const sensors = new Resource(app, http, { ...resource, one, version: "v1" });
  sensors.list(
    { item: v1Sensor },
    () => catalog.sensors.all(),
    (page) => page.map((sensor) => presentV1(http, sensor)),
  );
  sensors.read({ answer: v1Sensor }, ({ params }) =>
    presentV1(http, findResource(catalog, "sensor", params.sensor_id)),
  );
}

/** GET /sensors/; GET /sensors/:serial_number/; POST …/heartbeat/, of version 2 (D22). */
export function v2SensorRoutes(app: App, http: SensorParts & ChangeParts & PublicAddress): void {
  const { catalog, activity } = http;
  const sensors = new Resource(app, http, { ...resource, one: { serial_number: z.string() } });
  sensors.list(
    { item: v2Sensor },
    async () => {
      await activity.loadAll();
      return catalog.sensors.all();
    },
    (page) => page.map((sensor) => presentV2(http, sensor)),
  );
  sensors.read({ answer: v2Sensor }, async ({ params }) => {
    await activity.loadAll();
    return presentV2(http, catalog.sensorBySerial(params.serial_number));
  });
  const summary = "Say that a sensor lives, and how it is";
  app.post(
    "/sensors/:serial_number/heartbeat/",
    {
      config: { access: "ingest", operation: { id: "sendHeartbeat", tag: "Sensors", summary } },
      schema: {
        params: z.object({ serial_number: serialNumber }),
        body: heartbeat,
        response: { 200: v2Sensor },
      },
    },
    async (request) => {
      const { body: given, params } = request;
      const state = defined({
        sensorType: given.sensor_type,
        firmwareVersion: given.firmware_version,
        currentDisposition: given.current_disposition,
        networkAddresses: given.network_addresses,
      });
      await activity.loadAll();
      return presentV2(http, await recordHeartbeat(changeBy(http, request), params.serial_number, state));
    },
  );
}

function presentV1(http: SensorParts, sensor: Sensor): z.output<typeof v1Sensor> {
  const doorway = doorwayOf(http.catalog, sensor);
  return {
    id: formatId("sensor", sensor.id),
    doorway_id: doorway === undefined ? null : formatId("doorway", doorway.id),
    sensor_type: http.catalog.sensorStates.get(sensor.id)?.sensorType ?? SENSOR_TYPE,
    status: isOnline(http, sensor) ? "online" : "offline",
  };
}

function presentV2(http: SensorParts, sensor: Sensor): z.output<typeof v2Sensor> {
  const { catalog } = http;
  const state = catalog.sensorStates.get(sensor.id);
  const lastEvent = http.activity.of(sensor.id);
  const organizationId = formatId("organization", catalog.organizationId);
  const { id: _id, doorway_id, ...common } = presentV1(http, sensor);
  return {
    uuid: uuidOf(`${organizationId}/${sensor.id}`, UUID_NAMESPACE),
    organization_id: organizationId,
    serial_number: sensor.serialNumber,
    doorway_id,
    doorway_name: doorwayOf(catalog, sensor)?.name ?? null,
    ...common,
    last_heartbeat: state === undefined ? null : formatInstant(state.lastHeartbeat),
    last_event: lastEvent === -Infinity ? null : formatInstant(lastEvent),
    current_disposition: state?.currentDisposition ?? SENSOR_DISPOSITION,
    network_addresses: state === undefined ? [] : [...state.networkAddresses],
    firmware_version: state?.firmwareVersion ?? null,
    created_at: formatInstant(sensor.createdAt),
    updated_at: formatInstant(state?.lastHeartbeat ?? sensor.createdAt),
  };
}

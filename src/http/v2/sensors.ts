import { v5 as uuidOf } from "uuid";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { NETWORK_ADDRESSES_MAX } from "../../domain/limits.ts";
import type { Sensor } from "../../domain/resources.ts";
import { doorwayOf, isOnline, recordHeartbeat, type SensorParts } from "../../engine/resources/sensors.ts";
import { body, defined, name, serialNumber, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import { SENSOR_DISPOSITION, SENSOR_TYPE } from "../common/sensors.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** The namespace of sensors' UUIDs, which are derived from the organization and the sensor's id. */
const UUID_NAMESPACE = "6f9d7f5e-6f0b-4c0e-9b39-1f6f0a1d8f5c";

const networkAddress = z.object({
  if: name.nullable().default(null),
  family: name.nullable().default(null),
  mac: name.nullable().default(null),
  address: name.nullable().default(null),
});

const sensorAnswer = z
  .object({
    uuid: z.string(),
    organization_id: z.string(),
    serial_number: z.string(),
    doorway_id: z.string().nullable(),
    doorway_name: z.string().nullable(),
    sensor_type: z.string(),
    status: z.enum(["online", "offline"]),
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

/** GET /sensors/; GET /sensors/:serial_number/; POST …/heartbeat/ (D22). */
export function sensorRoutes(app: App, http: SensorParts & ChangeParts & PublicAddress): void {
  const { catalog, activity } = http;
  const one = { serial_number: z.string() };
  const sensors = new Resource(app, http, { path: "/sensors/", one, tag: "Sensors", name: "sensor" });
  sensors.list(
    { item: sensorAnswer },
    async () => {
      await activity.loadAll();
      return catalog.sensors.all();
    },
    (page) => page.map((sensor) => present(http, sensor)),
  );
  sensors.read({ answer: sensorAnswer }, async ({ params }) => {
    await activity.loadAll();
    return present(http, catalog.sensorBySerial(params.serial_number));
  });
  heartbeatRoute(app, http);
}

function heartbeatRoute(app: App, http: SensorParts & ChangeParts): void {
  const summary = "Say that a sensor lives, and how it is";
  app.post(
    "/sensors/:serial_number/heartbeat/",
    {
      config: { access: "ingest", operation: { id: "sendHeartbeat", tag: "Sensors", summary } },
      schema: {
        params: z.object({ serial_number: serialNumber }),
        body: heartbeat,
        response: { 200: sensorAnswer },
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
      await http.activity.loadAll();
      return present(http, await recordHeartbeat(changeBy(http, request), params.serial_number, state));
    },
  );
}

function present(http: SensorParts, sensor: Sensor): z.output<typeof sensorAnswer> {
  const { catalog } = http;
  const doorway = doorwayOf(catalog, sensor);
  const state = catalog.sensorStates.get(sensor.id);
  const lastEvent = http.activity.of(sensor.id);
  const organizationId = formatId("organization", catalog.organizationId);
  return {
    uuid: uuidOf(`${organizationId}/${sensor.id}`, UUID_NAMESPACE),
    organization_id: organizationId,
    serial_number: sensor.serialNumber,
    doorway_id: doorway === undefined ? null : formatId("doorway", doorway.id),
    doorway_name: doorway?.name ?? null,
    sensor_type: state?.sensorType ?? SENSOR_TYPE,
    status: isOnline(http, sensor) ? "online" : "offline",
    last_heartbeat: state === undefined ? null : formatInstant(state.lastHeartbeat),
    last_event: lastEvent === -Infinity ? null : formatInstant(lastEvent),
    current_disposition: state?.currentDisposition ?? SENSOR_DISPOSITION,
    network_addresses: state === undefined ? [] : [...state.networkAddresses],
    firmware_version: state?.firmwareVersion ?? null,
    created_at: formatInstant(sensor.createdAt),
    updated_at: formatInstant(state?.lastHeartbeat ?? sensor.createdAt),
  };
}

import { v5 as uuidOf } from "uuid";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import { NETWORK_ADDRESSES_MAX } from "../../domain/limits.ts";
import type { Sensor, SensorState } from "../../domain/resources.ts";
import type { Engine } from "../../engine/engine.ts";
import { doorwayOf, isOnline, type SensorParts } from "../../engine/resources/sensors.ts";
import { body, engineFields, name, serialInPath, serialNumber } from "../../schemas/fields.ts";
import { answerOf, idOrNull, instantOrNull, text, textOrNull } from "../answers.ts";
import { type ChangeParts, changeBy, ofKind, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";

/** The type and the disposition of a sensor that has not sent a heartbeat (D27). */
const SENSOR_TYPE = "s5";
const SENSOR_DISPOSITION = "LIVE";

/** The namespace of sensors' UUIDs, which are derived from the organization and the sensor's id. */
const UUID_NAMESPACE = "6f9d7f5e-6f0b-4c0e-9b39-1f6f0a1d8f5c";

const v1 = answerOf<Sensor, SensorParts>()(
  { v1: "Sensor" },
  {
    id: [text, ({ id }) => formatId("sensor", id)],
    doorway_id: [textOrNull, (sensor, { catalog }) => idOrNull("doorway", doorwayOf(catalog, sensor)?.id)],
    sensor_type: [text, ({ id }, { catalog }) => catalog.sensorStates.get(id)?.sensorType ?? SENSOR_TYPE],
    status: [
      z.enum(["online", "offline"]),
      (sensor, http) => (isOnline(http, sensor) ? "online" : "offline"),
    ],
  },
);

const v2 = answerOf<Sensor, SensorParts>()(
  { v2: "Sensor" },
  {
    uuid: [text, ({ id }, http) => uuidOf(`${organizationId(http)}/${id}`, UUID_NAMESPACE)],
    organization_id: [text, (_sensor, http) => organizationId(http)],
    serial_number: [text, ({ serialNumber }) => serialNumber],
    doorway_id: v1.fields.doorway_id,
    doorway_name: [textOrNull, (sensor, { catalog }) => doorwayOf(catalog, sensor)?.name ?? null],
    sensor_type: v1.fields.sensor_type,
    status: v1.fields.status,
    last_heartbeat: [textOrNull, (sensor, http) => instantOrNull(stateOf(http, sensor)?.lastHeartbeat)],
    last_event: [
      textOrNull,
      ({ id }, { activity }) => (activity.of(id) === -Infinity ? null : formatInstant(activity.of(id))),
    ],
    /** How far its clock was ahead when its last report was rejected for that (D3); null after any other report. */
    clock_ahead_seconds: [
      z.int().nullable(),
      ({ id }, { activity }) => {
        const clock = activity.aheadOf(id);
        return clock && Math.round(clock.by / SECOND_MS);
      },
    ],
    /** Events that were dropped as duplicates since the server started (D9). */
    duplicate_events: [z.int(), ({ id }, { activity }) => activity.duplicatesOf(id)],
    current_disposition: [
      text,
      (sensor, http) => stateOf(http, sensor)?.currentDisposition ?? SENSOR_DISPOSITION,
    ],
    network_addresses: [
      z.array(z.object({ if: textOrNull, family: textOrNull, mac: textOrNull, address: textOrNull })),
      (sensor, http) => stateOf(http, sensor)?.networkAddresses ?? [],
    ],
    firmware_version: [textOrNull, (sensor, http) => stateOf(http, sensor)?.firmwareVersion ?? null],
    created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
    updated_at: [
      text,
      (sensor, http) => formatInstant(stateOf(http, sensor)?.lastHeartbeat ?? sensor.createdAt),
    ],
  },
);

const networkAddress = body({
  if: name.nullable().default(null),
  family: name.nullable().default(null),
  mac: name.nullable().default(null),
  address: name.nullable().default(null),
});

const heartbeat = body({
  sensor_type: name.optional(),
  firmware_version: name.nullable().optional(),
  current_disposition: name.optional(),
  network_addresses: z.array(networkAddress).max(NETWORK_ADDRESSES_MAX).optional(),
});

const resource = { ...ofKind("sensor"), tag: "Sensors" } as const;

/** GET /sensors/; GET /sensors/:sensor_id/, of version 1. */
export function v1SensorRoutes(app: App, http: SensorParts & ChangeParts): void {
  const { catalog } = http;
  const sensors = new Resource(app, http, { ...resource, version: "v1", answer: v1.with(http) });
  sensors.list({}, () => catalog.sensors.all());
  sensors.read({}, ({ params }) => catalog.find("sensor", params.sensor_id));
}

/** GET /sensors/; GET /sensors/:serial_number/; POST …/heartbeat/, of version 2 (D22). */
export function v2SensorRoutes(app: App, http: SensorParts & ChangeParts & Pick<Engine, "heartbeats">): void {
  const { catalog, activity } = http;
  const one = { serial_number: serialInPath };
  const sensors = new Resource(app, http, { ...resource, one, answer: v2.with(http) });
  sensors.list({}, async () => {
    await activity.loadAll();
    return catalog.sensors.all();
  });
  sensors.read({}, async ({ params }) => {
    await activity.loadAll();
    return catalog.sensorBySerial(params.serial_number);
  });
  const summary = "Record a heartbeat";
  app.post(
    "/sensors/:serial_number/heartbeat/",
    {
      config: { access: "ingest", operation: { id: "sendHeartbeat", tag: "Sensors", summary } },
      schema: {
        params: z.object({ serial_number: serialNumber }),
        body: heartbeat,
        response: { 200: v2.schema },
      },
    },
    async (request) => {
      const { body: given, params } = request;
      const state = engineFields(given);
      await activity.loadAll();
      return v2.present(
        await http.heartbeats.record(changeBy(http, request), params.serial_number, state),
        http,
      );
    },
  );
}

function organizationId({ catalog }: SensorParts): string {
  return formatId("organization", catalog.organizationId);
}

function stateOf({ catalog }: SensorParts, { id: sensorId }: Sensor): SensorState | undefined {
  return catalog.sensorStates.get(sensorId);
}

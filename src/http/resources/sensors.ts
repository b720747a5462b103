import { v5 as uuidOf } from "uuid";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import { DEVICE_PROBLEMS_MAX, NETWORK_ADDRESSES_MAX } from "../../domain/limits.ts";
import type { Sensor, SensorState } from "../../domain/resources.ts";
import type { Engine } from "../../engine/engine.ts";
import { type CountingChange, changeCounting } from "../../engine/readings/change-counting.ts";
import { countingAt, whySuspended } from "../../engine/readings/counting-settings.ts";
import { doorwayOf, isOnline, type SensorParts } from "../../engine/resources/sensors.ts";
import {
  countingSettings,
  countingShape,
  presentCounting,
  presentPreview,
  previewAnswer,
} from "../../schemas/counting.ts";
import { body, effectiveFrom, engineFields, name, serialInPath, serialNumber } from "../../schemas/fields.ts";
import { answerOf, idOrNull, instantOrNull, text, textOrNull } from "../answers.ts";
import { actorOf } from "../auth.ts";
import {
  type ChangeParts,
  type Checked,
  changeBy,
  effectiveFromOf,
  ofKind,
  Resource,
} from "../resource-routes.ts";
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

const countingAnswer = z.object({
  reverse: z.boolean(),
  cap: z.number(),
  width: z.int().nullable(),
  time_zone: textOrNull,
  resets_at: textOrNull,
  direction: z.enum(["in", "out"]).nullable(),
  line: textOrNull,
});

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
    /** In percent. */
    battery: [z.number().nullable(), (sensor, http) => stateOf(http, sensor)?.battery ?? null],
    problems: [z.array(text).readonly(), (sensor, http) => stateOf(http, sensor)?.problems ?? []],
    /** What its readings are, and what becomes of them (D31); null without readings. */
    kind: [z.enum(["total", "interval"]).nullable(), ({ key }, { lines }) => lines.of(key)?.kind ?? null],
    state: [
      z.enum(["counting", "suspended"]).nullable(),
      ({ key }, { lines }) => {
        const line = lines.of(key);
        if (line === null || line.kind === null) return null;
        return line.totals.suspended === null ? "counting" : "suspended";
      },
    ],
    state_detail: [
      textOrNull,
      ({ key }, { lines }) => {
        const { suspended = null } = lines.of(key)?.totals ?? {};
        return suspended && `${whySuspended(suspended)} (since ${formatInstant(suspended.since)})`;
      },
    ],
    last_reading: [textOrNull, ({ key }, { lines }) => instantOrNull(lines.of(key)?.receivedAt)],
    counting: [
      countingAnswer,
      (sensor, { catalog }) => presentCounting(countingAt(catalog, sensor, Infinity)),
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
  battery: z.number().min(0).max(100).nullable().optional(),
  problems: z.array(name).max(DEVICE_PROBLEMS_MAX).optional(),
});

const changedSensor = body({
  counting: body(countingShape).optional(),
  effective_from: effectiveFrom.optional(),
});

const COUNTING_DETAIL =
  "Omitted settings do not change. The readings since `effective_from` are judged again, and those since the line was " +
  "suspended in any case. Without a date, settings apply from then on, otherwise from now on; those of a sensor without " +
  "readings apply to all that come.";

const resource = { ...ofKind("sensor"), tag: "Sensors" } as const;

/** GET /sensors/; GET /sensors/:sensor_id/, of version 1. */
export function v1SensorRoutes(app: App, http: SensorParts & ChangeParts): void {
  const { catalog } = http;
  const sensors = new Resource(app, http, { ...resource, version: "v1", answer: v1.with(http) });
  sensors.list({}, () => catalog.sensors.all());
  sensors.read({}, ({ params }) => catalog.find("sensor", params.sensor_id));
}

/** GET /sensors/; GET /sensors/:serial_number/; POST …/heartbeat/, of version 2 (D22). */
export function v2SensorRoutes(
  app: App,
  http: SensorParts & ChangeParts & CountingChange & Pick<Engine, "heartbeats">,
): void {
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
  const update = (request: Requested, isDryRun: boolean) => {
    const fields = countingSettings(request.body.counting ?? {});
    const effective = effectiveFromOf(request) ?? null;
    const change = { ...http, actor: actorOf(http, request) };
    return changeCounting(change, request.params.serial_number, fields, {
      effectiveFrom: effective,
      isDryRun,
    });
  };
  sensors.update(
    {
      summary: "Change what the readings of a sensor mean",
      detail: COUNTING_DETAIL,
      body: changedSensor,
      conflicts: ["too-many-readings"],
    },
    async (_change, request) => {
      await activity.loadAll();
      return (await update(request, false)).sensor;
    },
  );
  app.post(
    "/sensors/:serial_number/preview/",
    {
      config: {
        access: "write",
        operation: {
          id: "previewSensor",
          tag: "Sensors",
          summary: "Get what settings of a sensor would change",
          detail: "Takes the body of `PUT /v2/sensors/{serial_number}/`, and stores nothing.",
          conflicts: ["too-many-readings"],
        },
      },
      schema: {
        params: z.object({ serial_number: serialNumber }),
        body: changedSensor,
        response: { 200: previewAnswer },
      },
    },
    async (request) => presentPreview(await update(request, true)),
  );
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

/** A request with settings for a sensor. */
type Requested = Checked<{ readonly serial_number: string }, unknown, z.output<typeof changedSensor>>;

function organizationId({ catalog }: SensorParts): string {
  return formatId("organization", catalog.organizationId);
}

function stateOf({ catalog }: SensorParts, { id: sensorId }: Sensor): SensorState | undefined {
  return catalog.sensorStates.get(sensorId);
}

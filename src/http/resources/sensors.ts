import { v5 as uuidOf } from "uuid";
import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import type { Sensor, SensorState } from "../../domain/resources.ts";
import type { Engine } from "../../engine/engine.ts";
import { changeCounting } from "../../engine/readings/change-counting.ts";
import { countingAt, SUSPENDED } from "../../engine/readings/counting-settings.ts";
import type { JudgingChange } from "../../engine/readings/judging-order.ts";
import { kindOf } from "../../engine/readings/lines.ts";
import {
  deleteSensor,
  doorwayOf,
  ignoreSensor,
  isAlive,
  isOnline,
  type SensorParts,
} from "../../engine/resources/sensors.ts";
import { answerOf, idOrNull, instantOrNull, intOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { body, effectiveFrom, engineFields, serialInPath, serialNumber } from "../../schemas/fields.ts";
import { list } from "../../schemas/list.ts";
import {
  countingAnswer,
  countingSettings,
  countingShape,
  previewAnswer,
} from "../../schemas/sensor-settings.ts";
import { addRoute, type Checked } from "../add-route.ts";
import { actorOf } from "../admission/auth.ts";
import { type ChangeParts, changeBy, effectiveFromOf, ofKind, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";

/** The type and the disposition of a sensor that has not sent a heartbeat (D27). */
const SENSOR_TYPE = "s5";
const SENSOR_DISPOSITION = "LIVE";

/** The namespace of sensors' UUIDs, which are derived from the organization and the sensor's id. */
const UUID_NAMESPACE = "6f9d7f5e-6f0b-4c0e-9b39-1f6f0a1d8f5c";

/** A field of what a sensor has last said of itself. */
function ofState<T>(read: (state: Partial<SensorState>) => T) {
  return ({ id }: Sensor, { catalog }: SensorParts) => read(catalog.sensorStates.get(id) ?? {});
}

const v1 = answerOf<Sensor, SensorParts>({ v1: "Sensor" })({
  id: [text, ({ id }) => formatId("sensor", id)],
  doorway_id: [textOrNull, (sensor, { catalog }) => idOrNull("doorway", doorwayOf(catalog, sensor)?.id)],
  sensor_type: [text, ofState(({ sensorType }) => sensorType ?? SENSOR_TYPE)],
  status: [z.enum(["online", "offline"]), (sensor, http) => (isOnline(http, sensor) ? "online" : "offline")],
});

const v2 = answerOf<Sensor, SensorParts>({ v2: "Sensor" })({
  uuid: [text, ({ id }, http) => uuidOf(`${organizationId(http)}/${id}`, UUID_NAMESPACE)],
  organization_id: [text, (_sensor, http) => organizationId(http)],
  serial_number: [text, ({ serialNumber }) => serialNumber],
  doorway_id: v1.fields.doorway_id,
  doorway_name: [textOrNull, (sensor, { catalog }) => doorwayOf(catalog, sensor)?.name ?? null],
  sensor_type: v1.fields.sensor_type,
  status: v1.fields.status,
  alive: [z.boolean(), (sensor, http) => isAlive(http, sensor)],
  last_heartbeat: [textOrNull, ofState(({ lastHeartbeat }) => instantOrNull(lastHeartbeat))],
  last_event: [
    textOrNull,
    ({ id }, { activity }) => (activity.of(id) === -Infinity ? null : formatInstant(activity.of(id))),
  ],
  clock_ahead_seconds: [
    intOrNull,
    ({ id }, { activity }) => {
      const clock = activity.aheadOf(id);
      return clock && Math.round(clock.by / SECOND_MS);
    },
  ],
  duplicate_events: [z.int(), ({ id }, { activity }) => activity.duplicatesOf(id)],
  current_disposition: [text, ofState((state) => state.currentDisposition ?? SENSOR_DISPOSITION)],
  network_addresses: [
    z.array(z.object({ if: textOrNull, family: textOrNull, mac: textOrNull, address: textOrNull })),
    ofState(({ networkAddresses }) => networkAddresses ?? []),
  ],
  battery: [z.number().nullable(), ofState(({ battery }) => battery ?? null)],
  problems: [z.array(text).readonly(), ofState(({ problems }) => problems ?? [])],
  kind: [z.enum(["total", "interval"]).nullable(), ({ key }, { lines }) => kindOf(lines.of(key))],
  state: [
    z.enum(["counting", "suspended"]).nullable(),
    ({ key }, { lines }) => {
      const line = lines.of(key);
      if (line === null || kindOf(line) === null) return null;
      return line.totals.suspended === null ? "counting" : "suspended";
    },
  ],
  state_detail: [
    textOrNull,
    ({ key }, { lines }) => {
      const { suspended = null, overWidth = 0 } = lines.of(key)?.totals ?? {};
      if (suspended !== null)
        return `${SUSPENDED[suspended.reason]} (since ${formatInstant(suspended.since)})`;
      return overWidth === 0
        ? null
        : `the width of the counter seems wrong, since it had a total of ${overWidth}: no wrap is assumed`;
    },
  ],
  last_reading: [textOrNull, ({ key }, { lines }) => instantOrNull(lines.of(key)?.receivedAt)],
  ignored: [z.boolean(), ({ isIgnored = false }) => isIgnored],
  counting: [
    countingAnswer.schema,
    (sensor, { catalog }) => countingAnswer.present(countingAt(catalog, sensor, Infinity)),
  ],
  firmware_version: [textOrNull, ofState(({ firmwareVersion }) => firmwareVersion ?? null)],
  created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
  updated_at: [
    text,
    ({ id, createdAt }, { catalog }) =>
      formatInstant(catalog.sensorStates.get(id)?.lastHeartbeat ?? createdAt),
  ],
});

/** A text of a device, which is cut where it is too long. */
const said = z.string().min(1);

const networkAddress = body({
  if: said.nullable().default(null),
  family: said.nullable().default(null),
  mac: said.nullable().default(null),
  address: said.nullable().default(null),
});

const heartbeat = body({
  sensor_type: said.optional(),
  firmware_version: said.nullable().optional(),
  current_disposition: said.optional(),
  network_addresses: list(networkAddress).optional(),
  battery: z.number().min(0).max(100).nullable().optional(),
  problems: list(said).optional(),
});

const settingsOfSensor = {
  counting: body(countingShape).optional(),
  effective_from: effectiveFrom.optional(),
};
const changedSensor = body({ ...settingsOfSensor, ignored: z.boolean().optional() });

const COUNTING_DETAIL =
  "Omitted settings do not change. The readings since `effective_from` are judged again, and those since the line was " +
  "suspended in any case. Without a date, settings apply from then on, otherwise from now on; those of a sensor without " +
  "readings apply to all that come.";

const DELETION_DETAIL =
  "Deletes a sensor that has no events or readings and has never been at a doorway, such as one that registered itself " +
  "by mistake. It registers itself again if it sends another message.";

const PREVIEW = {
  id: "previewSensor",
  tag: "Sensors",
  access: "write",
  summary: "Get what settings of a sensor would change",
  detail: "Takes the body of `PUT /v2/sensors/{serial_number}/`, and stores nothing.",
  conflicts: ["too-many-readings"],
  params: { serial_number: serialNumber },
  body: body(settingsOfSensor),
  answer: previewAnswer.schema,
} as const;

const HEARTBEAT = {
  id: "sendHeartbeat",
  tag: "Sensors",
  access: "ingest",
  summary: "Record a heartbeat",
  params: { serial_number: serialNumber },
  body: heartbeat,
  answer: v2.schema,
} as const;

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
  http: SensorParts & ChangeParts & JudgingChange & Pick<Engine, "heartbeats">,
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
    const options = { effectiveFrom: effectiveFromOf(request) ?? null, isDryRun };
    const change = { ...http, actor: actorOf(http, request) };
    return changeCounting(change, request.params.serial_number, fields, options);
  };
  sensors.update(
    {
      summary: "Change what the readings of a sensor mean",
      detail: COUNTING_DETAIL,
      body: changedSensor,
      conflicts: ["too-many-readings"],
    },
    async (change, request) => {
      await activity.loadAll();
      const { ignored, counting } = request.body;
      if (ignored === undefined) return (await update(request, false)).sensor;
      if (counting !== undefined) await update(request, false);
      return ignoreSensor(change, request.params.serial_number, ignored);
    },
  );
  sensors.delete({ detail: DELETION_DETAIL, conflicts: ["sensor-in-use"] }, (change, { params }) =>
    deleteSensor({ ...change, lines: http.lines }, params.serial_number),
  );
  addRoute(app, "POST /sensors/:serial_number/preview/", PREVIEW, async (request) =>
    previewAnswer.present(await update(request, true)),
  );
  addRoute(app, "POST /sensors/:serial_number/heartbeat/", HEARTBEAT, async (request) => {
    const { body: given, params } = request;
    const state = engineFields(given);
    await activity.loadAll();
    const { serial_number: serial } = params;
    const change = changeBy(http, request);
    const { admission } = http.ingest;
    const admitted = admission.admit(change.actor, 1, () => serial);
    if (admitted.refused.length > 0) throw invalid("serial_number", admission.reason);
    const sensor =
      admitted.ignored > 0
        ? catalog.sensorBySerial(serial)
        : await http.heartbeats.record(change, serial, state).finally(admitted.release);
    return v2.present(sensor, http);
  });
}

type Requested = Checked<{ readonly serial_number: string }, unknown, z.output<typeof PREVIEW.body>>;

function organizationId({ catalog }: SensorParts): string {
  return formatId("organization", catalog.organizationId);
}

import { notFound } from "../domain/errors.ts";
import { formatId, readPositiveDecimal } from "../domain/ids.ts";
import type { Attachment, Sensor, SensorState } from "../domain/resources.ts";
import type { Catalog } from "./catalog.ts";
import type { EngineContext } from "./context.ts";

/**
 * Gives identities to sensors seen for the first time: a serial number that is a free positive 63-bit
 * decimal is the id too, any other gets a new one (D20). To be called within `exclusive`.
 *
 * @param others sensors that are new too, and not in the catalog yet
 */
export function newSensors(
  catalog: Catalog,
  serialNumbers: readonly string[],
  now: number,
  others: readonly Sensor[] = [],
): Sensor[] {
  const taken = new Set(others.map((sensor) => sensor.id));
  let key = Math.max(catalog.lastSensorKey, others.at(-1)?.key ?? 0);
  return serialNumbers.map((serialNumber) => {
    const wanted = readPositiveDecimal(serialNumber);
    const isFree = (id: bigint) => !taken.has(id) && !catalog.sensors.has(id);
    let id = wanted !== null && isFree(wanted) ? wanted : catalog.newId();
    while (!isFree(id)) id = catalog.newId();
    taken.add(id);
    return { id, key: ++key, serialNumber, createdAt: now };
  });
}

/** What a sensor may say of itself; what it leaves out stays as it was. */
export type Heartbeat = Partial<Omit<SensorState, "id" | "lastHeartbeat">>;

const UNKNOWN_STATE: Omit<SensorState, "id" | "lastHeartbeat"> = {
  sensorType: null,
  firmwareVersion: null,
  currentDisposition: null,
  networkAddresses: [],
};

/** Notes that a sensor lives, and what it says of itself; one not known yet is registered (D20, D22). */
export function noteHeartbeat(
  context: EngineContext,
  serialNumber: string,
  heartbeat: Heartbeat,
): Promise<Sensor> {
  const { catalog, clock } = context;
  return catalog.exclusive(context, async () => {
    const now = clock.now();
    const known = catalog.sensorsBySerial.first(serialNumber);
    const [sensor] = known === undefined ? newSensors(catalog, [serialNumber], now) : [known];
    const { id } = sensor as Sensor;
    const state = { ...UNKNOWN_STATE, ...catalog.sensorStates.get(id), ...heartbeat, id, lastHeartbeat: now };
    await catalog.save({
      put: { sensorState: [state], ...(known === undefined ? { sensor: [sensor as Sensor] } : {}) },
    });
    return sensor as Sensor;
  });
}

/** Whether a sensor's last heartbeat or event came within the time set for it (D27). */
export function isOnline({ catalog, activity, clock, settings }: EngineContext, sensor: Sensor): boolean {
  const last = Math.max(
    catalog.sensorStates.get(sensor.id)?.lastHeartbeat ?? -Infinity,
    activity.of(sensor.id),
  );
  return last > clock.now() - settings.sensorTimeout;
}

/** The doorway a sensor is attached to now, if any. */
export function doorwayOf(catalog: Catalog, sensor: Sensor) {
  const attachment = catalog.attachmentsOfSensor.of(sensor.id).find(({ to }) => to === null);
  return attachment && catalog.doorways.get(attachment.doorwayId);
}

/** The doorway that a sensor was attached to at an instant in ms, or null (D5). */
export function doorwayAt(catalog: Catalog, sensorId: bigint, instant: number): bigint | null {
  const holds = ({ from, to }: Attachment) => (from ?? -Infinity) <= instant && instant < (to ?? Infinity);
  return catalog.attachmentsOfSensor.of(sensorId).find(holds)?.doorwayId ?? null;
}

/** @throws HeadcountError `not-found` */
export function findSensor(catalog: Catalog, id: bigint): Sensor {
  const sensor = catalog.sensors.get(id);
  if (sensor === undefined) throw notFound(`sensor ${formatId("sensor", id)}`);
  return sensor;
}

/** The serial number that a doorway's `sensor_id` stands for: an unknown sensor's is its id's number (D20). */
export function serialNumberOf(catalog: Catalog, sensorId: bigint): string {
  return catalog.sensors.get(sensorId)?.serialNumber ?? String(sensorId);
}

import type { Clock } from "../../domain/clock.ts";
import { notFound } from "../../domain/errors.ts";
import { formatId, readPositiveDecimal } from "../../domain/ids.ts";
import type { Attachment, Sensor, SensorState } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";
import type { CatalogWrite, NewAuditEntry } from "../ports.ts";
import type { Settings } from "../settings.ts";
import { inPieces } from "../yielding.ts";
import type { SensorActivity } from "./sensor-activity.ts";

/** Makes sensors that are seen for the first time within one change of the catalog, which lacks them until it ends. */
export class NewSensors {
  readonly #catalog: Catalog;
  readonly #now: number;
  readonly #ids = new Set<bigint>();
  #lastKey: number;

  /**
   * To be used within `exclusive`.
   *
   * @param now the present, in ms
   */
  constructor(catalog: Catalog, now: number) {
    this.#catalog = catalog;
    this.#now = now;
    this.#lastKey = catalog.lastSensorKey;
  }

  /**
   * Gives an identity to a sensor: a serial number that is a free positive 63-bit decimal is the id too, any other
   * gets a new one (D20).
   */
  make(serialNumber: string): Sensor {
    const wanted = readPositiveDecimal(serialNumber);
    let id = wanted !== null && this.#isFree(wanted) ? wanted : this.#catalog.newId();
    while (!this.#isFree(id)) id = this.#catalog.newId();
    this.#ids.add(id);
    return { id, key: ++this.#lastKey, serialNumber, createdAt: this.#now };
  }

  #isFree(id: bigint): boolean {
    return !this.#ids.has(id) && !this.#catalog.sensors.has(id);
  }
}

/** Sensors that are registered, or shown, before others have their turn. */
const SENSORS_AT_ONCE = 1_000;

/** Registers sensors that the catalog lacks, in pieces. To be used within `exclusive`. */
export async function registerSensors(
  catalog: Catalog,
  serialNumbers: readonly string[],
  now: number,
): Promise<CatalogWrite> {
  const made = new NewSensors(catalog, now);
  const registered: Sensor[] = [];
  const audit: NewAuditEntry[] = [];
  await inPieces(serialNumbers, SENSORS_AT_ONCE, (some) => {
    const sensor = some.map((serialNumber) => made.make(serialNumber));
    registered.push(...sensor);
    audit.push(...(catalog.audited({ put: { sensor } }).audit ?? []));
  });
  return catalog.withNextId({ put: { sensor: registered }, audit });
}

/**
 * Shows sensors whose registration is durable, in pieces: no event of a sensor is read through the catalog before the
 * sensor itself is in it.
 */
export async function showSensors(catalog: Catalog, sensors: readonly Sensor[]): Promise<void> {
  await inPieces(sensors, SENSORS_AT_ONCE, (sensor) => catalog.apply({ put: { sensor } }));
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
  change: CatalogChange,
  serialNumber: string,
  heartbeat: Heartbeat,
): Promise<Sensor> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const now = clock.now();
    const known = catalog.sensorsBySerial.first(serialNumber);
    const sensor = known ?? new NewSensors(catalog, now).make(serialNumber);
    const { id } = sensor;
    const state = { ...UNKNOWN_STATE, ...catalog.sensorStates.get(id), ...heartbeat, id, lastHeartbeat: now };
    await catalog.save({
      put: { sensorState: [state], ...(known === undefined ? { sensor: [sensor] } : {}) },
    });
    return sensor;
  });
}

/** What tells whether sensors are online. */
export interface SensorParts {
  readonly catalog: Catalog;
  readonly activity: SensorActivity;
  readonly clock: Clock;
  readonly settings: Pick<Settings, "sensorTimeout">;
}

/** Whether a sensor's last heartbeat or event came within the time set for it (D27). */
export function isOnline({ catalog, activity, clock, settings }: SensorParts, sensor: Sensor): boolean {
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
  if (sensor === undefined) throw notFound("sensor", formatId("sensor", id));
  return sensor;
}

/** The serial number that a doorway's `sensor_id` stands for: an unknown sensor's is its id's number (D20). */
export function serialNumberOf(catalog: Catalog, sensorId: bigint): string {
  return catalog.sensors.get(sensorId)?.serialNumber ?? String(sensorId);
}

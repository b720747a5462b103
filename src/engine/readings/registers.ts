import { deviceOf, lineOf } from "../../domain/device-line.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { COUNTING_DEFAULTS, countingAt } from "./counting-settings.ts";

/** The keys of the sensors that may have the events of a sensor's readings: itself, and lines that it is a register of (D32). */
export function lineKeysOf(
  { sensorsBySerial, countingsOfSensor }: Pick<Catalog, "sensorsBySerial" | "countingsOfSensor">,
  { id, serialNumber }: Sensor,
): number[] {
  const settings = [COUNTING_DEFAULTS, ...countingsOfSensor.of(id)];
  const serials = new Set(settings.map((each) => lineOf(serialNumber, each)));
  return [...serials].flatMap((serial) => sensorsBySerial.first(serial)?.key ?? []);
}

/** The other sensors whose readings may have made events of a sensor: the registers of a line (D32). */
export function registersOf(catalog: Catalog, { key, serialNumber }: Sensor): Sensor[] {
  const device = deviceOf(serialNumber);
  if (device === null) return [];
  const single = catalog.sensorsBySerial.first(device);
  return [...(single === undefined ? [] : [single]), ...catalog.sensorsOfDevice.of(device)].filter(
    (sensor) => sensor.key !== key && lineKeysOf(catalog, sensor).includes(key),
  );
}

/** Whether a sensor's reading at an instant, in ms, counts for a line. */
export function countsFor(catalog: Catalog, line: Sensor, register: Sensor, instant: number): boolean {
  return lineOf(register.serialNumber, countingAt(catalog, register, instant)) === line.serialNumber;
}

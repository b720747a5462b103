import { lastDailyReset } from "../../domain/daily-reset.ts";
import { deviceOf, lineOf } from "../../domain/device-line.ts";
import type { CountingSettings, CountingSpan, Sensor } from "../../domain/resources.ts";
import { CAP_DEFAULT, type TotalsRules } from "../../readings/totals-line.ts";
import type { Catalog } from "../catalog/catalog.ts";

export { SUSPENDED } from "../../readings/totals-line.ts";

export const COUNTING_DEFAULTS: CountingSettings = {
  isReversed: false,
  cap: CAP_DEFAULT,
  width: null,
  timeZone: null,
  resetsAt: null,
  direction: null,
  line: null,
};

/** The settings of a sensor at an instant in ms; Infinity for those that are the last. */
export function countingAt(
  { countingsOfSensor }: { readonly countingsOfSensor: Pick<Catalog["countingsOfSensor"], "of"> },
  sensor: Pick<Sensor, "id"> | undefined,
  instant: number,
): CountingSettings {
  return sensor === undefined ? COUNTING_DEFAULTS : countingIn(countingsOfSensor.of(sensor.id), instant);
}

/** The settings at an instant in ms, of those that a sensor has. */
export function countingIn(spans: readonly CountingSpan[], instant: number): CountingSettings {
  for (const span of spans)
    if (span.from <= instant && (instant < span.to || span.to === Infinity)) return span;
  return COUNTING_DEFAULTS;
}

/** What totals mean by some settings (D31). */
export function rulesOf(settings: CountingSettings): TotalsRules {
  const { isReversed, cap, width, direction, resetsAt, timeZone } = settings;
  const daily = { from: -Infinity, to: Infinity, timeZone: timeZone ?? "UTC", dailyReset: resetsAt };
  const lastReset = (from: number, to: number) => {
    const reset = lastDailyReset([daily], to - 1);
    return reset === null || reset < from ? null : reset;
  };
  const resets = { lastReset: resetsAt === null ? null : lastReset };
  return { isReversed, cap, width, direction, ...resets, suspends: true };
}

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

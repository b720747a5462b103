import { formatId } from "../../domain/ids.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { describeChange } from "../catalog/audit.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { type ChangedCounting, type CountingChange, changeCounting } from "../readings/change-counting.ts";
import { COUNTING_DEFAULTS, countingAt } from "../readings/counting-settings.ts";
import type { SiteSensor } from "./document.ts";
import { atPosition } from "./document-errors.ts";
import type { Positioned } from "./match.ts";
import type { SiteChange } from "./plan.ts";

/** A sensor whose settings a document changes, and what becomes of its readings. */
export interface ChangedSensor {
  readonly sensor: Sensor;
  /** Its settings before, and from now on. */
  readonly before: CountingSettings;
  readonly after: CountingSettings;
  readonly judged: Omit<ChangedCounting, "sensor">;
}

/**
 * Gives the sensors of a document their settings (D32), as a request without a date does, if they differ from those that
 * apply now. With `prune`, omitted settings and those of all other sensors return to their defaults.
 *
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function putSensorSettings(
  change: CountingChange,
  sensors: readonly Positioned<SiteSensor>[],
  prune: boolean,
): Promise<ChangedSensor[]> {
  const { catalog } = change;
  const changed: ChangedSensor[] = [];
  const put = async (serialNumber: string, wanted: Partial<CountingSettings>) => {
    const before = settingsOf(catalog, serialNumber);
    const fields = differences(before, wanted);
    if (Object.keys(fields).length === 0) return;
    const { sensor, ...judged } = await changeCounting(change, serialNumber, fields);
    changed.push({ sensor, before, after: { ...before, ...fields }, judged });
  };
  for (const { entry, path } of sensors) {
    const wanted = prune ? { ...COUNTING_DEFAULTS, ...entry.counting } : entry.counting;
    await atPosition(path, () => put(entry.serialNumber, wanted));
  }
  const named = new Set(sensors.map(({ entry }) => entry.serialNumber));
  for (const { serialNumber } of prune ? unusualSensors(catalog) : [])
    if (!named.has(serialNumber)) await atPosition("sensors", () => put(serialNumber, COUNTING_DEFAULTS));
  return changed;
}

/** The sensors whose settings differ from the defaults now, by serial number. */
export function unusualSensors(catalog: Catalog): Sensor[] {
  return catalog.countings
    .all()
    .filter((span) => span.to === Infinity && Object.keys(differences(COUNTING_DEFAULTS, span)).length > 0)
    .flatMap(({ sensorId }) => catalog.sensors.get(sensorId) ?? [])
    .sort((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
}

function settingsOf(catalog: Catalog, serialNumber: string): CountingSettings {
  const { isReversed, cap, width, timeZone, resetsAt, direction, line } = countingAt(
    catalog,
    catalog.sensorsBySerial.first(serialNumber),
    Infinity,
  );
  return { isReversed, cap, width, timeZone, resetsAt, direction, line };
}

/** The wanted settings that have another value before. */
function differences(before: CountingSettings, wanted: Partial<CountingSettings>): Partial<CountingSettings> {
  const fields = Object.keys(COUNTING_DEFAULTS) as (keyof CountingSettings)[];
  const different = fields.filter((field) => wanted[field] !== undefined && wanted[field] !== before[field]);
  return Object.fromEntries(different.map((field) => [field, wanted[field]]));
}

/** The changes of sensors' settings, as a plan lists them. @param before the current catalog */
export function sensorChanges(before: Catalog, changed: readonly ChangedSensor[]): SiteChange[] {
  return changed.map(({ sensor, before: from, after: to, judged }) => {
    const isKnown = before.sensors.has(sensor.id);
    const { changes = {} } = describeChange("counting", { id: 0n, ...from }, { id: 0n, ...to }) ?? {};
    const fields = Object.entries(changes).map(([field, sides]) => [
      field,
      isKnown ? sides : { to: sides.to },
    ]);
    return {
      action: isKnown ? "update" : "create",
      resourceType: "sensor",
      resourceId: formatId("sensor", sensor.id),
      name: sensor.serialNumber,
      changes: Object.fromEntries(fields),
      judged,
    };
  });
}

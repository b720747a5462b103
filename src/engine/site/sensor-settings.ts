import { formatId } from "../../domain/ids.ts";
import type { CountingSettings, Sensor } from "../../domain/resources.ts";
import { describeChange } from "../catalog/audit.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { FieldChange } from "../ports.ts";
import { type ChangedCounting, changeCounting } from "../readings/change-counting.ts";
import { COUNTING_DEFAULTS, countingAt } from "../readings/counting-settings.ts";
import type { JudgingChange } from "../readings/judging-order.ts";
import { ignoreSensor } from "../resources/sensors.ts";
import type { SiteSensor } from "./document.ts";
import { atPosition, type Positioned } from "./match.ts";
import type { SiteChange } from "./plan.ts";

export interface ChangedSensor {
  readonly sensor: Sensor;
  readonly before: SensorSettings;
  readonly after: SensorSettings;
  /** Absent if its readings keep their meaning. */
  readonly judged?: ChangedCounting;
}

interface SensorSettings extends CountingSettings {
  readonly isIgnored: boolean;
}

/**
 * Gives the sensors of a document their settings (D32), as a request without a date does, if they differ from those that
 * apply now. With `prune`, omitted settings and those of all other sensors return to their defaults.
 *
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function putSensorSettings(
  change: JudgingChange,
  sensors: readonly Positioned<SiteSensor>[],
  prune: boolean,
): Promise<ChangedSensor[]> {
  const { catalog } = change;
  const changed: ChangedSensor[] = [];
  const put = async (serialNumber: string, wanted: Partial<SensorSettings>) => {
    const before = settingsOf(catalog, serialNumber);
    const fields = differences(before, wanted);
    const { isIgnored = before.isIgnored } = wanted;
    const after = { ...before, ...fields, isIgnored };
    if (isIgnored !== before.isIgnored) {
      const sensor = await ignoreSensor(change, serialNumber, isIgnored);
      if (Object.keys(fields).length === 0) changed.push({ sensor, before, after });
    }
    if (Object.keys(fields).length === 0) return;
    const { sensor, ...judged } = await changeCounting(change, serialNumber, fields);
    changed.push({ sensor, before, after, judged });
  };
  for (const { entry, path } of sensors) {
    const { serialNumber, counting, ...ignoring } = entry;
    const wanted = { ...(prune && DEFAULTS), ...counting, ...ignoring };
    await atPosition(path, () => put(serialNumber, wanted));
  }
  const named = new Set(sensors.map(({ entry }) => entry.serialNumber));
  for (const { serialNumber } of prune ? unusualSensors(catalog) : [])
    if (!named.has(serialNumber)) await atPosition("sensors", () => put(serialNumber, DEFAULTS));
  return changed;
}

const DEFAULTS: SensorSettings = { ...COUNTING_DEFAULTS, isIgnored: false };

/** The sensors that are ignored, or whose settings differ from the defaults now, by serial number. */
export function unusualSensors(catalog: Catalog): Sensor[] {
  const counting = catalog.countings
    .all()
    .filter((span) => span.to === Infinity && Object.keys(differences(COUNTING_DEFAULTS, span)).length > 0)
    .flatMap(({ sensorId }) => catalog.sensors.get(sensorId) ?? []);
  return [...new Set([...counting, ...catalog.ignoredSensors.of(true)])].sort((a, b) =>
    a.serialNumber < b.serialNumber ? -1 : 1,
  );
}

function settingsOf(catalog: Catalog, serialNumber: string): SensorSettings {
  const known = catalog.sensorsBySerial.first(serialNumber);
  const unusual = differences(COUNTING_DEFAULTS, countingAt(catalog, known, Infinity));
  return { ...COUNTING_DEFAULTS, ...unusual, isIgnored: known?.isIgnored ?? false };
}

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
    const shown = (sides: FieldChange) => (isKnown ? sides : { to: sides.to });
    const fields = Object.entries(changes).map(([field, sides]) => [field, shown(sides)]);
    return {
      action: isKnown ? "update" : "create",
      resourceType: "sensor",
      resourceId: formatId("sensor", sensor.id),
      name: sensor.serialNumber,
      changes: Object.fromEntries(fields),
      ...(judged && { judged }),
    };
  });
}

import { readPositiveDecimal } from "../domain/ids.ts";
import type { Sensor } from "../domain/resources.ts";
import type { Catalog } from "./catalog.ts";

/**
 * Gives identities to sensors seen for the first time: a serial number that is a free positive 63-bit
 * decimal is the id too, any other gets a new one (D20). To be called within `exclusive`.
 */
export function newSensors(catalog: Catalog, serialNumbers: readonly string[], now: number): Sensor[] {
  const taken = new Set<bigint>();
  let key = catalog.sensors.all().reduce((highest, sensor) => Math.max(highest, sensor.key), 0);
  return serialNumbers.map((serialNumber) => {
    const wanted = readPositiveDecimal(serialNumber);
    const isFree = (id: bigint) => !taken.has(id) && !catalog.sensors.has(id);
    let id = wanted !== null && isFree(wanted) ? wanted : catalog.newId();
    while (!isFree(id)) id = catalog.newId();
    taken.add(id);
    return { id, key: ++key, serialNumber, createdAt: now };
  });
}

import { conflict } from "../../domain/errors.ts";
import { INSTANT_MIN } from "../../domain/instant.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { EventStore, Line } from "../ports.ts";
import { MadeSensors } from "./sensors.ts";

/** Sets whether the messages of a sensor are ignored (D31, rule 8). An unknown sensor is registered. */
export function ignoreSensor(
  change: CatalogChange,
  serialNumber: string,
  isIgnored: boolean,
): Promise<Sensor> {
  return change.journal.transact(change, (draft) => {
    const sensors = new MadeSensors(draft);
    const before = sensors.of(serialNumber);
    const sensor = { ...before, isIgnored };
    if (sensors.made.length > 0 || (before.isIgnored ?? false) !== isIgnored)
      draft.save({ put: { sensor: [sensor] } });
    return sensor;
  });
}

/** The parts of the engine that know what a sensor has sent. */
export interface SensorDeletion extends CatalogChange {
  readonly events: Pick<EventStore, "lastEvents">;
  readonly lines: { of(sensorKey: number): Line | null };
}

/**
 * Deletes a sensor that has nothing but its state and settings.
 *
 * @throws HeadcountError `not-found`; `conflict` (`sensor-in-use`) if it has events or readings, or has been at a doorway
 */
export function deleteSensor(change: SensorDeletion, serialNumber: string): Promise<void> {
  return change.journal.transact(change, async (draft) => {
    const { catalog } = draft;
    const { id, key } = catalog.sensorBySerial(serialNumber);
    const uses = [
      catalog.attachmentsOfSensor.first(id) !== undefined && "has been at a doorway",
      change.lines.of(key) !== null && "has sent readings",
      (await change.events.lastEvents(INSTANT_MIN)).has(id) && "has events",
    ];
    const use = uses.find((each) => each !== false);
    if (use !== undefined) {
      const name = JSON.stringify(serialNumber);
      throw conflict(
        "sensor-in-use",
        `sensor ${name} ${use}; with "ignored": true its messages are not stored`,
      );
    }
    const counting = catalog.countingsOfSensor.of(id).map((span) => span.id);
    const sensorState = catalog.sensorStates.has(id) ? [id] : [];
    draft.save({ remove: { sensor: [id], sensorState, counting } });
  });
}

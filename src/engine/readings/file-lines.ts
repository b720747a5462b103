import { UNCOMPARED_RESULTS } from "../../domain/reading.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Line, NewReadings, ReadingStore, ReadingsSpan, StoredReading } from "../ports.ts";
import type { ReadingParts } from "./decide-readings.ts";
import type { Lines } from "./lines.ts";

/**
 * The lines while the readings of a file are decided, part by part, before any of them is stored. The readings come line
 * by line in the order of time, so that of the parts before only the last reading can overlap the next ones.
 *
 * @param added the sensors that are registered with the file
 */
export function fileLines(
  { sensorsBySerial, countingsOfSensor }: Catalog,
  stored: Lines,
  store: Pick<ReadingStore, "find">,
  added: readonly Sensor[],
) {
  const bySerial = new Map(added.map((sensor) => [sensor.serialNumber, sensor]));
  /** The lines after all parts so far. */
  const changed = new Map<number, Line>();
  let last: StoredReading | null = null;
  const parts: Pick<ReadingParts, "catalog" | "lines" | "readings"> = {
    catalog: {
      countingsOfSensor,
      sensorsBySerial: { first: (serial) => sensorsBySerial.first(serial) ?? bySerial.get(serial) },
    },
    // They are stored with the last part.
    lines: { of: (key) => changed.get(key) ?? stored.of(key), storedEvery: Infinity },
    readings: {
      find: async (spans) => {
        const found = await store.find(spans);
        return last !== null && spans.some((span) => isSought(span, last)) ? [...found, last] : found;
      },
    },
  };
  /** Takes the readings of a part. */
  const add = ({ rows, lines, derived = [] }: NewReadings): void => {
    for (const line of [...lines, ...derived]) changed.set(line.sensorKey, line);
    for (const reading of rows) if (!UNCOMPARED_RESULTS.has(reading.result)) last = reading;
  };
  return { ...parts, changed, add };
}

function isSought({ sensorKey, from, to }: ReadingsSpan, last: StoredReading | null): boolean {
  if (sensorKey !== last?.sensorKey || last.from === null) return false;
  return last.to === null ? from === last.from : last.from < to && last.to > from;
}

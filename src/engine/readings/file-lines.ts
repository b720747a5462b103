import { UNCOMPARED_RESULTS } from "../../domain/reading.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Line, NewReadings, ReadingStore, ReadingsSpan, StoredReading } from "../ports.ts";
import type { ReadingParts } from "./decide-readings.ts";
import type { Lines } from "./lines.ts";

/**
 * The lines while the readings of a file are decided, part by part, before any of them is stored. The readings come line
 * by line in the order of time, so that of the parts before only the last reading can overlap the next ones.
 */
export class FileLines implements Pick<ReadingParts, "catalog" | "lines" | "readings"> {
  readonly catalog: ReadingParts["catalog"];
  readonly #stored: Lines;
  readonly #store: Pick<ReadingStore, "find">;
  readonly #changed = new Map<number, Line>();
  #last: StoredReading | null = null;

  /** @param added the sensors that are registered with the file */
  constructor(catalog: Catalog, lines: Lines, store: Pick<ReadingStore, "find">, added: readonly Sensor[]) {
    const bySerial = new Map(added.map((sensor) => [sensor.serialNumber, sensor]));
    this.catalog = {
      countingsOfSensor: catalog.countingsOfSensor,
      sensorsBySerial: { first: (serial) => catalog.sensorsBySerial.first(serial) ?? bySerial.get(serial) },
    };
    this.#stored = lines;
    this.#store = store;
  }

  /** The lines after all parts so far. */
  get changed(): readonly Line[] {
    return [...this.#changed.values()];
  }

  readonly lines = {
    of: (sensorKey: number) => this.#changed.get(sensorKey) ?? this.#stored.of(sensorKey),
    // They are stored with the last part.
    storedEvery: Infinity,
  };

  readonly readings: ReadingParts["readings"] = {
    find: async (spans) => {
      const found = await this.#store.find(spans);
      const last = this.#last;
      const isSought = ({ sensorKey, from, to }: ReadingsSpan) =>
        sensorKey === last?.sensorKey &&
        last.from !== null &&
        (last.to === null ? from === last.from : last.from < to && last.to > from);
      return last !== null && spans.some(isSought) ? [...found, last] : found;
    },
  };

  /** Takes the readings of a part. */
  add({ rows, lines, derived = [] }: NewReadings): void {
    for (const line of [...lines, ...derived]) this.#changed.set(line.sensorKey, line);
    for (const reading of rows) if (!UNCOMPARED_RESULTS.has(reading.result)) this.#last = reading;
  }
}

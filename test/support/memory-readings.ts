import type {
  EventPage,
  Line,
  NewReadings,
  PageOf,
  ReadingStore,
  ReadingsSpan,
  StoredReading,
} from "../../src/engine/ports.ts";

/** The readings of a store in memory. */
export class MemoryReadings implements ReadingStore {
  #readings: StoredReading[] = [];
  readonly #lines = new Map<number, Line>();

  append({ rows, lines }: NewReadings): void {
    this.#readings.push(...rows);
    for (const line of lines) this.#lines.set(line.sensorKey, line);
  }

  removeBefore(boundary: number): void {
    this.#readings = this.#readings.filter(({ from, to }) => (to ?? from) >= boundary);
  }

  async lines(): Promise<Line[]> {
    return [...this.#lines.values()];
  }

  async find(spans: readonly ReadingsSpan[]): Promise<StoredReading[]> {
    return this.#readings
      .filter(({ result }) => result !== "duplicate" && result !== "conflict")
      .filter((reading) =>
        spans.some(
          ({ sensorKey, from, to }) =>
            sensorKey === reading.sensorKey &&
            (reading.to === null ? reading.from === from : reading.from < to && reading.to > from),
        ),
      );
  }

  async readings(sensorKey: number, page: EventPage): Promise<PageOf<StoredReading>> {
    const { start, end, order, offset, limit } = page;
    const found = this.#readings
      .filter((reading) => reading.sensorKey === sensorKey && reading.from >= start && reading.from < end)
      .sort((a, b) => a.from - b.from || a.number - b.number);
    const ordered = order === "ASC" ? found : found.reverse();
    return { total: found.length, items: ordered.slice(offset, offset + limit) };
  }
}

import type {
  EventPage,
  Line,
  NewReadings,
  PageOf,
  ReadingStore,
  ReadingsPosition,
  ReadingsSpan,
  StoredReading,
} from "../../src/engine/ports.ts";

/** The readings of a store in memory. */
export class MemoryReadings implements ReadingStore {
  #readings: StoredReading[] = [];
  readonly #lines = new Map<number, Line>();

  append({ rows, lines, revised = [] }: NewReadings): void {
    const keyOf = ({ sensorKey, number }: StoredReading) => `${sensorKey} ${number}`;
    const replaced = new Set(revised.map(keyOf));
    this.#readings = this.#readings.filter((reading) => !replaced.has(keyOf(reading)));
    this.#readings.push(...revised, ...rows);
    for (const line of lines) this.#lines.set(line.sensorKey, line);
  }

  removeBefore(boundary: number): void {
    this.#readings = this.#readings.filter(
      (reading) => endOf(reading) >= boundary || this.#isAfterLine(reading),
    );
  }

  async hasBefore(instant: number): Promise<boolean> {
    return this.#readings.some((reading) => endOf(reading) < instant);
  }

  async sensorsOfImport(importId: bigint): Promise<Map<number, number>> {
    const first = new Map<number, number>();
    for (const reading of this.#readings)
      if (reading.importId === importId)
        first.set(reading.sensorKey, Math.min(timeOf(reading), first.get(reading.sensorKey) ?? Infinity));
    return first;
  }

  async lines(): Promise<Line[]> {
    return [...this.#lines.values()];
  }

  async readAfterLines(take: (reading: StoredReading) => void): Promise<void> {
    const after = this.#readings.filter((reading) => this.#isAfterLine(reading));
    for (const reading of after.sort((a, b) => a.sensorKey - b.sensorKey || a.number - b.number))
      take(reading);
  }

  #isAfterLine({ sensorKey, number }: StoredReading): boolean {
    return number > (this.#lines.get(sensorKey)?.readings ?? 0);
  }

  async find(spans: readonly ReadingsSpan[]): Promise<StoredReading[]> {
    return this.#readings
      .filter(({ result }) => !["duplicate", "conflict", "refused", "withdrawn"].includes(result))
      .filter((reading) =>
        spans.some(
          ({ sensorKey, from, to }) =>
            sensorKey === reading.sensorKey &&
            (reading.to === null ? reading.from === from : timeOf(reading) < to && reading.to > from),
        ),
      );
  }

  async readings(sensorKey: number, page: EventPage): Promise<PageOf<StoredReading>> {
    const { start, end, order, offset, limit } = page;
    const found = this.#readings
      .filter(
        (reading) => reading.sensorKey === sensorKey && timeOf(reading) >= start && timeOf(reading) < end,
      )
      .sort((a, b) => timeOf(a) - timeOf(b) || a.number - b.number);
    const ordered = order === "ASC" ? found : found.reverse();
    return { total: found.length, items: ordered.slice(offset, offset + limit) };
  }

  async positions(): Promise<ReadingsPosition[]> {
    return [...this.#lines.values()].map(({ sensorKey, readings, revision }) => ({
      sensorKey,
      readings,
      revision,
    }));
  }

  copyReadings(): Promise<never> {
    return Promise.reject(new Error("a store in memory has no files"));
  }
}

function timeOf({ from, receivedAt }: StoredReading): number {
  return from ?? receivedAt;
}

function endOf(reading: StoredReading): number {
  return reading.to ?? timeOf(reading);
}

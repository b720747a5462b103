/**
 * When each sensor's last event arrived, in ms, by sensor id, kept in memory. For events that were stored before the
 * process started, it is the event's timestamp.
 */
export class SensorActivity {
  readonly #last: Map<bigint, number>;
  readonly #readAll: () => Promise<ReadonlyMap<bigint, number>>;
  #loading: Promise<void> | null = null;

  /**
   * @param last recent events, enough to tell which sensors are online
   * @param readAll reads the last event of every sensor from the whole log
   */
  constructor(last: ReadonlyMap<bigint, number>, readAll: () => Promise<ReadonlyMap<bigint, number>>) {
    this.#last = new Map(last);
    this.#readAll = readAll;
  }

  /** Reads the log once, for sensors that have been silent since before the process started. */
  loadAll(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    for (const [sensorId, instant] of await this.#readAll()) this.record(sensorId, instant);
  }

  /** Records the arrival of a sensor's event. */
  record(sensorId: bigint, instant: number): void {
    this.#last.set(sensorId, Math.max(instant, this.#last.get(sensorId) ?? 0));
  }

  /** Caps all instants, in ms, after the clock has been corrected. */
  capAt(instant: number): void {
    for (const [sensorId, last] of this.#last) if (last > instant) this.#last.set(sensorId, instant);
  }

  /** When a sensor's last event arrived; -Infinity if none is known, which `loadAll` may change. */
  of(sensorId: bigint): number {
    return this.#last.get(sensorId) ?? -Infinity;
  }
}

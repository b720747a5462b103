/**
 * When each sensor's last event came, in ms, by the sensor's id. It is kept in memory: an event from
 * before the process started came, as far as anybody can tell, at its own timestamp.
 */
export class SensorActivity {
  readonly #last: Map<bigint, number>;
  readonly #readAll: () => Promise<ReadonlyMap<bigint, number>>;
  #recalling: Promise<void> | null = null;

  /**
   * @param last what tells who is online, which is asked at any time
   * @param readAll reads the last event of every sensor out of the whole log
   */
  constructor(last: ReadonlyMap<bigint, number>, readAll: () => Promise<ReadonlyMap<bigint, number>>) {
    this.#last = new Map(last);
    this.#readAll = readAll;
  }

  /** Learns of sensors that have been silent since before the process started: the first time it reads the log. */
  recall(): Promise<void> {
    this.#recalling ??= this.#recall().catch((error: unknown) => {
      this.#recalling = null;
      throw error;
    });
    return this.#recalling;
  }

  async #recall(): Promise<void> {
    for (const [sensorId, instant] of await this.#readAll()) this.note(sensorId, instant);
  }

  /** Notes that an event of a sensor has come. */
  note(sensorId: bigint, instant: number): void {
    this.#last.set(sensorId, Math.max(instant, this.#last.get(sensorId) ?? 0));
  }

  /** Has no event have come after an instant, in ms: the clock has been corrected to it. */
  limitTo(instant: number): void {
    for (const [sensorId, last] of this.#last) if (last > instant) this.#last.set(sensorId, instant);
  }

  /** When its last event came; -Infinity where none is known of, which `recall` may change. */
  of(sensorId: bigint): number {
    return this.#last.get(sensorId) ?? -Infinity;
  }
}

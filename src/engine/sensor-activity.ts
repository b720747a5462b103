/**
 * When each sensor's last event came, in ms, by the sensor's id. It is kept in memory: an event from
 * before the process started came, as far as anybody can tell, at its own timestamp.
 */
export class SensorActivity {
  readonly #last: Map<bigint, number>;

  constructor(last: ReadonlyMap<bigint, number>) {
    this.#last = new Map(last);
  }

  /** Notes that an event of a sensor has come. */
  note(sensorId: bigint, instant: number): void {
    this.#last.set(sensorId, Math.max(instant, this.#last.get(sensorId) ?? 0));
  }

  /** When its last event came; -Infinity where none is known of. */
  of(sensorId: bigint): number {
    return this.#last.get(sensorId) ?? -Infinity;
  }
}

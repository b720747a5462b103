import type { LogEntry } from "../../engine/ports.ts";

/** Events of one sensor that are remembered. */
const REMEMBERED_EVENTS = 64;

/** What the log holds of an event's identity (D9): yes, no, or that it has to be looked up. */
export type Knowledge = "stored" | "new" | "unknown";

/**
 * The identities of each sensor's last events. Most events are later than all that their sensor has sent
 * before: that none of those repeats another can be told without a look at the log.
 */
export class RecentIdentities {
  readonly #bySensor = new Map<number, SensorIdentities>();

  /** @param latest the timestamp of each sensor's latest event, in ms, by the sensor's key */
  constructor(latest: ReadonlyMap<number, number>) {
    for (const [sensorKey, timestamp] of latest)
      this.#bySensor.set(sensorKey, new SensorIdentities(timestamp));
  }

  /** Whether the log holds an event of that identity. */
  knows(entry: LogEntry): Knowledge {
    return this.#bySensor.get(entry.sensorKey)?.knows(entry) ?? "new";
  }

  /** Notes an event that has been stored. */
  note(entry: LogEntry): void {
    let sensor = this.#bySensor.get(entry.sensorKey);
    if (sensor === undefined) {
      sensor = new SensorIdentities(-Infinity);
      this.#bySensor.set(entry.sensorKey, sensor);
    }
    sensor.note(entry);
  }
}

class SensorIdentities {
  /** All later events of the sensor are remembered, in ms. */
  #completeAfter: number;
  /** Ascending by timestamp. */
  readonly #entries: LogEntry[] = [];

  constructor(completeAfter: number) {
    this.#completeAfter = completeAfter;
  }

  knows(entry: LogEntry): Knowledge {
    if (entry.timestamp <= this.#completeAfter) return "unknown";
    for (let i = this.#entries.length - 1; i >= 0; i--) {
      const other = this.#entries[i] as LogEntry;
      if (other.timestamp < entry.timestamp) return "new";
      if (
        other.timestamp === entry.timestamp &&
        other.trajectory === entry.trajectory &&
        other.eventId === entry.eventId
      )
        return "stored";
    }
    return "new";
  }

  note(entry: LogEntry): void {
    if (entry.timestamp <= this.#completeAfter) return;
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1] as LogEntry).timestamp > entry.timestamp) index--;
    this.#entries.splice(index, 0, entry);
    if (this.#entries.length <= REMEMBERED_EVENTS) return;
    const half = REMEMBERED_EVENTS / 2;
    this.#completeAfter = (this.#entries[half - 1] as LogEntry).timestamp;
    const first = this.#entries.findIndex((each) => each.timestamp > this.#completeAfter);
    this.#entries.splice(0, first === -1 ? this.#entries.length : first);
  }
}

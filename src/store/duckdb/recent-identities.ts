import type { LogColumns } from "../../engine/ports.ts";

/** Events of one sensor that are remembered. */
const REMEMBERED_EVENTS = 64;

/** What the log holds of an event's identity (D9): yes, no, or that it has to be looked up. */
export type Knowledge = "stored" | "new" | "unknown";

/**
 * The identities of each sensor's last events. Most events are later than all that their sensor has sent
 * before: that none of those repeats another can be told without a look at the log.
 */
export class RecentIdentities {
  /** By the sensors' keys. */
  readonly #bySensor: (SensorIdentities | undefined)[];

  /** @param latest the timestamp of each sensor's latest event, in ms, by the sensor's key */
  constructor(latest: ReadonlyMap<number, number>) {
    let room = 0;
    for (const sensorKey of latest.keys()) room = Math.max(room, sensorKey + 1);
    this.#bySensor = new Array<SensorIdentities | undefined>(room);
    for (const [sensorKey, timestamp] of latest) this.#bySensor[sensorKey] = new SensorIdentities(timestamp);
  }

  /** Whether the log holds an event of a row's identity. */
  knows(events: LogColumns, row: number): Knowledge {
    return this.#bySensor[events.sensorKeys[row] as number]?.knows(events, row) ?? "new";
  }

  /** Notes an event that has been stored. */
  note(events: LogColumns, row: number): void {
    const sensorKey = events.sensorKeys[row] as number;
    let sensor = this.#bySensor[sensorKey];
    if (sensor === undefined) {
      sensor = new SensorIdentities(-Infinity);
      this.#bySensor[sensorKey] = sensor;
    }
    sensor.note(events, row);
  }
}

class SensorIdentities {
  /** All later events of the sensor are remembered, in ms. */
  #completeAfter: number;
  /** Those events, ascending by timestamp, by column. */
  readonly #timestamps: number[] = [];
  readonly #trajectories: number[] = [];
  /** Of the senders' ids; 0 where absent. */
  readonly #idHashes: number[] = [];

  constructor(completeAfter: number) {
    this.#completeAfter = completeAfter;
  }

  knows({ timestamps, trajectories, eventIds }: LogColumns, row: number): Knowledge {
    const timestamp = timestamps[row] as number;
    if (timestamp <= this.#completeAfter) return "unknown";
    const { length } = this.#timestamps;
    if (length === 0 || (this.#timestamps[length - 1] as number) < timestamp) return "new";
    const hash = eventIds?.hash(row) ?? 0;
    for (let i = this.#timestamps.length - 1; i >= 0; i--) {
      const other = this.#timestamps[i] as number;
      if (other < timestamp) return "new";
      // Two ids may share a hash.
      if (other === timestamp && this.#trajectories[i] === trajectories[row] && this.#idHashes[i] === hash)
        return hash === 0 ? "stored" : "unknown";
    }
    return "new";
  }

  note({ timestamps, trajectories, eventIds }: LogColumns, row: number): void {
    const timestamp = timestamps[row] as number;
    if (timestamp <= this.#completeAfter) return;
    const trajectory = trajectories[row] as number;
    const hash = eventIds?.hash(row) ?? 0;
    const { length } = this.#timestamps;
    if (length === 0 || (this.#timestamps[length - 1] as number) <= timestamp) {
      this.#timestamps.push(timestamp);
      this.#trajectories.push(trajectory);
      this.#idHashes.push(hash);
    } else {
      const index = this.#timestamps.findLastIndex((each) => each <= timestamp) + 1;
      this.#timestamps.splice(index, 0, timestamp);
      this.#trajectories.splice(index, 0, trajectory);
      this.#idHashes.splice(index, 0, hash);
    }
    if (this.#timestamps.length > REMEMBERED_EVENTS) this.#forget();
  }

  /** Forgets half of what is remembered, and all that is as old. */
  #forget(): void {
    this.#completeAfter = this.#timestamps[REMEMBERED_EVENTS / 2 - 1] as number;
    const first = this.#timestamps.findIndex((each) => each > this.#completeAfter);
    const gone = first === -1 ? this.#timestamps.length : first;
    for (const column of [this.#timestamps, this.#trajectories, this.#idHashes]) column.splice(0, gone);
  }
}

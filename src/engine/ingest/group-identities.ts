import type { IncomingEvents } from "./incoming-group.ts";

/** Events of a sensor at one instant that are compared one by one; where there are more, they are looked up. */
const COMPARED_MAX = 16;

/** The identities of a group's events (D9), each with the first row that has it. */
export class GroupIdentities {
  readonly #events: IncomingEvents;
  /** Of each sensor, the latest timestamp, in ms, and the last row, as long as they have come in their order. */
  readonly #latest: Float64Array;
  readonly #lastRow: Int32Array;
  /** Of each row, the one before it of the same sensor; -1 where there is none. */
  readonly #previous: Int32Array;
  /** Of each sensor whose events have not come in their order, or many at one instant. */
  readonly #byIdentity: (Map<string, number> | undefined)[] = [];

  constructor(events: IncomingEvents) {
    this.#events = events;
    const { length } = events.sensors;
    this.#latest = new Float64Array(length).fill(-Infinity);
    this.#lastRow = new Int32Array(length).fill(-1);
    this.#previous = new Int32Array(events.length);
  }

  /**
   * Notes a row. To be called for each, in order.
   *
   * @returns the row in which its identity stands first, if that is an earlier one; else -1
   */
  note(row: number): number {
    const { sensorIndexes, timestamps } = this.#events;
    const sensor = sensorIndexes[row] as number;
    const timestamp = timestamps[row] as number;
    if (this.#byIdentity[sensor] === undefined) {
      const latest = this.#latest[sensor] as number;
      // Events of a sensor mostly come in their order: then there is nothing, or little, to compare with.
      const earlier = timestamp > latest ? -1 : timestamp === latest ? this.#sameInstant(row, sensor) : null;
      if (earlier !== null) {
        if (earlier < 0) this.#addLast(row, sensor, timestamp);
        return earlier;
      }
    }
    return this.#noteByIdentity(row, sensor);
  }

  #addLast(row: number, sensor: number, timestamp: number): void {
    this.#latest[sensor] = timestamp;
    this.#previous[row] = this.#lastRow[sensor] as number;
    this.#lastRow[sensor] = row;
  }

  /** Finds a row's identity among its sensor's last events, which are of the same instant; null where there are many. */
  #sameInstant(row: number, sensor: number): number | null {
    const { timestamps, trajectories, eventIds } = this.#events;
    const timestamp = timestamps[row] as number;
    let each = this.#lastRow[sensor] as number;
    for (let compared = 0; each >= 0 && timestamps[each] === timestamp; compared++) {
      if (compared === COMPARED_MAX) return null;
      if (trajectories[each] === trajectories[row] && (eventIds === null || eventIds.isSame(each, row)))
        return each;
      each = this.#previous[each] as number;
    }
    return -1;
  }

  #noteByIdentity(row: number, sensor: number): number {
    let known = this.#byIdentity[sensor];
    if (known === undefined) {
      known = new Map();
      for (let each = this.#lastRow[sensor] as number; each >= 0; each = this.#previous[each] as number)
        known.set(this.#identityOf(each), each);
      this.#byIdentity[sensor] = known;
    }
    const identity = this.#identityOf(row);
    const earlier = known.get(identity);
    if (earlier === undefined) known.set(identity, row);
    return earlier ?? -1;
  }

  /** What tells an event from others of its sensor. */
  #identityOf(row: number): string {
    const { timestamps, trajectories, eventIds } = this.#events;
    const eventId = eventIds?.at(row) ?? null;
    const identity = `${timestamps[row]} ${trajectories[row]}`;
    return eventId === null ? identity : `${identity} ${eventId}`;
  }
}

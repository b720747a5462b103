import type { LogEntry } from "../ports.ts";

/** One sensor's events, ascending by timestamp, with the part that each stands in. */
interface SensorEntries {
  readonly entries: LogEntry[];
  readonly parts: number[];
}

/** The identities of a group's events (D9), each with the first part that it stands in. */
export class GroupIdentities {
  readonly #bySensor = new Map<number, SensorEntries>();

  /**
   * Notes an event of a part.
   *
   * @returns the part in which its identity stands earlier, or null
   */
  note(entry: LogEntry, part: number): number | null {
    const known = this.#bySensor.get(entry.sensorKey);
    if (known === undefined) {
      this.#bySensor.set(entry.sensorKey, { entries: [entry], parts: [part] });
      return null;
    }
    const { entries, parts } = known;
    // Events of a sensor mostly come in their order: then there is nothing to compare with.
    let index = entries.length;
    for (; index > 0; index--) {
      const other = entries[index - 1] as LogEntry;
      if (other.timestamp < entry.timestamp) break;
      if (
        other.timestamp === entry.timestamp &&
        other.trajectory === entry.trajectory &&
        other.eventId === entry.eventId
      )
        return parts[index - 1] as number;
    }
    entries.splice(index, 0, entry);
    parts.splice(index, 0, part);
    return null;
  }
}

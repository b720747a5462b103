import type { LogEntry } from "../ports.ts";

/** The identities of a group's events (D9), each with the first part that it stands in. */
export class GroupIdentities {
  readonly #bySensor = new Map<number, Map<number | string, number>>();

  /**
   * Notes an event of a part.
   *
   * @returns the part in which its identity stands earlier, or null
   */
  note({ sensorKey, timestamp, trajectory, eventId }: LogEntry, part: number): number | null {
    let identities = this.#bySensor.get(sensorKey);
    if (identities === undefined) {
      identities = new Map();
      this.#bySensor.set(sensorKey, identities);
    }
    const place = timestamp * 2 + (trajectory > 0 ? 1 : 0);
    const identity = eventId === null ? place : `${place} ${eventId}`;
    const earlier = identities.get(identity);
    if (earlier !== undefined) return earlier;
    identities.set(identity, part);
    return null;
  }
}

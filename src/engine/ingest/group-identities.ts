import type { LogEntry } from "../ports.ts";

/** One sensor's events in a group. */
interface SensorEntries {
  readonly entries: LogEntry[];
  /** The part that each stands in. */
  readonly parts: number[];
  /** The latest timestamp, in ms. */
  latest: number;
  /** The first part of each identity; null as long as the events have come in their order. */
  byIdentity: Map<string, number> | null;
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
      const { timestamp } = entry;
      this.#bySensor.set(entry.sensorKey, {
        entries: [entry],
        parts: [part],
        latest: timestamp,
        byIdentity: null,
      });
      return null;
    }
    // Events of a sensor mostly come in their order: then there is nothing to compare with.
    if (known.byIdentity === null && entry.timestamp > known.latest) {
      known.entries.push(entry);
      known.parts.push(part);
      known.latest = entry.timestamp;
      return null;
    }
    known.byIdentity ??= new Map(
      known.entries.map((each, i) => [identityOf(each), known.parts[i] as number]),
    );
    const identity = identityOf(entry);
    const earlier = known.byIdentity.get(identity);
    if (earlier === undefined) known.byIdentity.set(identity, part);
    return earlier ?? null;
  }
}

/** What tells an event from others of its sensor. */
function identityOf({ timestamp, trajectory, eventId }: LogEntry): string {
  return eventId === null ? `${timestamp} ${trajectory}` : `${timestamp} ${trajectory} ${eventId}`;
}

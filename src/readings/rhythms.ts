import { DAY_MS } from "../domain/instant.ts";
import type { StoredReading } from "../domain/stored-readings.ts";

/** The latest gaps of which the median is the usual one (D22). */
const GAPS_MAX = 50;

/** When a sensor lived, by a message of `instant` that came at `arrival`, in ms: an older one is of a file of its past. */
export function signOfLife(instant: number, arrival: number): number {
  return arrival - instant < DAY_MS ? arrival : instant;
}

/**
 * How often sensors send readings by themselves, and when they last did, in memory: from the readings since the server
 * started, and those that it read then.
 */
export class Rhythms {
  readonly #sensors = new Map<number, { newest: number; heardAt: number; readonly gaps: number[] }>();

  take({ sensorKey, from, to, receivedAt, importId }: StoredReading): void {
    const instant = to ?? from;
    if (importId !== null || instant === null) return;
    const heardAt = signOfLife(instant, receivedAt);
    const known = this.#sensors.get(sensorKey);
    if (known === undefined) {
      this.#sensors.set(sensorKey, { newest: instant, heardAt, gaps: [] });
      return;
    }
    known.heardAt = Math.max(known.heardAt, heardAt);
    if (instant <= known.newest) return;
    known.gaps.push(instant - known.newest);
    if (known.gaps.length > GAPS_MAX) known.gaps.shift();
    known.newest = instant;
  }

  /** When a sensor last sent a reading by itself, in ms; -Infinity if that is not known. */
  heardAt(sensorKey: number): number {
    return this.#sensors.get(sensorKey)?.heardAt ?? -Infinity;
  }

  /** The median of the last gaps between the readings of a sensor, in ms; null if none is known. */
  usualGap(sensorKey: number): number | null {
    const gaps = this.#sensors.get(sensorKey)?.gaps.toSorted((a, b) => a - b) ?? [];
    return gaps[Math.floor(gaps.length / 2)] ?? null;
  }
}

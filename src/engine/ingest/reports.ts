import type { SensorReport } from "../ports.ts";

/**
 * Sensors' reports by column. They are many and short-lived: an object for each would cost more than all
 * that is done with it.
 */
export interface Reports {
  readonly length: number;
  readonly serialNumbers: readonly string[];
  /** In ms. */
  readonly timestamps: Float64Array;
  /** +1 or -1 each. */
  readonly trajectories: Int8Array;
  /** The senders' own ids for them, each null where absent; null where none has any (D9). */
  readonly eventIds: readonly (string | null)[] | null;
}

/** Takes reports one after the other, up to so many. */
export class ReportsBuilder {
  readonly #serialNumbers: string[] = [];
  readonly #timestamps: Float64Array;
  readonly #trajectories: Int8Array;
  readonly #eventIds: (string | null)[] = [];
  #hasEventIds = false;

  constructor(capacity: number) {
    this.#timestamps = new Float64Array(capacity);
    this.#trajectories = new Int8Array(capacity);
  }

  add(serialNumber: string, timestamp: number, trajectory: number, eventId: string | null): void {
    const row = this.#serialNumbers.length;
    this.#serialNumbers.push(serialNumber);
    this.#timestamps[row] = timestamp;
    this.#trajectories[row] = trajectory;
    this.#eventIds.push(eventId);
    if (eventId !== null) this.#hasEventIds = true;
  }

  get reports(): Reports {
    const { length } = this.#serialNumbers;
    const capacity = this.#timestamps.length;
    return {
      length,
      serialNumbers: this.#serialNumbers,
      timestamps: length === capacity ? this.#timestamps : this.#timestamps.subarray(0, length),
      trajectories: length === capacity ? this.#trajectories : this.#trajectories.subarray(0, length),
      eventIds: this.#hasEventIds ? this.#eventIds : null,
    };
  }
}

/** The columns of some reports. */
export function reportsOf(reports: readonly SensorReport[]): Reports {
  const builder = new ReportsBuilder(reports.length);
  for (const { serialNumber, timestamp, trajectory, eventId } of reports)
    builder.add(serialNumber, timestamp, trajectory, eventId);
  return builder.reports;
}

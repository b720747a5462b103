import { NEW_LINE } from "../../readings/totals.ts";
import type { Applier } from "../journal/journal.ts";
import type { Line, LogRecord, ReadingStore } from "../ports.ts";

/** What is known of the readings of each sensor, in memory. It follows the records. */
export class Lines implements Applier {
  readonly #lines: Map<number, Line>;

  private constructor(lines: readonly Line[]) {
    this.#lines = new Map(lines.map((line) => [line.sensorKey, line]));
  }

  static async open(store: Pick<ReadingStore, "lines">): Promise<Lines> {
    return new Lines(await store.lines());
  }

  /** The line of a sensor; null if it has sent no readings. */
  of(sensorKey: number): Line | null {
    return this.#lines.get(sensorKey) ?? null;
  }

  apply({ readings }: LogRecord): void {
    for (const line of readings?.lines ?? []) this.#lines.set(line.sensorKey, line);
  }
}

/** The line of a sensor that may not be registered yet. */
export type UnkeyedLine = Omit<Line, "sensorKey">;

/** The line of a sensor that has sent nothing. */
export const UNKNOWN_LINE: UnkeyedLine = {
  kind: null,
  readings: 0,
  totals: NEW_LINE,
  intervalsEnd: -Infinity,
  revision: 0,
  receivedAt: -Infinity,
};

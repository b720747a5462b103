import { UNMOVING_RESULTS } from "../../domain/reading.ts";
import { Rhythms } from "../../readings/rhythms.ts";
import { isDerivable, lineAfterTotals, NEW_LINE } from "../../readings/totals-line.ts";
import type { Applier } from "../journal/journal.ts";
import type { Line, LogRecord, ReadingStore, StoredKind, StoredReading } from "../ports.ts";

/** What is known of the readings of each sensor, in memory. It follows the records. */
export class Lines implements Applier {
  readonly #lines: (Line | undefined)[] = [];
  #count = 0;
  readonly rhythms = new Rhythms();

  private constructor(lines: readonly Line[]) {
    for (const line of lines) this.#set(line);
  }

  static async open(store: LineStore, follow: (line: Line) => void = () => {}): Promise<Lines> {
    const lines = new Lines(await store.lines());
    await store.readAfterLines((reading) => follow(lines.#follow(reading)));
    return lines;
  }

  /** The lines that readings are needed for to know them. */
  static async unstored(store: LineStore): Promise<readonly Line[]> {
    const followed = new Map<number, Line>();
    await Lines.open(store, (line) => followed.set(line.sensorKey, line));
    return [...followed.values()];
  }

  /** The line of a sensor; null if it has sent no readings. */
  of(sensorKey: number): Line | null {
    return this.#lines[sensorKey] ?? null;
  }

  /** Readings of a sensor after which its line is stored: fewer the more lines there are. */
  get storedEvery(): number {
    return Math.max(STORED_EVERY_MIN, Math.floor(READ_AT_START_MAX / this.#count));
  }

  apply({ readings }: LogRecord): void {
    if (readings === undefined) return;
    const { rows, lines, derived } = readings;
    if (derived === undefined) for (const reading of rows) this.#follow(reading);
    else if (rows.at(0)?.importId === null) for (const reading of rows) this.rhythms.take(reading);
    for (const line of derived ?? []) this.#set(line);
    for (const line of lines) this.#set(line);
  }

  #set(line: Line): void {
    if (this.#lines[line.sensorKey] === undefined) this.#count++;
    this.#lines[line.sensorKey] = line;
  }

  /** Takes a reading whose line is not known. @returns the line after it */
  #follow(reading: StoredReading): Line {
    const { sensorKey } = reading;
    const line = lineAfter(this.of(sensorKey) ?? { sensorKey, ...UNKNOWN_LINE }, reading);
    this.#set(line);
    this.rhythms.take(reading);
    return line;
  }
}

type LineStore = Pick<ReadingStore, "lines" | "readAfterLines">;

/** The line of a sensor that may not be registered yet. */
export type UnkeyedLine = Omit<Line, "sensorKey">;

export const UNKNOWN_LINE: UnkeyedLine = {
  kind: null,
  readings: 0,
  totals: NEW_LINE,
  intervalsEnd: -Infinity,
  revision: 0,
  receivedAt: -Infinity,
};

/**
 * Readings that have come since their lines were stored, of all sensors together, about: a server reads them when it
 * starts, a million in 1.5 s. More than 20,000 sensors have more of them, since each line is stored once in a while.
 */
const READ_AT_START_MAX = 320_000;
const STORED_EVERY_MIN = 16;

/** Whether a line has to be stored: it does not follow from its readings, or from `storedEvery` of them. */
export function isStored(before: UnkeyedLine, after: UnkeyedLine, storedEvery: number): boolean {
  return (
    after.revision !== before.revision ||
    !isDerivable(before.totals, after.totals) ||
    Math.floor(after.readings / storedEvery) > Math.floor(before.readings / storedEvery)
  );
}

/** Whether totals are from before the first ones that arrived: they count in the order of time. */
export function isOfHistory({ totals: { first } }: Pick<Line, "totals">, at: number): boolean {
  return first !== null && at < first;
}

/** The kind of a line by its first reading; null after intervals of a file, since its device may send totals (D31). */
export function kindBy(kind: StoredKind | null, importId: bigint | null): StoredKind | null {
  return kind === "interval" && importId !== null ? null : kind;
}

/** What a line has sent; null without readings. */
export function kindOf(line: Line | null): StoredKind | null {
  return line === null ? null : (line.kind ?? (line.intervalsEnd > -Infinity ? "interval" : null));
}

/** The line after a reading, unless the line is suspended by it, or it has replaced another one. */
function lineAfter(line: Line, reading: StoredReading): Line {
  const { sensorKey, number, receivedAt, kind, from, to, in: entered, out, result, importId } = reading;
  const isMoving = !UNMOVING_RESULTS.has(result);
  const isTotal = kind === "total" && from !== null;
  return {
    sensorKey,
    kind: line.kind ?? (result === "refused" ? null : kindBy(kind, importId)),
    readings: number,
    totals:
      isMoving && isTotal
        ? lineAfterTotals(line.totals, { at: from, in: entered, out }, result)
        : line.totals,
    intervalsEnd: isMoving && to !== null ? Math.max(line.intervalsEnd, to) : line.intervalsEnd,
    revision: line.revision,
    receivedAt,
  };
}

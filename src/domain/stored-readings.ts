import { READING_RESULTS, type Reading, type ReadingResult } from "./reading.ts";

/** The kinds of readings that are stored: what a device says of itself is a heartbeat (D22). */
export type StoredKind = Exclude<Reading["kind"], "alive">;

export interface ReadingDetails {
  readonly coverage: number | null;
  readonly isBoot: boolean;
  /** Whether `in` counts a direction that only the settings of the sensor have. */
  readonly isUndirected: boolean;
  /** The zone that its local times have been read in; null if it had none. */
  readonly timeZone: string | null;
  /** The import that it came with; null if it came by itself. */
  readonly importId: bigint | null;
  readonly note: string | null;
}

export const NO_DETAILS: ReadingDetails = {
  coverage: null,
  isBoot: false,
  isUndirected: false,
  timeZone: null,
  importId: null,
  note: null,
};

/** A reading as it came, and what was made of it (D31). */
export interface StoredReading extends ReadingDetails {
  readonly sensorKey: number;
  /** Its number among those of its sensor, from 1 on, in the order of arrival. */
  readonly number: number;
  /** Null if it was refused before that was known. */
  readonly kind: StoredKind | null;
  /** The instant of totals, or the start of an interval, in ms; null if it was refused before that was known. */
  readonly from: number | null;
  /** The end of an interval, in ms; null for totals. */
  readonly to: number | null;
  /** Totals, or what passed in the interval; null for a direction that the device does not count. */
  readonly in: number | null;
  readonly out: number | null;
  readonly width: number | null;
  /** In ms. */
  readonly receivedAt: number;
  readonly result: ReadingResult;
  /** In people. */
  readonly counted: { readonly in: number; readonly out: number };
}

export interface StoredReadings extends Iterable<StoredReading> {
  readonly length: number;
  at(row: number): StoredReading | undefined;
}

/** The kinds of stored readings: a kind is the place of one of them. */
export const STORED_KINDS = ["total", "interval"] as const satisfies readonly StoredKind[];

/**
 * The numbers of a stored reading, in the order of its row: NaN in place of null, and for a kind or a result its
 * place in `STORED_KINDS` or `READING_RESULTS`.
 */
export const STORED_NUMBERS = [
  "sensorKey",
  "number",
  "kind",
  "from",
  "to",
  "in",
  "out",
  "width",
  "receivedAt",
  "result",
  "countedIn",
  "countedOut",
] as const;
export type StoredNumber = (typeof STORED_NUMBERS)[number];

/**
 * Stored readings as rows of numbers: a commit may have many, and objects would cost more than all that is done with them.
 */
export class StoredRows implements StoredReadings {
  readonly #rows = new NumberRows(STORED_NUMBERS.length);
  /** By the row, of those that have any. */
  readonly details = new Map<number, ReadingDetails>();

  static of(readings: StoredReadings): StoredRows {
    if (readings instanceof StoredRows) return readings;
    const rows = new StoredRows();
    for (const reading of readings) rows.add(reading);
    return rows;
  }

  get length(): number {
    return this.#rows.length;
  }

  add(reading: StoredReading): void {
    const row = this.length;
    let at = this.#rows.add();
    const { numbers } = this.#rows;
    numbers[at++] = reading.sensorKey;
    numbers[at++] = reading.number;
    numbers[at++] = reading.kind === null ? Number.NaN : STORED_KINDS.indexOf(reading.kind);
    numbers[at++] = reading.from ?? Number.NaN;
    numbers[at++] = reading.to ?? Number.NaN;
    numbers[at++] = reading.in ?? Number.NaN;
    numbers[at++] = reading.out ?? Number.NaN;
    numbers[at++] = reading.width ?? Number.NaN;
    numbers[at++] = reading.receivedAt;
    numbers[at++] = READING_RESULTS.indexOf(reading.result);
    numbers[at++] = reading.counted.in;
    numbers[at] = reading.counted.out;
    const { coverage, isBoot, isUndirected, timeZone, importId, note } = reading;
    if (isBoot || isUndirected || (coverage ?? timeZone ?? importId ?? note) !== null)
      this.details.set(row, { coverage, isBoot, isUndirected, timeZone, importId, note });
  }

  setSensor(row: number, sensorKey: number): void {
    this.#rows.numbers[row * this.#rows.width] = sensorKey;
  }

  numbersOf(name: StoredNumber) {
    const { numbers, width, length } = this.#rows;
    return { numbers, start: STORED_NUMBERS.indexOf(name), distance: width, length };
  }

  at(row: number): StoredReading | undefined {
    if (row >= this.length) return undefined;
    const { numbers, width } = this.#rows;
    let at = row * width;
    return {
      sensorKey: numbers[at++] as number,
      number: numbers[at++] as number,
      kind: STORED_KINDS[numbers[at++] as number] ?? null,
      from: numberOrNull(numbers[at++]),
      to: numberOrNull(numbers[at++]),
      in: numberOrNull(numbers[at++]),
      out: numberOrNull(numbers[at++]),
      width: numberOrNull(numbers[at++]),
      receivedAt: numbers[at++] as number,
      result: READING_RESULTS[numbers[at++] as number] as ReadingResult,
      counted: { in: numbers[at++] as number, out: numbers[at] as number },
      ...(this.details.get(row) ?? NO_DETAILS),
    };
  }

  *[Symbol.iterator](): Generator<StoredReading> {
    for (let row = 0; row < this.length; row++) yield this.at(row) as StoredReading;
  }

  reserve(rows: number): void {
    this.#rows.reserve(rows);
  }
}

/** Rows of numbers, one after the other, which can be added to; NaN stands for null. */
export class NumberRows {
  readonly width: number;
  length = 0;
  numbers: Float64Array;

  /** @param width the numbers of a row. @param capacity the rows that there is room for at first */
  constructor(width: number, capacity = 0) {
    this.width = width;
    this.numbers = new Float64Array(width * capacity);
  }

  add(): number {
    this.reserve(1);
    return this.width * this.length++;
  }

  reserve(rows: number): void {
    const needed = (this.length + rows) * this.width;
    if (needed <= this.numbers.length) return;
    const grown = new Float64Array(Math.max(needed, 2 * this.numbers.length));
    grown.set(this.numbers);
    this.numbers = grown;
  }
}

/** A number of a row; null for NaN. */
export function numberOrNull(number: number | undefined): number | null {
  return number === undefined || Number.isNaN(number) ? null : number;
}

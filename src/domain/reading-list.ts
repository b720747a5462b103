import type { RefusedReading, TimedReading } from "./reading.ts";
import type { AsciiText } from "./report-columns.ts";
import { NumberRows, numberOrNull } from "./stored-readings.ts";
import { RecentTexts } from "./text-column.ts";

/** Readings in the order of their input, such as an array of them. */
export interface ReadingList {
  readonly length: number;
  at(row: number): TimedReading | RefusedReading | undefined;
  /** The readings from one row up to, not including, another one. */
  slice(start: number, end: number): ReadingList;
}

/** A reading as most senders write it: its times are instants, and it has no coverage, boot or other exceptions. */
export interface PlainReading {
  readonly isInterval: boolean;
  readonly serialNumber: AsciiText;
  /** The instant of totals, or the start of an interval, in ms. */
  readonly at: number;
  /** The end of an interval, in ms. */
  readonly to: number;
  /** Totals, or what passed in the interval; NaN for a direction that the device does not count. */
  readonly in: number;
  readonly out: number;
  /** In bits; NaN if it is not known. */
  readonly width: number;
}

/** The serial numbers of earlier inputs. */
const SERIAL_NUMBERS = new RecentTexts();

const [SENSOR, IS_INTERVAL, FROM, TO, IN, OUT, WIDTH] = [0, 1, 2, 3, 4, 5, 6];
const ROW_NUMBERS = 7;

/**
 * Readings as numbers: they are many, and wait for a commit, where objects would cost more than all that is done with
 * them. Readings that are not plain are kept as they are.
 */
export class ReadingRows implements ReadingList {
  readonly #serialNumbers = SERIAL_NUMBERS.begin();
  readonly #plain: NumberRows;
  readonly #others = new Map<number, TimedReading | RefusedReading>();

  /** @param capacity how many readings there will be, as far as it is known */
  constructor(capacity = 0) {
    this.#plain = new NumberRows(ROW_NUMBERS, capacity);
  }

  get length(): number {
    return this.#plain.length;
  }

  addPlain(reading: PlainReading): void {
    const { bytes, start, end } = reading.serialNumber;
    const first = this.#plain.add();
    const { numbers } = this.#plain;
    numbers[first + SENSOR] = SERIAL_NUMBERS.indexOf(this.#serialNumbers, bytes, start, end);
    numbers[first + IS_INTERVAL] = Number(reading.isInterval);
    numbers[first + FROM] = reading.at;
    numbers[first + TO] = reading.to;
    numbers[first + IN] = reading.in;
    numbers[first + OUT] = reading.out;
    numbers[first + WIDTH] = reading.width;
  }

  add(reading: TimedReading | RefusedReading): void {
    this.#others.set(this.length, reading);
    this.#plain.add();
  }

  replaceLast(reading: RefusedReading): void {
    this.#others.set(this.length - 1, reading);
  }

  at(row: number): TimedReading | RefusedReading | undefined {
    if (row >= this.length) return undefined;
    return (this.#others.size > 0 ? this.#others.get(row) : undefined) ?? this.#plainAt(row);
  }

  select(rows: Iterable<number>): ReadingRows {
    const selected = new ReadingRows();
    for (const row of rows) selected.add(this.at(row) as TimedReading | RefusedReading);
    return selected;
  }

  slice(start: number, end: number): ReadingList {
    const length = Math.max(0, Math.min(end, this.length) - start);
    return {
      length,
      at: (row) => (row < length ? this.at(start + row) : undefined),
      slice: (from, to) => this.slice(start + from, start + Math.min(to, length)),
    };
  }

  #plainAt(row: number): TimedReading {
    const { numbers } = this.#plain;
    const first = ROW_NUMBERS * row;
    const serialNumber = this.#serialNumbers.texts[numbers[first + SENSOR] as number] as string;
    const from = numbers[first + FROM] as number;
    const entered = numberOrNull(numbers[first + IN] as number);
    const left = numberOrNull(numbers[first + OUT] as number);
    if (numbers[first + IS_INTERVAL] === 1) {
      const to = numbers[first + TO] as number;
      return {
        kind: "interval",
        serialNumber,
        from,
        to,
        in: entered,
        out: left,
        coverage: null,
        isUndirected: false,
        timeZone: null,
      };
    }
    return {
      kind: "total",
      serialNumber,
      at: from,
      inTotal: entered,
      outTotal: left,
      width: numberOrNull(numbers[first + WIDTH] as number),
      isBoot: false,
      isUndirected: false,
      timeZone: null,
    };
  }
}

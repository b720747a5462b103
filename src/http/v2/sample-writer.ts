import { LRUCache } from "lru-cache";
import { formatDate, MINUTE_MS } from "../../domain/instant.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import type { OpenSamplesModule, SamplesModule } from "./samples-module.ts";

/** Writes samples by WebAssembly: copies them into its memory, and implements the functions that it imports. */
export class SampleWriter {
  readonly #module: SamplesModule;
  readonly #bytes: Buffer;
  readonly #wide: Float64Array;
  readonly #narrow: Int32Array;
  /** The most recently used tables of quotients, by divisor. */
  readonly #tables: LRUCache<number, number>;
  /** The divisor of each table. */
  readonly #divisors: Float64Array;
  #averages: CountSeries["samples"]["averages"] = new Float64Array(0);

  constructor(open: OpenSamplesModule) {
    this.#module = open({
      writeDate: (day) => {
        this.#text(`${formatDate(day)}T`, this.#module.layout.DATE);
      },
      ratesOf: (measured) => this.#quotientsOf(measured / MINUTE_MS),
      writeQuotient: (quotients, dividend) => this.#writeQuotient(quotients, dividend),
      writeAverage: (index, at) => this.#text(String(this.#averages[index]), at),
    });
    const { memory, layout } = this.#module;
    this.#bytes = Buffer.from(memory.buffer);
    this.#wide = new Float64Array(memory.buffer);
    this.#narrow = new Int32Array(memory.buffer);
    this.#tables = new LRUCache({ max: layout.TABLES });
    this.#divisors = new Float64Array(layout.TABLES);
  }

  /** The largest number of samples that can be written at a time. */
  get samplesMax(): number {
    return this.#module.layout.SAMPLES_MAX;
  }

  /**
   * Writes the samples of a series from one index up to, not including, another.
   *
   * @returns their text without the last three brackets, valid until the next call
   */
  write(
    { samples, space }: CountSeries,
    from: number,
    to: number,
    isLastFirst: boolean,
    hasAverages: boolean,
  ): Uint8Array {
    const { STARTS, ENDS, MEASURED, COUNTS, MINS, MAXS, ENTRANCES, EXITS, TEXT, END_LENGTH } =
      this.#module.layout;
    this.#takeWide(STARTS, samples.starts, from, to);
    this.#takeWide(ENDS, samples.ends, from, to);
    this.#takeWide(MEASURED, samples.measured, from, to);
    this.#takeNarrow(COUNTS, samples.counts, from, to);
    this.#takeNarrow(MINS, samples.mins, from, to);
    this.#takeNarrow(MAXS, samples.maxs, from, to);
    this.#takeNarrow(ENTRANCES, samples.entrances, from, to);
    this.#takeNarrow(EXITS, samples.exits, from, to);
    if (hasAverages) this.#averages = samples.averages.subarray(from, to);
    const capacity = this.#quotientsOf(space.capacity);
    const target = this.#quotientsOf(space.targetCapacity);
    const length = to - from;
    const end = isLastFirst
      ? this.#module.write(length - 1, -1, -1, capacity, target, hasAverages)
      : this.#module.write(0, length, 1, capacity, target, hasAverages);
    return this.#bytes.subarray(TEXT + END_LENGTH, end);
  }

  #takeWide(at: number, column: Float64Array, from: number, to: number): void {
    this.#wide.set(column.subarray(from, to), at / Float64Array.BYTES_PER_ELEMENT);
  }

  #takeNarrow(at: number, column: Int32Array, from: number, to: number): void {
    this.#narrow.set(column.subarray(from, to), at / Int32Array.BYTES_PER_ELEMENT);
  }

  /** The table of the quotients of a divisor. */
  #quotientsOf(divisor: number | null): number {
    const { QUOTIENTS, NO_QUOTIENTS, TABLES, TABLE_BYTES } = this.#module.layout;
    if (!divisor) return NO_QUOTIENTS;
    const known = this.#tables.get(divisor);
    if (known !== undefined) return known;
    const number = this.#tables.size;
    // The least recently used table is replaced: there are enough for all divisors of one call.
    const table = number < TABLES ? QUOTIENTS + number * TABLE_BYTES : (this.#tables.pop() as number);
    if (number >= TABLES) this.#bytes.fill(0, table, table + TABLE_BYTES);
    this.#divisors[(table - QUOTIENTS) / TABLE_BYTES] = divisor;
    this.#tables.set(divisor, table);
    return table;
  }

  #writeQuotient(table: number, dividend: number): number {
    const { QUOTIENTS, TABLE_BYTES, DIVIDENDS, ROW_BYTES, SPARE } = this.#module.layout;
    const divisor = this.#divisors[(table - QUOTIENTS) / TABLE_BYTES] as number;
    const row = dividend >= 0 && dividend < DIVIDENDS ? table + dividend * ROW_BYTES : SPARE;
    const end = this.#text(String(dividend / divisor), row);
    this.#bytes[row + ROW_BYTES - 1] = end - row;
    return row;
  }

  /** Writes an ASCII text. @returns the offset after it */
  #text(text: string, at: number): number {
    return at + this.#bytes.write(text, at, "latin1");
  }
}

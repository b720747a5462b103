import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { formatDate, formatInstant, MINUTE_MS } from "../../domain/instant.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import { PROGRAM_FOLDER } from "../../program-folder.ts";
import { v2Schemas } from "../../schemas/fields.ts";
import { type CountRow, countRows } from "./count-rows.ts";

/** One sample (D12). With `averages=true` it has the time-weighted mean of its count (D22). */
export const countSample = z
  .object({
    timestamp: z.string(),
    count: z.int(),
    interval: z.object({
      start: z.string(),
      end: z.string(),
      analytics: z.object({
        min: z.int(),
        max: z.int(),
        events: z.int(),
        entrances: z.int(),
        exits: z.int(),
        utilization: z.number().nullable(),
        target_utilization: z.number().nullable(),
        entry_rate: z.number(),
        exit_rate: z.number(),
        average: z.number().optional(),
      }),
    }),
  })
  .register(v2Schemas, { id: "CountSample" });

/** How samples are written: DESC is the last sample first; `averages` adds the average of each. */
export interface SampleStyle {
  readonly order: "ASC" | "DESC";
  readonly averages: boolean;
}

/** Writes the samples of a series from one index up to, not including, another. */
type WriteSamples = (
  out: JsonBytes,
  series: CountSeries,
  from: number,
  to: number,
  style: SampleStyle,
) => void;

/** Roughly the bytes of a sample of a space with capacities and with its average; a longer one makes the buffer grow. */
export const SAMPLE_BYTES = 360;

/**
 * Writes the samples of a series from index `from` up to, not including, `to`, as the items of a JSON list: the
 * same text as JSON.stringify, in a fraction of the time.
 */
export function writeSamples(...args: Parameters<WriteSamples>): void {
  write ??= chooseWriting();
  write(...args);
}

let write: WriteSamples | null = null;

/**
 * Writes by WebAssembly, unless it cannot run: the processor may have no vectors, or the file may be damaged.
 *
 * @throws Error if the program has not been built
 */
function chooseWriting(): WriteSamples {
  const module = readFileSync(MODULE);
  if (!WebAssembly.validate(module)) return writePlainly;
  const writer = new SampleWriter(module);
  return (...args) => writer.write(...args);
}

/** Writes samples by WebAssembly: copies them into its memory, and implements the functions that it imports. */
class SampleWriter {
  readonly #write: SamplesExports["write"];
  readonly #layout: Layout;
  readonly #bytes: Buffer;
  readonly #wide: Float64Array;
  readonly #narrow: Int32Array;
  /** The most recently used tables of quotients, by divisor. */
  readonly #tables: LRUCache<number, number>;
  /** The divisor of each table. */
  readonly #divisors: Float64Array;
  #averages: CountSeries["samples"]["averages"] = new Float64Array(0);

  constructor(module: Uint8Array) {
    const samples = {
      writeDate: (day: number) => {
        this.#text(`${formatDate(day)}T`, this.#layout.DATE);
      },
      ratesOf: (measured: number) => this.#quotientsOf(measured / MINUTE_MS),
      writeQuotient: (quotients: number, dividend: number) => this.#writeQuotient(quotients, dividend),
      writeAverage: (index: number, at: number) => this.#text(String(this.#averages[index]), at),
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { samples });
    // The build compiles the module that the type describes.
    const { memory, write, ...values } = exports as SamplesExports;
    this.#write = write;
    this.#layout = Object.fromEntries(LAYOUT.map((name) => [name, values[name].value])) as Layout;
    this.#bytes = Buffer.from(memory.buffer);
    this.#wide = new Float64Array(memory.buffer);
    this.#narrow = new Int32Array(memory.buffer);
    this.#tables = new LRUCache({ max: this.#layout.TABLES });
    this.#divisors = new Float64Array(this.#layout.TABLES);
  }

  /** Writes as many samples at a time as the memory has room for. */
  write(...[out, series, from, to, { order, averages }]: Parameters<WriteSamples>): void {
    const { SAMPLES_MAX } = this.#layout;
    const first = Math.max(0, from);
    const last = Math.min(to, series.samples.length);
    const pieces = Math.ceil((last - first) / SAMPLES_MAX);
    for (let n = 0; n < pieces; n++) {
      const start = first + (order === "ASC" ? n : pieces - 1 - n) * SAMPLES_MAX;
      const end = Math.min(start + SAMPLES_MAX, last);
      if (n > 0) out.text(",");
      out.bytes(this.#writePiece(series, start, end, order === "DESC", averages));
      out.text("}}}");
    }
  }

  /** @returns the text of samples without the last three brackets, valid until the next call */
  #writePiece(
    { samples, space }: CountSeries,
    from: number,
    to: number,
    isLastFirst: boolean,
    hasAverages: boolean,
  ): Uint8Array {
    const { STARTS, ENDS, MEASURED, COUNTS, MINS, MAXS, ENTRANCES, EXITS, TEXT, END_LENGTH } = this.#layout;
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
      ? this.#write(length - 1, -1, -1, capacity, target, hasAverages)
      : this.#write(0, length, 1, capacity, target, hasAverages);
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
    const { QUOTIENTS, NO_QUOTIENTS, TABLES, TABLE_BYTES } = this.#layout;
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
    const { QUOTIENTS, TABLE_BYTES, DIVIDENDS, ROW_BYTES, SPARE } = this.#layout;
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

/** The parts of WebAssembly that are used: TypeScript has its types only with those of browsers. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The compiled `assembly/samples.ts`. */
const MODULE = new URL("dist/samples.wasm", PROGRAM_FOLDER);

/** Addresses, sizes and capacities of the module, each documented there. */
const LAYOUT = [
  "STARTS",
  "ENDS",
  "MEASURED",
  "COUNTS",
  "MINS",
  "MAXS",
  "ENTRANCES",
  "EXITS",
  "SAMPLES_MAX",
  "TEXT",
  "END_LENGTH",
  "QUOTIENTS",
  "NO_QUOTIENTS",
  "TABLES",
  "TABLE_BYTES",
  "DIVIDENDS",
  "ROW_BYTES",
  "SPARE",
  "DATE",
] as const;
type Layout = Readonly<Record<(typeof LAYOUT)[number], number>>;

/** The exports of the module: a function, its memory, and the values of its layout. */
type SamplesExports = Readonly<Record<keyof Layout, { readonly value: number }>> & {
  readonly memory: { readonly buffer: ArrayBuffer };
  write(
    from: number,
    to: number,
    step: 1 | -1,
    capacity: number,
    targetCapacity: number,
    hasAverages: boolean,
  ): number;
};

/** Writes samples without WebAssembly, if that cannot run. */
export const writePlainly: WriteSamples = (out, series, from, to, { order, averages }) => {
  const first = Math.max(0, from);
  const samples = countRows(series, first, Math.max(0, to)).map((row, i) =>
    presentSample(row, averages ? series.samples.averages[first + i] : undefined),
  );
  out.text(JSON.stringify(order === "ASC" ? samples : samples.reverse()).slice(1, -1));
};

/**
 * A sample as the API answers it; many samples are written by `writeSamples`.
 *
 * @param average the time-weighted mean of its count, with `averages=true`
 */
export function presentSample(row: CountRow, average?: number): z.output<typeof countSample> {
  const { timestamp, count, start, end, ...analytics } = row;
  return {
    timestamp: formatInstant(timestamp),
    count,
    interval: {
      start: formatInstant(start),
      end: formatInstant(end),
      analytics: average === undefined ? analytics : { ...analytics, average },
    },
  };
}

/** Bytes that a character of a text takes at most. */
const CHARACTER_BYTES_MAX = 3;

/**
 * JSON that is written into one buffer, which takes less time than to concatenate strings and to encode them.
 */
export class JsonBytes {
  #buffer: Buffer;
  #length = 0;

  /** @param expected roughly how many bytes will be written */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafeSlow(expected);
  }

  /** Writes any text. */
  text(text: string): void {
    this.#makeRoom(CHARACTER_BYTES_MAX * text.length);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Writes bytes that are JSON already. */
  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The bytes since the last call. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = this.#buffer.subarray(this.#length);
    this.#length = 0;
    return bytes;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * needed);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

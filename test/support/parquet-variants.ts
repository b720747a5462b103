import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { withDuckDb } from "./store-directory.ts";

const PROGRAM = fileURLToPath(new URL("parquet-child.js", inject("children")));

/** What the reading of one damaged file may take: ms on the clock, and bytes of memory of the whole process. */
const READ_MS_MAX = 5_000;
const MEMORY_BYTES_MAX = 1024 ** 3;

/** A Parquet file with one byte changed, or cut. */
export interface ParquetVariant {
  readonly path: string;
  /** The byte that is changed, or where the file is cut. */
  readonly at: number;
  /** What the byte is set to; null where the file is cut. */
  readonly value: number | null;
}

/** The outcome: `failed` is an error that does not say that the file cannot be read. */
export interface ParquetOutcome {
  readonly kind: "read" | "refused" | "failed" | "crashed" | "hung" | "memory";
  /** Its rows, or what the error says. */
  readonly detail: string;
}

/** A row of events by its number, `i`: its timestamp as a query gives it, as many event ids as not. */
const rows = (timestamp: string, more = "") => `
  SELECT 'sensor ' || i % 5 AS sensor_serial_number, ${timestamp} AS timestamp,
    CASE WHEN i % 3 = 0 THEN -1 ELSE 1 END AS trajectory,
    CASE WHEN i % 2 = 0 THEN 'event ' || i END AS event_id ${more}
  FROM range(40) rows(i)`;

/** The small files that are damaged: what they hold, and how it is written. */
const FILES: readonly (readonly [name: string, query: string, options: string])[] = [
  [
    "texts, plain",
    rows("strftime(make_timestamp(i * 1000000), '%Y-%m-%dT%H:%M:%SZ')"),
    "COMPRESSION uncompressed",
  ],
  ["times, Snappy", rows("make_timestamp(i * 1000000)"), "COMPRESSION snappy"],
  ["zoned times, Zstandard", rows("to_timestamp(i)"), "COMPRESSION zstd"],
  ["nanoseconds, gzip", rows("make_timestamp_ns(i * 1000000000)"), "COMPRESSION gzip"],
  ["numbers, LZ4, delta encodings", rows("i * 1000"), "COMPRESSION lz4_raw, PARQUET_VERSION v2"],
  [
    "fractions, Brotli, delta encodings",
    rows("i * 1000.5::DOUBLE"),
    "COMPRESSION brotli, PARQUET_VERSION v2",
  ],
  [
    "dates and nested columns, no dictionaries",
    rows("CASE WHEN i % 4 > 0 THEN DATE '2024-01-01' END", ", [i, i] AS list, {'a': i} AS nested"),
    "COMPRESSION uncompressed, DICTIONARY_SIZE_LIMIT 1",
  ],
  [
    "milliseconds, dictionaries, blocks",
    rows("(TIMESTAMP_MS '2024-01-01')"),
    "COMPRESSION snappy, ROW_GROUP_SIZE 10",
  ],
];

/** Writes small Parquet files of many kinds into a folder. */
export async function writeParquetFiles(
  folder: string,
): Promise<{ readonly name: string; readonly path: string }[]> {
  const written = FILES.map(([name], index) => ({ name, path: join(folder, `${index}.parquet`) }));
  await withDuckDb(async (connection) => {
    for (const [index, [, query, options]] of FILES.entries())
      await connection.run(`COPY (${query}) TO '${written[index]?.path}' (FORMAT parquet, ${options})`);
  });
  return written;
}

/** Reads variants in processes, one after the other; a process that has crashed, hung or grown is replaced. */
export class ParquetReader {
  readonly #scratch: string;
  #child: ChildProcessWithoutNullStreams | null = null;
  #lines: AsyncIterator<string> | null = null;

  /** @param scratch where each damaged file is written */
  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  async read(variant: ParquetVariant): Promise<ParquetOutcome> {
    const child = this.#child ?? this.#start();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, READ_MS_MAX);
    child.stdin.write(`${JSON.stringify(variant)}\n`);
    const answer = await this.#lines?.next();
    clearTimeout(timer);
    if (answer === undefined || answer.done === true) {
      this.close();
      return isLate
        ? { kind: "hung", detail: `after ${READ_MS_MAX} ms` }
        : { kind: "crashed", detail: String(child.signalCode ?? child.exitCode) };
    }
    const { memoryBytes, ...outcome } = JSON.parse(answer.value) as ParquetOutcome & { memoryBytes: number };
    const isLarge = memoryBytes > MEMORY_BYTES_MAX;
    // An error that DuckDB does not recover from would be that of all files that follow.
    if (isLarge || outcome.kind === "failed") this.close();
    return isLarge ? { kind: "memory", detail: `${memoryBytes} bytes; ${outcome.detail}` } : outcome;
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [PROGRAM, this.#scratch]);
    // A process that has crashed takes no more.
    child.stdin.on("error", () => undefined);
    child.stderr.resume();
    const lines: Interface = createInterface({ input: child.stdout });
    this.#lines = lines[Symbol.asyncIterator]();
    this.#child = child;
    return child;
  }

  /** Ends the process. */
  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = null;
    this.#lines = null;
  }
}

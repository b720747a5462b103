import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder, shareFile } from "../../disk.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { Column } from "../../domain/table-columns.ts";
import { csvOf } from "../../formats/out/csv.ts";
import { openParquetWriter, type ParquetWriter } from "../../formats/out/parquet-writer.ts";
import { fileError } from "../process.ts";
import type { ExportFormat } from "../settings/settings.ts";

export interface Sink<Row> {
  add(rows: readonly Row[]): Promise<void>;
  finish(): Promise<void>;
  /** Stops writing after an error; of a single file, a part may remain. */
  abandon(): Promise<void> | void;
}

export type ExportFiles<Row> = ReturnType<typeof exportFiles<Row>>;

/**
 * Files that are written under temporary names and renamed when all of them are complete.
 *
 * @param isForced whether existing files are overwritten
 */
export function exportFiles<Row>(columns: readonly Column<Row>[], format: ExportFormat, isForced: boolean) {
  const sinks = new Map<string, Sink<Row>>();
  let parquet: ParquetWriter | null = null;
  const begin = async (path: string): Promise<Sink<Row>> => {
    if (existsSync(path) && !isForced)
      throw new HeadcountError("conflict", `${path} exists; use --force to overwrite it`);
    makeFolder(dirname(path));
    const part = temporary(path);
    if (format !== "parquet")
      return textSink(columns, format, createWriteStream(part, { flush: true }), true);
    parquet ??= await openParquetWriter(path);
    const { add, finish } = await parquet.begin(columns);
    return { add, finish: () => finish(part), abandon: () => {} };
  };
  return {
    paths: () => [...sinks.keys()],
    /**
     * Adds rows to a file, which is created with the first of them.
     *
     * @throws HeadcountError `conflict` if it exists; `unavailable` if it cannot be written
     */
    add: (path: string, rows: readonly Row[]) =>
      writing(path, async () => {
        const sink = sinks.get(path) ?? (await begin(path));
        sinks.set(path, sink);
        await sink.add(rows);
      }),
    /** Completes and renames all files. @throws HeadcountError `unavailable` if one cannot be written */
    async finish() {
      for (const [path, sink] of sinks) await writing(path, () => sink.finish());
      for (const path of sinks.keys()) {
        shareFile(temporary(path));
        await writing(path, () => rename(temporary(path), path));
      }
      await parquet?.close();
      parquet = null;
    },
    async abandon() {
      for (const sink of sinks.values()) await sink.abandon();
      await parquet?.close();
      // The error that ended the export matters more than a file that cannot be deleted.
      for (const path of sinks.keys()) await rm(temporary(path), { force: true }).catch(() => undefined);
    },
  };
}

/** Does some work on a file, and turns system errors into one line. */
async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    // Errors of DuckDB, which writes Parquet, have no codes.
    if (syscall === undefined && !message.startsWith("IO Error")) throw error;
    throw fileError("unavailable", `cannot write ${path}`, error);
  }
}

function temporary(path: string): string {
  return `${path}.part`;
}

/** Writes rows as CSV or Arrow, with backpressure: a file of Arrow has an index, a stream has none. */
export function textSink<Row>(
  columns: readonly Column<Row>[],
  format: Exclude<ExportFormat, "parquet">,
  target: Writable,
  isFile = false,
): Sink<Row> {
  const batches = new PassThrough({ objectMode: true, highWaterMark: 1 });
  const written = pipeline(
    batches,
    async function* (given: AsyncIterable<readonly Row[]>) {
      if (format !== "arrow") yield* csvOf(columns, given, format);
      else {
        const { arrowFileOf, arrowOf } = await import("../../formats/out/arrow-stream.ts");
        yield* (isFile ? arrowFileOf : arrowOf)(columns, given);
      }
    },
    target,
  );
  written.catch(() => undefined);
  return {
    async add(rows) {
      if (!batches.write(rows)) await Promise.race([once(batches, "drain"), written]);
    },
    async finish() {
      batches.end();
      await written;
    },
    abandon: () => void batches.destroy(),
  };
}

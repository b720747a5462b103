import { createReadStream, type ReadStream } from "node:fs";
import { HeadcountError, type Remedy } from "../../domain/errors.ts";
import type { ReportProblem } from "../../domain/sensor-report.ts";

export type FileFormat = "csv" | "ndjson" | "parquet" | "arrow";

/** An input that is read, described by its first bytes. */
export interface InputFile<Format extends FileFormat = FileFormat> {
  /** The path as the caller wrote it. */
  readonly name: string;
  /** Absolute: of the input, or of its decompressed copy in UTF-8. */
  readonly path: string;
  readonly format: Format;
  readonly head: string;
  /** In bytes. */
  readonly size: number;
  readonly meter: ReadMeter;
}

export interface TextRow {
  /** A value that is absent is null. */
  readonly values: readonly (string | null)[];
  /** Why the row cannot be read, or null. */
  readonly problem: ReportProblem | null;
  readonly text: string | null;
}

/** A file whose rows the program reads, in one of the formats. */
export interface TextRows {
  /** The names of its columns, or of the members of its first row. */
  readonly names: readonly string[];
  /** Where they are, for messages. */
  readonly where: string;
  readonly isExact: boolean;
  /** The rows in their order, in batches, with the values of some columns. */
  read(columns: readonly string[]): AsyncGenerator<readonly TextRow[]>;
  close(): void;
}

const REASON_LENGTH_MAX = 400;

/** The error for a file that cannot be loaded. It has the first line of `why`. */
export function unreadable(
  name: string,
  why: string,
  options: { readonly cause?: unknown; readonly remedy?: Remedy } = {},
): HeadcountError {
  const reason = (why.split("\n", 1)[0] as string).slice(0, REASON_LENGTH_MAX);
  return new HeadcountError("unreadable-input", `cannot read ${name}: ${reason}`, options);
}

export class ReadMeter {
  /** Approximate number of rows of the file; null if unknown. */
  rowsExpected: number | null = null;
  /** The size of the file that DuckDB reads, in bytes; null if unknown. */
  size: number | null = null;
  #source: ReadStream | null = null;
  #size = 0;
  #rows = 0;

  /** Opens a file that the program reads instead of DuckDB, and measures it from now on. */
  open(path: string, size: number): ReadStream {
    this.#source = createReadStream(path);
    this.#size = size;
    this.#rows = 0;
    return this.#source;
  }

  addRows(rows: number): void {
    this.#rows += rows;
  }

  /** How much has been read; null before the program begins to read and after it has read everything. */
  get state(): { readonly fraction: number; readonly rows: number; readonly bytes: number } | null {
    if (this.#source === null || this.#source.destroyed) return null;
    return { fraction: this.#source.bytesRead / this.#size, rows: this.#rows, bytes: this.#size };
  }
}

/** Approximate number of lines of a text file. */
export function linesExpected({ head, size }: Pick<InputFile, "head" | "size">): number {
  const lines = head.split("\n").length - 1;
  return (size * lines) / Math.max(1, Buffer.byteLength(head));
}

/**
 * A file's path with the special characters of glob patterns escaped: DuckDB reads all files that match a path.
 */
export function exactPath({ path }: InputFile): string {
  return path.replace(/[*?[]/g, "[$&]");
}

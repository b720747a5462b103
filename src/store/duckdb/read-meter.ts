import type { ReadStream } from "node:fs";

/** Measures how much of a file has been read. */
export class ReadMeter {
  /** About how many rows the file has, null where unknown. */
  rowsExpected: number | null;
  #source: ReadStream | null = null;
  #rows = 0;

  constructor(rowsExpected: number | null) {
    this.rowsExpected = rowsExpected;
  }

  /** Measures this stream from now on, where the program reads the file, and not DuckDB. */
  follow(source: ReadStream): ReadStream {
    this.#source = source;
    this.#rows = 0;
    return source;
  }

  addRows(rows: number): void {
    this.#rows += rows;
  }

  /** Bytes and rows read so far, or null where the program has not begun to read, or has read everything. */
  get state(): { readonly bytes: number; readonly rows: number } | null {
    if (this.#source === null || this.#source.destroyed) return null;
    return { bytes: this.#source.bytesRead, rows: this.#rows };
  }
}

/** A source of bytes that counts what it has read, as a stream of Node does. */
export interface MeasuredSource {
  readonly bytesRead: number;
  /** Whether reading has ended. */
  readonly destroyed: boolean;
}

/** Measures how much of a file has been read. */
export class ReadMeter {
  /** About how many rows the file has, null where unknown. */
  rowsExpected: number | null;
  #source: MeasuredSource | null = null;
  #rows = 0;

  constructor(rowsExpected: number | null) {
    this.rowsExpected = rowsExpected;
  }

  /** Measures this source from now on. Called where the program reads the file instead of DuckDB. */
  follow<Source extends MeasuredSource>(source: Source): Source {
    this.#source = source;
    this.#rows = 0;
    return source;
  }

  addRows(rows: number): void {
    this.#rows += rows;
  }

  /** Bytes and rows read so far; null before the program begins to read and after it has read everything. */
  get state(): { readonly bytes: number; readonly rows: number } | null {
    if (this.#source === null || this.#source.destroyed) return null;
    return { bytes: this.#source.bytesRead, rows: this.#rows };
  }
}

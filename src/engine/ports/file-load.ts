import type { CatalogWrite } from "./catalog-store.ts";

/** What became of the reports of one batch or file. */
export interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
}

/** A row of a file that was rejected: which (counted from 1, without the header), and why. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: string;
}

/** How far a load has come. */
export interface LoadProgress {
  readonly phase: "reading" | "storing" | "sending" | "deriving";
  /** From 0 to 1 within the phase, null where unknown. */
  readonly fraction: number | null;
  /** Rows so far, null where unknown; estimated where DuckDB reads the file. */
  readonly rows: number | null;
  /** The size of the file in bytes, of which the fraction has been read; null after reading. */
  readonly bytes: number | null;
}

/** Which column of a file holds which field. */
export type ColumnMap = Readonly<
  Partial<Record<"sensor_serial_number" | "timestamp" | "trajectory" | "event_id", string>>
>;

export interface LoadOptions {
  readonly columns: ColumnMap;
  /** Keep rows without an event id that repeat another in the same file (D9). */
  readonly keepDuplicates: boolean;
  /** The present, in ms: later rows are rejected as D3 says. */
  readonly now: number;
  readonly onReject: (row: RejectedRow) => void;
  readonly onProgress: (progress: LoadProgress) => void;
}

export interface LoadResult extends IngestResult {
  /** Data rows in the file. */
  readonly rows: number;
  /** Rows rejected, by reason. */
  readonly rejected: ReadonlyMap<string, number>;
  /** Rows not rejected, by the serial number of their sensor. */
  readonly sensorRows: ReadonlyMap<string, number>;
}

/** A file whose rows have been read, and wait to be appended to the log. */
export interface StagedFile extends Omit<LoadResult, keyof IngestResult> {
  /** The serial numbers that the catalog has no sensor of. */
  readonly unknownSerials: readonly string[];

  /**
   * Appends all rows that were not rejected as one unit, with the sensors that the catalog lacks. Rows stored already,
   * or repeated in the file, are counted as duplicates (D9). To be called once at most, before another file is staged.
   */
  append(sensors: CatalogWrite): Promise<IngestResult>;
}

import type { FileLayout } from "../../domain/file-layout.ts";
import type { TimedReading } from "../../domain/reading.ts";
import type { AcceptedTimes, DuplicateRule } from "../../domain/sensor-report.ts";
import type { ClosedLoad } from "./event-types.ts";

export interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
}

export interface RejectedRow {
  /** Its number, from 1, without the header. */
  readonly row: number;
  readonly reason: string;
  /** The text that is not of the right form; null if there is none. */
  readonly found: string | null;
  /** The row as it is in the file; null if it has no text. A long one, and a long `found`, ends with `…`. */
  readonly text: string | null;
}

export interface LoadProgress {
  readonly phase: "reading" | "storing" | "sending" | "deriving";
  /** From 0 to 1 within the phase, null if unknown. */
  readonly fraction: number | null;
  /** Rows so far, null if unknown; estimated if DuckDB reads the file. */
  readonly rows: number | null;
  /** The size of the file in bytes, of which the fraction has been read; null after reading. */
  readonly bytes: number | null;
}

export interface LoadOptions {
  readonly layout: FileLayout;
  /** What becomes of rows that repeat another in the same file (D9). */
  readonly duplicateRule: DuplicateRule;
  readonly times: AcceptedTimes;
  /** Whether to load a file of which most rows are rejected, or that looks like a table of counts. */
  readonly acceptsRejects: boolean;
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

export interface AcceptedLoad {
  readonly load: ClosedLoad;
  readonly duplicates: number;
}

export interface StagedFile extends Omit<LoadResult, keyof IngestResult> {
  /** The serial numbers without a sensor in the catalog. */
  readonly unknownSerials: readonly string[];
  /** The rule for its duplicates: each row of an exported file is an event, so `auto` keeps them all. */
  readonly duplicateRule: DuplicateRule;
}

/** A reading and the number of its row in its file, from 1 on. */
export interface NumberedReading {
  readonly row: number;
  readonly reading: TimedReading;
}

/** A file of readings that has been read (D34). */
export interface ReadingFile extends Pick<LoadResult, "rows" | "rejected" | "sensorRows"> {
  /** Whether times have no offset. */
  readonly hasLocalTimes: boolean;
  /** The accepted readings in batches of this size, line by line, in the order of time. */
  batches(size: number): AsyncIterable<readonly NumberedReading[]>;
}

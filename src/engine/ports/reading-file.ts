import type { TimedReading } from "../../domain/reading.ts";
import type { LoadResult } from "./event-store.ts";

/** A reading and the number of its row in its file, from 1 on. */
export interface NumberedReading {
  readonly row: number;
  readonly reading: TimedReading;
}

/** A file of readings that has been read (D34). */
export interface ReadingFile extends Pick<LoadResult, "rows" | "rejected" | "sensorRows"> {
  /** The accepted readings in batches of this size, line by line, in the order of time. */
  batches(size: number): AsyncIterable<readonly NumberedReading[]>;
}

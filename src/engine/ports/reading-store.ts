import type { StoredKind, StoredReading, StoredReadings } from "../../domain/stored-readings.ts";
import type { CrossingOrigin, ReadingSpan } from "../../readings/spread.ts";
import type { CountedSpan } from "../../readings/totals.ts";
import type { TotalsLine } from "../../readings/totals-line.ts";
import type { EventPage, PageOf } from "./event-types.ts";

export type { StoredKind, StoredReading, StoredReadings } from "../../domain/stored-readings.ts";

/** What is known of the readings of a sensor: with it and the next one, its result is decided. */
export interface Line {
  readonly sensorKey: number;
  /** Its readings have one kind (D31); null while all have been refused. */
  readonly kind: StoredKind | null;
  /** How many it has. */
  readonly readings: number;
  readonly totals: TotalsLine;
  /** The end of its last interval, in ms; -Infinity without one. */
  readonly intervalsEnd: number;
  /** How often its readings have been replaced or judged again. */
  readonly revision: number;
  /** When its last reading was received, in ms. */
  readonly receivedAt: number;
}

export interface NewReadings {
  readonly rows: StoredReadings;
  /** Stored readings of which something else has become: they replace those with their numbers. */
  readonly revised?: readonly StoredReading[];
  /** The lines after all of it that are stored; the others follow from the ones before and the rows (`lineAfter`). */
  readonly lines: readonly Line[];
  /** These others, if they are known: they are not stored. */
  readonly derived?: readonly Line[];
}

/** What passed a line in a span, which is spread over it (D31). */
export interface SpreadCount extends CountedSpan {
  /** The key of the sensor that has the events. */
  readonly sensorKey: number;
  readonly origin: CrossingOrigin;
}

/** Some readings of a file, and what they have counted (D34). */
export interface DecidedReadings {
  readonly readings: StoredReadings;
  readonly counted: readonly SpreadCount[];
}

/** A span of the readings of a sensor, in ms; of one instant if it has no length. */
export interface ReadingsSpan extends ReadingSpan {
  readonly sensorKey: number;
}

export interface ReadingStore {
  /** The lines that are stored, each as it was after some reading of its sensor. */
  lines(): Promise<readonly Line[]>;

  /** Reads the readings that have come after the stored lines, by sensor, in the order of arrival. */
  readAfterLines(take: (reading: StoredReading) => void): Promise<void>;

  /** The sensors that have readings of an import, by their keys, with the start of the earliest one in ms. */
  sensorsOfImport(importId: bigint): Promise<ReadonlyMap<number, number>>;

  /** The totals at the start of each span, and the intervals that overlap it, that have been neither repeated nor refused. */
  find(spans: readonly ReadingsSpan[]): Promise<readonly StoredReading[]>;

  /** The readings of a sensor by their start, in place of which those without one have their arrival, then by arrival. */
  readings(sensorKey: number, page: EventPage): Promise<PageOf<StoredReading>>;

  /** Whether there are readings that have ended before an instant, in ms; without a time, that have arrived. */
  hasBefore(instant: number): Promise<boolean>;

  /** Which readings there are, by sensor. */
  positions(): Promise<readonly ReadingsPosition[]>;

  /**
   * Copies the readings that are not in an earlier copy into a Parquet file in an empty folder, with the columns of the
   * table `reading` that users may read; null if there are none, and none has changed.
   *
   * @param since what the earlier copy has
   */
  copyReadings(
    since: readonly ReadingsPosition[],
    folder: string,
    limits?: CopyLimits,
  ): Promise<ReadingCopies | null>;
}

/** What of the readings is copied at once. */
export interface CopyLimits {
  /** Readings whose time, or else arrival, is in this half-open span, in ms; by default all. */
  readonly span?: ReadingSpan;
  /** How many at most, by default all. Another copy since the positions of this one has the next ones. */
  readonly readingsMax?: number;
}

/** Which readings of a sensor a copy has. */
export interface ReadingsPosition {
  readonly sensorKey: number;
  /** How many: those up to this number. */
  readonly readings: number;
  /** How often they had been replaced or judged again. */
  readonly revision: number;
}

export interface ReadingCopies {
  /** What a copy has with these, by sensor. */
  readonly positions: readonly ReadingsPosition[];
  /**
   * The sensors whose readings of the earlier copy are to be removed: this file, or those of the next copies, have all of
   * theirs, or they have none.
   */
  readonly replaced: readonly number[];
  /** Name of the file in the folder; null if there are only readings to remove. */
  readonly part: string | null;
  /** Whether there were more than could be copied at once. */
  readonly isCut: boolean;
}

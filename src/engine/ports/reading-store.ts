import type { Reading, ReadingResult } from "../../domain/reading.ts";
import type { CrossingOrigin, Passages } from "../../readings/spread.ts";
import type { CountedSpan, TotalsLine } from "../../readings/totals.ts";
import type { EventPage, PageOf } from "./event-types.ts";

/** The kinds of readings that are stored: what a device says of itself is a heartbeat (D22). */
export type StoredKind = Exclude<Reading["kind"], "alive">;

/** A reading as it came, and what was made of it (D31). */
export interface StoredReading {
  readonly sensorKey: number;
  /** Its number among those of its sensor, from 1 on, in the order of arrival. */
  readonly number: number;
  /** Null if it was refused before that was known. */
  readonly kind: StoredKind | null;
  /** The instant of totals, or the start of an interval, in ms; null if it was refused before that was known. */
  readonly from: number | null;
  /** The end of an interval, in ms; null for totals. */
  readonly to: number | null;
  /** Totals, or what passed in the interval; null for a direction that the device does not count. */
  readonly in: number | null;
  readonly out: number | null;
  readonly coverage: number | null;
  readonly width: number | null;
  readonly isBoot: boolean;
  /** Whether `in` counts a direction that only the settings of the sensor have. */
  readonly isUndirected: boolean;
  /** The zone that its local times have been read in; null if it had none. */
  readonly timeZone: string | null;
  /** The import that it came with; null if it came by itself. */
  readonly importId: bigint | null;
  /** In ms. */
  readonly receivedAt: number;
  readonly result: ReadingResult;
  readonly counted: Passages;
  readonly note: string | null;
}

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

/** Readings that a commit appends. */
export interface NewReadings {
  readonly rows: readonly StoredReading[];
  /** Stored readings of which something else has become: they replace those with their numbers. */
  readonly revised?: readonly StoredReading[];
  /** The lines after all of it that are stored; the others follow from the ones before and the rows (`lineAfter`). */
  readonly lines: readonly Line[];
}

/** What passed a line in a span, which is spread over it (D31). */
export interface SpreadCount extends CountedSpan {
  /** Of the sensor that has the events. */
  readonly sensorKey: number;
  readonly origin: CrossingOrigin;
}

/** Some readings of a file, and what they have counted (D34). */
export interface DecidedReadings {
  readonly readings: readonly StoredReading[];
  readonly counted: readonly SpreadCount[];
}

/** A span of the readings of a sensor, in ms; of one instant if it has no length. */
export interface ReadingsSpan {
  readonly sensorKey: number;
  readonly from: number;
  readonly to: number;
}

/** Finds stored readings. They are written by the journal. */
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
  readonly span?: { readonly from: number; readonly to: number };
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

/** A file that holds copied readings. */
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

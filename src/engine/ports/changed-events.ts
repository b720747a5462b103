import type { ReadingSpan } from "../../readings/spread.ts";
import type { LoggedEvent } from "./event-types.ts";

/** The first and last instant of the events of a sensor, in ms. */
export interface SensorSpan {
  readonly sensorKey: number;
  readonly first: number;
  readonly last: number;
}

/** The events of an hour of UTC. */
export interface HourCount {
  readonly events: number;
  /** The first instant of one, in ms. */
  readonly first: number;
}

/** The Parquet files of events, and of events and the spaces for which they count. */
export interface EventPaths {
  readonly events: string;
  readonly spaceEvents: string;
}

export interface MonthSum {
  readonly rows: number;
  readonly checksum: number;
}

/** An event that has been voided (D5), with the instant of that, in ms. */
export interface VoidedLogEvent extends Pick<LoggedEvent, "id" | "timestamp" | "sensorKey"> {
  readonly voidedAt: number;
}

/** What has changed in the log, for a mirror of it. */
export interface ChangedEvents {
  /**
   * Writes the valid events with ids above `afterId`, up to `lastId`, and the spaces for which they count, to Parquet
   * files with the columns id, ts, sensor, trajectory and event_id, and space_id, ts, id, direction, doorway_id, sensor and
   * resolution.
   */
  copyValidEvents(afterId: bigint, lastId: bigint, paths: EventPaths): Promise<void>;

  /** The same of the valid events of a half-open span in ms, up to an id. */
  copyValidEventsIn(span: ReadingSpan, lastId: bigint, paths: EventPaths): Promise<void>;

  /** The hours that have valid events up to an id, the latest first. */
  eventsByHour(lastId: bigint): Promise<readonly HourCount[]>;

  /** Writes the valid events of a half-open span in ms that count for a space to a file of such events. @returns their number */
  copyEventsOfSpace(spaceId: bigint, span: ReadingSpan, path: string): Promise<number>;

  /** By sensor and 30 days, the spans of the events, voided ones too, with ids above `afterId`, up to `lastId`. */
  spansOfSensors(afterId: bigint, lastId: bigint): Promise<readonly SensorSpan[]>;

  /**
   * The number of valid events up to an id by month of UTC, as YYYYMM, with the sum modulo 4503599627370449 of the product
   * (id + 1) (timestamp + trajectory + 1), each factor's number modulo 1000003.
   */
  monthSums(lastId: bigint): Promise<ReadonlyMap<number, MonthSum>>;

  /** The same of valid events and the spaces for which they count: (id + space + 1) (timestamp + direction + 1). */
  monthSumsOfSpaces(lastId: bigint): Promise<ReadonlyMap<number, MonthSum>>;

  /**
   * The number of readings by month of UTC of their time, or else of their arrival, with a checksum of their values and
   * results. Those that ended before an instant, in ms, are left out.
   */
  monthSumsOfReadings(from: number): Promise<ReadonlyMap<number, MonthSum>>;

  /** The events that have been voided at or after an instant, in ms, in the order of voiding. */
  voidedSince(instant: number): Promise<readonly VoidedLogEvent[]>;
}

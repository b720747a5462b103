/** The first and last instant of the events of a sensor, in ms. */
export interface SensorSpan {
  readonly sensorKey: number;
  readonly first: number;
  readonly last: number;
}

/** An event that has been voided (D5), with the instant of that, in ms. */
export interface VoidedLogEvent {
  readonly id: bigint;
  readonly timestamp: number;
  readonly sensorKey: number;
  readonly voidedAt: number;
}

/** What has changed in the log, for a mirror of it. */
export interface ChangedEvents {
  /**
   * Writes the valid events with ids above `afterId`, up to `lastId`, and the spaces for which they count, to Parquet
   * files with the columns id, ts, sensor, trajectory and event_id, and space_id, ts, id, direction, doorway_id and sensor.
   */
  copyValidEvents(
    afterId: bigint,
    lastId: bigint,
    paths: { readonly events: string; readonly spaceEvents: string },
  ): Promise<void>;

  /** Writes the valid events of a half-open span in ms that count for a space to such a file. @returns their number */
  copyEventsOfSpace(
    spaceId: bigint,
    span: { readonly from: number; readonly to: number },
    path: string,
  ): Promise<number>;

  /** The spans of the sensors that have events, voided ones too, with ids above `afterId`, up to `lastId`. */
  spansOfSensors(afterId: bigint, lastId: bigint): Promise<readonly SensorSpan[]>;

  /** The events that have been voided at or after an instant, in ms, in the order of voiding. */
  voidedSince(instant: number): Promise<readonly VoidedLogEvent[]>;
}

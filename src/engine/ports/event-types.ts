import type { SensorPlacement } from "../../domain/resources.ts";
import type { AcceptedReport } from "../../domain/sensor-report.ts";
import type { TextColumn } from "../../domain/text-column.ts";
import type { Windows } from "../../domain/time-segment.ts";

/** Events by column, without their ids: what their identities are made of (D9). */
export interface LogColumns {
  readonly length: number;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** The keys of their sensors in the log. */
  readonly sensorKeys: Int32Array;
  /** +1 or -1 each. */
  readonly trajectories: Int8Array;
  /** The senders' own ids for them, each null where absent; null where none has any. */
  readonly eventIds: TextColumn | null;
}

/** Some events of a load. They count for nothing until a record closes the load. */
export interface LoadPart {
  readonly columns: LogColumns;
  /** The row of each in the file, from 0, ascending. Rows that are no events are missing. */
  readonly rows: Int32Array;
}

/** A load whose parts, and all of them, become events. The id of each is that of the record's first event plus its row. */
export interface ClosedLoad {
  readonly events: number;
  /** The number of rows in the file, up to that of the last event. */
  readonly rows: number;
  /** The number of readings that the file has and its events are made of; none in a file of events. */
  readonly readings?: number;
}

/** Rows of some columns, from `start` up to, not including, `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** A sensor's report to be stored in the log. */
export type SensorReport = AcceptedReport;

export interface LoggedEvent extends Omit<SensorReport, "serialNumber"> {
  readonly id: bigint;
  /** The key of its sensor in the log. */
  readonly sensorKey: number;
}

/**
 * A mark beside the log. With it, a replay finds from the log which messages sockets were sent, in which order and when
 * (D24). It precedes the events of its commit.
 */
export interface ReplayMark {
  /** In ms: the events that follow were committed then or later. */
  readonly instant: number;
  /** Whether sockets are notified of the events that follow (D23). */
  readonly isLive: boolean;
  /** The next id of the catalog: resources with this or a greater id were created later. */
  readonly nextId: bigint;
  /** The message that was sent: that of a pending event, by its id, or of a reset. */
  readonly sent: bigint | SentReset | null;
}

/** A change of a space's current count that no new event caused. */
export interface SentReset {
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  /** In people. */
  readonly count: number;
}

export interface StoredMark extends ReplayMark {
  /** The last event before it in the log; 0 if there is none. */
  readonly position: bigint;
}

/** An event that a commit refers to: a row of the events that it stores, or the id of one that is stored. */
export type EventReference = number | bigint;

/** The changes of counts by some events, by column; each changes the count of one space (D4). */
export interface SpaceChanges {
  readonly length: number;
  /** The spaces, each once. */
  readonly spaceIds: readonly bigint[];
  /** The space of each, as an index of those. */
  readonly spaces: Int32Array;
  /** The events', in ms. */
  readonly timestamps: Float64Array;
  /** +1 an entrance, -1 an exit. */
  readonly directions: Int8Array;
}

/** An event as the log holds it, with the doorway its sensor was attached to (D5). */
export interface SensorEvent {
  readonly id: bigint;
  readonly timestamp: number;
  readonly sensorId: bigint;
  readonly trajectory: SensorPlacement;
  /** Null where the sensor was attached nowhere. */
  readonly doorwayId: bigint | null;
  /** The span over which its reading was spread, in ms; 0 for a crossing (D31). */
  readonly resolution: number;
}

/** An event as a space sees it: direction +1 is an entrance, -1 an exit (D4). */
export interface SpaceEvent extends SensorEvent {
  readonly spaceId: bigint;
  readonly direction: SensorPlacement;
}

/** The effect of an event on one space. */
export interface EventEffect extends Pick<SpaceEvent, "spaceId" | "direction"> {
  /** The count after the event; the floor may have kept it unchanged (D4). */
  readonly count: number;
}

export interface EventFilter {
  /** Events that changed this space. */
  readonly spaceId?: bigint | undefined;
  readonly doorwayId?: bigint | undefined;
  readonly sensorId?: bigint | undefined;
  readonly trajectory?: SensorPlacement | undefined;
}

export interface SpaceEventFilter {
  readonly spaceId: bigint;
  readonly doorwayId?: bigint | undefined;
  readonly direction?: SensorPlacement | undefined;
  /** Only events in these; all if absent. */
  readonly windows?: Windows | undefined;
}

/** An event as it is taken out of the log, with all that it takes to load it again. */
export interface ExportedEvent extends SensorReport {
  readonly id: bigint;
  /** Null where the sensor was attached nowhere. */
  readonly doorwayId: bigint | null;
}

/** The number of events in a range of the log, including voided ones, and the timestamps of the first and last, in ms. */
export interface LogSpan {
  readonly events: number;
  /** UTC days that have some. */
  readonly days: number;
  /** Null where there are none. */
  readonly span: { readonly first: number; readonly last: number } | null;
}

/** A half-open range of timestamps, in ms. */
export interface EventSpan {
  readonly start: number;
  readonly end: number;
}

export interface EventRange extends EventSpan {
  readonly order: "ASC" | "DESC";
}

export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export interface EventPage extends EventRange, PageRange {}

export interface PageOf<T> {
  readonly total: number;
  readonly items: readonly T[];
}

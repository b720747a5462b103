import type { Sensor } from "../../domain/resources.ts";
import type { LogColumns, RowRange } from "../ports.ts";
import type { IngestPart } from "./ingest-part.ts";

/** Reports on their way into the log. */
export interface IncomingEvents extends LogColumns {
  /** Their sensors, each once. */
  readonly sensors: readonly Sensor[];
  /** Whose each is: an index of those. */
  readonly sensorIndexes: Int32Array;
}

/** A part, and which of the group's events are its own. */
export interface IncomingPart extends RowRange {
  readonly part: IngestPart;
}

/** The events of some parts, in their order. */
export interface IncomingGroup {
  readonly events: IncomingEvents;
  readonly parts: readonly IncomingPart[];
}

import type { SensorPlacement } from "../../domain/resources.ts";

/** An event as the log holds it, with the doorway its sensor was attached to (D5). */
export interface SensorEvent {
  readonly id: bigint;
  readonly timestamp: number;
  readonly sensorId: bigint;
  readonly trajectory: SensorPlacement;
  /** Null where the sensor was attached nowhere. */
  readonly doorwayId: bigint | null;
}

/** An event as a space sees it: direction +1 is an entrance, -1 an exit (D4). */
export interface SpaceEvent extends SensorEvent {
  readonly spaceId: bigint;
  readonly direction: SensorPlacement;
}

export interface EventFilter {
  /** Events that changed this space. */
  readonly spaceId?: bigint | undefined;
  readonly doorwayId?: bigint | undefined;
  readonly sensorId?: bigint | undefined;
  readonly trajectory?: SensorPlacement | undefined;
}

/** Which events of a space are wanted. */
export interface SpaceEventFilter {
  readonly spaceId: bigint;
  readonly doorwayId?: bigint | undefined;
  readonly direction?: SensorPlacement | undefined;
}

/** An event as it is taken out of the log, with all that it takes to load it again. */
export interface ExportedEvent {
  readonly id: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly serialNumber: string;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null where absent. */
  readonly eventId: string | null;
  /** Null where the sensor was attached nowhere. */
  readonly doorwayId: bigint | null;
}

/** What the log holds of a range: how many events, voided ones too, and when the first and the last were, in ms. */
export interface LogSpan {
  readonly events: number;
  /** UTC days that have some. */
  readonly days: number;
  /** Null where there are none. */
  readonly span: { readonly first: number; readonly last: number } | null;
}

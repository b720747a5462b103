import type { SensorState } from "./resources.ts";

/**
 * A time of a reading: an instant, in ms, or a wall time as `YYYY-MM-DDTHH:mm:ss` where the device does not say in which
 * time zone. The settings of the sensor have the zone then.
 */
export type ReadingTime = number | { readonly local: string };

/** The running totals of a line (D31). */
export interface TotalReading {
  readonly kind: "total";
  readonly serialNumber: string;
  readonly at: ReadingTime;
  /** Whole numbers as the device has sent them; null for a direction that it does not count. */
  readonly inTotal: number | null;
  readonly outTotal: number | null;
  /** The bits of the device's counter, after which it begins at 0 again; null if they are not known. */
  readonly width: number | null;
  /** Whether the device says that it has restarted, and its totals with it. */
  readonly isBoot: boolean;
  /** Whether `inTotal` counts a direction that only the settings of the sensor know. */
  readonly isUndirected: boolean;
}

/** What passed a line in [from, to) (D31). */
export interface IntervalReading {
  readonly kind: "interval";
  readonly serialNumber: string;
  readonly from: ReadingTime;
  readonly to: ReadingTime;
  /** Null for a direction that the device does not count. */
  readonly in: number | null;
  readonly out: number | null;
  /** How much of the interval was measured, 0 to 1; null if the device does not say. */
  readonly coverage: number | null;
  /** Whether `in` counts a direction that only the settings of the sensor know. */
  readonly isUndirected: boolean;
}

/** A device is alive, and what it says of itself (D31). */
export interface AliveReading {
  readonly kind: "alive";
  readonly serialNumber: string;
  /** Null for the time when it was received. */
  readonly at: ReadingTime | null;
  readonly health: DeviceHealth;
}

/** What a device says of itself; a field is absent if it does not. */
export type DeviceHealth = Partial<
  Pick<SensorState, "sensorType" | "firmwareVersion" | "battery" | "problems">
>;

export type Reading = TotalReading | IntervalReading | AliveReading;

/** Totals or an interval whose times are instants, in ms. */
export type TimedReading = (
  | (TotalReading & { readonly at: number })
  | (IntervalReading & { readonly from: number; readonly to: number })
) & {
  /** The zone that its local times have been read in; null if it had none. */
  readonly timeZone: string | null;
};

export interface RefusedReading {
  /** Null if it does not name its sensor. */
  readonly serialNumber: string | null;
  readonly reason: string;
}

/** What a message of a device says (D32). Totals and intervals are in the order of the message. */
export interface TranslatedMessage {
  readonly readings: readonly Reading[];
  /** Sensor events in the form of `POST /v2/sensor_events/`; they are checked as those are. */
  readonly events?: readonly unknown[];
  /** How many parts say nothing of passages: joins, statuses, unknown messages. */
  readonly ignored: number;
  readonly refused: readonly RefusedReading[];
}

/**
 * What became of a reading (D31); one that is refused, voided with its events (D5), or withdrawn with its import or
 * because other values have replaced it, is in the list of its sensor, too.
 */
export const READING_RESULTS = [
  "baseline",
  "counted",
  "duplicate",
  "late",
  "wrap",
  "reset",
  "jump",
  "backwards",
  "conflict",
  "refused",
  "voided",
  "withdrawn",
] as const;
export type ReadingResult = (typeof READING_RESULTS)[number];

/** Results of readings with which no other readings are compared: they say nothing new, or count no more. */
export const UNCOMPARED_RESULTS: ReadonlySet<ReadingResult> = new Set([
  "duplicate",
  "conflict",
  "refused",
  "withdrawn",
]);

/** Results of totals that do not move the mark of their line. */
export const UNMOVING_RESULTS: ReadonlySet<ReadingResult> = new Set([...UNCOMPARED_RESULTS, "late"]);

import type { ResetSchedule } from "./daily-reset.ts";
import type { SegmentHours } from "./time-segment.ts";

/*
 * The catalog's resources. Ids are 63-bit (D20); instants are ms since the Unix epoch; a span's `from` of null is
 * unbounded and a `to` of null is open (D5).
 */

interface Created {
  readonly id: bigint;
  readonly createdAt: number;
}

interface Updated extends Created {
  readonly updatedAt: number;
}

/** A half-open time span in ms; null is unbounded. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

export const SPACE_TYPES = ["space", "floor", "building", "campus"] as const;
export type SpaceType = (typeof SPACE_TYPES)[number];

export const SPACE_FUNCTIONS = [
  "amenities_space",
  "break_room",
  "cafe",
  "collaboration",
  "conference_room",
  "dining_area",
  "event_space",
  "focus_quiet",
  "gym",
  "kitchen",
  "lab",
  "library",
  "lounge",
  "meeting_room",
  "office",
  "phone_booth",
  "place_of_worship",
  "reception",
  "restroom",
  "retail",
  "theater",
  "wellness_room",
] as const;
export type SpaceFunction = (typeof SPACE_FUNCTIONS)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A region whose occupancy is counted. */
export interface Space extends SafeThreshold, Updated {
  readonly name: string;
  readonly notes: string;
  readonly meta: Json;
  readonly parentId: bigint | null;
  readonly spaceType: SpaceType;
  readonly function: SpaceFunction | null;
  readonly timeZone: string;
  /** Local `HH:MM`, or null if the count is not reset (D8). */
  readonly dailyReset: string | null;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly sizeArea: number | null;
  readonly sizeAreaUnit: string;
  readonly annualRent: number | null;
  readonly annualRentCurrency: string;
  readonly inheritsTimeSegments: boolean;
  /** Distinct, in the order in which they were added (D28). */
  readonly tags: readonly string[];
}

/** An entrance or exit with one sensor. A deleted doorway is kept for its events (D19). */
export interface Doorway extends Updated {
  readonly name: string;
  readonly description: string;
  readonly deletedAt: number | null;
  /** Distinct, in the order in which they were added (D28). */
  readonly tags: readonly string[];
}

/** A team that is responsible for a space (D28). */
export interface AssignedTeam extends Created {
  readonly spaceId: bigint;
  readonly teamName: string;
}

/** A device at a doorway, identified by its serial number (D20). */
export interface Sensor extends Created {
  /** Its number in the log, counted from 1. */
  readonly key: number;
  readonly serialNumber: string;
  /** Whether its messages are not stored (D31); absent unless it was set. */
  readonly isIgnored?: boolean;
}

type NetworkAddress = Readonly<Record<"if" | "family" | "mac" | "address", string | null>>;

/** The last reported state of a sensor; null if it has not reported (D22, D27). */
export interface SensorState {
  readonly id: bigint;
  readonly sensorType: string | null;
  readonly firmwareVersion: string | null;
  readonly currentDisposition: string | null;
  readonly networkAddresses: readonly NetworkAddress[];
  /** In percent; null if it has not reported it. */
  readonly battery: number | null;
  /** What an operator must know, such as "the lens is covered". */
  readonly problems: readonly string[];
  readonly lastHeartbeat: number;
}

/** What the readings of a sensor mean, as far as its device cannot say it (D32). */
export interface CountingSettings {
  /** Whether the device is mounted the other way round, or counts down. */
  readonly isReversed: boolean;
  /** Crossings per second at most. */
  readonly cap: number;
  /** Bits of the device's counter; null if only its readings say it. */
  readonly width: number | null;
  /** The zone of times without an offset, and of `resetsAt`; null if it is not set. */
  readonly timeZone: string | null;
  /** Local `HH:MM` at which the device resets its totals every day; null if it does not. */
  readonly resetsAt: string | null;
  /** What a register counts that does not say it. */
  readonly direction: "in" | "out" | null;
  /** The line of the device that the register is a direction of; null if it is a line of its own. */
  readonly line: string | null;
}

/** The settings of a sensor over a half-open time span, in ms; it may be infinite (D5). */
export interface CountingSpan extends CountingSettings {
  readonly id: bigint;
  readonly sensorId: bigint;
  readonly from: number;
  readonly to: number;
}

/** What the rows of an import are: events (D9), or readings of devices (D31). */
export const IMPORT_KINDS = ["events", "readings"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Rows that were loaded together, and can be taken back together. */
export interface Import extends Created {
  readonly file: string;
  readonly kind: ImportKind;
  /** The name of the user's token, or of the command line. */
  readonly actor: string;
  readonly rows: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The events that they have made: the ids of the first and the last one of each of some ranges, ascending. */
  readonly firstIds: readonly bigint[];
  readonly lastIds: readonly bigint[];
  /** When it was taken back, in ms; null while it counts. */
  readonly voidedAt: number | null;
}

/** The time span during which a sensor is mounted at a doorway (D5). */
export interface Attachment extends Span {
  readonly id: bigint;
  readonly sensorId: bigint;
  readonly doorwayId: bigint;
}

/** +1: the sensor is mounted inside the space; -1: outside. */
export type SensorPlacement = 1 | -1;

/** The time span during which a doorway leads into a space (D5). */
export interface Link extends Span, Created {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
}

/** A space's daily reset over a time span (D8). */
export interface ScheduleSpan extends ResetSchedule {
  readonly id: bigint;
  readonly spaceId: bigint;
}

/** An explicit reset: sets the count of a space to a value. */
export interface Reset extends Created {
  readonly spaceId: bigint;
  readonly instant: number;
  readonly count: number;
  /** When it was voided, which removes it from all counts (D5). Null while it is valid. */
  readonly voidedAt: number | null;
}

/** Weekly hours to which counts can be restricted (D14). */
export interface TimeSegment extends SegmentHours, Updated {
  readonly label: string;
  readonly spaceIds: readonly bigint[];
}

export interface TimeSegmentGroup extends Updated {
  readonly name: string;
  readonly timeSegmentIds: readonly bigint[];
}

/** The version of the API that created a webhook and whose format its calls have (D23). */
export const WEBHOOK_VERSIONS = ["v1", "v2"] as const;
export type WebhookVersion = (typeof WEBHOOK_VERSIONS)[number];

/** The trigger of a webhook: every event, or crossing the safe limit (D23). */
export const WEBHOOK_TYPES = ["counts", "threshold"] as const;
type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** A URL that receives an HTTP request for each notification (D23). */
export interface Webhook extends Updated {
  readonly version: WebhookVersion;
  readonly name: string | null;
  readonly description: string | null;
  readonly endpoint: string;
  /** Sent with each call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  /** Why the server disabled it; null if it is enabled, or a client disabled it. */
  readonly disabledReason: string | null;
  readonly type: WebhookType;
  /** The spaces that it is called for, of which some may have been deleted; empty for all spaces. */
  readonly spaceIds: readonly bigint[];
  /** `whsec_…`: the key that signs calls; shown once, on creation. */
  readonly secret: string;
}

/** The scopes that permit something on the whole site (D18). */
export const SITE_SCOPES = ["read", "write", "ingest", "sql", "admin"] as const;
/** All scopes: `display` permits what a display of one space shows (D22). */
export const SCOPES = [...SITE_SCOPES, "display"] as const;
export type Scope = (typeof SCOPES)[number];

/** An access token; only its hash is stored (D18). */
export interface Token extends Created {
  readonly name: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** The space that the scope `display` is for; absent without this scope. */
  readonly spaceId?: bigint;
  /** Requests a minute; null is unlimited. */
  readonly rate: number | null;
}

export const SAFE_THRESHOLD_MODES = [
  "SAFE_CAPACITY",
  "UTILIZATION_PERC_TARGET",
  "UTILIZATION_PERC_LEGAL",
] as const;
type SafeThresholdMode = (typeof SAFE_THRESHOLD_MODES)[number];

/** The rule from which a space's safe limit follows (D15). */
export interface SafeThreshold {
  readonly safeThresholdMode: SafeThresholdMode | null;
  readonly safeThresholdValue: number | null;
  readonly safeCapacity: number | null;
  readonly targetCapacity: number | null;
  readonly capacity: number | null;
}

/**
 * The highest safe count, in people (may be fractional): safe_capacity, or the value times the target or the legal
 * capacity, multiplied in decimal so that 0.6 × 10 is 6 (D15).
 *
 * @returns null without a mode or the numbers it needs
 */
export function safeLimit(space: SafeThreshold): number | null {
  switch (space.safeThresholdMode) {
    case null:
      return null;
    case "SAFE_CAPACITY":
      return space.safeCapacity;
    case "UTILIZATION_PERC_TARGET":
      return decimalProduct(space.safeThresholdValue, space.targetCapacity);
    case "UTILIZATION_PERC_LEGAL":
      return decimalProduct(space.safeThresholdValue, space.capacity);
  }
}

function decimalProduct(value: number | null, capacity: number | null): number | null {
  if (value === null || capacity === null) return null;
  const [digits = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  const scaled = BigInt(whole + fraction) * BigInt(capacity);
  return Number(`${scaled}e${Number(exponent) - fraction.length}`);
}

/**
 * The scopes that each scope includes: admin has all, write includes read, and read what a display shows of any space
 * (D18, D22).
 */
const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  admin: [...SITE_SCOPES, "display"],
  write: ["read", "write", "display"],
  read: ["read", "display"],
  ingest: ["ingest"],
  sql: ["sql"],
  display: ["display"],
};

/** Whether scopes permit an operation that needs `wanted` (D18). */
export function allows(scopes: readonly Scope[], wanted: Scope): boolean {
  return scopes.some((scope) => IMPLIED[scope].includes(wanted));
}

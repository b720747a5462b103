import type { ResetSchedule } from "./daily-reset.ts";
import type { SafeThreshold } from "./safe-threshold.ts";
import type { SegmentHours } from "./time-segment.ts";

/*
 * The catalog's resources. Ids are 63-bit (D20); instants are ms since the Unix epoch; a span's `from`
 * of null reaches back without limit and a `to` of null is open (D5).
 */

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

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A region in which people are counted. */
export interface Space extends SafeThreshold {
  readonly id: bigint;
  readonly name: string;
  readonly notes: string;
  readonly meta: Json;
  readonly parentId: bigint | null;
  readonly spaceType: SpaceType;
  readonly function: SpaceFunction | null;
  readonly timeZone: string;
  /** Local `HH:MM`, or null where the count is not reset (D8). */
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
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An entrance or exit with one sensor. A deleted one is kept, for the events it had (D19). */
export interface Doorway {
  readonly id: bigint;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** Distinct, in the order in which they were added (D28). */
  readonly tags: readonly string[];
}

/** A team that looks after a space (D28). */
export interface AssignedTeam {
  readonly id: bigint;
  readonly spaceId: bigint;
  readonly teamName: string;
  readonly createdAt: number;
}

/** The hardware above a doorway, known by its serial number (D20). */
export interface Sensor {
  readonly id: bigint;
  /** What the log calls it: a small number, counted up from 1. */
  readonly key: number;
  readonly serialNumber: string;
  readonly createdAt: number;
}

/** One address of a sensor on its network. */
export interface NetworkAddress {
  readonly if: string | null;
  readonly family: string | null;
  readonly mac: string | null;
  readonly address: string | null;
}

/** What a sensor last said of itself; null where it has not said (D22, D27). */
export interface SensorState {
  /** The sensor's id. */
  readonly id: bigint;
  readonly sensorType: string | null;
  readonly firmwareVersion: string | null;
  readonly currentDisposition: string | null;
  readonly networkAddresses: readonly NetworkAddress[];
  readonly lastHeartbeat: number;
}

/** That a sensor was mounted at a doorway over a span of time (D5). */
export interface Attachment {
  readonly id: bigint;
  readonly sensorId: bigint;
  readonly doorwayId: bigint;
  readonly from: number | null;
  readonly to: number | null;
}

/** +1: the sensor is mounted inside the space; -1: outside. */
export type SensorPlacement = 1 | -1;

/** That a doorway led into a space over a span of time (D5). */
export interface Link {
  readonly id: bigint;
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
  readonly from: number | null;
  readonly to: number | null;
  readonly createdAt: number;
}

/** A space's daily reset over a span of time (D8). */
export interface ScheduleSpan extends ResetSchedule {
  readonly id: bigint;
  readonly spaceId: bigint;
}

/** That a space's count was set to a value. */
export interface Reset {
  readonly id: bigint;
  readonly spaceId: bigint;
  readonly instant: number;
  readonly count: number;
  readonly createdAt: number;
  /** When it was voided: from then on it is as if it had never been (D5). Null where it holds. */
  readonly voidedAt: number | null;
}

/** Weekly hours that counts can be restricted to (D14). */
export interface TimeSegment extends SegmentHours {
  readonly id: bigint;
  readonly label: string;
  readonly spaceIds: readonly bigint[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A named set of time segments. */
export interface TimeSegmentGroup {
  readonly id: bigint;
  readonly name: string;
  readonly timeSegmentIds: readonly bigint[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The version of the API that a webhook's calls speak: that which created it (D23). */
export const WEBHOOK_VERSIONS = ["v1", "v2"] as const;
export type WebhookVersion = (typeof WEBHOOK_VERSIONS)[number];

/** What a webhook is called for: every event, or the crossing of safe thresholds (D23). */
export const WEBHOOK_TYPES = ["counts", "threshold"] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** An address that is called with what happens (D23). */
export interface Webhook {
  readonly id: bigint;
  readonly version: WebhookVersion;
  readonly name: string | null;
  readonly description: string | null;
  readonly endpoint: string;
  /** Sent with each call. */
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  /** Why the server has disabled it; null where it is enabled, or a client has disabled it. */
  readonly disabledReason: string | null;
  readonly type: WebhookType;
  /** `whsec_…`: the secret that signs calls; shown once, on creation. */
  readonly secret: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const SCOPES = ["read", "write", "ingest", "sql", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** What lets a client in; only a hash of it is kept (D18). */
export interface Token {
  readonly id: bigint;
  readonly name: string;
  /** SHA-256 of the token, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  /** Requests a minute; null is unlimited. */
  readonly rate: number | null;
  readonly createdAt: number;
}

import type { CountingSettings, SensorPlacement, TimeSegment } from "../../domain/resources.ts";
import type { SpaceFields } from "../resources/spaces.ts";

/*
 * A site document: the resources of a site by name, without history or secrets. Fields that an entry omits stay as they
 * are, or get their defaults on creation.
 */

export interface SiteDocument {
  /** The top-level spaces, with all others inside them. */
  readonly spaces: readonly SiteSpace[];
  readonly doorways: readonly SiteDoorway[];
  readonly sensors: readonly SiteSensor[];
  readonly timeSegments: readonly SiteTimeSegment[];
  readonly timeSegmentGroups: readonly SiteTimeSegmentGroup[];
}

/** The fields of a space that an entry has unchanged. */
export type SiteSpaceFields = Omit<SpaceFields, "name" | "parentId" | "tags">;

/** The id of an entry's resource, needed to rename or move it. */
export interface Pinned {
  readonly id?: bigint;
}

export interface SiteSpace extends Pinned {
  readonly name: string;
  readonly fields: Partial<SiteSpaceFields>;
  readonly tags?: readonly string[];
  readonly assignedTeams?: readonly string[];
  readonly spaces: readonly SiteSpace[];
}

export interface SiteDoorway extends Pinned {
  readonly name: string;
  readonly description?: string;
  readonly sensorSerialNumber?: string | null;
  readonly tags?: readonly string[];
  readonly links?: readonly { readonly space: SiteReference; readonly sensorPlacement: SensorPlacement }[];
}

/** What the readings of a sensor mean (D32). */
export interface SiteSensor {
  readonly serialNumber: string;
  readonly counting: Partial<CountingSettings>;
  readonly isIgnored?: boolean;
}

export interface SiteTimeSegment extends Pinned, Pick<TimeSegment, "label" | "start" | "end" | "days"> {
  readonly spaces?: readonly SiteReference[];
}

export interface SiteTimeSegmentGroup extends Pinned {
  readonly name: string;
  readonly timeSegments?: readonly SiteReference[];
}

/**
 * A reference to an entry of the document: a name that is unique, or the path of names from the top, where a name that
 * occurs more than once among siblings is followed by its number (from 1).
 */
export type SiteReference = string | readonly (string | number)[];

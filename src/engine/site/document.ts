import type { SensorPlacement, TimeSegment } from "../../domain/resources.ts";
import type { SpaceFields } from "../resources/spaces.ts";

/*
 * A site as it stands in one file: what there is and what it is called, without ids, history or secrets.
 * What an entry leaves out is not said: it stays as it is, or is as it is on creation.
 */

export interface SiteDocument {
  /** The spaces at the top of the hierarchy, with all others inside them. */
  readonly spaces: readonly SiteSpace[];
  readonly doorways: readonly SiteDoorway[];
  readonly timeSegments: readonly SiteTimeSegment[];
  readonly timeSegmentGroups: readonly SiteTimeSegmentGroup[];
}

/** The fields of a space that an entry holds as they are. */
export type SiteSpaceFields = Omit<SpaceFields, "name" | "parentId" | "tags">;

/** Says which resource an entry is about, whatever it is called now: how things are renamed and moved. */
interface Pinned {
  readonly id?: bigint;
}

export interface SiteSpace extends Pinned {
  readonly name: string;
  readonly fields: Partial<SiteSpaceFields>;
  readonly tags?: readonly string[];
  /** Teams by name. */
  readonly assignedTeams?: readonly string[];
  readonly spaces: readonly SiteSpace[];
}

export interface SiteDoorway extends Pinned {
  readonly name: string;
  readonly description?: string;
  /** Null where there is none. */
  readonly sensorSerialNumber?: string | null;
  readonly tags?: readonly string[];
  readonly links?: readonly SiteLink[];
}

export interface SiteLink {
  readonly space: SiteReference;
  readonly sensorPlacement: SensorPlacement;
}

export interface SiteTimeSegment extends Pinned, Pick<TimeSegment, "label" | "start" | "end" | "days"> {
  readonly spaces?: readonly SiteReference[];
}

export interface SiteTimeSegmentGroup extends Pinned {
  readonly name: string;
  readonly timeSegments?: readonly SiteReference[];
}

/**
 * How a document names one of its own entries: by a name that no other has, or by the names on the way
 * from the top, each followed by its number (from 1) where several beside each other have it.
 */
export type SiteReference = string | readonly (string | number)[];

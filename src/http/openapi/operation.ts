import type { ProblemSlug } from "../problems.ts";

/** The description of an operation in the OpenAPI document. */
export interface Operation {
  /** Unique within a version; clients generated from the description name their functions by it. */
  readonly id: string;
  /** The heading in the document. */
  readonly tag: Tag;
  readonly summary: string;
  /** Further paragraphs of the description. */
  readonly detail?: string;
  /** The problems that it answers with a 409. */
  readonly conflicts?: readonly ProblemSlug[];
  /** The media types of the body, where JSON is not the only one. */
  readonly consumes?: readonly string[];
}

/** The headings, in the order of the document, and their descriptions. */
export const TAGS = {
  Spaces: "Campuses, buildings, floors and rooms, with their teams and present counts",
  Tags: "Labels of spaces and doorways",
  Doorways: "Where sensors are mounted",
  Links: "Which doorway leads into which space, and on which side of it the sensor is",
  Resets: "Instants at which a space's count is set",
  Sensors: "The sensors that have reported or are attached, and how they are",
  Webhooks: "Calls to other services when a count changes",
  Events: "Entrances and exits, one by one",
  "Counts and events": "Counts by interval, events and websockets",
  "Time segments": "Opening hours and the like, to restrict counts to",
  Administration: "Tokens, the audit log, backups, and the site as one document",
  SQL: "Queries over the log, the counts and the site",
} as const;

export type Tag = keyof typeof TAGS;

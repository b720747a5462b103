/** What the description of the API calls an operation, and what it says of it. */
export interface Operation {
  /** Unique within a version; clients generated from the description name their functions by it. */
  readonly id: string;
  /** The heading it stands under. */
  readonly tag: Tag;
  readonly summary: string;
  /** What is to be known beyond that. */
  readonly detail?: string;
  /** What a 409 means here; there is none where it does not say. */
  readonly conflict?: string;
}

/** The headings, and the operations of each. */
export const TAGS = {
  Spaces: "Campuses, buildings, floors and rooms, with their teams and present counts",
  Doorways: "Where sensors are mounted",
  Links: "Which doorway leads into which space, and on which side of it the sensor is",
  Resets: "Instants at which a space's count is set",
  Events: "Entrances and exits, one by one",
  "Counts and events": "Counts by interval, events and websockets",
  Tags: "Labels of spaces and doorways",
  "Time segments": "Opening hours and the like, to restrict counts to",
  Sensors: "The sensors that have reported or are attached, and how they are",
  Webhooks: "Calls to other services when a count changes",
  Administration: "Tokens, the audit log, backups, and the site as one document",
  SQL: "Queries over the log, the counts and the site",
} as const;

export type Tag = keyof typeof TAGS;

const CHILDREN = "The space has children";
const NAME_TAKEN = "The name is taken, or the sensor is attached elsewhere";
const LINKED = "The space and the doorway are linked already";

/** The operations that both versions have in the same words, by method and path within a version. */
const COMMON = {
  "GET /spaces/": { id: "listSpaces", tag: "Spaces", summary: "List spaces" },
  "POST /spaces/": { id: "createSpace", tag: "Spaces", summary: "Create a space" },
  "GET /spaces/:space_id/": { id: "getSpace", tag: "Spaces", summary: "Read a space" },
  "PUT /spaces/:space_id/": {
    id: "updateSpace",
    tag: "Spaces",
    summary: "Change the given fields of a space",
  },
  "DELETE /spaces/:space_id/": {
    id: "deleteSpace",
    tag: "Spaces",
    summary: "Delete a space, its counts, links and resets",
    conflict: CHILDREN,
  },
  "GET /spaces/:space_id/count/": {
    id: "getCount",
    tag: "Spaces",
    summary: "Read a space's count, now or at a past time",
  },
  "POST /spaces/:space_id/tags/": { id: "tagSpace", tag: "Tags", summary: "Add a tag to a space" },
  "DELETE /spaces/:space_id/tags/:tag_name/": {
    id: "untagSpace",
    tag: "Tags",
    summary: "Take a tag from a space",
  },
  "GET /doorways/": { id: "listDoorways", tag: "Doorways", summary: "List doorways" },
  "POST /doorways/": {
    id: "createDoorway",
    tag: "Doorways",
    summary: "Create a doorway",
    conflict: NAME_TAKEN,
  },
  "GET /doorways/:doorway_id/": { id: "getDoorway", tag: "Doorways", summary: "Read a doorway" },
  "PUT /doorways/:doorway_id/": {
    id: "updateDoorway",
    tag: "Doorways",
    summary: "Change the given fields of a doorway",
    conflict: NAME_TAKEN,
  },
  "DELETE /doorways/:doorway_id/": {
    id: "deleteDoorway",
    tag: "Doorways",
    summary: "Delete a doorway; its events stay",
  },
  "POST /doorways/:doorway_id/tags/": { id: "tagDoorway", tag: "Tags", summary: "Add a tag to a doorway" },
  "DELETE /doorways/:doorway_id/tags/:tag_name/": {
    id: "untagDoorway",
    tag: "Tags",
    summary: "Take a tag from a doorway",
  },
  "GET /links/": { id: "listLinks", tag: "Links", summary: "List links" },
  "POST /links/": {
    id: "createLink",
    tag: "Links",
    summary: "Link a doorway to a space",
    conflict: LINKED,
  },
  "DELETE /links/:link_id/": { id: "deleteLink", tag: "Links", summary: "End a link, or erase it" },
  "GET /resets/": { id: "listResets", tag: "Resets", summary: "List resets, newest first" },
  "POST /resets/": { id: "createReset", tag: "Resets", summary: "Set a space's count" },
  "GET /tags/": { id: "listTags", tag: "Tags", summary: "List the tags in use" },
  "GET /tags/:tag_name/": { id: "getTag", tag: "Tags", summary: "Read what carries a tag" },
  "GET /sensors/": { id: "listSensors", tag: "Sensors", summary: "List sensors" },
  "GET /webhooks/": { id: "listWebhooks", tag: "Webhooks", summary: "List webhooks" },
  "POST /webhooks/": { id: "createWebhook", tag: "Webhooks", summary: "Create a webhook" },
  "GET /webhooks/:webhook_id/": { id: "getWebhook", tag: "Webhooks", summary: "Read a webhook" },
  "PUT /webhooks/:webhook_id/": {
    id: "updateWebhook",
    tag: "Webhooks",
    summary: "Change the given fields of a webhook",
  },
  "DELETE /webhooks/:webhook_id/": { id: "deleteWebhook", tag: "Webhooks", summary: "Delete a webhook" },
} satisfies Record<string, Operation>;

/** Version 1, by method and path. */
export const V1_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...COMMON,
  "GET /events/": { id: "listEvents", tag: "Events", summary: "List events, newest first" },
  "POST /events/": {
    id: "createEvent",
    tag: "Events",
    summary: "Create an event, as a sensor would",
    conflict: "The Idempotency-Key was used for another request",
  },
  "GET /sensors/:sensor_id/": { id: "getSensor", tag: "Sensors", summary: "Read a sensor" },
};

const AVERAGES =
  "With `averages=true` each sample's analytics have the time-weighted mean of its count, too.";

/** Version 2, by method and path. */
export const V2_OPERATIONS: Readonly<Record<string, Operation>> = {
  ...COMMON,
  "GET /spaces/:space_id/counts/": {
    id: "getCounts",
    tag: "Counts and events",
    summary: "Read a space's counts by interval, with metrics",
    detail: AVERAGES,
  },
  "GET /counts/": {
    id: "getCountsOfSpaces",
    tag: "Counts and events",
    summary: "Read the counts of several spaces by interval, with metrics",
    detail: AVERAGES,
  },
  "GET /spaces/:space_id/breaches/": {
    id: "listBreaches",
    tag: "Counts and events",
    summary: "List the times when a space was unsafe",
  },
  "GET /spaces/:space_id/events/": {
    id: "listSpaceEvents",
    tag: "Counts and events",
    summary: "List a space's entrances and exits",
  },
  "GET /sensors/:serial_number/events/": {
    id: "listSensorEvents",
    tag: "Counts and events",
    summary: "List a sensor's events",
  },
  "POST /sensor_events/": {
    id: "ingestSensorEvents",
    tag: "Counts and events",
    summary: "Store many sensor events at once",
  },
  "DELETE /events/:event_id/": {
    id: "voidEvent",
    tag: "Counts and events",
    summary: "Void an event: it counts for nothing from then on",
  },
  "GET /links/:link_id/": { id: "getLink", tag: "Links", summary: "Read a link" },
  "PUT /links/:link_id/": {
    id: "updateLink",
    tag: "Links",
    summary: "Change on which side of the space a sensor is",
    detail: `The placement holds from now on, or from \`effective_from\` on, up to the link's end. An open link that began
before then ends there, and the answer is the link that begins there. A link that had ended by then is followed by an
open one of the other placement.`,
    conflict: "The space and the doorway have been linked again already, or the doorway has been deleted",
  },
  "GET /spaces/:space_id/resets/": {
    id: "listSpaceResets",
    tag: "Resets",
    summary: "List a space's resets, newest first",
  },
  "POST /spaces/:space_id/resets/": {
    id: "createSpaceReset",
    tag: "Resets",
    summary: "Set this space's count",
  },
  "DELETE /resets/:reset_id/": { id: "voidReset", tag: "Resets", summary: "Void a reset" },
  "POST /spaces/:space_id/assigned_teams/": {
    id: "assignTeam",
    tag: "Spaces",
    summary: "Assign a team to a space",
    conflict: "The team is assigned to the space already",
  },
  "DELETE /spaces/:space_id/assigned_teams/:assigned_team_id/": {
    id: "unassignTeam",
    tag: "Spaces",
    summary: "Take a team from a space",
  },
  "GET /time_segments/": { id: "listTimeSegments", tag: "Time segments", summary: "List time segments" },
  "POST /time_segments/": {
    id: "createTimeSegment",
    tag: "Time segments",
    summary: "Create a time segment",
  },
  "GET /time_segments/:time_segment_id/": {
    id: "getTimeSegment",
    tag: "Time segments",
    summary: "Read a time segment",
  },
  "PUT /time_segments/:time_segment_id/": {
    id: "updateTimeSegment",
    tag: "Time segments",
    summary: "Change the given fields of a time segment",
  },
  "DELETE /time_segments/:time_segment_id/": {
    id: "deleteTimeSegment",
    tag: "Time segments",
    summary: "Delete a time segment",
  },
  "GET /time_segment_groups/": {
    id: "listTimeSegmentGroups",
    tag: "Time segments",
    summary: "List groups of time segments",
  },
  "POST /time_segment_groups/": {
    id: "createTimeSegmentGroup",
    tag: "Time segments",
    summary: "Create a group of time segments",
  },
  "GET /time_segment_groups/:time_segment_group_id/": {
    id: "getTimeSegmentGroup",
    tag: "Time segments",
    summary: "Read a group of time segments",
  },
  "PUT /time_segment_groups/:time_segment_group_id/": {
    id: "updateTimeSegmentGroup",
    tag: "Time segments",
    summary: "Change the given fields of a group",
  },
  "DELETE /time_segment_groups/:time_segment_group_id/": {
    id: "deleteTimeSegmentGroup",
    tag: "Time segments",
    summary: "Delete a group; its segments stay",
  },
  "GET /sensors/:serial_number/": { id: "getSensor", tag: "Sensors", summary: "Read a sensor" },
  "POST /sensors/:serial_number/heartbeat/": {
    id: "sendHeartbeat",
    tag: "Sensors",
    summary: "Say that a sensor lives, and how it is",
  },
  "GET /webhooks/:webhook_id/deliveries/": {
    id: "listDeliveries",
    tag: "Webhooks",
    summary: "List a webhook's last calls and all that failed, newest first",
  },
  "POST /webhooks/:webhook_id/deliveries/:delivery_id/replay": {
    id: "replayDelivery",
    tag: "Webhooks",
    summary: "Call a webhook again with what a finished call carried",
    conflict: "The call is not finished, or the webhook is disabled",
  },
  "POST /sockets/": {
    id: "createSocket",
    tag: "Counts and events",
    summary: "Get the address of a websocket that tells of every change of a count",
    detail: `The address lets one websocket in, within \`ttl\` seconds. \`&after=evt_…\` added to it first replays
what came since that event, up to an hour back. A message is \`{payload: {count, direction, event_id, space_id,
timestamp, type}, request_id, version}\`; of a reset, \`type\` is \`reset\`, direction and event_id are null. A client
that is too slow is closed with 1013.`,
  },
  "GET /tokens/": { id: "listTokens", tag: "Administration", summary: "List tokens" },
  "GET /tokens/current/": {
    id: "readCurrentToken",
    tag: "Administration",
    summary: "Read the token that the request shows",
  },
  "POST /tokens/": { id: "createToken", tag: "Administration", summary: "Create a token" },
  "DELETE /tokens/:token_id/": { id: "revokeToken", tag: "Administration", summary: "Revoke a token" },
  "GET /audit_log/": { id: "listAuditLog", tag: "Administration", summary: "List who changed what" },
  "GET /admin/site/": {
    id: "exportSite",
    tag: "Administration",
    summary: "Read the whole site as one document",
  },
  "POST /admin/site/": {
    id: "applySite",
    tag: "Administration",
    summary: "Make the site what a document says",
    conflict: "What the document says cannot be, such as a sensor at two doorways",
  },
  "POST /sql": {
    id: "runSql",
    tag: "SQL",
    summary: "Run a query over the log, the counts and the site",
    detail: `One statement that reads, in DuckDB's SQL, over the views and macros that \`GET /v2/sql/schema/\` lists.
A result is cut off after \`row_limit\` rows, 1,000,000 rows or 256 MB, whichever comes first:
\`truncated\` says so, of tables the header \`Headcount-Truncated\`.
\`as_of\` (\`Headcount-As-Of\`) is the instant that the data shows. A query that is wrong, refused, or takes too long
or too much memory is a 400 that says why. Whole numbers beyond 2^53 are texts; instants are UTC, and columns named
\`local_…\` hold wall times without a zone. A request that is given up stops its query.`,
  },
  "GET /sql/schema/": { id: "getSqlSchema", tag: "SQL", summary: "List the views and macros for queries" },
  "GET /sql/examples/": { id: "listSqlExamples", tag: "SQL", summary: "List the queries that come with it" },
  "POST /admin/backup": {
    id: "backUp",
    tag: "Administration",
    summary: "Take a backup: a tar archive of all data, as it is at one instant",
    detail: `Nothing waits for it. It is made within the data directory before the answer begins, which needs as much
room there again. \`headcount restore\` restores it. It has the hashes of tokens and the secrets of webhooks in it.`,
    conflict: "Another backup is being made, or sent",
  },
  "POST /admin/rebuild": {
    id: "rebuild",
    tag: "Administration",
    summary: "Derive counts from the log again, or compare them with it",
  },
};

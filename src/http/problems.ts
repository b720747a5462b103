import type { ConflictReason, UnknownReason } from "../domain/errors.ts";

export interface ProblemType {
  readonly status: number;
  readonly meaning: string;
  readonly action: string;
}

/** The path under which each problem type is described; with a slug it is the `type` of an answer. */
export const PROBLEMS_PATH = "/problems";

const RETRY = "Wait for the seconds in `Retry-After`, then send the request again.";

/** All types of problem that the API answers (D17), by the last part of their `type`. */
export const PROBLEMS = {
  "invalid-request": {
    status: 400,
    meaning:
      "A parameter or a field of the body is invalid; `errors` has the path of each and the rule that it breaks.",
    action: "Correct the listed parameters and fields.",
  },
  "malformed-body": {
    status: 400,
    meaning:
      "The body is not valid JSON or UTF-8, is nested too deeply, has too many values, or is incomplete.",
    action: "Send a complete body in the format that its `Content-Type` states.",
  },
  "rows-rejected": {
    status: 400,
    meaning:
      "Every row of the batch is invalid, so nothing is stored; `errors` has the index and the rule of each row.",
    action: "Correct the listed rows.",
  },
  "malformed-request": {
    status: 400,
    meaning: "The request is not valid HTTP.",
    action: "Use an HTTP/1.1 client. If the server does not use TLS, use an `http` URL.",
  },
  "invalid-token": {
    status: 403,
    meaning: "The request has no token, or one that this server does not know.",
    action: "Send `Authorization: Bearer <token>` with a token of this server.",
  },
  "missing-scope": {
    status: 403,
    meaning: "The token does not have the scope that the request needs; `detail` names the scope.",
    action: "Use a token that has the scope.",
  },
  "invalid-socket-code": {
    status: 403,
    meaning: "The code in the URL of a websocket is missing, unknown, used or expired.",
    action: "Request a new URL from `POST /v2/sockets/` and connect at once.",
  },
  "unknown-path": {
    status: 404,
    meaning: "The API does not have this path.",
    action: "Compare the path with the API reference at `/docs`.",
  },
  "unknown-space": unknown("space"),
  "unknown-doorway": unknown("doorway"),
  "unknown-link": unknown("link"),
  "unknown-sensor": unknown("sensor", "id or serial number"),
  "unknown-event": unknown("event"),
  "unknown-reset": unknown("reset"),
  "unknown-tag": unknown("tag", "name"),
  "unknown-assigned-team": unknown("assigned team"),
  "unknown-time-segment": unknown("time segment"),
  "unknown-time-segment-group": unknown("time segment group"),
  "unknown-webhook": unknown("webhook"),
  "unknown-delivery": unknown("delivery"),
  "unknown-token": unknown("token"),
  "unknown-import": unknown("import"),
  "unknown-adapter": {
    status: 404,
    meaning: "No adapter has the name in the path; `detail` names the adapters.",
    action: "Use the adapter of the device or of the network server.",
  },
  "method-not-allowed": {
    status: 405,
    meaning: "The path does not support the method.",
    action: "Use one of the methods in `Allow`.",
  },
  "not-acceptable": {
    status: 406,
    meaning: "The path cannot answer in any media type that `Accept` permits; `detail` lists those it has.",
    action: "Permit one of the listed media types in `Accept`.",
  },
  "request-timeout": {
    status: 408,
    meaning: "The headers or the body took too long to arrive.",
    action: "Send the request again, in smaller parts if the connection is slow.",
  },
  "doorway-name-taken": conflict("Another doorway has the name.", "Choose another name."),
  "sensor-attached-elsewhere": conflict(
    "The sensor is attached to another doorway during the time of the change.",
    "Detach the sensor from that doorway first.",
  ),
  "already-linked": conflict(
    "The space and the doorway are already linked during the time of the change.",
    "Change or delete the existing link, which `detail` names.",
  ),
  "doorway-deleted": conflict(
    "The doorway of the link has been deleted, so the link cannot be continued.",
    "Create a new doorway and link it.",
  ),
  "events-removed": conflict(
    "The change concerns a time whose events retention has removed, so it would change no count.",
    "Change only times after the log start, which `detail` states.",
  ),
  "events-not-removable": conflict(
    "The old events cannot be removed: no event would be left, or stored counts differ from the events.",
    "See `detail`. If counts differ, rebuild them first.",
  ),
  "space-has-children": conflict(
    "The space contains other spaces, which `detail` names.",
    "Move or delete the children first.",
  ),
  "team-already-assigned": conflict("The team is already assigned to the space.", "No action is needed."),
  "idempotency-key-reused": conflict(
    "The `Idempotency-Key` was used for a request with another body.",
    "Use a new key for each event.",
  ),
  "event-voided": conflict(
    "The event that an earlier request with this `Idempotency-Key` created has been voided.",
    "Use a new key to create the event again.",
  ),
  "delivery-unfinished": conflict(
    "The delivery is pending or is being retried, so it cannot be replayed.",
    "Wait until its status is `delivered` or `dead`.",
  ),
  "webhook-disabled": conflict("The webhook is disabled, so it makes no calls.", "Enable the webhook first."),
  "too-many-deliveries": conflict(
    "The webhook has reached the maximum number of pending deliveries.",
    "Wait until some are delivered, then replay again.",
  ),
  "too-many-readings": conflict(
    "The sensor has too many readings since `effective_from` to judge them again in one change.",
    "Choose a later `effective_from`.",
  ),
  "sensor-in-use": conflict(
    "The sensor has events or readings, or has been at a doorway, so it cannot be deleted.",
    "Set `ignored` of the sensor to store no more of its messages.",
  ),
  "older-node": conflict(
    "Servers of the cluster that are alive have a release that is too old for the change; `detail` names them.",
    "Upgrade or stop these servers first.",
  ),
  "backup-running": conflict(
    "The server is making or sending another backup.",
    "Wait until that backup is complete.",
  ),
  "precondition-failed": {
    status: 412,
    meaning: "A file of the console does not meet the request's `If-Match` or `If-Unmodified-Since`.",
    action: "Request the file without the condition.",
  },
  "body-too-large": {
    status: 413,
    meaning: "The decompressed body has more bytes than the path accepts; `detail` states the limit.",
    action: "Split the body into several requests.",
  },
  "unsupported-media-type": {
    status: 415,
    meaning: "The path does not accept bodies of this `Content-Type`.",
    action: "Send JSON with `Content-Type: application/json`, or use another format that the path accepts.",
  },
  "unsupported-content-encoding": {
    status: 415,
    meaning: "The server cannot decompress bodies of this `Content-Encoding`.",
    action: "Use one of the encodings in `Accept-Encoding`, or none.",
  },
  "range-not-satisfiable": {
    status: 416,
    meaning: "A file of the console is shorter than the start of the request's `Range`.",
    action: "Request the file without a range.",
  },
  "upgrade-required": {
    status: 426,
    meaning: "The path is for websockets, and the request is not a websocket handshake.",
    action: "Open the URL from `POST /v2/sockets/` with a websocket client.",
  },
  "rate-limit-exceeded": {
    status: 429,
    meaning:
      "The token, or the address of a client without a valid token, has made too many requests in a minute.",
    action: RETRY,
  },
  "headers-too-large": {
    status: 431,
    meaning: "The headers of the request are too large.",
    action: "Send fewer or shorter headers.",
  },
  "internal-error": {
    status: 500,
    meaning: "The server failed. Its log has the cause under the request's `X-Request-Id`.",
    action: "Report the request id to the operator of the server.",
  },
  "data-damaged": {
    status: 500,
    meaning: "Files of the data directory are damaged.",
    action: "The operator must stop the server and restore the data directory from a backup.",
  },
  "data-lost": {
    status: 500,
    meaning: "Files on which the counts of this time depend are missing, and their events have been removed.",
    action: "The operator must restore a backup that contains the files. Other requests are not affected.",
  },
  "not-ready": {
    status: 503,
    meaning: "The server is starting or stopping, follows the log of its cluster, or has damaged data.",
    action: RETRY,
  },
  overloaded: {
    status: 503,
    meaning: "The server has reached a limit of connections, websockets, queued writes or bodies in memory.",
    action: RETRY,
  },
  unavailable: {
    status: 503,
    meaning:
      "The server cannot carry out the request at present; `detail` has the reason, such as a full disk.",
    action: `${RETRY} Without this header, repeating does not help: the operator of the server finds in \`detail\` what to do.`,
  },
} satisfies Readonly<Record<UnknownReason | ConflictReason, ProblemType> & Record<string, ProblemType>>;

export type ProblemSlug = keyof typeof PROBLEMS;

/** The `type` of a problem: a relative URI (RFC 9457, 3.1.1). */
export function problemType(slug: ProblemSlug): string {
  return `${PROBLEMS_PATH}/${slug}`;
}

/** The `title` of a problem: its slug in words, with an exception. */
export function problemTitle(slug: ProblemSlug): string {
  // Its detail does not state what to do (D18).
  if (slug === "invalid-token") return "Missing or unknown token: send Authorization: Bearer <token>";
  return `${slug.charAt(0).toUpperCase()}${slug.slice(1).replaceAll("-", " ")}`;
}

/** The problem of a path whose parameter names nothing: `unknown-time-segment` for `time_segment_id`. */
export function unknownBy(parameter: string): ProblemSlug {
  const resource = parameter === "serial_number" ? "sensor" : parameter.replace(/_(?:id|name)$/, "");
  const slug = `unknown-${resource.replaceAll("_", "-")}`;
  return Object.hasOwn(PROBLEMS, slug) ? (slug as ProblemSlug) : "unknown-path";
}

/** A 404 of a resource that the path names by an id, or otherwise. */
function unknown(resource: string, name = "id"): ProblemType {
  return {
    status: 404,
    meaning: `No ${resource} has the ${name} in the path, or the ${name} is malformed.`,
    action: `Check the ${name}, or list the resources that exist.`,
  };
}

/** A 409: the request is valid, but contradicts the present state. */
function conflict(meaning: string, action: string): ProblemType {
  return { status: 409, meaning, action };
}

import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FailureKind, HeadcountError, type Issue } from "../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";
import { UnreadableRows } from "../formats/in/json-rows.ts";
import { PROBLEMS, type ProblemSlug, problemTitle, problemType } from "./problems.ts";

/** For answers that caches must not store: errors, and secrets that are shown once. */
export const NO_STORE = { "cache-control": "no-store" } as const;

/** The media type of every error's body (RFC 9457). */
const PROBLEM_TYPE = "application/problem+json";

/** The seconds after which a client repeats a request that was answered with 503. */
const RETRY_HEADERS = { "retry-after": "5" };

/** The problem of a failure without a reason; no route has the others, which are failures of the command line. */
const PROBLEMS_OF_KINDS: Readonly<Partial<Record<FailureKind, ProblemSlug>>> = {
  invalid: "invalid-request",
  "unreadable-input": "invalid-request",
  unavailable: "unavailable",
  "data-lost": "data-lost",
  "log-diverged": "unavailable",
  "store-newer": "unavailable",
  "log-truncated": "unavailable",
  "store-damaged": "data-damaged",
};

export const DAMAGED_DETAIL =
  "the data of the server is damaged; stop the server and restore the data directory from a backup. The log has the details";

const FRAMEWORK_DETAILS: Readonly<Record<string, string>> = {
  FST_CP_ERR_INVALID_CONTENT: "the body cannot be decompressed as its Content-Encoding states",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "the path does not accept bodies of this Content-Type",
};

const PROBLEMS_OF_STATUSES: Readonly<Record<number, ProblemSlug>> = {
  400: "malformed-body",
  412: "precondition-failed",
  413: "body-too-large",
  415: "unsupported-media-type",
  416: "range-not-satisfiable",
};

interface Answer {
  readonly slug: ProblemSlug;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The invalid parts of the request, with a 400; without them, the body as a whole. */
  readonly issues?: readonly Issue[];
  /** Further members of the body (RFC 9457, 3.2). */
  readonly members?: object;
}

/** A problem that only HTTP has, such as a 405; `message` is written for the client. */
export class Refusal extends Error {
  readonly slug: ProblemSlug;
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;

  constructor(
    slug: ProblemSlug,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    members: object = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.slug = slug;
    this.headers = headers;
    this.members = members;
  }
}

export function malformed(message: string): Refusal {
  return new Refusal("malformed-body", message);
}

export function notUtf8(): Refusal {
  return malformed("the body is not valid UTF-8");
}

/** The server has reached a limit, which `message` names. */
export function busy(message: string): Refusal {
  return new Refusal("overloaded", message, RETRY_HEADERS);
}

/** Before the server is ready, and while it stops. @param detail what it does */
export function notReady(detail = "the server is starting or stopping"): Refusal {
  return new Refusal("not-ready", detail, RETRY_HEADERS);
}

/** Answers with the problem of an error: only this function turns errors into responses (D17). */
export function sendProblem(
  error: unknown,
  request: Pick<FastifyRequest, "log">,
  reply: FastifyReply,
): FastifyReply {
  const answer = answerTo(error);
  const problem = problemOf(answer);
  // A refusal with any status is not a failure of the server.
  if (problem.status >= 500 && !(error instanceof Refusal)) {
    // All requests may fail so at the same time; the message says it all.
    if (error instanceof HeadcountError && error.kind === "unavailable")
      request.log.warn({ reason: error.message }, "a request was answered with 503");
    else request.log.error({ err: error }, "a request failed");
  }
  // As bytes: Fastify adds a charset to text, which this media type does not have.
  const body = Buffer.from(JSON.stringify(problem));
  return reply
    .code(problem.status)
    .headers({ ...answer.headers, ...NO_STORE, "content-type": PROBLEM_TYPE })
    .send(body);
}

/** How long a client may take to read the problem before its connection is closed, in ms. */
const REFUSAL_MS = 1_000;

/** The error of a connection; Node's errors have codes. */
export type ConnectionError = Error & { readonly code?: string };

/** Answers a connection that sent something other than HTTP, or was too slow, and closes it. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    return void socket.destroy();
  }
  const problem = problemOf(connectionAnswer(error.code));
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "Connection: close",
    "Cache-Control: no-store",
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // If it were closed at once, a client that is still sending would not receive the answer.
  const cutting = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(cutting));
}

function connectionAnswer(code: string | undefined): Answer {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { slug: "request-timeout", detail: "the request took too long to arrive" };
  if (code === "HPE_HEADER_OVERFLOW")
    return { slug: "headers-too-large", detail: "the headers of the request are too large" };
  const detail = "the request is not valid HTTP";
  return { slug: "malformed-request", detail, issues: [{ path: "request", message: detail }] };
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) return { ...error, detail: error.message };
  if (error instanceof UnreadableRows) return { slug: "malformed-body", detail: error.message };
  const known = error instanceof HeadcountError ? failureAnswer(error) : clientError(error);
  return known ?? { slug: "internal-error", detail: "the server failed; its log has the cause" };
}

function failureAnswer({ kind, reason, message, issues, isLasting }: HeadcountError): Answer | null {
  const slug = reason ?? PROBLEMS_OF_KINDS[kind];
  if (slug === undefined) return null;
  if (slug === "data-damaged") return { slug, detail: DAMAGED_DETAIL };
  if (slug === "unavailable" && isLasting) return { slug, detail: `${message}; repeating does not help` };
  const headers = slug === "unavailable" ? RETRY_HEADERS : {};
  return { slug, detail: message, headers, ...(issues.length === 0 ? {} : { issues }) };
}

/** The answer to an error that a library blames on the client; null for any other error. */
function clientError(error: unknown): Answer | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  const { statusCode, message } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const slug = typeof statusCode === "number" ? PROBLEMS_OF_STATUSES[statusCode] : undefined;
  // Connections that break off within a body have the system's code; http-errors states what may be shown.
  const isShown = code.startsWith("FST_") || code === "ECONNRESET" || ("expose" in error && error.expose);
  return slug !== undefined && isShown ? { slug, detail: FRAMEWORK_DETAILS[code] ?? message } : null;
}

/** The body of an error (D17); it has `errors` with a 400. */
function problemOf({ slug, detail, issues = [{ path: "body", message: detail }], members }: Answer) {
  const { status } = PROBLEMS[slug];
  const problem = { type: problemType(slug), title: problemTitle(slug), status, detail };
  const errors = status === 400 ? { errors: issues.slice(0, ISSUES_LISTED_MAX) } : {};
  return { ...problem, ...errors, ...members };
}

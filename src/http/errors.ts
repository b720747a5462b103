import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type FailureKind, HeadcountError, type Issue } from "../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";
import { NO_STORE } from "./caching.ts";

/** The media type of every error's body (RFC 9457). */
const PROBLEM_TYPE = "application/problem+json";

/** When to try again after a 503, in seconds. */
const RETRY_HEADERS = { "retry-after": "5" };

const STATUSES: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  "unreadable-input": 400,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  "unsupported-format": 415,
  unavailable: 503,
  "store-held": 500,
  "store-newer": 500,
  "store-damaged": 500,
  "store-incomplete": 500,
  "data-lost": 500,
};

const NOT_JSON = "the body is not valid JSON";

/** What is answered where data of the server's directory are needed that are damaged. */
export const DAMAGED_DETAIL =
  "the data of the server are damaged: stop it, and restore its data directory from a backup; its log says more";

/** What Fastify says in words of its own, by its error's code. */
const FRAMEWORK_DETAILS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: NOT_JSON,
  FST_CP_ERR_INVALID_CONTENT: "the body cannot be unpacked as its content encoding says",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "the body has a content type that is not taken here",
};

/** The body of an error (D17). */
interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** With a 400. */
  readonly errors?: readonly Issue[];
}

interface Answer {
  readonly status: number;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly Issue[];
}

/** A refusal that only HTTP knows, such as a 405; `message` is fit to be shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}

export function notJson(): Refusal {
  return new Refusal(400, NOT_JSON);
}

export function notUtf8(): Refusal {
  return new Refusal(400, "the body is not a text in UTF-8");
}

/** What is answered where there is too much to do, or too many to do it for. */
export function busy(message: string): Refusal {
  return new Refusal(503, message, RETRY_HEADERS);
}

/** What is answered before the server is ready, and when it stops. */
export function notReady(): Refusal {
  return busy("the server is starting or stopping");
}

/** Answers with what went wrong: the one place that turns errors into responses (D17). */
export function sendProblem(
  error: unknown,
  request: Pick<FastifyRequest, "log">,
  reply: FastifyReply,
): FastifyReply {
  const answer = answerTo(error);
  // A refusal is no failure, whatever its status.
  if (answer.status >= 500 && !(error instanceof Refusal))
    request.log.error({ err: error }, "a request failed");
  // As bytes: to text Fastify adds a charset, which this media type does not have.
  const body = Buffer.from(JSON.stringify(problemOf(answer)));
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, ...NO_STORE, "content-type": PROBLEM_TYPE })
    .send(body);
}

/** The code of the error of a request that does not arrive in time; Node's own. */
export const REQUEST_TIMEOUT = "ERR_HTTP_REQUEST_TIMEOUT";

/** How long a client that is refused may take to read why before its connection is cut, in ms. */
const REFUSAL_MS = 1_000;

/** Why a connection cannot be read; Node's errors have codes. */
export type ConnectionError = Error & { readonly code?: string };

/** Answers a connection that sent something that is not HTTP, or not in time, and closes it. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const problem = problemOf(connectionAnswer(error.code));
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    "Connection: close",
    "Cache-Control: no-store",
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // To close it at once would take the answer away from a client that is still sending.
  const cutting = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(cutting));
}

function connectionAnswer(code: string | undefined): Answer {
  if (code === REQUEST_TIMEOUT) return { status: 408, detail: "the request took too long to arrive" };
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, detail: "the request's headers are too large" };
  return invalidRequest("the request is not valid HTTP", "request");
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { status, message: detail, headers } = error;
    return status === 400 ? { ...invalidRequest(detail), headers } : { status, detail, headers };
  }
  if (error instanceof HeadcountError) return failureAnswer(error);
  const blamed = clientError(error);
  if (blamed?.status === 400) return invalidRequest(blamed.detail);
  if (blamed !== null) return blamed;
  return { status: 500, detail: "something went wrong in the server; its log says more" };
}

function failureAnswer({ kind, message, issues }: HeadcountError): Answer {
  const status = STATUSES[kind];
  if (status === 400 && issues.length === 0) return invalidRequest(message);
  if (kind === "store-damaged") return { status, detail: DAMAGED_DETAIL };
  // A request that needs lost data is answered so; all other requests are answered as usual.
  if (status === 500 && kind !== "data-lost")
    return { status, detail: "the server's data cannot be used; its log says more" };
  const headers = status === 503 ? RETRY_HEADERS : {};
  return { status, detail: message, headers, ...(status === 400 ? { issues } : {}) };
}

function invalidRequest(detail: string, path = "body"): Answer {
  return { status: 400, detail, issues: [{ path, message: detail }] };
}

/** What an error amounts to that a library blames on the client, or null for any other error. */
function clientError(error: unknown): Answer | null {
  if (!(error instanceof Error) || !("statusCode" in error)) return null;
  const { statusCode, message } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode > 499) return null;
  // Connections that break off within a body come with the system's code; http-errors says what may be shown.
  const isShown = code.startsWith("FST_") || code === "ECONNRESET" || ("expose" in error && error.expose);
  return isShown ? { status: statusCode, detail: FRAMEWORK_DETAILS[code] ?? message } : null;
}

function problemOf({ status, detail, issues }: Answer): Problem {
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    ...(issues === undefined ? {} : { errors: issues.slice(0, ISSUES_LISTED_MAX) }),
  };
}

import { STATUS_CODES } from "node:http";
import { AddressRefused } from "./address-rules.ts";

/** How long the parts of one attempt may take, in ms. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  /** All of it. */
  readonly whole: number;
}

/** Stands for an attempt that has used up its time. */
export class OutOfTime extends Error {}

/** What the codes of the system's, TLS's and undici's errors mean to people. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before an answer came",
  EPIPE: "the connection was closed before an answer came",
  UND_ERR_SOCKET: "the connection was closed before an answer came",
  ENOTFOUND: "its host name does not resolve",
  EAI_AGAIN: "its host name could not be resolved for now",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  EPROTO: "TLS failed: the other side does not speak it",
  UND_ERR_HEADERS_OVERFLOW: "the headers of its answer are too long",
  UND_ERR_DESTROYED: "cut off: the server is stopping",
};

/** Says in a few words why an attempt got no answer. */
export function reasonOf(error: unknown, timeouts: Timeouts): string {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof OutOfTime) return `gave up after ${seconds(timeouts.whole)}`;
  if (!(error instanceof Error)) return "it failed for an unknown reason";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return `no connection within ${seconds(timeouts.connect)}`;
  if (code === "UND_ERR_HEADERS_TIMEOUT") return `no answer within ${seconds(timeouts.headers)}`;
  if (error.name === "HTTPParserError") return "its answer is not HTTP";
  if (isAboutCertificate(code)) return `TLS failed: its certificate is not accepted (${code})`;
  if (code.startsWith("ERR_SSL_")) return `TLS failed (${code})`;
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return `it cannot be sent: ${error.message}`;
  return REASONS[code] ?? `it failed (${code === "" ? error.name : code})`;
}

/** A status with its name, such as `503 Service Unavailable`. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

function isAboutCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS_/.test(code);
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}

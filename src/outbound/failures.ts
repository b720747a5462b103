import { STATUS_CODES } from "node:http";
import { AddressRejected } from "./address-rules.ts";

/** Timeouts of one attempt, in ms. */
export interface Timeouts {
  readonly connect: number;
  readonly headers: number;
  readonly body: number;
  /** The whole attempt. */
  readonly whole: number;
}

/** The error of an attempt that has taken too long. */
export class CallTimeout extends Error {}

/** Messages for error codes of the system, TLS and undici. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before a response",
  EPIPE: "the connection was closed before a response",
  UND_ERR_SOCKET: "the connection was closed before a response",
  ENOTFOUND: "the host name does not resolve",
  EAI_AGAIN: "the host name could not be resolved temporarily",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  EPROTO: "TLS failed: the endpoint does not use TLS",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the response are too long",
  UND_ERR_DESTROYED: "aborted: the server is stopping",
};

/** A short message about why an attempt got no response. */
export function reasonOf(error: unknown, timeouts: Timeouts): string {
  if (error instanceof AddressRejected) return error.message;
  if (error instanceof CallTimeout) return `no response after ${seconds(timeouts.whole)}`;
  if (!(error instanceof Error)) return "the call failed for an unknown reason";
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return `no connection within ${seconds(timeouts.connect)}`;
  if (code === "UND_ERR_HEADERS_TIMEOUT") return `no response headers within ${seconds(timeouts.headers)}`;
  if (error.name === "HTTPParserError") return "the response is not HTTP";
  if (isAboutCertificate(code)) return `TLS failed: the certificate is not accepted (${code})`;
  if (code.startsWith("ERR_SSL_")) return `TLS failed (${code})`;
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return `the call cannot be sent: ${error.message}`;
  return REASONS[code] ?? `the call failed (${code === "" ? error.name : code})`;
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

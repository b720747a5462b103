import {
  ANSWER_STALL_MS_MAX,
  BODY_WINDOW_BYTES_MIN,
  BODY_WINDOW_MS,
  CONNECTIONS_DEFAULT,
  CONNECTIONS_MIN,
  DESCRIPTORS_KEPT_MIN,
  HEADERS_MS_MAX,
  KEEP_ALIVE_MS_MAX,
  REQUEST_MS_MAX,
  SPARE_CONNECTION_MS_MAX,
  SPARE_CONNECTIONS_MAX,
} from "../../domain/limits.ts";

/** Bounds on connections; times in ms. */
export interface ConnectionBounds {
  /** Open at a time, websockets included. */
  readonly total: number;
  /** Of one address that is not a trusted proxy. */
  readonly perAddress: number;
  /** Beyond `total` or `perAddress`, for health checks. */
  readonly spare: number;
  readonly spareMs: number;
  readonly headersMs: number;
  readonly bodyWindowMs: number;
  /** Bytes of a body that have to arrive in each window. */
  readonly bodyWindowBytes: number;
  readonly requestMs: number;
  readonly answerStallMs: number;
  readonly keepAliveMs: number;
  /** How often requests that are still arriving are checked. */
  readonly checkMs: number;
}

/** How often requests that are still arriving are checked, in ms. */
const CHECK_MS = 1_000;

/** The largest share of all connections that one address may have. */
const SHARE_PER_ADDRESS = 1 / 2;

/** The share of all file descriptors that is reserved for other uses than connections. */
const SHARE_KEPT = 1 / 5;

/** All bounds: those that are given, and defaults for the others. */
export function connectionBounds(given: Partial<ConnectionBounds> = {}): ConnectionBounds {
  const { total = CONNECTIONS_DEFAULT } = given;
  return {
    total,
    perAddress: Math.ceil(total * SHARE_PER_ADDRESS),
    spare: SPARE_CONNECTIONS_MAX,
    spareMs: SPARE_CONNECTION_MS_MAX,
    headersMs: HEADERS_MS_MAX,
    bodyWindowMs: BODY_WINDOW_MS,
    bodyWindowBytes: BODY_WINDOW_BYTES_MIN,
    requestMs: REQUEST_MS_MAX,
    answerStallMs: ANSWER_STALL_MS_MAX,
    keepAliveMs: KEEP_ALIVE_MS_MAX,
    checkMs: CHECK_MS,
    ...given,
  };
}

/**
 * How many connections a process may have open, so that file descriptors remain for files and the database.
 *
 * @param descriptors how many the process may have
 */
export function connectionsFor(descriptors: number): number {
  const kept = Math.max(DESCRIPTORS_KEPT_MIN, Math.ceil(descriptors * SHARE_KEPT));
  return Math.max(CONNECTIONS_MIN, descriptors - kept - SPARE_CONNECTIONS_MAX);
}

import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CONNECTIONS_DEFAULT, CONNECTIONS_MIN } from "../../../domain/limits.ts";
import { busy, type ConnectionError, type Refusal, refuseConnection } from "../../errors.ts";

/** Connections beyond the bound that are answered with 503. */
export const EXCESS_CONNECTIONS_MAX = 64;

/** Minimum number of file descriptors reserved for files, the database, webhooks and SQL queries. */
export const DESCRIPTORS_KEPT_MIN = 128;

/** How long request headers may take, in ms, from the connection or the first byte of the request. */
export const HEADERS_MS_MAX = 20_000;

/** How long a whole request may take to arrive, in ms. */
export const REQUEST_MS_MAX = 5 * 60_000;

/** How long a client may read nothing of a response, in ms, before the connection is closed. */
export const ANSWER_STALL_MS_MAX = 60_000;

/** Keep-alive timeout in ms: longer than that of proxies. */
export const KEEP_ALIVE_MS_MAX = 72_000;

/** The largest share of all connections that one address may have. */
const SHARE_PER_ADDRESS = 1 / 2;

/** The share of all file descriptors that is reserved for other uses than connections. */
const SHARE_KEPT = 1 / 5;

const DEFAULT_BOUNDS = {
  /** Open at a time, websockets included. */
  total: CONNECTIONS_DEFAULT,
  headersMs: HEADERS_MS_MAX,
  requestMs: REQUEST_MS_MAX,
  answerStallMs: ANSWER_STALL_MS_MAX,
  keepAliveMs: KEEP_ALIVE_MS_MAX,
  /** How often requests that are still arriving are checked. */
  checkMs: 1_000,
};

/** Bounds on connections; times in ms. `perAddress` is of one address that is not a trusted proxy. */
export type ConnectionBounds = Readonly<typeof DEFAULT_BOUNDS & { perAddress: number }>;

/** All bounds: those that are given, and defaults for the others. */
export function connectionBounds(given: Partial<ConnectionBounds> = {}): ConnectionBounds {
  const { total = CONNECTIONS_DEFAULT } = given;
  return { ...DEFAULT_BOUNDS, perAddress: Math.ceil(total * SHARE_PER_ADDRESS), ...given };
}

/** How many connections a process may have open, so that file descriptors remain for files and the database. */
export function connectionsFor(descriptors: number): number {
  const kept = Math.max(DESCRIPTORS_KEPT_MIN, Math.ceil(descriptors * SHARE_KEPT));
  return Math.max(CONNECTIONS_MIN, descriptors - kept - EXCESS_CONNECTIONS_MAX);
}

/**
 * Bounds the connections of a server, in total and per address: requests on those beyond are answered with 503. Node
 * limits how long requests may take to arrive; here, how long clients may read nothing of an answer.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #isTrusted: (address: string) => boolean;
  /** The connections within the bounds by address, those of trusted proxies under null; and those beyond. */
  readonly #byAddress = new Map<string | null, Set<Socket>>();
  readonly #excess = new Set<Socket>();
  /** The answer to the last request on each connection; null before it. */
  readonly #answers = new WeakMap<Socket, ServerResponse | null>();
  #counted = 0;

  /** @param trustProxy the addresses of proxies, which connect for many clients; null for none */
  constructor(bounds: ConnectionBounds, trustProxy: string | null) {
    this.#bounds = bounds;
    const trusts =
      trustProxy === null ? null : proxyAddr.compile(trustProxy.split(",").map((each) => each.trim()));
    this.#isTrusted = (address) => trusts?.(address, 0) ?? false;
  }

  watch(server: Server): void {
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.setTimeout(this.#bounds.answerStallMs);
    server.on("request", ({ socket }, response) => {
      this.#answers.set(socket, response);
      // Node closes a connection without traffic if nothing listens, also while the server prepares an answer.
      response.on("timeout", () => {
        if (socket.writableLength > 0) socket.destroy();
      });
    });
  }

  /** Answers requests on connections beyond the bounds with 503, except health checks, and closes each after its answer. */
  readonly refuseExcess = (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (refusal?: Refusal) => void,
  ) => {
    if (!this.#excess.has(request.raw.socket)) return done();
    const { isHealthCheck = false } = request.routeOptions.config ?? {};
    reply.header("connection", "close");
    done(isHealthCheck ? undefined : busy("too many connections are open"));
  };

  /**
   * Answers a connection on which no further request can be read, and closes it. While a client waits for the answer
   * to an earlier request, its connection is closed without one, because it would take this one for that.
   */
  refuse(error: ConnectionError, socket: Socket): void {
    // Node emits an error for each chunk after the one that it could not parse.
    if (socket.writableEnded) return;
    const last = this.#answers.get(socket);
    if (!last || last.closed || isOfUnread(last)) refuseConnection(error, socket);
    else socket.destroy();
  }

  #accept(socket: Socket): void {
    // A connection that has offered another protocol is emitted a second time.
    if (this.#answers.has(socket)) return;
    this.#answers.set(socket, null);
    const address = this.#addressOf(socket);
    const own = this.#byAddress.get(address) ?? new Set<Socket>();
    const { total, perAddress } = this.#bounds;
    if (this.#counted >= total || (address !== null && own.size >= perAddress)) {
      this.#addExcess(socket);
      return;
    }
    this.#byAddress.set(address, own.add(socket));
    this.#counted++;
    socket.once("close", () => {
      own.delete(socket);
      this.#counted--;
      if (own.size === 0) this.#byAddress.delete(address);
    });
  }

  /** The address of a connection; null for a trusted proxy. An IPv6 network counts as one address. */
  #addressOf({ remoteAddress = "" }: Socket): string | null {
    return this.#isTrusted(remoteAddress) ? null : rateLimit.normalizeIP(remoteAddress);
  }

  /** Keeps a connection for one answer, and closes the oldest of them if there are too many. */
  #addExcess(socket: Socket): void {
    const [oldest] = this.#excess;
    if (this.#excess.size >= EXCESS_CONNECTIONS_MAX) oldest?.destroy();
    this.#excess.add(socket);
    socket.once("close", () => this.#excess.delete(socket));
  }
}

/** Whether an answer has not begun, is the next on its connection, and belongs to a request that has not arrived whole. */
function isOfUnread({ headersSent, req, socket }: ServerResponse): boolean {
  // An answer has the socket once those before it have ended.
  return !headersSent && !req.complete && socket !== null;
}

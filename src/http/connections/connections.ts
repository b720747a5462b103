import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import proxyAddr from "@fastify/proxy-addr";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
import { busy, type ConnectionError, REQUEST_TIMEOUT, type Refusal, refuseConnection } from "../errors.ts";

/** The largest share of all connections that one address may have. */
const SHARE_PER_ADDRESS = 1 / 2;

/** The share of all file descriptors that is reserved for other uses than connections. */
const SHARE_KEPT = 1 / 5;

const DEFAULT_BOUNDS = {
  /** Open at a time, websockets included. */
  total: CONNECTIONS_DEFAULT,
  /** Beyond `total` or `perAddress`, for health checks. */
  spare: SPARE_CONNECTIONS_MAX,
  spareMs: SPARE_CONNECTION_MS_MAX,
  headersMs: HEADERS_MS_MAX,
  bodyWindowMs: BODY_WINDOW_MS,
  /** Bytes of a body that have to arrive in each window. */
  bodyWindowBytes: BODY_WINDOW_BYTES_MIN,
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

/**
 * How many connections a process may have open, so that file descriptors remain for files and the database.
 *
 * @param descriptors how many the process may have
 */
export function connectionsFor(descriptors: number): number {
  const kept = Math.max(DESCRIPTORS_KEPT_MIN, Math.ceil(descriptors * SHARE_KEPT));
  return Math.max(CONNECTIONS_MIN, descriptors - kept - SPARE_CONNECTIONS_MAX);
}

/** An open connection. */
interface Connection {
  /** The address that it counts for; null for a trusted proxy, and for a spare connection. */
  readonly address: string | null;
  readonly isSpare: boolean;
  /** The last request on it; null before the first, and for websockets. */
  request: IncomingMessage | null;
  /**
   * The answer to that request, after those that had not ended when it arrived, in the order of the requests: a
   * client may send several requests without waiting. All may have ended since.
   */
  answers: readonly ServerResponse[];
  /** Whether further data is ignored; it is closed once the requests before are answered. */
  isRefused: boolean;
  /** When the current window of the request's body began, in ms of the process, and the bytes until then. */
  windowStart: number;
  windowBytes: number;
}

/**
 * Limits the connections of a server: their number, in total and per address, and the time that clients may take to
 * send requests and to read answers. Connections beyond the limit are spare: they answer health checks, and 503 to
 * all other requests.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #isTrusted: (address: string) => boolean;
  readonly #open = new Map<Socket, Connection>();
  readonly #perAddress = new Map<string, number>();
  /** In the order of arrival. */
  readonly #spare = new Set<Socket>();
  #counted = 0;

  /** @param trustProxy the addresses of proxies, which connect for many clients; null for none */
  constructor(bounds: ConnectionBounds, trustProxy: string | null) {
    this.#bounds = bounds;
    const trusts =
      trustProxy === null ? null : proxyAddr.compile(trustProxy.split(",").map((each) => each.trim()));
    this.#isTrusted = (address) => trusts?.(address, 0) ?? false;
  }

  /** Limits the connections of a server until it is closed. */
  watch(server: Server): void {
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.on("request", (request, response) => this.#note(request, response));
    server.setTimeout(this.#bounds.answerStallMs, (socket: Socket) => this.#endIdle(socket));
    const checking = setInterval(() => this.#cutSlow(), this.#bounds.checkMs).unref();
    server.once("close", () => clearInterval(checking));
  }

  /** Whether a connection is beyond the limit, and open only for health checks. */
  isSpare(socket: Socket): boolean {
    return this.#open.get(socket)?.isSpare ?? false;
  }

  /**
   * Answers a connection on which no further request can be read, and closes it: after the answers to all requests
   * that have arrived whole.
   */
  refuse(error: ConnectionError, socket: Socket): void {
    const connection = this.#open.get(socket);
    // Node emits an error for each chunk after the one that it could not parse.
    if (connection?.isRefused) return;
    if (connection !== undefined) connection.isRefused = true;
    const answers = openAnswers(connection);
    // They end in the order of their requests.
    const last = answers.findLast(({ req }) => req.complete);
    const refuse = () => {
      // That answer may have been the last of the connection, and is still being sent.
      if (socket.writableEnded) return;
      const own = answers.find(({ req }) => !req.complete);
      if (own?.headersSent) socket.destroy();
      else refuseConnection(error, socket);
    };
    if (last === undefined) refuse();
    else last.once("close", refuse);
  }

  #accept(socket: Socket): void {
    // A connection that has offered another protocol is emitted a second time.
    if (this.#open.has(socket)) return;
    const address = this.#addressOf(socket);
    const isSpare = this.#counted >= this.#bounds.total || this.#countOf(address) >= this.#bounds.perAddress;
    const connection: Connection = {
      address: isSpare ? null : address,
      isSpare,
      request: null,
      answers: [],
      isRefused: false,
      windowStart: 0,
      windowBytes: 0,
    };
    this.#open.set(socket, connection);
    if (isSpare) this.#addSpare(socket);
    else this.#count(connection, 1);
    socket.once("close", () => {
      this.#open.delete(socket);
      if (isSpare) this.#spare.delete(socket);
      else this.#count(connection, -1);
    });
  }

  /** The address of a connection; null for a trusted proxy. An IPv6 network counts as one address. */
  #addressOf({ remoteAddress = "" }: Socket): string | null {
    return this.#isTrusted(remoteAddress) ? null : rateLimit.normalizeIP(remoteAddress);
  }

  #countOf(address: string | null): number {
    return address === null ? 0 : (this.#perAddress.get(address) ?? 0);
  }

  #count({ address }: Connection, change: 1 | -1): void {
    this.#counted += change;
    if (address === null) return;
    const count = this.#countOf(address) + change;
    if (count === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, count);
  }

  /** Closes the oldest spare connection if there are too many. */
  #addSpare(socket: Socket): void {
    const [oldest] = this.#spare;
    if (this.#spare.size >= this.#bounds.spare) oldest?.destroy();
    this.#spare.add(socket);
    const timer = setTimeout(() => socket.destroy(), this.#bounds.spareMs).unref();
    socket.once("close", () => clearTimeout(timer));
  }

  #note(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.answers = [...openAnswers(connection), response];
    connection.windowStart = performance.now();
    connection.windowBytes = request.socket.bytesRead;
  }

  /** Closes connections whose bodies arrive too slowly while they are being read. */
  #cutSlow(): void {
    const now = performance.now();
    const { bodyWindowMs, bodyWindowBytes } = this.#bounds;
    for (const [socket, connection] of this.#open) {
      const { request, windowStart, windowBytes } = connection;
      if (request === null || request.complete) continue;
      const isRead = request.readableFlowing === true;
      if (isRead && now - windowStart < bodyWindowMs) continue;
      if (isRead && socket.bytesRead - windowBytes < bodyWindowBytes) {
        this.refuse(
          Object.assign(new Error("the body arrives too slowly"), { code: REQUEST_TIMEOUT }),
          socket,
        );
        continue;
      }
      connection.windowStart = now;
      connection.windowBytes = socket.bytesRead;
    }
  }

  /** Closes a connection without traffic, unless the server is preparing an answer. */
  #endIdle(socket: Socket): void {
    const isAnswering = openAnswers(this.#open.get(socket)).length > 0;
    if (!isAnswering || socket.writableLength > 0) socket.destroy();
  }
}

/** The answers of a connection that have not ended. */
function openAnswers(connection: Connection | undefined): readonly ServerResponse[] {
  return connection?.answers.filter(({ closed }) => !closed) ?? [];
}

/** Answers 503 to all but health checks on spare connections, and closes each after its answer. */
export function keepSpare(connections: Connections) {
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void): void => {
    const isSpare = connections.isSpare(request.raw.socket);
    const { isHealthCheck = false } = request.routeOptions.config ?? {};
    if (isSpare) reply.header("connection", "close");
    done(isSpare && !isHealthCheck ? busy("too many connections are open") : undefined);
  };
}

/** The path of websockets. */
const SOCKET_PATH = /^\/v2\/?(?:\?|$)/;

/** Headers that ask for another protocol. */
const UPGRADE_HEADERS = /^(?:connection|upgrade|http2-settings)$/i;

/** Requests that are to become websockets. */
const upgrading = new WeakSet<IncomingMessage>();

/** Whether a request is to become a websocket. */
export function isUpgrade(request: IncomingMessage): boolean {
  return upgrading.has(request);
}

/**
 * Handles the requests of an app that ask for another protocol. Websocket handshakes at their path are emitted as
 * `upgrade` of a server that does not listen; all others are served over HTTP/1.1, since many clients offer HTTP/2
 * in this way.
 */
export function sortUpgrades(app: Pick<FastifyInstance, "addHook" | "server">): Server {
  const websockets = new Server();
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWebsocket = request.headers.upgrade?.toLowerCase() === "websocket";
    if (isWebsocket && request.method === "GET" && SOCKET_PATH.test(request.url ?? "")) {
      upgrading.add(request);
      websockets.emit("upgrade", request, socket, head);
      return;
    }
    socket.unshift(Buffer.concat([headOf(request), head]));
    app.server.emit("connection", socket);
  });
  // A websocket has no HTTP response.
  app.addHook("onResponse", async ({ raw }) => {
    if (isUpgrade(raw)) raw.socket.destroySoon();
  });
  return websockets;
}

/** The head of a request as it arrived, without the headers that ask for another protocol. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!UPGRADE_HEADERS.test(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

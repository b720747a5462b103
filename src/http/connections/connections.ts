import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import rateLimit from "@fastify/rate-limit";
import { type ConnectionError, REQUEST_TIMEOUT, refuseConnection } from "../errors.ts";
import type { ConnectionBounds } from "./bounds.ts";

/** An open connection. */
interface Connection {
  /** Whose share it takes; null for a trusted proxy's, and for a spare one. */
  readonly address: string | null;
  readonly isSpare: boolean;
  /** The last request on it; null before the first, and for websockets. */
  request: IncomingMessage | null;
  /**
   * The answer to that request, after those that had not ended when it came: a client may send several requests
   * at a time. In the order of the requests; all may have ended since.
   */
  answers: readonly ServerResponse[];
  /** Whether what is sent on it is not looked at any more; it is closed once requests before that are answered. */
  isRefused: boolean;
  /** When the present window of the request's body began, in ms of the process, and the bytes until then. */
  windowStart: number;
  windowBytes: number;
}

/**
 * Bounds the connections of a server: how many there are, in all and of an address, and how long their clients
 * may take to send requests and to read answers. Those beyond are spare: only health checks are answered on
 * them, all else is a 503.
 */
export class Connections {
  readonly #bounds: ConnectionBounds;
  readonly #isTrusted: (address: string) => boolean;
  readonly #open = new Map<Socket, Connection>();
  readonly #perAddress = new Map<string, number>();
  /** In the order in which they came. */
  readonly #spare = new Set<Socket>();
  #counted = 0;

  /** @param trustProxy the addresses of proxies, which connect for many clients; null for none */
  constructor(bounds: ConnectionBounds, trustProxy: string | null) {
    this.#bounds = bounds;
    const trusts =
      trustProxy === null ? null : proxyAddr.compile(trustProxy.split(",").map((each) => each.trim()));
    this.#isTrusted = (address) => trusts?.(address, 0) ?? false;
  }

  /** Bounds a server's connections from now on, until it is closed. */
  watch(server: Server): void {
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.on("request", (request, response) => this.#note(request, response));
    server.setTimeout(this.#bounds.answerStallMs, (socket: Socket) => this.#endIdle(socket));
    const checking = setInterval(() => this.#cutSlow(), this.#bounds.checkMs).unref();
    server.once("close", () => clearInterval(checking));
  }

  /** Whether a connection is one too many: it is there for health checks alone. */
  isSpare(socket: Socket): boolean {
    return this.#open.get(socket)?.isSpare ?? false;
  }

  /**
   * Answers a connection on which no further request can be read, and closes it: after the answers to all requests
   * that have arrived whole.
   */
  refuse(error: ConnectionError, socket: Socket): void {
    const connection = this.#open.get(socket);
    // Node tells each piece that comes after what could not be read.
    if (connection?.isRefused) return;
    if (connection !== undefined) connection.isRefused = true;
    const answers = openAnswers(connection);
    // They end in the order of their requests.
    const last = answers.findLast(({ req }) => req.complete);
    const refuse = () => {
      // That answer may have been the connection's last one, which is still on its way.
      if (socket.writableEnded) return;
      const own = answers.find(({ req }) => !req.complete);
      if (own?.headersSent) socket.destroy();
      else refuseConnection(error, socket);
    };
    if (last === undefined) refuse();
    else last.once("close", refuse);
  }

  #accept(socket: Socket): void {
    // A connection that has offered another protocol comes again.
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

  /** Whose connection it is; null where a proxy opens them for many. Networks of IPv6 count as one address. */
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

  /** The oldest spare connection makes room: a health check is over in no time. */
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

  /** Cuts those whose bodies arrive too slowly while they are being read. */
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

  /** Cuts a connection through which nothing has gone for a while, unless it is the server that takes so long. */
  #endIdle(socket: Socket): void {
    const isAnswering = openAnswers(this.#open.get(socket)).length > 0;
    if (!isAnswering || socket.writableLength > 0) socket.destroy();
  }
}

/** The answers of a connection that have not ended. */
function openAnswers(connection: Connection | undefined): readonly ServerResponse[] {
  return connection?.answers.filter(({ closed }) => !closed) ?? [];
}

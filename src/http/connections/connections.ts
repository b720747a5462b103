import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import rateLimit from "@fastify/rate-limit";
import { REQUEST_TIMEOUT, refuseConnection } from "../errors.ts";
import type { ConnectionBounds } from "./bounds.ts";

/** An open connection. */
interface Connection {
  /** Whose share it takes; null for a trusted proxy's, and for a spare one. */
  readonly address: string | null;
  readonly isSpare: boolean;
  /** The last request on it, and its answer; null before the first, and for websockets. */
  request: IncomingMessage | null;
  response: ServerResponse | null;
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

  /** Answers a connection on which no request can be read, unless an answer is under way, and closes it. */
  refuse(error: Error & { readonly code?: string }, socket: Socket): void {
    const response = this.#open.get(socket)?.response;
    if (response?.headersSent && !response.writableFinished) socket.destroy();
    else refuseConnection(error, socket);
  }

  #accept(socket: Socket): void {
    // A connection that has offered another protocol comes again.
    if (this.#open.has(socket)) return;
    const address = this.#addressOf(socket);
    const isSpare = this.#counted >= this.#bounds.total || this.#countOf(address) >= this.#bounds.perAddress;
    const isOpen = { request: null, response: null, windowStart: 0, windowBytes: 0 };
    const connection: Connection = { address: isSpare ? null : address, isSpare, ...isOpen };
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
    connection.response = response;
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
    const response = this.#open.get(socket)?.response ?? null;
    const isAnswering = response !== null && !response.writableFinished;
    if (!isAnswering || socket.writableLength > 0) socket.destroy();
  }
}

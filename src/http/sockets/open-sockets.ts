import type { Socket as Connection } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { Sender, WebSocket } from "ws";
import { getOrInsert } from "../../domain/collections.ts";
import { SOCKET_BUFFER_BYTES_MAX } from "../../domain/limits.ts";
import type { GivenUp, MessageBatch } from "../../engine/live/distribution.ts";
import type { Feed, FeedFilter } from "../../engine/live/feed.ts";
import { busy } from "../errors.ts";

/** Sockets open at a time. */
export const SOCKETS_MAX = 10_000;

/** How often sockets are pinged, in ms; one that has not answered before the next ping is closed. */
export const PING_MS = 30_000;

/** How long clients may take to close when the server stops, in ms; well below the time limit of a stop. */
const GOODBYE_MS = 2_000;

/** The codes and reasons with which sockets are closed (RFC 6455, 7.4). */
const GOING_AWAY = [1001, "the server is stopping"] as const;
const REVOKED = [1008, "the token was deleted"] as const;
const GIVEN_UP: Readonly<Record<GivenUp, readonly [code: number, reason: string]>> = {
  behind: [1013, "the client is too slow"],
  unreadable: [1011, "the log could not be read"],
};

type OpenSocket = Pick<WebSocket, "bufferedAmount" | "close" | "on" | "ping" | "readyState" | "terminate">;

interface SocketOptions {
  readonly connection: Pick<Connection, "write">;
  readonly log: Pick<FastifyBaseLogger, "warn">;
  readonly isAllowed: () => boolean;
}

export class OpenSockets {
  readonly #feed: Feed;
  /** Whether each socket has answered the last ping, and may go on. */
  readonly #answering = new Map<OpenSocket, { hasAnswered: boolean; readonly isAllowed: () => boolean }>();
  #pinging: NodeJS.Timeout | null = null;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  get size(): number {
    return this.#answering.size;
  }

  /** @throws Refusal 503 if there are `SOCKETS_MAX` already, with `streams` of events */
  requireRoom(streams = 0): void {
    if (this.size + streams >= SOCKETS_MAX) throw busy("too many websockets and event streams are open");
  }

  /** Sends a socket the notifications of its filter until it is closed, as it is once its token is deleted. */
  add(socket: OpenSocket, { connection, log, isAllowed }: SocketOptions, filter: FeedFilter): void {
    const state = { hasAnswered: true, isAllowed };
    this.#answering.set(socket, state);
    this.#pinging ??= setInterval(() => this.#ping(), PING_MS).unref();
    const unsubscribe = this.#feed.subscribe(filter, {
      take: (messages) => {
        if (isAllowed()) return send(socket, connection, messages);
        socket.close(...REVOKED);
        return undefined;
      },
      giveUp: (reason, cause) => {
        const [code, why] = GIVEN_UP[reason];
        log.warn({ code, err: cause }, `a websocket is closed: ${why}`);
        socket.close(code, why);
      },
    });
    socket.on("pong", () => {
      state.hasAnswered = true;
    });
    socket.on("close", () => {
      unsubscribe();
      this.#answering.delete(socket);
    });
  }

  /** Closes all sockets; those whose clients do not answer in time are terminated. */
  closeAll(): void {
    if (this.#pinging !== null) clearInterval(this.#pinging);
    this.#pinging = null;
    const sockets = [...this.#answering.keys()];
    for (const socket of sockets) socket.close(...GOING_AWAY);
    setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, GOODBYE_MS).unref();
  }

  #ping(): void {
    for (const [socket, state] of this.#answering) {
      if (!state.hasAnswered) {
        socket.terminate();
      } else if (!state.isAllowed()) {
        socket.close(...REVOKED);
        state.hasAnswered = false;
      } else if (socket.readyState === WebSocket.OPEN) {
        state.hasAnswered = false;
        socket.ping();
      }
    }
  }
}

/** Sends messages in one write; if much is buffered already, the promise resolves when it has been sent. */
function send(
  socket: OpenSocket,
  connection: Pick<Connection, "write">,
  messages: MessageBatch,
): Promise<void> | undefined {
  if (socket.readyState !== WebSocket.OPEN) return undefined;
  const frames = textFrames(messages);
  if (socket.bufferedAmount > SOCKET_BUFFER_BYTES_MAX)
    // The callback is also called, with an error, if the socket is closed before.
    return new Promise((resolve) => connection.write(frames, () => resolve()));
  connection.write(frames);
  return undefined;
}

declare module "ws" {
  // The library's types lack it.
  export const Sender: { frame(data: Buffer, options: typeof TEXT): Buffer[] };
}

/** The options of an unfragmented text message of a server (RFC 6455, 5.2). */
const TEXT = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true };

/** The frames of batches, as long as a socket has yet to send them. */
const encoded = new WeakMap<MessageBatch, Buffer>();

/**
 * The frames of a batch of messages, one for each. All sockets share them; `send` of the library would build them again
 * for each socket.
 */
function textFrames(batch: MessageBatch): Buffer {
  const encode = () => Buffer.concat(batch.flatMap(({ bytes }) => Sender.frame(bytes, TEXT)));
  return getOrInsert(encoded, batch, encode);
}

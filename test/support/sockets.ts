import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { must } from "../../src/domain/errors.ts";
import { readId } from "../../src/domain/ids.ts";
import { parseInstant } from "../../src/domain/instant.ts";
import type { Feed } from "../../src/engine/live/feed.ts";
import { BEGINNING } from "../../src/engine/live/replay-marks.ts";
import type { CountMessage, LiveMessage, ResetMessage } from "../../src/engine/messages.ts";
import type { TestApi } from "./http.ts";

/** A message of a socket. */
export interface SocketMessage {
  readonly payload: {
    readonly count: number;
    readonly direction: 1 | -1 | null;
    readonly event_id: string | null;
    readonly space_id: string;
    readonly timestamp: string;
    readonly type: string;
  };
  readonly request_id: string;
  readonly version: string;
}

/** A client with an open socket, with all its messages. */
export class Listener {
  readonly socket: WebSocket;
  readonly received: SocketMessage[] = [];
  /** Resolves with the code it was closed with. */
  readonly closed: Promise<number>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.received.push(JSON.parse(String(data))));
    socket.on("error", () => {});
    this.closed = once(socket, "close").then(([code]) => Number(code));
  }

  /** The events it has received, or `reset`, once there are `count`. */
  async events(count: number): Promise<(string | null)[]> {
    while (this.received.length < count) {
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`closed after ${this.received.length}`);
      await Promise.race([once(this.socket, "message"), this.closed]);
    }
    return this.received.map(({ payload }) => payload.event_id ?? payload.type);
  }
}

/** Publishes messages that no commit has caused, to sockets that have listened from the beginning. */
export function publish(feed: Feed, messages: readonly LiveMessage[]): void {
  feed.publish(messages, BEGINNING, true);
}

/** The address of a new socket, as the server at `address` answers it. */
export async function socketUrl(api: TestApi, address: string, query = ""): Promise<string> {
  const { body } = await api.post(`/v2/sockets/${query}`);
  const { search } = new URL(String(body.url));
  return `${address.replace("http", "ws")}/v2/${search}`;
}

/** Opens a websocket; it goes when the test has finished. */
export async function open(url: string): Promise<Listener> {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const listener = new Listener(socket);
  await new Promise((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", reject);
  });
  return listener;
}

/** Opens a websocket with a new code. */
export async function listen(api: TestApi, address: string, query = "", after = ""): Promise<Listener> {
  return open((await socketUrl(api, address, query)) + (after && `&after=${after}`));
}

/**
 * Has a server of the websocket library alone close a socket whose client does not answer.
 *
 * @returns when the library has given the socket up, which a server of ours must not wait for
 */
export async function deafSocketEnds(): Promise<{ readonly ended: Promise<string> }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => client.terminate());
  const [[socket]] = await Promise.all([once(server, "connection"), once(client, "open")]);
  client.pause();
  socket.close();
  return { ended: once(socket, "close").then(() => "the library") };
}

/** The answer to a rejected websocket. */
export async function refusal(
  url: string,
): Promise<{ readonly status: number; readonly type: string; readonly body: unknown }> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  const answered = once(socket, "unexpected-response");
  const [, response] = await Promise.race([
    answered,
    once(socket, "open").then(() => Promise.reject(new Error("it was let in"))),
  ]);
  let text = "";
  for await (const part of response) text += String(part);
  return { status: response.statusCode, type: response.headers["content-type"], body: JSON.parse(text) };
}

/** A space's count after an event. */
export function counted(space: string, event: bigint, count = 1): CountMessage {
  const spaceId = must(readId("space", space), "space");
  const timestamp = parseInstant("2024-05-10T11:59:00Z", "timestamp");
  return { type: "count", spaceId, eventId: event, doorwayId: 1n, timestamp, direction: 1, count };
}

/** That a reset changed a space's count. */
export function resetTo(space: string, count: number): ResetMessage {
  const { spaceId, timestamp } = counted(space, 1n);
  return { type: "reset", spaceId, timestamp, count };
}

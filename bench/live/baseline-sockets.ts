import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/*
 * A separate process: a baseline `ws` server that sends all its clients frames of one text as fast as it can.
 * It sends its address to the process that started it, and ends with it.
 */

/** Bytes that may wait for a client before it is left out of a round. */
const BUFFERED_BYTES_MAX = 256 * 1024;

/** The messages to send. */
export interface BaselineFrames {
  readonly text: string;
  /** Clients, all of whom have come before the first frame is sent. */
  readonly clients: number;
  /** Frames that a client is sent with one write. */
  readonly atOnce: number;
}

process.once("message", async ({ text, clients, atOnce }: BaselineFrames) => {
  const frame = Buffer.from(text);
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  await once(server, "listening");
  const connections = new Map<WebSocket, Socket>();
  const sendAll = () => {
    for (const [client, connection] of connections) {
      if (client.bufferedAmount > BUFFERED_BYTES_MAX) continue;
      connection.cork();
      for (let i = 0; i < atOnce; i++) client.send(frame, { binary: false, compress: false });
      connection.uncork();
    }
    setImmediate(sendAll);
  };
  server.on("connection", (client, request) => {
    connections.set(client, request.socket);
    if (connections.size === clients) sendAll();
  });
  process.send?.(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once("disconnect", () => process.exit());

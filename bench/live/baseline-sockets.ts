import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/*
 * A child process: a plain `ws` server that sends frames of a constant text to all its clients without pause. It sends
 * its URL to its parent process, and exits with that process.
 */

/** The number of unsent bytes of a client above which the server skips it in a round. */
const BUFFERED_BYTES_MAX = 256 * 1024;

/** The messages to send. */
export interface BaselineFrames {
  readonly text: string;
  /** The number of clients. The server sends the first frame when all are connected. */
  readonly clients: number;
  /** The number of frames in one write. */
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

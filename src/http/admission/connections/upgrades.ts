import { type IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";

const SOCKET_PATH = /^\/+v2\/*(?:\?|$)/;

const UPGRADE_HEADERS = /^(?:connection|upgrade|http2-settings)$/i;

const upgrading = new WeakSet<IncomingMessage>();

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

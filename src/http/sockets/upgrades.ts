import { type IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { App } from "../types.ts";

/** Where websockets are opened. */
const SOCKET_PATH = /^\/v2\/?(?:\?|$)/;

/** Headers that ask for another protocol, and belong to the one connection. */
const UPGRADE_HEADERS = /^(?:connection|upgrade|http2-settings)$/i;

/** Requests that are to become websockets. */
const upgrading = new WeakSet<IncomingMessage>();

/** Whether a request is to become a websocket. */
export function isUpgrade(request: IncomingMessage): boolean {
  return upgrading.has(request);
}

/**
 * Takes the requests of an app that ask for another protocol: the websockets at their path are emitted as
 * `upgrade` by a server that listens to nothing; all others are served as if they had not asked, as HTTP has
 * it, since many clients offer HTTP/2 in that way.
 */
export function sortUpgrades(app: App): Server {
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
  // Those that become websockets have no response.
  app.addHook("onResponse", async ({ raw }) => {
    if (isUpgrade(raw)) raw.socket.destroySoon();
  });
  return websockets;
}

/** A request's first lines as they came, without what asks for another protocol. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!UPGRADE_HEADERS.test(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Receivers of webhook calls, each at a separate origin. */
export interface Receivers {
  readonly origins: readonly string[];
  close(): void;
}

/**
 * Opens a number of receivers.
 *
 * @param onCall receives the body of a call and the index of its receiver, and returns the delay of the response in ms
 */
export async function openReceivers(
  count: number,
  onCall: (body: string, receiver: number) => number,
): Promise<Receivers> {
  const servers = await Promise.all(
    Array.from({ length: count }, (_, receiver) => listen(answering((body) => onCall(body, receiver)))),
  );
  return {
    origins: servers.map(originOf),
    close: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

/** An origin on this machine that refuses connections. */
export async function deadOrigin(): Promise<string> {
  const server = await listen(() => {});
  const origin = originOf(server);
  server.close();
  await once(server, "close");
  return origin;
}

function answering(onCall: (body: string) => number): RequestListener {
  return (request, response) => {
    let body = "";
    request.setEncoding("latin1");
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      const delay = onCall(body);
      if (delay === 0) response.end();
      else setTimeout(() => response.end(), delay).unref();
    });
  };
}

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { ask, makeRoom, type ServedDirectory } from "./live-api.ts";
import { moment, until } from "./waiting.ts";

/** How often the balancer asks whether a server is ready, in ms. */
const CHECK_MS = 100;

/** How often each of the clients sends a request, in ms. */
const SEND_MS = 10;
const CLIENTS = 4;

/** How long a server may take to say so, in ms. */
const CHECK_ANSWER_MS = 1_000;

/** Starts a balancer that sends each request to a server that was ready when it asked last, and repeats none. */
export async function balance(nodes: readonly ServedDirectory[]): Promise<string> {
  const ready = new Map<ServedDirectory, string>();
  let isOver = false;
  const check = async (node: ServedDirectory) => {
    while (!isOver) {
      const address = node.lastAddress;
      const signal = AbortSignal.timeout(CHECK_ANSWER_MS);
      const answer = await fetch(`${address}/readyz`, { signal }).catch(() => null);
      if (answer?.status === 200) ready.set(node, String(address));
      else ready.delete(node);
      await moment(CHECK_MS);
    }
  };
  const checks = nodes.map(check);
  let next = 0;
  const server = createServer((request, response) => {
    const addresses = [...ready.values()];
    const { hostname, port } = new URL(
      addresses[next++ % Math.max(1, addresses.length)] ?? "http://127.0.0.1:9",
    );
    const { method, url: path, headers } = request;
    const forwarded = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // A server that ends within its answer ends this one, too.
      answer.on("error", () => response.destroy()).pipe(response);
    });
    forwarded.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(forwarded);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(checks);
    server.closeAllConnections();
    server.close();
  });
  await until(() => ready.size === nodes.length);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits until a server that has been started says that it is ready, and the balancer knows. */
export async function untilBalanced({ lastAddress }: ServedDirectory): Promise<void> {
  await until(async () => (await fetch(`${lastAddress}/readyz`)).status === 200);
  await moment(2 * CHECK_MS);
}

/** Clients that report people who enter a space, and read its count. They repeat no request. */
export class SteadyClients {
  /** What was answered with another status than 200. */
  readonly failures: string[] = [];
  /** Reports that have been acknowledged. */
  sent = 0;
  #isOver = false;
  #running: Promise<void>[] = [];

  /** Creates the space. @returns its id */
  static createSpace(address: string): Promise<string> {
    return makeRoom(address, "a", { daily_reset: null });
  }

  start(address: string, spaceId: string): void {
    const send = async (client: number) => {
      for (let round = 0; !this.#isOver; round++) {
        const timestamp = new Date(Date.now() - 1_000).toISOString();
        const row = { sensor_serial_number: "a", timestamp, trajectory: 1, event_id: `${client} ${round}` };
        const isRead = round % 2 === 1;
        const answer = await (isRead
          ? ask(address, `/v2/spaces/${spaceId}/`)
          : ask(address, "/v2/sensor_events/", { text: JSON.stringify([row]) })
        ).catch((error: Error) => ({ status: 0, text: error.message }));
        if (answer.status !== 200) this.failures.push(`${answer.status} ${answer.text}`);
        else if (!isRead) this.sent++;
        await moment(SEND_MS);
      }
    };
    this.#running = Array.from({ length: CLIENTS }, (_, client) => send(client));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}

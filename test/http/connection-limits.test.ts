import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ANSWER_STALL_MS_MAX,
  BODY_WINDOW_BYTES_MIN,
  BODY_WINDOW_MS,
  CONNECTIONS_DEFAULT,
  CONNECTIONS_MIN,
  DESCRIPTORS_KEPT_MIN,
  HEADERS_MS_MAX,
  KEEP_ALIVE_MS_MAX,
  REQUEST_MS_MAX,
  SPARE_CONNECTION_MS_MAX,
  SPARE_CONNECTIONS_MAX,
} from "../../src/domain/limits.ts";
import { Connections, connectionBounds, connectionsFor } from "../../src/http/connections/connections.ts";
import { hold } from "../support/engine.ts";
import { testApi } from "../support/http.ts";
import { ask, type Client, head, openIdle, POST, servedRaw, UNFINISHED_BODY } from "../support/raw-client.ts";
import { subcommandOf } from "../support/repository.ts";
import { listen } from "../support/sockets.ts";

/** A connection that is only looked at. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly writable = true;
  readonly writableEnded = false;
  writableLength = 0;
  bytesRead = 0;
  isCut = false;
  sent = "";

  constructor(remoteAddress = "192.0.2.1") {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    if (this.isCut) return;
    this.isCut = true;
    this.emit("close");
  }

  end(text: string): void {
    this.sent = text;
  }

  get asSocket(): Socket {
    return this as unknown as Socket;
  }
}

/** The limits as they are, over a server that only emits. */
function watched(): {
  readonly connections: Connections;
  readonly connect: (address?: string) => FakeSocket;
  readonly server: EventEmitter;
} {
  const connections = new Connections(connectionBounds(), null);
  const server = Object.assign(new EventEmitter(), { setTimeout: () => undefined });
  connections.watch(server as unknown as Server);
  const connect = (address?: string) => {
    const socket = new FakeSocket(address);
    server.emit("connection", socket);
    return socket;
  };
  return { connections, connect, server };
}

/** An address of its own for each number. */
const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

describe("with the limits as they are", () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it(`${CONNECTIONS_DEFAULT} connections are open at a time, and the next one is spare`, () => {
    const { connections, connect } = watched();
    const sockets = Array.from({ length: CONNECTIONS_DEFAULT }, (_, index) => connect(addressOf(index)));
    expect(sockets.filter(({ asSocket }) => connections.isSpare(asSocket))).toEqual([]);
    expect(connections.isSpare(connect("192.0.2.1").asSocket)).toBe(true);
    sockets[0]?.destroy();
    expect(connections.isSpare(connect("192.0.2.1").asSocket)).toBe(false);
  });

  it("an address has half of them", () => {
    const { connections, connect } = watched();
    for (let i = 1; i < CONNECTIONS_DEFAULT / 2; i++) connect();
    expect(connections.isSpare(connect().asSocket)).toBe(false);
    expect(connections.isSpare(connect().asSocket)).toBe(true);
    expect(connections.isSpare(connect("192.0.2.2").asSocket)).toBe(false);
  });

  it(`${SPARE_CONNECTIONS_MAX} are spare, and one more takes the place of the oldest`, () => {
    const { connect } = watched();
    for (let i = 0; i < CONNECTIONS_DEFAULT / 2; i++) connect();
    const spare = Array.from({ length: SPARE_CONNECTIONS_MAX }, () => connect());
    expect(spare.filter(({ isCut }) => isCut)).toEqual([]);
    connect();
    expect(spare.map(({ isCut }) => isCut).indexOf(false)).toBe(1);
  });

  it(`spare ones are cut after ${SPARE_CONNECTION_MS_MAX} ms`, () => {
    const { connect } = watched();
    for (let i = 0; i < CONNECTIONS_DEFAULT / 2; i++) connect();
    const spare = connect();
    vi.advanceTimersByTime(SPARE_CONNECTION_MS_MAX - 1);
    expect(spare.isCut).toBe(false);
    vi.advanceTimersByTime(1);
    expect(spare.isCut).toBe(true);
  });

  it(`of a body ${BODY_WINDOW_BYTES_MIN} bytes have to arrive in ${BODY_WINDOW_MS} ms`, () => {
    const { connect, server } = watched();
    const [enough, tooFew] = [connect(), connect()];
    for (const socket of [enough, tooFew]) {
      const request = { socket, complete: false, readableFlowing: true };
      server.emit(
        "request",
        request,
        Object.assign(new EventEmitter(), { req: request, headersSent: false }),
      );
    }
    const answers = () => [enough, tooFew].map(({ sent }) => sent.split("\r\n", 1)[0]);
    enough.bytesRead += BODY_WINDOW_BYTES_MIN;
    tooFew.bytesRead += BODY_WINDOW_BYTES_MIN - 1;
    vi.advanceTimersByTime(BODY_WINDOW_MS - 1);
    expect(answers()).toEqual(["", ""]);
    vi.advanceTimersByTime(1);
    expect(answers()).toEqual(["", "HTTP/1.1 408 Request Timeout"]);
    // What arrived in one window does not count in the next.
    vi.advanceTimersByTime(BODY_WINDOW_MS);
    expect(answers()).toEqual(["HTTP/1.1 408 Request Timeout", "HTTP/1.1 408 Request Timeout"]);
  });
});

it("times that Node keeps are as the limits say", async () => {
  const { app } = await testApi();
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server;
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    timeout: ANSWER_STALL_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS_MAX,
  });
});

it("a body that arrives steadily, but takes too long in all, is cut", async () => {
  const { client } = await servedRaw({ headersMs: 300, requestMs: 300, bodyWindowMs: 60_000 });
  const dripping = client().drip(`${POST}\r\nContent-Length: 100000\r\n\r\n{`, " ", 20);
  await dripping.closed;
  expect(dripping.received).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it("a connection is kept for so long after an answer, and then closed", async () => {
  const { client } = await servedRaw({ keepAliveMs: 1_000 });
  const kept = client();
  const request = `${head("GET", "/healthz")}\r\n\r\n`;
  kept.socket.write(request);
  await expect.poll(() => kept.status).toBe(200);
  kept.socket.write(request);
  await kept.closed;
  expect(kept.received.match(/^keep-alive: timeout=1\r$/gim)).toHaveLength(2);
});

it(`a server keeps at least ${DESCRIPTORS_KEPT_MIN} descriptors, and has at least ${CONNECTIONS_MIN} connections`, () => {
  // A fifth of all is kept if that is more.
  const fifth = 5 * DESCRIPTORS_KEPT_MIN;
  const others = (descriptors: number) => descriptors - connectionsFor(descriptors) - SPARE_CONNECTIONS_MAX;
  expect([others(fifth - 1), others(fifth), others(fifth + 1)]).toEqual([
    DESCRIPTORS_KEPT_MIN,
    DESCRIPTORS_KEPT_MIN,
    DESCRIPTORS_KEPT_MIN + 1,
  ]);
  const fewest = CONNECTIONS_MIN + DESCRIPTORS_KEPT_MIN + SPARE_CONNECTIONS_MAX;
  expect([fewest - 1, fewest, fewest + 1].map(connectionsFor)).toEqual([
    CONNECTIONS_MIN,
    CONNECTIONS_MIN,
    CONNECTIONS_MIN + 1,
  ]);
  const parse = (count: number) =>
    subcommandOf(["serve"])
      .command.exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseOptions(["--connections", String(count)]);
  expect(parse(CONNECTIONS_MIN).unknown).toEqual([]);
  expect(() => parse(CONNECTIONS_MIN - 1)).toThrow();
});

describe("requests that do not arrive", () => {
  it("are cut: 1,500 connections that send nothing, headers or bodies by the byte", {
    timeout: 60_000,
  }, async () => {
    const { api, client } = await servedRaw({ headersMs: 400, bodyWindowMs: 400, bodyWindowBytes: 1_000 });
    const clients: Client[] = [];
    // Not more at once than a server's backlog takes.
    for (let round = 0; round < 5; round++) clients.push(...(await openIdle(api, client, 300)));
    for (const [index, each] of clients.entries()) {
      if (index % 3 === 1) each.drip("GET /v2/spaces/ HTTP/1.1\r\nHost: x\r\nX: ", "x", 100);
      if (index % 3 === 2) each.drip(UNFINISHED_BODY, " ", 100);
    }
    await Promise.all(clients.map(({ closed }) => closed));
    // What is written into a connection as it is cut may take the answer away.
    for (const { received } of clients.filter((each) => each.received !== "")) {
      expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(received).toContain("application/problem+json");
    }
    expect(clients.filter(({ received }) => received !== "").length).toBeGreaterThan(500);
  });

  it("but not bodies that arrive slowly and steadily", async () => {
    const { client } = await servedRaw({ bodyWindowMs: 500, bodyWindowBytes: 100 });
    // Four windows.
    const start = `${POST}\r\nConnection: close\r\nContent-Length: 40015\r\n\r\n{"name":"Hall"}`;
    const uploading = client().drip(start, " ".repeat(1_000), 50);
    await uploading.closed;
    expect(uploading.status).toBe(201);
  });

  it("nor a client whose request the server itself takes long for", async () => {
    const { api, client } = await servedRaw({ answerStallMs: 50, bodyWindowMs: 50 });
    const { letGo } = hold(api.context);
    const [asking, stalled] = [client(), client()];
    asking.socket.write(`${POST}\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{"name":"Hall"}`);
    stalled.socket.write(UNFINISHED_BODY);
    await stalled.closed;
    letGo();
    await asking.closed;
    expect(asking.status).toBe(201);
  });
});

describe("the number of connections", () => {
  it("is bounded; beyond it there is a 503, and health checks are answered", async () => {
    const { api, client } = await servedRaw({ total: 20, perAddress: 20 });
    const [first] = await openIdle(api, client, 19);
    expect((await ask(client, "/v2/spaces/")).status).toBe(200);
    await openIdle(api, client, 1);
    const refused = await ask(client, "/v2/spaces/");
    expect(refused.status).toBe(503);
    expect(refused.received).toMatch(/^retry-after: 5\r$/im);
    expect(refused.received).toMatch(/^connection: close\r$/im);
    expect(refused.received).toContain('"detail":"too many connections are open"');
    expect((await ask(client, "/healthz")).status).toBe(200);
    expect((await ask(client, "/readyz")).status).toBe(200);
    // A place that is given up is free again.
    first?.socket.destroy();
    await expect.poll(async () => (await ask(client, "/v2/spaces/")).status).toBe(200);
  });

  it("is bounded for an address, unless it is a trusted proxy's", async () => {
    for (const [trustProxy, status] of [
      [null, 503],
      ["10.0.0.0/8", 503],
      ["127.0.0.1", 200],
    ] as const) {
      const { api, client } = await servedRaw({ total: 20, perAddress: 5 }, { trustProxy });
      await openIdle(api, client, 5);
      expect((await ask(client, "/v2/spaces/")).status, String(trustProxy)).toBe(status);
    }
  });

  it("counts websockets", async () => {
    const { api, address, client } = await servedRaw({ total: 4, perAddress: 4 });
    for (let i = 0; i < 4; i++) await listen(api, address);
    expect((await ask(client, "/v2/spaces/")).status).toBe(503);
  });

  it("leaves health checks room if others hold on to the spare connections", async () => {
    const { api, client } = await servedRaw({ total: 1, perAddress: 1, spare: 3, spareMs: 60_000 });
    const clients = await openIdle(api, client, 30);
    for (let i = 0; i < 10; i++) expect((await ask(client, "/healthz")).status).toBe(200);
    // All but the first were spare; those that came last but one and two are left.
    const left = () => clients.filter(({ socket }) => !socket.destroyed).length;
    await expect.poll(left).toBe(3);
  });

  it("cuts spare connections that send nothing", async () => {
    const { api, client } = await servedRaw({ total: 1, perAddress: 1, spareMs: 100 });
    const [, spare] = await openIdle(api, client, 2);
    await spare?.closed;
    expect(spare?.received).toBe("");
  });
});

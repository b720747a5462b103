import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCommand } from "../../src/cli/commands/serve.ts";
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
import { testApi } from "../support/http.ts";
import { head, POST, servedRaw } from "../support/raw-client.ts";

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
  // A fifth of all is kept where that is more.
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
    serveCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseOptions(["--connections", String(count)]);
  expect(parse(CONNECTIONS_MIN).unknown).toEqual([]);
  expect(() => parse(CONNECTIONS_MIN - 1)).toThrow();
});

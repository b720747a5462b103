import { describe, expect, it } from "vitest";
import { CONNECTIONS_DEFAULT, CONNECTIONS_MIN } from "../../src/domain/limits.ts";
import {
  ANSWER_STALL_MS_MAX,
  connectionBounds,
  connectionsFor,
  DESCRIPTORS_KEPT_MIN,
  EXCESS_CONNECTIONS_MAX,
  HEADERS_MS_MAX,
  KEEP_ALIVE_MS_MAX,
  REQUEST_MS_MAX,
} from "../../src/http/admission/connections/connections.ts";
import { hold } from "../support/engine.ts";
import { ADMIN, keptLog, listeningApi, testApi } from "../support/http.ts";
import { ask, Client, head, openIdle, POST, servedRaw, UNFINISHED_BODY } from "../support/raw-client.ts";
import { subcommandOf } from "../support/repository.ts";
import { listen } from "../support/sockets.ts";

const GARBAGE = "NOT HTTP\r\n\r\n";
const CREATED = `${POST}\r\nContent-Length: 15\r\n\r\n{"name":"Hall"}`;
const LISTED = `${head("GET", "/v2/spaces/")}\r\n\r\n`;

/** The statuses of all answers on a connection. */
function statusesOf({ received }: Client): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

it("the bounds are as the limits say: an address has half of the connections", () => {
  const bounds = { total: CONNECTIONS_DEFAULT, perAddress: CONNECTIONS_DEFAULT / 2 };
  expect(connectionBounds()).toMatchObject(bounds);
  expect(connectionBounds({ total: 5 })).toMatchObject({ total: 5, perAddress: 3 });
});

it("times that Node keeps are as the limits say", async () => {
  const { app } = await testApi();
  expect(app.server).toMatchObject({
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    timeout: ANSWER_STALL_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS_MAX,
  });
});

it(`a server keeps at least ${DESCRIPTORS_KEPT_MIN} descriptors, and has at least ${CONNECTIONS_MIN} connections`, () => {
  // A fifth of all is kept if that is more.
  const fifth = 5 * DESCRIPTORS_KEPT_MIN;
  const others = (descriptors: number) => descriptors - connectionsFor(descriptors) - EXCESS_CONNECTIONS_MAX;
  const kept = DESCRIPTORS_KEPT_MIN;
  expect([fifth - 1, fifth, fifth + 1].map(others)).toEqual([kept, kept, kept + 1]);
  const fewest = CONNECTIONS_MIN + DESCRIPTORS_KEPT_MIN + EXCESS_CONNECTIONS_MAX;
  const least = CONNECTIONS_MIN;
  expect([fewest - 1, fewest, fewest + 1].map(connectionsFor)).toEqual([least, least, least + 1]);
  const parse = (count: number) =>
    subcommandOf(["serve"])
      .command.exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseOptions(["--connections", String(count)]);
  expect(parse(CONNECTIONS_MIN).unknown).toEqual([]);
  expect(() => parse(CONNECTIONS_MIN - 1)).toThrow();
});

describe("requests that do not arrive", () => {
  it("are cut: 300 connections that send nothing, headers or bodies by the byte", async () => {
    // Of 1,500 of them it is test/acceptance/few-descriptors.test.ts.
    const { api, client } = await servedRaw({ headersMs: 400, requestMs: 400 });
    const clients = await openIdle(api, client, 300);
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
    expect(clients.filter(({ received }) => received !== "").length).toBeGreaterThan(100);
  });

  it("nor a client whose request the server itself takes long for", async () => {
    const { api, client } = await servedRaw({ answerStallMs: 1_000, headersMs: 1_000, requestMs: 1_000 });
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

it("an answer that the client does not read is cut off", async () => {
  const { client } = await servedRaw({ answerStallMs: 200 });
  const lazy = client();
  lazy.socket.pause();
  lazy.socket.write(`${head("GET", "/v2/openapi.json")}\r\n\r\n`.repeat(2_000));
  // Nothing is read; that the server has gone is seen by writing.
  const writing = setInterval(() => lazy.socket.write(" "), 50);
  await lazy.closed;
  clearInterval(writing);
  expect(lazy.received).toBe("");
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
    for (const path of ["/healthz", "/readyz"]) expect((await ask(client, path)).status).toBe(200);
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

  it(`has room for ${EXCESS_CONNECTIONS_MAX} connections beyond it, and one more takes that of the oldest`, async () => {
    const { api, client } = await servedRaw({ total: 1, perAddress: 1 });
    const [, ...excess] = await openIdle(api, client, 1 + EXCESS_CONNECTIONS_MAX);
    expect((await ask(client, "/healthz")).status).toBe(200);
    expect((await ask(client, "/v2/spaces/")).status).toBe(503);
    await excess[0]?.closed;
    expect(excess.map(({ socket }) => socket.destroyed).indexOf(false)).toBe(1);
  });
});

describe("an unreadable request after others", () => {
  it("is rejected after their answers", async () => {
    const { client } = await servedRaw({});
    const asking = client();
    asking.socket.write(LISTED + LISTED);
    await expect.poll(() => statusesOf(asking)).toEqual([200, 200]);
    asking.socket.write(GARBAGE);
    await asking.closed;
    expect(statusesOf(asking)).toEqual([200, 200, 400]);
  });

  it.each([
    ["unreadable", GARBAGE],
    ["slow headers", "GET /v2/spaces/ HTTP/1.1\r\nHost: "],
    ["a slow body", UNFINISHED_BODY],
  ])("closes the connection while one of them is unanswered: %s", async (_, unread) => {
    const { api, client } = await servedRaw({ headersMs: 100, requestMs: 100 });
    const { letGo } = hold(api.context);
    const asking = client();
    asking.socket.write(CREATED + unread);
    await asking.closed;
    // No answer could pass for that of the first request.
    expect(asking.received).toBe("");
    letGo();
    await expect.poll(() => api.context.catalog.spaces.all().length).toBe(1);
  });
});

it("survives a client that breaks off within its body", async () => {
  const log = keptLog("error");
  const { address } = await listeningApi(log);
  const { socket } = new Client(address);
  socket.write(UNFINISHED_BODY);
  const list = () => fetch(`${address}/v2/spaces/`, { headers: { authorization: `Bearer ${ADMIN}` } });
  // The server has read the beginning when it answers a later request.
  expect((await list()).status).toBe(200);
  socket.destroy();
  const response = await list();
  expect(await response.json()).toMatchObject({ total: 0 });
  expect(log.text).toBe("");
});

import { describe, expect, it } from "vitest";
import { connectionBounds, connectionsFor } from "../../src/http/connections/connections.ts";
import { ask, type Client, head, openIdle, POST, servedRaw, UNFINISHED_BODY } from "../support/raw-client.ts";
import { listen } from "../support/sockets.ts";

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
    const letGo = api.holdChanges();
    const [asking, stalled] = [client(), client()];
    asking.socket.write(`${POST}\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{"name":"Hall"}`);
    stalled.socket.write(UNFINISHED_BODY);
    await stalled.closed;
    letGo();
    await asking.closed;
    expect(asking.status).toBe(201);
  });
});

describe("answers that the client does not read", () => {
  it("are cut off", async () => {
    const { client } = await servedRaw({ answerStallMs: 200 });
    const lazy = client();
    lazy.socket.pause();
    const asked = `${head("GET", "/v2/openapi.json")}\r\n\r\n`.repeat(2_000);
    lazy.socket.write(asked);
    // Nothing is read; that the server has gone is seen by writing.
    const writing = setInterval(() => lazy.socket.write(" "), 50);
    await lazy.closed;
    clearInterval(writing);
    expect(lazy.received).toBe("");
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

  it("leaves health checks room where others hold on to the spare connections", async () => {
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

  it("follows from how many descriptors there are", () => {
    expect(connectionsFor(512)).toBe(320);
    expect(connectionsFor(65_536)).toBe(52_364);
    expect(connectionsFor(100)).toBe(16);
    expect(connectionBounds({ total: 320 })).toMatchObject({ total: 320, perAddress: 160, spare: 64 });
  });
});

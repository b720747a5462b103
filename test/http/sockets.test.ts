import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { readId } from "../../src/domain/ids.ts";
import { deleteResource } from "../../src/engine/resources/changes.ts";
import { PING_MS } from "../../src/http/sockets/open-sockets.ts";
import { SOCKET_MESSAGE_BYTES_MAX } from "../../src/http/sockets/routes.ts";
import { ADMIN, expectProblem, listeningApi, pathsOf, sharedApi, type TestApi } from "../support/http.ts";
import { Client, head } from "../support/raw-client.ts";
import { counted, listen, open, publish, refusal, resetTo, socketUrl } from "../support/sockets.ts";

/** An API on which no test stops the server or sets the time. */
const api = await sharedApi();
const { space } = await api.site();
const address = await api.listen();

/** The address of a socket of a new token, which can be revoked. */
async function revocable(api: TestApi, address: string) {
  const { id, token } = await api.create("/v2/tokens/", { name: "Wall" });
  const { body } = await api.post("/v2/sockets/", undefined, { token: String(token) });
  const revoke = () => deleteResource(api.context, "token", must(readId("token", id), "id"));
  return { url: `${address.replace("http", "ws")}/v2/${new URL(String(body.url)).search}`, revoke };
}

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

const PROBLEM = { type: "application/problem+json" };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe("POST /v2/sockets/ (D24)", () => {
  it("answers an address with a code of at least 128 random bits, and how long it can be used", async () => {
    const first = await api.post("/v2/sockets/");
    const second = await api.post("/v2/sockets");
    expect(first).toMatchObject({ status: 201, body: { ttl: 300 } });
    expect(first.body.url).toMatch(/^ws:\/\/localhost:80\/v2\/\?code=skc_[\w-]{22,}$/);
    expect(second.body.url).not.toBe(first.body.url);
    expect((await api.post("/v2/sockets/", {})).status).toBe(201);
  });

  it("rejects a space that does not exist", async () => {
    expect((await api.post(`/v2/sockets/?space_id=${space},${space}&space_id=${space}`)).status).toBe(201);
    expect(pathsOf(await api.post(`/v2/sockets/?space_id=${space}&space_id=spc_99`))).toEqual(["space_id"]);
    expect(pathsOf(await api.post("/v2/sockets/?space_id=hall"))).toEqual(["space_id"]);
  });
});

describe("a socket's code (D24)", () => {
  it("lets one socket in, once", async () => {
    const url = await socketUrl(api, address);
    await open(url);
    expect(await refusal(url)).toMatchObject({ status: 403, ...PROBLEM, body: { status: 403 } });
    // Without the slash, too; upper case does not matter in the header.
    await open((await socketUrl(api, address)).replace("/v2/?", "/v2?"));
  });

  it("rejects missing and unknown codes", async () => {
    for (const query of ["", "?code=", "?code=skc_AAAA", "?code=a&code=b", `?code=${ADMIN}`])
      expect(await refusal(`${address.replace("http", "ws")}/v2/${query}`)).toMatchObject({
        status: 403,
        ...PROBLEM,
      });
  });

  it("works up to its ttl and not at it", async () => {
    const { api, address } = await listeningApi();
    const [early, late] = [await socketUrl(api, address), await socketUrl(api, address)];
    api.at("2024-05-10T12:04:59.999Z");
    await open(early);
    api.at("2024-05-10T12:05:00.000Z");
    expect(await refusal(late)).toMatchObject({ status: 403, ...PROBLEM });
  });

  it("ends with the token that it was made with", async () => {
    const { url, revoke } = await revocable(api, address);
    await revoke();
    expect(await refusal(url)).toMatchObject({ status: 403 });
  });

  it("is not used up by a malformed event, which is a 400", async () => {
    const url = await socketUrl(api, address);
    for (const after of ["evt_", "1", "spc_1", "evt_01"])
      expect(await refusal(`${url}&after=${after}`)).toMatchObject({
        status: 400,
        ...PROBLEM,
        body: { errors: [{ path: "after" }] },
      });
    await open(`${url}&after=evt_1`);
  });

  it("is not redeemed before readiness", async () => {
    let ready = true;
    const { api, address } = await listeningApi({ isReady: () => ready });
    const url = await socketUrl(api, address);
    ready = false;
    expect(await refusal(url)).toMatchObject({ status: 503, ...PROBLEM });
    ready = true;
    await open(url);
  });
});

describe("requests that are no websocket's", () => {
  it("at its path need a token, and get a 426 that names POST /v2/sockets/", async () => {
    expectProblem(await api.get("/v2/", { token: null }), 403, "Incorrect authentication");
    const answer = await api.get("/v2/");
    expectProblem(answer, 426, "POST /v2/sockets/");
    expect(answer.headers.upgrade).toBe("websocket");
    expectProblem(await api.post("/v2/"), 405);
    const code = new URL(await socketUrl(api, address)).search;
    expectProblem(await api.get(`/v2/${code}`, { token: null }), 403);
  });

  it.each([
    ["GET", "/v2/spaces/", "h2c", "", /^HTTP\/1\.1 200 [\s\S]*{"total":1/],
    ["POST", "/v2/spaces/", "h2c", '{"name": "Yard"}', /^HTTP\/1\.1 201 [\s\S]*Yard/],
    ["GET", "/v2/spaces/", "websocket", "", /^HTTP\/1\.1 200 [\s\S]*{"total":2/],
    ["GET", "/v2/", "h2c", "", /^HTTP\/1\.1 426 /],
  ])("are served as ever: %s %s with an offer of %s", async (method, path, upgrade, body, expected) => {
    const client = new Client(address);
    onTestFinished(() => void client.socket.destroy());
    const headers = [`Upgrade: ${upgrade}`, "Connection: Upgrade", `Content-Length: ${body.length}`];
    const type = "Content-Type: application/json";
    client.socket.write(`${head(method, path, type, ...headers)}\r\n\r\n${body}`);
    await expect.poll(() => client.received).toMatch(expected);
  });
});

describe("messages of a socket (D24)", () => {
  it("is every message, in the shape of the documents", async () => {
    const listener = await listen(api, address);
    publish(api.context.feed, [counted(space, 7n, 3), resetTo(space, 0)]);
    await listener.events(2);
    const common = { space_id: space, timestamp: "2024-05-10T11:59:00.000Z" };
    const message = (payload: object) => {
      return { payload: { ...common, ...payload }, request_id: expect.stringMatching(UUID), version: "v2" };
    };
    expect(listener.received).toEqual([
      message({ type: "count", count: 3, direction: 1, event_id: "evt_7" }),
      message({ type: "reset", count: 0, direction: null, event_id: null }),
    ]);
    expect(new Set(listener.received.map((each) => each.request_id)).size).toBe(2);
  });

  it("leaves out thresholds, which are for webhooks", async () => {
    const listener = await listen(api, address);
    const { spaceId, timestamp } = counted(space, 1n);
    const threshold = { type: "threshold", spaceId, timestamp, unsafe: true, count: 9, limit: 8 } as const;
    publish(api.context.feed, [threshold, counted(space, 2n), threshold]);
    publish(api.context.feed, [threshold]);
    publish(api.context.feed, [counted(space, 3n)]);
    expect(await listener.events(2)).toEqual(["evt_2", "evt_3"]);
  });

  it("comes to all in the same order, filtered by space", async () => {
    const spaces: string[] = [];
    for (const name of ["A", "B", "C"]) spaces.push((await api.create("/v2/spaces/", { name })).id);
    const [a = "", b = "", c = ""] = spaces;
    const [all, other, onlyA, aOrC] = await Promise.all([
      listen(api, address),
      listen(api, address),
      listen(api, address, `?space_id=${a}`),
      listen(api, address, `?space_id=${a},${c}`),
    ]);
    for (let event = 1n; event <= 300n; event += 3n)
      publish(api.context.feed, [counted(a, event), counted(b, event + 1n), counted(c, event + 2n)]);
    const everything = Array.from({ length: 300 }, (_, index) => `evt_${index + 1}`);
    expect(await all.events(300)).toEqual(everything);
    expect(await other.events(300)).toEqual(everything);
    expect(other.received).toEqual(all.received);
    expect(await onlyA.events(100)).toEqual(everything.filter((_, index) => index % 3 === 0));
    expect(await aOrC.events(200)).toEqual(everything.filter((_, index) => index % 3 !== 1));
  });
});

describe("a socket's client", () => {
  it("ignores short client messages", async () => {
    const [quiet, loud] = [await listen(api, address), await listen(api, address)];
    quiet.socket.send("x".repeat(SOCKET_MESSAGE_BYTES_MAX));
    loud.socket.send("x".repeat(SOCKET_MESSAGE_BYTES_MAX + 1));
    expect(await loud.closed).toBe(1009);
    publish(api.context.feed, [counted(space, 1n)]);
    expect(await quiet.events(1)).toEqual(["evt_1"]);
  });

  it("is cut if it has not answered a ping by the time of the next", async () => {
    fakeIntervals();
    const { api, address } = await listeningApi();
    const [alive, dead] = [await listen(api, address), await listen(api, address)];
    Object.assign(dead.socket, { pong: () => {}, _autoPong: false });
    const pinged = [dead, alive].map(({ socket }) => once(socket, "ping"));
    vi.advanceTimersByTime(PING_MS);
    await Promise.all(pinged);
    // The pong has arrived when what was sent after it is answered.
    alive.socket.ping();
    await once(alive.socket, "pong");
    vi.advanceTimersByTime(PING_MS);
    expect(await dead.closed).toBe(1006);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });

  it("is closed with 1008 at its next message when its token was deleted", async () => {
    const { url, revoke } = await revocable(api, address);
    const [revoked, other] = [await open(url), await listen(api, address)];
    publish(api.context.feed, [counted(space, 1n)]);
    expect(await revoked.events(1)).toEqual(["evt_1"]);
    await revoke();
    publish(api.context.feed, [counted(space, 2n)]);
    expect(await revoked.closed).toBe(1008);
    expect(revoked.received).toHaveLength(1);
    expect(await other.events(2)).toEqual(["evt_1", "evt_2"]);
  });

  it("is closed with 1008 at the next ping when its token was deleted", async () => {
    fakeIntervals();
    const { api, address } = await listeningApi();
    const { url, revoke } = await revocable(api, address);
    const revoked = await open(url);
    await revoke();
    vi.advanceTimersByTime(PING_MS);
    expect(await revoked.closed).toBe(1008);
  });

  it("is closed with 1001 when the server stops", async () => {
    const { api, address } = await listeningApi();
    const [one, two] = [await listen(api, address), await listen(api, address)];
    await api.app.close();
    expect(await Promise.all([one.closed, two.closed])).toEqual([1001, 1001]);
  });
});

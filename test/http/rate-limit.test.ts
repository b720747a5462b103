import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOCK_HOLD_MS } from "../../src/domain/clock.ts";
import { RATES_TRACKED_MAX, REFUSED_RATE_MAX } from "../../src/domain/limits.ts";
import { addRateLimits } from "../../src/http/admission/rate-limit.ts";
import { Refusal } from "../../src/http/errors.ts";
import { expectProblem, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();
const START = Date.UTC(2024, 4, 10, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

function afterSeconds(seconds: number): void {
  vi.setSystemTime(START + seconds * 1000);
}

describe("D18: a token's rate", () => {
  it("lasts no longer than a minute if the system clock goes forward and is set back", async () => {
    const elapsed = { ms: 0 };
    const api = await testApi({ now: "2024-05-11T12:00:00Z", elapsed: { now: () => elapsed.ms } });
    const { steadyClock } = api.context;
    const token = await api.token(["read"], 1);
    const status = async () => (await api.get("/v2/spaces/", { token })).status;
    afterSeconds(86_400);
    expect([await status(), await status()]).toEqual([200, 429]);
    api.at("2024-05-10T12:00:01Z");
    afterSeconds(1);
    steadyClock.follow();
    elapsed.ms += CLOCK_HOLD_MS;
    steadyClock.follow();
    expect([await status(), await status()]).toEqual([200, 429]);
    afterSeconds(62);
    expect(await status()).toBe(200);
  });

  it("is divided by the servers that share its requests, and never less than one", async () => {
    let servers = 3;
    const shared = await testApi({ servers: () => servers });
    const statusesOf = async (rate: number, requests: number) => {
      const token = await shared.token(["read"], rate);
      const statuses: number[] = [];
      for (let request = 0; request < requests; request++)
        statuses.push((await shared.get("/v2/spaces/", { token })).status);
      return statuses;
    };
    expect(await statusesOf(6, 3)).toEqual([200, 200, 429]);
    expect(await statusesOf(1, 2)).toEqual([200, 429]);
    servers = 1;
    expect(await statusesOf(4, 5)).toEqual([200, 200, 200, 200, 429]);
  });

  it("holds for a minute that begins with its first request, for both versions together", async () => {
    const token = await api.token(["read"], 3);
    const v2 = () => api.get("/v2/spaces/", { token });
    const v1 = () => api.get("/v1/events/", { token });

    const first = await v2();
    expect(first.status).toBe(200);
    const limit = { "x-ratelimit-limit": "3" };
    const begun = { ...limit, "x-ratelimit-remaining": "2", "x-ratelimit-reset": "60" };
    expect(first.headers).toMatchObject(begun);
    expect(first.headers["retry-after"]).toBeUndefined();

    afterSeconds(45);
    expect((await v1()).headers["x-ratelimit-remaining"]).toBe("1");
    // Requests that fail count as well.
    expectProblem(await api.get("/v2/spaces/spc_99/", { token }), 404);

    const refused = await v1();
    expectProblem(refused, 429, /more than 3 requests in a minute/);
    const over = { ...limit, "x-ratelimit-remaining": "0", "x-ratelimit-reset": "15", "retry-after": "15" };
    expect(refused.headers).toMatchObject(over);

    afterSeconds(59.999);
    expect((await v2()).status).toBe(429);
    afterSeconds(60);
    expect((await v2()).headers["x-ratelimit-remaining"]).toBe("2");
  });

  it("is its own: another token is not held up", async () => {
    const [a, b] = [await api.token(["read"], 1), await api.token(["write"], 1)];
    expect((await api.get("/v2/spaces/", { token: a })).status).toBe(200);
    expect((await api.get("/v2/spaces/", { token: a })).status).toBe(429);
    expect((await api.get("/v2/spaces/", { token: b })).status).toBe(200);
  });

  it("comes before any other rejection, and counts paths and methods that do not exist", async () => {
    const token = await api.token(["read"], 4);
    expect((await api.get("/v2/nothing", { token })).status).toBe(404);
    expect((await api.get("/v2/spaces/%zz", { token })).status).toBe(404);
    expect((await api.send("PATCH", "/v2/spaces/", { token })).status).toBe(405);
    expect((await api.post("/v2/spaces/", {}, { token })).status).toBe(403);
    for (const url of ["/v2/nothing", "/v2/spaces/%zz", "/v2/spaces/?page=0"]) {
      expectProblem(await api.get(url, { token }), 429);
    }
  });

  it("of null is none", async () => {
    const api = await testApi({ rateLimit: 1 });
    const token = await api.token(["read"], null);
    for (let i = 0; i < 100; i++) {
      const answer = await api.get("/v2/spaces/", { token });
      expect(answer.status).toBe(200);
      expect(answer.headers["x-ratelimit-limit"]).toBeUndefined();
    }
  });

  it("does not count open paths", async () => {
    const token = await api.token(["read", "sql"], 1);
    for (let i = 0; i < 5; i++) expect((await api.get("/healthz", { token })).status).toBe(200);
    expect((await api.send("OPTIONS", "/v2/spaces/", { token })).status).toBe(204);
    expect((await api.get("/v2/spaces/", { token })).status).toBe(200);
  });
});

describe("D18: rejected tokens", () => {
  it("are limited per address, whether missing or unknown, without holding up good ones", async () => {
    const api = await testApi({ rateLimit: 3, trustProxy: "127.0.0.1" });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    for (const token of [null, "hct_wrong", "hct_worse"]) {
      expectProblem(await api.get("/v2/spaces/", { token, ...from("192.0.2.1") }), 403);
    }
    const refused = await api.get("/v2/spaces/", { token: null, ...from("192.0.2.1") });
    expectProblem(refused, 429);
    expect(refused.headers).toMatchObject({ "x-ratelimit-limit": "3", "retry-after": "60" });
    expectProblem(await api.get("/v2/spaces/", { token: null, ...from("192.0.2.2") }), 403);
    expect((await api.get("/v2/spaces/", from("192.0.2.1"))).status).toBe(200);
    afterSeconds(60);
    expectProblem(await api.get("/v2/spaces/", { token: null, ...from("192.0.2.1") }), 403);
  });

  it("are limited even if the server's rate is none", async () => {
    const api = await testApi({ rateLimit: null });
    for (let i = 0; i < REFUSED_RATE_MAX; i++) {
      expect((await api.get("/v2/spaces/", { token: null })).status).toBe(403);
    }
    expect((await api.get("/v2/spaces/", { token: null })).status).toBe(429);
  });
});

it("D18: counts requests of a limited number of addresses; the one seen longest ago goes", async () => {
  const app = Fastify();
  const limits = addRateLimits(app as never, 1, () => 1, { period: 0 });
  await app.ready();
  const reply = { header: () => {} };
  const isLimited = (client: number) => {
    const ip = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
    const counted = limits.ofAddress({ ip, routeOptions: {} } as never, reply as never);
    return counted.then(
      () => false,
      (error) => error instanceof Refusal,
    );
  };
  const limited = new Set<boolean>();
  for (let client = 0; client < RATES_TRACKED_MAX; client++) limited.add(await isLimited(client));
  expect([...limited]).toEqual([false]);
  expect(await isLimited(0)).toBe(true);
  // That one has been seen last now: the second makes room.
  expect(await isLimited(RATES_TRACKED_MAX)).toBe(false);
  expect(await isLimited(2)).toBe(true);
  expect(await isLimited(1)).toBe(false);
});

import { describe, expect, it, vi } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { REQUEST_ID_LENGTH_MAX } from "../../src/domain/limits.ts";
import { createToken } from "../../src/engine/resources/tokens.ts";
import { ADMIN, type ApiOptions, keptLog, testApi } from "../support/http.ts";
import { open, refusal, socketUrl } from "../support/sockets.ts";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

const WARN = 40;
const INFO = 30;

async function logging(level: string, options: ApiOptions = {}) {
  const log = keptLog(level);
  const api = await testApi({ ...log, ...options });
  const text = () => log.text;
  const lines = () =>
    text()
      .split("\n")
      .flatMap((line): Line[] => (line === "" ? [] : [JSON.parse(line)]));
  return { api, lines, text };
}

describe("a request's id", () => {
  it("is its client's, if it has one that is sane, and is answered", async () => {
    const { api, lines } = await logging("info");
    for (const id of ["7", "a-B_c.d:e", "x".repeat(REQUEST_ID_LENGTH_MAX)]) {
      const { headers } = await api.get("/v2/spaces/", { headers: { "x-request-id": id } });
      expect(headers["x-request-id"]).toBe(id);
      expect(lines().at(-1)).toMatchObject({ request_id: id, msg: "request" });
    }
  });

  it("is a new one otherwise", async () => {
    const { api } = await logging("info");
    // Of another client.
    await createToken(api.context, { name: "Chosen", scopes: ["read"], rate: null }, () => "chosen-secret");
    const texts = ["someone@example.com", "../secret", "password=secret", "c2VjcmV0/Cg==", "chosen-secret"];
    const long = "x".repeat(REQUEST_ID_LENGTH_MAX + 1);
    for (const given of ["", long, "a b", 'a"b', "ä", "a\tb", "-x", ...texts]) {
      const { headers } = await api.get("/v2/spaces/", { headers: { "x-request-id": given } });
      expect(headers["x-request-id"], given).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it("is answered with errors, too, also if no route can be found", async () => {
    const { api } = await logging("info");
    for (const url of ["/v2/spaces/spc_99/", "/nothing", "/v2/spaces/%zz/"]) {
      const { headers } = await api.get(url, { token: null, headers: { "x-request-id": "7" } });
      expect(headers["x-request-id"]).toBe("7");
    }
  });
});

describe("the log", () => {
  it("has a line for each request at info, which names its route and its token's id", async () => {
    const { api, lines } = await logging("info");
    const { space } = await api.site();
    await api.get(`/v2/spaces/${space}/`);
    expect(lines().at(-1)).toMatchObject({
      level: INFO,
      msg: "request",
      method: "GET",
      route: "/v2/spaces/:space_id/",
      status: 200,
      duration_ms: expect.any(Number),
      token_id: expect.stringMatching(/^tkn_\d+$/),
    });
    await api.get("/v2/spaces/", { token: null });
    expect(lines().at(-1)).toMatchObject({ route: "/v2/spaces/", status: 403, token_id: null });
    await api.get("/nothing");
    expect(lines().at(-1)).toMatchObject({ route: null, status: 404 });
  });

  it("has none of them at warn", async () => {
    const { api, text } = await logging("warn");
    await api.get("/v2/spaces/");
    expect(text()).toBe("");
  });

  it("names a slow request's route, known parameters and duration at warn", async () => {
    const { api, lines } = await logging("warn", { slowQuery: -1 });
    const { space } = await api.site();
    const range = "start_time=2024-05-10&end_time=2024-05-11";
    await api.get(`/v2/spaces/${space}/counts/?${range}&key=hidden&interval=1h`);
    expect(lines().at(-1)).toMatchObject({
      level: WARN,
      msg: "slow query",
      method: "GET",
      route: "/v2/spaces/:space_id/counts/",
      path: `/v2/spaces/${space}/counts/`,
      parameters: { start_time: "2024-05-10", end_time: "2024-05-11", interval: "1h" },
      duration_ms: expect.any(Number),
      request_id: expect.any(String),
    });
    const before = lines().length;
    await api.get("/nothing/hidden");
    expect(lines()).toHaveLength(before);
  });

  it("gives the reason of a 503 at warn, and the trace of an unexpected error", async () => {
    const { api, lines } = await logging("warn");
    const { events } = api.context;
    const fail = (error: Error) => vi.spyOn(events, "rebuild").mockRejectedValueOnce(error);
    fail(new HeadcountError("unavailable", "the disk is full"));
    expect((await api.post("/v2/admin/rebuild")).status).toBe(503);
    expect(lines()).toMatchObject([{ level: WARN, reason: "the disk is full" }]);
    fail(new Error("unexpected"));
    expect((await api.post("/v2/admin/rebuild")).status).toBe(500);
    expect(lines()[1]).toMatchObject({ level: 50, err: { stack: expect.stringContaining("unexpected") } });
  });

  it("never has a token, a code or a webhook's headers in it", async () => {
    const { api, text } = await logging("trace", { slowQuery: -1 });
    const address = await api.listen();
    const { token } = await api.create("/v2/tokens/", { name: "Wall" });
    const secret = String(token);
    await api.get("/v2/spaces/", { token: secret });
    await api.get(`/v2/spaces/?token=${secret}&access_token=${secret}`, { token: secret });
    await api.get("/v2/spaces/", { token: `${secret}x` });
    await api.get(`/${secret}`, { token: secret });
    await api.get("/v2/spaces/%zz/", { token: secret });
    const fields = { name: "Chosen", scopes: ["read"], rate: null } as const;
    await createToken(api.context, fields, () => "chosen/secret");
    // As a part of a path or an id that a route takes, alone or within more, also of a request with another token.
    for (const [hidden, ...tokens] of [
      [secret, secret, ADMIN],
      [`x${secret}.y`, secret, ADMIN],
      [secret.replace("_", "%5F"), secret, ADMIN],
      ["chosen%2Fsecret", "chosen/secret"],
    ] as const)
      for (const token of tokens) {
        const headers = { "x-request-id": decodeURIComponent(hidden) };
        const { headers: answered } = await api.get(`/v2/sensors/${hidden}/events/?order=${hidden}`, {
          token,
          headers,
        });
        expect(answered["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
      }
    api.app.log.error({ err: new Error(`a driver repeats ${secret}`) }, `with ${secret}`);
    expect(text()).toContain("hct_…");
    await api.create("/v2/webhooks/", { endpoint: "https://example.com/", headers: { "X-Key": "s3cret" } });
    const url = await socketUrl(api, address);
    await open(url);
    await refusal(url);
    expect(text()).toContain('"msg":"websocket opened"');
    expect(text()).not.toContain(secret);
    expect(text()).not.toMatch(/chosen.*secret/);
    expect(text()).not.toContain(ADMIN);
    expect(text()).not.toContain("s3cret");
    expect(text()).not.toContain("skc_");
  });
});

import { describe, expect, it } from "vitest";
import { ENDPOINT_LENGTH_MAX, HEADER_LENGTH_MAX, WEBHOOK_HEADERS_MAX } from "../../src/domain/limits.ts";
import { startTestCalls } from "../support/finished-deliveries.ts";
import { NOW, pathsOf, sharedApi, testApi } from "../support/http.ts";
import { FakeSender } from "../support/outbox.ts";

const api = await sharedApi();
const ENDPOINT = "https://example.com/hook?site=1";
const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const MADE_SECRET = /^whsec_[A-Za-z0-9+/]{32}$/;

describe("v2: webhooks", () => {
  it("D23: have every field, with the secret once, on creation", async () => {
    const created = await api.post("/v2/webhooks/", { endpoint: ENDPOINT });
    const webhook = {
      id: expect.stringMatching(/^whk_[1-9]\d*$/),
      ...{ endpoint: ENDPOINT, version: "v2", type: "counts", enabled: true, failed_attempts: 0 },
      ...{ name: null, description: null, disabled_reason: null, warning: null },
      ...{ headers: {}, space_ids: [] },
    };
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ ...webhook, secret: expect.stringMatching(MADE_SECRET) });
    const url = `/v2/webhooks/${created.body.id}/`;
    for (const answer of [await api.get(url), await api.put(url, { name: null })]) {
      expect(answer.body).toEqual(webhook);
    }
    const other = await api.create("/v2/webhooks/", { endpoint: ENDPOINT });
    expect(other.secret).not.toBe(created.body.secret);
  });

  it("D23: take a secret that is given, and answer it once as well", async () => {
    const longest = `whsec_${Buffer.alloc(64, 7).toString("base64")}`;
    for (const secret of [SECRET, longest]) {
      const { id, ...made } = await api.create("/v2/webhooks/", { endpoint: ENDPOINT, secret });
      expect(made.secret).toBe(secret);
      // A PUT ignores it, as it does any field that it does not know (D16).
      const changed = await api.put(`/v2/webhooks/${id}/`, { secret: "other" });
      expect(changed.status).toBe(200);
      for (const path of [`/v2/webhooks/${id}/`, "/v2/webhooks/", `/v1/webhooks/${id}/`, "/v1/webhooks/"])
        expect((await api.get(path)).text).not.toContain("secret");
    }
    const tooLong = `whsec_${Buffer.alloc(65).toString("base64")}`;
    for (const secret of ["", "x", "whsec_", SECRET.slice(0, -4), tooLong, null]) {
      const answer = await api.post("/v2/webhooks/", { endpoint: ENDPOINT, secret });
      expect(new Set(pathsOf(answer))).toEqual(new Set(["secret"]));
    }
    const audit = await api.get("/v2/audit_log/");
    expect(audit.text).toContain("webhook");
    expect(audit.text).not.toContain(SECRET);
  });
});

describe("D23: the spaces of a webhook", () => {
  it("exist when they are given, and may be deleted later", async () => {
    const ids = await Promise.all(
      ["A", "B"].map(async (name) => (await api.create("/v2/spaces/", { name })).id),
    );
    const { id, space_ids } = await api.create("/v2/webhooks/", { endpoint: ENDPOINT, space_ids: ids });
    expect(space_ids).toEqual(ids);
    const url = `/v2/webhooks/${id}/`;
    expect((await api.delete(`/v2/spaces/${ids[0]}/`, { name: "A" })).status).toBe(204);
    expect((await api.put(url, { space_ids: ids })).body).toMatchObject({ space_ids: ids });
    for (const wrong of [["spc_99"], ["drw_1"], null, "spc_1"])
      expect(
        new Set(pathsOf(await api.put(url, { space_ids: wrong })).map((path) => path.split(".")[0])),
      ).toEqual(new Set(["space_ids"]));
    expect((await api.put(url, { space_ids: [] })).body).toMatchObject({ space_ids: [] });
  });
});

describe("D23: POST /webhooks/:id/test/", () => {
  it("makes one signed call that no list has, and answers its result; the webhook warns of its endpoint", async () => {
    const api = await testApi();
    const sender = new FakeSender();
    startTestCalls(api, sender);
    const sent = { endpoint: "http://127.0.0.1/", headers: { "X-Key": "k" }, secret: SECRET };
    const { id, warning } = await api.create("/v2/webhooks/", { ...sent, enabled: false });
    expect(warning).toBe("not allowed to connect");
    const url = `/v2/webhooks/${id}`;
    const refused = { responseStatus: 503, error: "the endpoint answered 503 Service Unavailable" };
    for (const result of [{ responseStatus: 204, error: null }, refused]) {
      sender.answer(sent.endpoint, () => result);
      api.at(result.error === null ? NOW : "2024-05-10T12:00:01.000Z");
      const { status, body } = await api.post(`${url}/test/`);
      const answered = { response_status: result.responseStatus, error: result.error };
      expect({ status, body }).toEqual({ status: 200, body: answered });
    }
    const [first, second] = sender.calls;
    const call = { id: expect.stringMatching(/^test_/), sequence: 0, body: expect.any(String) };
    expect(first).toEqual({ ...sent, ...call });
    expect(second?.id).not.toBe(first?.id);
    const organization_id = expect.stringMatching(/^org_/);
    const body = { type: "test", timestamp: NOW, organization_id, organization_name: expect.any(String) };
    expect(JSON.parse(String(first?.body))).toEqual(body);
    expect((await api.get(`${url}/deliveries/`)).body.total).toBe(0);
    expect((await api.post("/v2/webhooks/whk_99/test/")).status).toBe(404);
    const { token } = await api.create("/v2/tokens/", { name: "reader", scopes: ["read"] });
    expect((await api.post(`${url}/test/`, undefined, { token: String(token) })).status).toBe(403);
  });
});

describe("D23: webhooks of both versions", () => {
  it("keep the version that created them, also after a PUT through the other; both list all", async () => {
    const api = await testApi();
    const one = await api.create("/v1/webhooks/", { endpoint: ENDPOINT });
    const two = await api.create("/v2/webhooks/", { endpoint: ENDPOINT, name: "Two", version: "v1" });
    await api.put(`/v2/webhooks/${one.id}/`, { name: "One", version: "v2" });
    await api.put(`/v1/webhooks/${two.id}/`, { endpoint: "https://example.com/moved" });
    expect((await api.get("/v2/webhooks/")).body).toMatchObject({
      total: 2,
      results: [
        { id: one.id, version: "v1", name: "One", headers: {}, enabled: true, type: "counts" },
        { id: two.id, version: "v2", name: "Two", endpoint: "https://example.com/moved" },
      ],
    });
    expect((await api.get("/v1/webhooks/")).body).toMatchObject({
      count: 2,
      results: [{ id: one.id }, { id: two.id, endpoint: "https://example.com/moved" }],
    });
    expect((await api.delete(`/v1/webhooks/${two.id}/`)).status).toBe(204);
    expect((await api.delete(`/v2/webhooks/${one.id}/`)).status).toBe(204);
  });

  it.each(["v1", "v2"])("%s: need an http or https address", async (version) => {
    const longest = ENDPOINT.padEnd(ENDPOINT_LENGTH_MAX, "x");
    const odd = ["http://192.0.2.1:8080/a b", "HTTPS://EXAMPLE.COM", "https://user:p%40ss@example.com/"];
    for (const endpoint of [longest, ...odd])
      expect(await api.create(`/${version}/webhooks/`, { endpoint })).toMatchObject({ endpoint });
    const wrong = ["", "example.com/hook", "ftp://example.com/", "https://", "https://example.com/#part"];
    for (const endpoint of [...wrong, `${longest}x`, undefined, null, 5])
      expect(pathsOf(await api.post(`/${version}/webhooks/`, { endpoint }))).toEqual(["endpoint"]);
  });
});

describe("D23: a webhook's headers", () => {
  it("are an object, or a list of name and value, and always answered as an object", async () => {
    const wanted = { "X-Key": "a b", "x-empty": "" };
    const list = Object.entries(wanted).map(([name, value]) => ({ name, value }));
    for (const headers of [wanted, list]) {
      const made = await api.create("/v2/webhooks/", { endpoint: ENDPOINT, headers });
      expect(made.headers).toEqual(wanted);
      const { body } = await api.put(`/v2/webhooks/${made.id}/`, { headers: list.slice(0, 1) });
      expect(body.headers).toEqual({ "X-Key": "a b" });
    }
    expect((await api.create("/v2/webhooks/", { endpoint: ENDPOINT, headers: [] })).headers).toEqual({});
  });

  it("are rejected if HTTP has no such header, or calls set them", async () => {
    const post = (headers: unknown) => api.post("/v2/webhooks/", { endpoint: ENDPOINT, headers });
    const values = [5, ["a"], "a\r\nX-Other: b", "x".repeat(HEADER_LENGTH_MAX + 1), "…"];
    const names =
      "X Key,,Content-Type,HOST,Expect,Upgrade,Keep-Alive,TE,Trailer,Proxy-Connection,HTTP2-Settings," +
      "webhook-signature,Headcount-Sequence";
    const ofValues = values.map((value) => ({ "X-Key": value }));
    for (const headers of [5, ...ofValues, ...names.split(",").map((name) => ({ [name]: "x" }))]) {
      const [path] = pathsOf(await post(headers));
      expect(path?.split(".", 1), JSON.stringify(headers)).toEqual(["headers"]);
    }
    const forms = /\{"X-Key": "abc"\}.*\[\{"name": "X-Key", "value": "abc"\}\]/;
    for (const [headers, path] of [
      [[{ "X-Key": "a" }], "headers.0"],
      [[{ name: "X-Key", value: "a" }, ["X-Key", "a"]], "headers.1"],
      [[{ name: "X-Key", value: 1 }], "headers.0"],
      [[null], "headers.0"],
      ["X-Key: a", "headers"],
      [null, "headers"],
    ] as const) {
      const refused = await post(headers);
      expect(pathsOf(refused)).toEqual([path]);
      expect(refused.body.errors[0]?.message).toMatch(forms);
    }
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, "x".repeat(HEADER_LENGTH_MAX)]));
    expect((await post(many(WEBHOOK_HEADERS_MAX))).status).toBe(201);
    expect(pathsOf(await post(many(WEBHOOK_HEADERS_MAX + 1)))).toEqual(["headers"]);
  });
});

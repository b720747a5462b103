import { describe, expect, it } from "vitest";
import { updateWebhook } from "../../src/engine/resources/webhooks.ts";
import { type Body, expectProblem, pathsOf, type TestApi, testApi } from "../support/http.ts";

const ENDPOINT = "https://example.com/hook?key=topsecret&othersecret";
const HEADERS = { "X-Api-Key": "headersecret", Authorization: "Bearer headersecret" };
const MASKED = { endpoint: "https://example.com/hook?…", headers: { "X-Api-Key": "…", Authorization: "…" } };

/** One webhook of each version, and tokens that read and write. */
async function hooks() {
  const api = await testApi();
  const [read, write] = [await api.token(["read"]), await api.token(["write"])];
  const v1 = await api.create("/v1/webhooks/", { endpoint: ENDPOINT });
  const v2 = await api.create("/v2/webhooks/", { endpoint: ENDPOINT, headers: HEADERS });
  return { api, read, write, v1, v2, url: `/v2/webhooks/${v2.id}/` };
}

/** The webhook as it is called. */
function stored(api: TestApi, { id }: Body) {
  const found = api.context.catalog.webhooks.all().find((each) => `whk_${each.id}` === id);
  return { endpoint: found?.endpoint, headers: found?.headers };
}

describe("D18: headers of a webhook call", () => {
  it("is shown to the scope write only, in both versions, in lists and alone", async () => {
    const { api, read, write, v1, v2 } = await hooks();
    for (const { id } of [v1, v2]) {
      for (const version of ["v1", "v2"]) {
        const masked = await api.get(`/${version}/webhooks/${id}/`, { token: read });
        expect(masked.body.endpoint).toBe(MASKED.endpoint);
        if (version === "v2") expect(masked.body.headers).toEqual(id === v2.id ? MASKED.headers : {});
        const whole = await api.get(`/${version}/webhooks/${id}/`, { token: write });
        expect(whole.body.endpoint).toBe(ENDPOINT);
        if (version === "v2") expect(whole.body.headers).toEqual(id === v2.id ? HEADERS : {});
      }
    }
    for (const version of ["v1", "v2"]) {
      const list = `/${version}/webhooks/`;
      const masked = await api.get(list, { token: read });
      expect(masked.body.results.map(({ endpoint }) => endpoint)).toEqual(Array(2).fill(MASKED.endpoint));
      expect(masked.text).not.toContain("secret");
      const whole = await api.get(list, { token: write });
      expect(whole.body.results.map(({ endpoint }) => endpoint)).toEqual(Array(2).fill(ENDPOINT));
    }
  });

  it("is nowhere else", async () => {
    const { api, read, v2, url } = await hooks();
    await updateWebhook(api.context, BigInt(v2.id.slice("whk_".length)), {
      endpoint: "https://usersecret:passsecret@example.com/",
    });
    expect((await api.get(url, { token: read })).body.endpoint).toBe("https://…@example.com/");
    for (const path of [
      `${url}deliveries/`,
      "/v2/audit_log/",
      "/v2/admin/site/",
      "/v1/webhooks/",
      "/metrics",
    ]) {
      const token = /audit_log|admin/.test(path) ? {} : { token: read };
      const answer = await api.get(path, token);
      expect(answer.status, path).toBe(200);
      expect(answer.text, path).not.toMatch(/(top|other|header|user|pass)secret/);
    }
  });

  it("stays where a client sends back what it was shown, in any case of the names", async () => {
    const { api, read, write, v1, v2, url } = await hooks();
    const { body } = await api.get(url, { token: read });
    const answer = await api.put(url, body, { token: write });
    expect(answer.body).toMatchObject({ endpoint: ENDPOINT, headers: HEADERS });
    expect(stored(api, v2)).toEqual({ endpoint: ENDPOINT, headers: HEADERS });
    // As a client writes it that has parsed the address.
    const { href } = new URL(body.endpoint as string);
    expect(href).not.toBe(body.endpoint);
    expect((await api.put(url, { endpoint: href }, { token: write })).body.endpoint).toBe(ENDPOINT);
    const lower = await api.put(url, { headers: { "x-api-key": "…", "X-New": "1" } }, { token: write });
    expect(lower.body.headers).toEqual({ "x-api-key": "headersecret", "X-New": "1" });
    const first = `/v1/webhooks/${v1.id}/`;
    await api.put(first, (await api.get(first, { token: read })).body, { token: write });
    expect(stored(api, v1)).toMatchObject({ endpoint: ENDPOINT });
  });

  it("is not replaced by a mask that stands for nothing", async () => {
    const { api, v2, url } = await hooks();
    expect(pathsOf(await api.put(url, { headers: { "X-Other": "…" } }))).toEqual(["headers.X-Other"]);
    for (const endpoint of [
      "https://example.com/other?…",
      "https://…@example.com/hook",
      "https://…@example.com/?…",
    ])
      expect(pathsOf(await api.put(url, { endpoint }))).toEqual(["endpoint"]);
    expect(stored(api, v2)).toEqual({ endpoint: ENDPOINT, headers: HEADERS });
    for (const version of ["v1", "v2"])
      expectProblem(await api.post(`/${version}/webhooks/`, { endpoint: MASKED.endpoint }), 400);
    // Three dots in a path are a path.
    const plain = "https://example.com/…";
    expect((await api.put(url, { endpoint: plain })).body.endpoint).toBe(plain);
  });
});

describe("answers with secrets that are answered once", () => {
  it.each([
    ["/v1/webhooks/", { endpoint: ENDPOINT }],
    ["/v2/webhooks/", { endpoint: ENDPOINT }],
    ["/v2/tokens/", { name: "Wall" }],
    ["/v2/sockets/", undefined],
  ])("of POST %s are kept by no cache", async (path, body) => {
    const api = await testApi();
    const answer = await api.post(path, body);
    expect(answer.status).toBe(201);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});

import { describe, expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { TOKEN_RATE_MAX } from "../../src/domain/limits.ts";
import { expectProblem, NOW, pathsOf, sharedApi, testApi, testSite } from "../support/http.ts";

const api = await sharedApi();

describe("D30: /tokens/", () => {
  it("answers a new token's secret once", async () => {
    const api = await testApi();
    const created = await api.post("/v2/tokens/", { name: "Dashboard", scopes: ["ingest", "read"], rate: 5 });
    expect(created.status).toBe(201);
    const id = expect.stringMatching(/^tkn_[1-9]\d*$/);
    const said = { name: "Dashboard", scopes: ["read", "ingest"], rate: 5 };
    const token = { id, ...said, space_id: null, created_at: NOW };
    expect(created.body).toEqual({ ...token, token: expect.stringMatching(/^hct_[\w-]{32}$/) });
    const secret = String(created.body.token);
    const listed = await api.get("/v2/tokens/");
    expect(listed.body).toMatchObject({ total: 2, next: null, previous: null });
    expect(listed.body.results[1]).toEqual(token);
    expect(listed.text).not.toContain(secret);
    expect(listed.text).not.toContain("hash");
    const used = await api.get("/v2/spaces/", { token: secret });
    expect(used.headers["x-ratelimit-limit"]).toBe("5");
  });

  it("D18: gives the server's rate if none is said, none for null, and reading alone without scopes", async () => {
    const api = await testApi({ rateLimit: 7 });
    expect(await api.create("/v2/tokens/", { name: "x" })).toMatchObject({ rate: 7, scopes: ["read"] });
    expect(await api.create("/v2/tokens/", { name: "x", rate: null })).toMatchObject({ rate: null });
    const unlimited = await testApi({ rateLimit: null });
    expect(await unlimited.create("/v2/tokens/", { name: "x" })).toMatchObject({ rate: null });
  });

  it.each([
    ["name", ""],
    ["name", 5],
    ["scopes", []],
    ["scopes", ["everything"]],
    ["scopes", "read"],
    ["rate", 0],
    ["rate", 1.5],
    ["rate", "60"],
    ["rate", TOKEN_RATE_MAX + 1],
  ])("D17: rejects %s %j", async (field, value) => {
    const [path] = pathsOf(await api.post("/v2/tokens/", { name: "x", [field]: value }));
    expect(path?.split(".", 1)).toEqual([field]);
  });

  it("revokes, and a token may revoke itself", async () => {
    const api = await testApi();
    const { id } = await api.create("/v2/tokens/", { name: "x", rate: TOKEN_RATE_MAX });
    expect(await api.delete(`/v2/tokens/${id}/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.delete(`/v2/tokens/${id}/`), 404);
    expectProblem(await api.delete("/v2/tokens/x/"), 404);
    const [own] = (await api.get("/v2/tokens/")).body.results;
    expect((await api.delete(`/v2/tokens/${own?.id}`)).status).toBe(204);
    expectProblem(await api.get("/v2/tokens/"), 403);
  });
});

describe("POST /admin/retention", () => {
  it("removes nothing that a mirror does not have yet", async () => {
    let failure: Error | null = null;
    let caughtUp = 0;
    const catchUp = async () => {
      if (failure !== null) throw failure;
      caughtUp++;
    };
    const mirrors = { progress: () => [], catchUp, verify: async () => [], rebuild: async () => {} };
    const api = await testApi({ mirrors: () => mirrors });
    const remove = (apply: boolean) => api.post("/v2/admin/retention", { keep: "1d", apply });
    failure = new HeadcountError("unavailable", "ClickHouse at 127.0.0.1:8123/headcount cannot be reached");
    const reason = "nothing has been removed, because a mirror may not have all events: ClickHouse at";
    expectProblem(await remove(true), 503, reason);
    expect((await remove(false)).status).toBe(200);
    failure = null;
    expect((await remove(true)).status).toBe(200);
    expect(caughtUp).toBe(1);
  });
});

describe("D30: POST /admin/rebuild", () => {
  it("answers what was derived, and from which space and days", async () => {
    const { api, space } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    await api.report("a 2024-05-08T10:00:00Z 1", "a 2024-05-08T11:00:00Z 1", "a 2024-05-09T10:00:00Z 1");
    for (const [asked, runs, events] of [
      [undefined, 2, 3],
      [{ verify: true, space_id: space }, 2, 3],
      [{ space_id: lobby.id }, 0, 0],
      [{ from: "2024-05-08T23:00:00Z", to: "2024-05-09T00:00:00Z" }, 1, 2],
      [{ from: "2024-05-09" }, 1, 1],
    ] as const) {
      const { body } = await api.post("/v2/admin/rebuild", asked);
      expect(body).toEqual({ runs, events, differences: [], sensors: [] });
    }
  });

  it("names differences by space and UTC day, and by sensor", async () => {
    const figures = { counted: { in: 3, out: 2 }, events: { in: 3, out: 1 } };
    const api = await testApi();
    api.context.events.rebuild = async () => ({
      runs: 1,
      events: 1,
      differences: [{ spaceId: 7n, day: 19852 }],
      sensors: [{ serialNumber: "a", readings: 2, first: 1_000, ...figures }],
    });
    const { body } = await api.post("/v2/admin/rebuild", { verify: true });
    expect(body).toEqual({
      runs: 1,
      events: 1,
      differences: [{ space_id: "spc_7", day: "2024-05-09" }],
      sensors: [{ serial_number: "a", readings: 2, first: "1970-01-01T00:00:01.000Z", ...figures }],
    });
  });
});

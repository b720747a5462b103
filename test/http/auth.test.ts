import { describe, expect, it } from "vitest";
import { SCOPES, type Scope } from "../../src/domain/resources.ts";
import { ADMIN, expectProblem, type TestApi, testApi } from "../support/http.ts";

describe("D18: a request gets in by its token", () => {
  it.each([
    ["none", undefined],
    ["an empty header", ""],
    ["another scheme", `Basic ${ADMIN}`],
    ["no scheme", ADMIN],
    ["no token", "Bearer "],
    ["two blanks", `Bearer  ${ADMIN}`],
    ["a token in two words", `Bearer ${ADMIN} x`],
    ["an unknown token", "Bearer hct_unknown"],
    ["a known token in another case", `Bearer ${ADMIN.toUpperCase()}`],
  ])("with %s it is a 403", async (_what, authorization) => {
    const api = await testApi();
    const headers = authorization === undefined ? {} : { authorization };
    expectProblem(await api.get("/v2/spaces/", { token: null, headers }), 403, /Authorization: Bearer/);
  });

  it("takes the scheme's name in any case, as HTTP does", async () => {
    const api = await testApi();
    const headers = { authorization: `bearer ${ADMIN}` };
    expect((await api.get("/v2/spaces/", { token: null, headers })).status).toBe(200);
  });

  it("before any 400, 404, 405 or 415", async () => {
    const api = await testApi();
    const token = null;
    expectProblem(await api.get("/v2/spaces/?page=0", { token }), 403);
    expectProblem(await api.get("/v2/spaces/spc_99/", { token }), 403);
    expectProblem(await api.get("/v2/nothing", { token }), 403);
    expectProblem(await api.get("/", { token }), 403);
    expectProblem(await api.send("PATCH", "/v2/spaces/", { token }), 403);
    expectProblem(await api.post("/v2/spaces/", undefined, { token, raw: "{" }), 403);
    const headers = { "content-type": "text/plain" };
    expectProblem(await api.post("/v2/spaces/", undefined, { token, headers, raw: "{" }), 403);
  });

  it("only as long as the token is there", async () => {
    const api = await testApi();
    const made = await api.post("/v2/tokens/", { name: "short-lived" });
    const token = String(made.body.token);
    expect((await api.get("/v2/spaces/", { token })).status).toBe(200);
    await api.delete(`/v2/tokens/${made.body.id}/`);
    expectProblem(await api.get("/v2/spaces/", { token }), 403);
  });
});

/** Which tokens let a request through that needs a scope. */
const ENOUGH: Readonly<Record<"read" | "write" | "ingest" | "admin", readonly Scope[]>> = {
  read: ["read", "write", "admin"],
  write: ["write", "admin"],
  ingest: ["ingest", "admin"],
  admin: ["admin"],
};

const NEEDS: readonly (readonly ["GET" | "POST" | "PUT" | "DELETE", string, keyof typeof ENOUGH])[] = [
  ["GET", "/v1/events/", "read"],
  ["GET", "/v1/spaces/spc_1/count/", "read"],
  ["GET", "/v2/spaces/", "read"],
  ["POST", "/v2/spaces/", "write"],
  ["GET", "/v2/spaces/spc_1/", "read"],
  ["PUT", "/v2/spaces/spc_1/", "write"],
  ["DELETE", "/v2/spaces/spc_1/", "write"],
  ["GET", "/v2/spaces/spc_1/counts/", "read"],
  ["GET", "/v2/spaces/spc_1/events/", "read"],
  ["GET", "/v2/spaces/spc_1/breaches/", "read"],
  ["GET", "/v2/sensors/a/events/", "read"],
  ["GET", "/v2/doorways/", "read"],
  ["POST", "/v2/doorways/", "write"],
  ["GET", "/v2/doorways/drw_1/", "read"],
  ["PUT", "/v2/doorways/drw_1/", "write"],
  ["DELETE", "/v2/doorways/drw_1/", "write"],
  ["GET", "/v2/links/", "read"],
  ["POST", "/v2/links/", "write"],
  ["DELETE", "/v2/links/lnk_1/", "write"],
  ["GET", "/v2/resets/", "read"],
  ["POST", "/v2/resets/", "write"],
  ["GET", "/v2/time_segments/", "read"],
  ["POST", "/v2/time_segments/", "write"],
  ["GET", "/v2/time_segments/tsm_1/", "read"],
  ["PUT", "/v2/time_segments/tsm_1/", "write"],
  ["DELETE", "/v2/time_segments/tsm_1/", "write"],
  ["GET", "/v2/time_segment_groups/", "read"],
  ["POST", "/v2/time_segment_groups/", "write"],
  ["GET", "/v2/time_segment_groups/tsg_1/", "read"],
  ["PUT", "/v2/time_segment_groups/tsg_1/", "write"],
  ["DELETE", "/v2/time_segment_groups/tsg_1/", "write"],
  ["POST", "/v2/sensor_events/", "ingest"],
  ["GET", "/v2/tokens/", "admin"],
  ["POST", "/v2/tokens/", "admin"],
  ["DELETE", "/v2/tokens/tkn_99/", "admin"],
  ["POST", "/v2/admin/rebuild", "admin"],
];

describe("D18: scopes", () => {
  it.each(NEEDS)("%s %s needs %s", async (method, url, scope) => {
    const api = await testApi();
    const passing: Scope[] = [];
    for (const held of SCOPES) {
      const answer = await api.send(method, url, { token: await api.token([held]) });
      if (answer.status !== 403) passing.push(held);
      else expectProblem(answer, 403, `scope ${scope}`);
    }
    expect(passing).toEqual(ENOUGH[scope]);
  });

  it("add up on one token", async () => {
    const api = await testApi();
    const token = await api.token(["read", "ingest"]);
    expect((await api.get("/v2/spaces/", { token })).status).toBe(200);
    expect((await api.post("/v2/sensor_events/", [], { token })).status).toBe(200);
    expectProblem(await api.post("/v2/spaces/", { name: "x" }, { token }), 403);
  });
});

describe("D5, D18: corrections need admin", () => {
  async function site(): Promise<{ api: TestApi; write: string; ids: Awaited<ReturnType<TestApi["site"]>> }> {
    const api = await testApi();
    return { api, write: await api.token(["write"]), ids: await api.site() };
  }

  it.each(["spaces", "doorways"])("effective_from on PUT /%s/", async (kind) => {
    const { api, write, ids } = await site();
    const url = `/v2/${kind}/${kind === "spaces" ? ids.space : ids.doorway}/`;
    const body = { effective_from: "beginning" };
    expectProblem(await api.put(url, body, { token: write }), 403, "scope admin");
    expect((await api.put(url, body)).status).toBe(200);
    expect((await api.put(url, {}, { token: write })).status).toBe(200);
  });

  it("effective_from on POST /links/", async () => {
    const { api, write, ids } = await site();
    const { id } = await api.create("/v2/doorways/", { name: "Back door" });
    const body = { space_id: ids.space, doorway_id: id, sensor_placement: 1, effective_from: "2024-05-01" };
    expectProblem(await api.post("/v2/links/", body, { token: write }), 403, "scope admin");
    expect((await api.post("/v2/links/", body)).status).toBe(201);
  });

  it("erase on DELETE /links/", async () => {
    const { api, write, ids } = await site();
    const url = `/v2/links/${ids.link}/`;
    expectProblem(await api.delete(`${url}?erase=true`, undefined, { token: write }), 403, "scope admin");
    expect((await api.delete(`${url}?erase=false`, undefined, { token: write })).status).toBe(204);
    expect((await api.delete(`${url}?erase=TRUE`)).status).toBe(204);
  });
});

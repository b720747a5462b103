import { Client } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADMIN, expectProblem, sharedApi } from "../support/http.ts";

const api = await sharedApi();

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
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await api.get("/v2/spaces/", { token: null, headers });
    expectProblem(answer, 403, /^Incorrect authentication credentials\.$/);
    expect(answer.body.title).toContain("Authorization: Bearer");
  });

  it("takes the scheme's name in any case, as HTTP does", async () => {
    const headers = { authorization: `bearer ${ADMIN}` };
    expect((await api.get("/v2/spaces/", { token: null, headers })).status).toBe(200);
  });

  it("before any 400, 404, 405 or 415", async () => {
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

  it("each request of a connection by its own header, as the tokens are at that time", async () => {
    const made = await api.post("/v2/tokens/", { name: "short-lived" });
    const client = new Client(await api.listen(), { pipelining: 1 });
    onTestFinished(() => client.close());
    const statusWith = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { statusCode, body } = await client.request({ path: "/v2/spaces/", method: "GET", headers });
      await body.dump();
      return statusCode;
    };
    const connected: unknown[] = [];
    client.on("connect", () => connected.push(null));
    const statuses: number[] = [];
    for (const token of [ADMIN, ADMIN, "hct_unknown", "hct_unknown", `${made.body.token}`, ADMIN])
      statuses.push(await statusWith(token));
    expect(statuses).toEqual([200, 200, 403, 403, 200, 200]);
    expect(await statusWith(`${made.body.token}`)).toBe(200);
    await api.delete(`/v2/tokens/${made.body.id}/`);
    expect(await statusWith(`${made.body.token}`)).toBe(403);
    expect(connected).toHaveLength(1);
  });
});

describe("D18: scopes", () => {
  it("add up on one token", async () => {
    const token = await api.token(["read", "ingest"]);
    expect((await api.get("/v2/spaces/", { token })).status).toBe(200);
    expect((await api.post("/v2/sensor_events/", [], { token })).status).toBe(200);
    expectProblem(await api.post("/v2/spaces/", { name: "x" }, { token }), 403, /the scope write$/);
  });
});

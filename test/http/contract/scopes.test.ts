import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Scope, SITE_SCOPES } from "../../../src/domain/resources.ts";
import { ENDPOINTS, type Endpoint, requiredQuery } from "../../support/contract.ts";
import { ContractSite } from "../../support/contract-site.ts";
import { expectProblem, testSite } from "../../support/http.ts";

/** The tokens of a single scope that an endpoint accepts. */
const ENOUGH: Readonly<Record<Endpoint["scope"], readonly Scope[]>> = {
  read: ["read", "write", "admin"],
  write: ["write", "admin"],
  ingest: ["ingest", "admin"],
  sql: ["sql", "admin"],
  admin: ["admin"],
  none: SITE_SCOPES,
};

const CASES = ENDPOINTS.map((endpoint) => [endpoint.scope, endpoint.title, endpoint] as const);

let site: ContractSite;
beforeAll(async () => {
  site = await ContractSite.open();
  for (const scope of SITE_SCOPES) await site.api.token([scope]);
});
afterAll(() => site.api.app.close());

describe("D18: which scopes let a request through", () => {
  it.each(CASES)("%s: %s", async (scope, _title, endpoint) => {
    const query = requiredQuery(endpoint);
    const passing: Scope[] = [];
    for (const held of SITE_SCOPES) {
      const isIdle = !ENOUGH[scope].includes(held);
      const { answer } = await site.send(endpoint, { query, token: `hct_${held}_null`, isIdle });
      if (answer.status === endpoint.status) passing.push(held);
      else expectProblem(answer, 403, `scope ${scope}`);
    }
    expect(passing).toEqual(ENOUGH[scope]);
  });

  it("the tables have an endpoint for every scope", () => {
    const needed = new Set<string>(ENDPOINTS.map((endpoint) => endpoint.scope));
    expect([...needed].sort()).toEqual(["admin", "ingest", "none", "read", "sql", "write"]);
  });
});

describe("D18: without a token nothing is there", () => {
  it.each(CASES)("%s: %s", async (_scope, _title, endpoint) => {
    const { answer } = await site.send(endpoint, { token: null, isIdle: true });
    expectProblem(answer, 403, "Incorrect authentication");
    const unknown = await site.send(endpoint, { token: "hct_unknown", isIdle: true });
    expectProblem(unknown.answer, 403, "Incorrect authentication");
  });
});

describe.each(["v1", "v2"])("D5, D18: %s: corrections need admin", (version) => {
  it("effective_from of a doorway's sensor, a daily reset and a link; erase of a link", async () => {
    const { api, space, doorway, link } = await testSite();
    const token = await api.token(["write"]);
    const effective_from = "beginning";
    const spare = await api.create(`/${version}/doorways/`, { name: "Back door" });
    const pair = { space_id: space, doorway_id: spare.id, sensor_placement: 1 };
    for (const [method, url, body, status] of [
      ["PUT", `/${version}/doorways/${doorway}/`, { sensor_id: null, effective_from }, 200],
      ["PUT", `/${version}/spaces/${space}/`, { daily_reset: "04:00", effective_from }, 200],
      ["POST", `/${version}/links/`, { ...pair, effective_from }, 201],
      ["DELETE", `/${version}/links/${link}/?erase=true`, undefined, 204],
    ] as const) {
      expectProblem(await api.send(method, url, { body, token }), 403, "scope admin");
      expect(await api.send(method, url, { body })).toMatchObject({ status });
    }
  });
});

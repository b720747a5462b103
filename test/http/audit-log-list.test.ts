import { describe, expect, it } from "vitest";
import { ADMIN, type Body, pathsOf, type TestApi, testApi } from "../support/http.ts";

describe("GET /v2/audit_log/", () => {
  /** Three teams of one space, one an hour, the second by another token; and the log's length before. */
  async function threeTeams(api: TestApi) {
    const { space } = await api.site();
    const other = await api.create("/v2/tokens/", { name: "Ops", scopes: ["admin"] });
    const { total } = (await api.get("/v2/audit_log/")).body;
    const teams: Body[] = [];
    for (const [index, token] of [ADMIN, String(other.token), ADMIN].entries()) {
      api.at(`2024-05-10T1${3 + index}:00:00Z`);
      const url = `/v2/spaces/${space}/assigned_teams/`;
      teams.push((await api.post(url, { team_name: `T${index}` }, { token })).body);
    }
    return { before: total, other: other.id, ids: teams.map(({ id }) => id) };
  }

  it("D16: is newest first, oldest first on request, and in pages", async () => {
    const api = await testApi();
    const { before, ids } = await threeTeams(api);
    const of = async (query: string) =>
      (await api.get(`/v2/audit_log/?${query}`)).body.results.map((entry) => entry.resource_id);
    expect((await of("")).slice(0, 3)).toEqual(ids.toReversed());
    expect(await of("order=Desc&page_size=2")).toEqual([ids[2], ids[1]]);
    expect((await of("order=asc")).slice(-3)).toEqual(ids);
    expect(await of("order=asc")).toEqual((await of("")).toReversed());
    const { body } = await api.get("/v2/audit_log/?page_size=2&page=2&order=desc");
    expect(body.total).toBe(before + 3);
    expect(body.results[0]).toMatchObject({ resource_id: ids[0], timestamp: "2024-05-10T13:00:00.000Z" });
    expect(body.next).toBe("http://localhost:80/v2/audit_log/?page_size=2&page=3&order=desc");
    expect(body.previous).toBe("http://localhost:80/v2/audit_log/?page_size=2&page=1&order=desc");
    expect(await of("page=99")).toEqual([]);
  });

  it("is filtered by time, token and resource", async () => {
    const api = await testApi();
    const { other, ids } = await threeTeams(api);
    const of = async (query: string) => {
      const { body } = await api.get(`/v2/audit_log/?order=asc&${query}`);
      expect(body.total).toBe(body.results.length);
      return body.results.map((entry) => entry.resource_id);
    };
    expect(await of("start_time=2024-05-10T13:00:00Z&end_time=2024-05-10T15:00:00Z")).toEqual(
      ids.slice(0, 2),
    );
    expect(await of("start_time=2024-05-10T15:00:00%2B01:00")).toEqual(ids.slice(1));
    expect(await of(`token_id=${other}`)).toEqual([ids[1]]);
    expect(await of(`resource_id=${ids[2]}`)).toEqual([ids[2]]);
    expect(await of(`resource_id=${ids[2]}&token_id=${other}`)).toEqual([]);
    expect(await of("resource_id=spc_99")).toEqual([]);
    expect(await of("token_id=tkn_99")).toEqual([]);
  });

  it.each([
    ["token_id", "token_id=spc_1"],
    ["start_time", "start_time=noon"],
    ["start_time", "start_time=2024-05-02&end_time=2024-05-01"],
    ["order", "order=up"],
    ["page_size", "page_size=0"],
  ])("D3, D16, D17: refuses a wrong %s: %s", async (path, query) => {
    const api = await testApi();
    expect(pathsOf(await api.get(`/v2/audit_log/?${query}`))).toEqual([path]);
  });
});

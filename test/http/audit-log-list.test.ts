import { describe, expect, it } from "vitest";
import {
  ADMIN,
  type Body,
  expectProblem,
  NOW,
  pathsOf,
  type TestApi,
  testApi,
  testSite,
} from "../support/http.ts";

describe("GET /v2/audit_log/", () => {
  /** Three teams of one space, one an hour, the second by another token. */
  async function threeTeams(api: TestApi) {
    const { space } = await api.site();
    const other = await api.create("/v2/tokens/", { name: "Ops", scopes: ["admin"] });
    const teams: Body[] = [];
    for (const [index, token] of [ADMIN, String(other.token), ADMIN].entries()) {
      api.at(`2024-05-10T1${3 + index}:00:00Z`);
      const url = `/v2/spaces/${space}/assigned_teams/`;
      teams.push((await api.post(url, { team_name: `T${index}` }, { token })).body);
    }
    return { other: other.id, ids: teams.map(({ id }) => id) };
  }

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
    const backwards = "start_time=2024-05-02&end_time=2024-05-01";
    expect(pathsOf(await api.get(`/v2/audit_log/?${backwards}`))).toEqual(["start_time"]);
  });
});

/** A write token's hand in a site: it makes a space, renames it and deletes it, a minute apart. */
async function threeChanges(): Promise<{ api: TestApi; space: string; tokenId: string }> {
  const api = await testApi();
  const made = await api.create("/v2/tokens/", { name: "Editor", scopes: ["write"], rate: null });
  const sent = { token: String(made.token) };
  const space = await api.post("/v2/spaces/", { name: "Hall" }, sent);
  const url = `/v2/spaces/${space.body.id}/`;
  api.at("2024-05-10T12:01:00Z");
  await api.put(url, { name: "Great hall", capacity: 5 }, sent);
  api.at("2024-05-10T12:02:00Z");
  await api.delete(url, { name: "Great hall" }, sent);
  return { api, space: space.body.id, tokenId: made.id };
}

describe("GET /audit_log/", () => {
  it("says who changed what, and when, newest first", async () => {
    const { api, space, tokenId } = await threeChanges();
    const { body } = await api.get(`/v2/audit_log/?resource_id=${space}`);
    const entry = {
      id: expect.stringMatching(/^aud_[1-9]\d*$/),
      token_id: tokenId,
      token_name: "Editor",
      resource_type: "space",
      resource_id: space,
    };
    expect(body).toEqual({
      total: 3,
      next: null,
      previous: null,
      results: [
        { ...entry, timestamp: "2024-05-10T12:02:00.000Z", action: "delete", changes: expect.any(Object) },
        {
          ...entry,
          timestamp: "2024-05-10T12:01:00.000Z",
          action: "update",
          changes: { name: { from: "Hall", to: "Great hall" }, capacity: { from: null, to: 5 } },
        },
        { ...entry, timestamp: NOW, action: "create", changes: expect.any(Object) },
      ],
    });
    expect(body.results[0]?.changes).toMatchObject({ name: { from: "Great hall" } });
    expect(body.results[2]?.changes).toMatchObject({ name: { to: "Hall" }, daily_reset: { to: "04:00" } });
  });
});

describe("D5: DELETE /events/:event_id/", () => {
  it("voids an event: nothing shows or counts it any more", async () => {
    const { api, space } = await testSite();
    await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
    const [newest] = (await api.get("/v1/events/")).body.results;
    const url = `/v2/events/${newest?.id}/`;
    expect(await api.delete(url)).toMatchObject({ status: 204, text: "" });
    expect((await api.get("/v1/events/")).body.count).toBe(1);
    expect((await api.get("/v2/sensors/a/events/?start_time=2024-05-10")).body.total).toBe(1);
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({ current_count: 1 });
    expectProblem(await api.delete(url), 404);
    for (const id of ["evt_99", "99", "spc_1"]) expectProblem(await api.delete(`/v2/events/${id}/`), 404);
    const audit = await api.get(`/v2/audit_log/?resource_id=${newest?.id}`);
    expect(audit.body.results).toMatchObject([{ action: "void", resource_type: "event" }]);
  });
});

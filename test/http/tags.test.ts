import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testSite } from "../support/http.ts";

/** What each version calls the totals of lists, and the ids in a tag's spaces and doorways. */
const VERSIONS = [
  ["v1", "count", "space_id", "doorway_id"],
  ["v2", "total", "id", "id"],
] as const;

describe.each(VERSIONS)("D28: %s: tags", (version, total, spaceId, doorwayId) => {
  it("are listed by name while they are in use, and show what carries them", async () => {
    const { api, space, doorway } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    await api.report("a 2024-05-10T11:00:00Z 1");
    const list = async () => (await api.get(`/${version}/tags/`)).body;
    expect(await list()).toEqual({ [total]: 0, next: null, previous: null, results: [] });
    const north = { tag_name: "north" };
    for (const path of [`spaces/${lobby.id}`, `spaces/${space}`, `doorways/${doorway}`])
      expect(await api.create(`/${version}/${path}/tags/`, north)).toEqual(north);
    await api.create(`/${version}/spaces/${space}/tags/`, { tag_name: "East-1_a" });
    expect(await list()).toMatchObject({ [total]: 2, results: [{ name: "East-1_a" }, { name: "north" }] });
    expect((await api.get(`/${version}/tags/north/`)).body).toEqual({
      name: "north",
      spaces: [
        { [spaceId]: space, name: "Hall", current_count: 1 },
        { [spaceId]: lobby.id, name: "Lobby", current_count: 0 },
      ],
      doorways: [{ [doorwayId]: doorway, name: "Front door" }],
    });
    expect((await api.get(`/${version}/spaces/${space}/`)).body.tags).toEqual(["north", "East-1_a"]);
    expect((await api.get(`/${version}/doorways/${doorway}/`)).body.tags).toEqual(["north"]);
  });

  it("are there once however often they are added, and go one by one or with their carrier", async () => {
    const { api, space, doorway } = await testSite();
    const of = (path: string) => `/${version}/${path}/tags`;
    const add = (path: string, tag_name: string) => api.post(`${of(path)}/`, { tag_name });
    for (const path of [`spaces/${space}`, `doorways/${doorway}`]) {
      expect((await add(path, "north")).status).toBe(201);
      expect(await add(path, "north")).toMatchObject({ status: 201, body: { tag_name: "north" } });
      expect((await api.get(`/${version}/${path}/`)).body.tags).toEqual(["north"]);
    }
    expect(await api.delete(`${of(`spaces/${space}`)}/north/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.delete(`${of(`spaces/${space}`)}/north/`), 404, "north");
    expect((await api.get(`/${version}/tags/north/`)).body.spaces).toEqual([]);
    await api.delete(`/${version}/doorways/${doorway}/`);
    expectProblem(await api.get(`/${version}/tags/north/`), 404);
    expect((await api.get(`/${version}/tags/`)).body.results).toEqual([]);
    expectProblem(await add(`doorways/${doorway}`, "north"), 404);
    expectProblem(await add("spaces/spc_99", "north"), 404);
  });

  it("are 1 to 64 letters, digits, underscores and minus signs, and their case matters", async () => {
    const { api, space, doorway } = await testSite();
    const longest = "x".repeat(64);
    for (const path of [`spaces/${space}`, `doorways/${doorway}`]) {
      const add = (tag_name: unknown) => api.post(`/${version}/${path}/tags/`, { tag_name });
      for (const wrong of [undefined, null, 5, "", "a b", "a.b", "é", "a/b", "a\n", `${longest}x`])
        expect(pathsOf(await add(wrong))).toEqual(["tag_name"]);
      for (const right of [longest, "-", "_", "North", "north"]) expect((await add(right)).status).toBe(201);
    }
    expectProblem(await api.get(`/${version}/tags/NORTH/`), 404);
    const { results } = (await api.get(`/${version}/tags/`)).body;
    expect(results.map(({ name }) => name)).toEqual(["-", "North", "_", "north", longest]);
  });
});

describe("D28: tags", () => {
  it("are the same in both versions, and find spaces in version 2 (D16)", async () => {
    const { api, space } = await testSite();
    await api.create("/v2/spaces/", { name: "Lobby" });
    await api.create(`/v1/spaces/${space}/tags/`, { tag_name: "north" });
    const { body } = await api.get("/v2/spaces/?tag=north");
    expect(body).toMatchObject({ total: 1, results: [{ id: space }] });
    expect((await api.get("/v2/spaces/?tag=North")).body.total).toBe(0);
    expect((await api.delete(`/v2/spaces/${space}/tags/north`)).status).toBe(204);
    expect((await api.get(`/v1/spaces/${space}/`)).body.tags).toEqual([]);
  });
});

describe("D28: assigned teams", () => {
  it("have one id per space and name, and show with their space", async () => {
    const { api, space } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const url = `/v2/spaces/${space}/assigned_teams/`;
    const assigned = await api.post(url, { team_name: "Security" });
    expect(assigned.status).toBe(201);
    const team = { id: expect.stringMatching(/^ast_[1-9]\d*$/), team_name: "Security" };
    expect(assigned.body).toEqual(team);
    const facilities = await api.create(url, { team_name: "security" });
    const elsewhere = await api.create(`/v2/spaces/${lobby.id}/assigned_teams/`, { team_name: "Security" });
    expect(new Set([assigned.body.id, facilities.id, elsewhere.id]).size).toBe(3);
    const { body } = await api.get(`/v2/spaces/${space}/`);
    expect(body.assigned_teams).toEqual([assigned.body, facilities]);
    // The space's own PUT leaves them alone (D16).
    expect((await api.put(`/v2/spaces/${space}/`, { ...body, assigned_teams: [] })).body).toEqual(body);
  });

  it("a repeat is a 409, until the team is taken away", async () => {
    const { api, space } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const url = `/v2/spaces/${space}/assigned_teams/`;
    const { id } = await api.create(url, { team_name: "Security" });
    expectProblem(await api.post(url, { team_name: "Security" }), 409, "Security");
    expectProblem(await api.delete(`/v2/spaces/${lobby.id}/assigned_teams/${id}/`), 404);
    expect(await api.delete(`${url}${id}/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.delete(`${url}${id}/`), 404);
    expect((await api.get(`/v2/spaces/${space}/`)).body.assigned_teams).toEqual([]);
    expect((await api.create(url, { team_name: "Security" })).id).not.toBe(id);
  });
});

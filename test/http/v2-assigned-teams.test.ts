import { describe, expect, it } from "vitest";
import { NAME_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

describe("D28: assigned teams", () => {
  it("have one id per space and name, and show with their space", async () => {
    const api = await testApi();
    const { space } = await api.site();
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
    const api = await testApi();
    const { space } = await api.site();
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

  it("need a name, and a space that exists", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const url = `/v2/spaces/${space}/assigned_teams/`;
    for (const team_name of [undefined, null, 5, "", "x".repeat(NAME_LENGTH_MAX + 1)])
      expect(pathsOf(await api.post(url, { team_name }))).toEqual(["team_name"]);
    expectProblem(await api.post("/v2/spaces/spc_99/assigned_teams/", { team_name: "Security" }), 404);
    expectProblem(await api.delete("/v2/spaces/spc_99/assigned_teams/ast_1/"), 404);
    expectProblem(await api.delete(`${url}1/`), 404);
  });
});

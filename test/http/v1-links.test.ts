import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

describe("v1: links", () => {
  it("have every documented field when created and listed, and name both their ends", async () => {
    const api = await testApi();
    const { id: space_id } = await api.create("/v1/spaces/", { name: "Hall" });
    const { id: doorway_id } = await api.create("/v1/doorways/", { name: "Front door" });
    const created = await api.post("/v1/links/", { space_id, doorway_id, sensor_placement: -1 });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^lnk_[1-9]\d*$/),
      space_id,
      doorway_id,
      space_name: "Hall",
      doorway_name: "Front door",
      sensor_placement: -1,
    });
    expect((await api.get("/v1/links/")).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [created.body],
    });
    await api.put(`/v1/spaces/${space_id}/`, { name: "Great hall" });
    expect((await api.get("/v1/links/")).body.results).toMatchObject([{ space_name: "Great hall" }]);
  });

  it("D26: need every field, and sensor_placement is 1 or -1", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
    expect(pathsOf(await api.post("/v1/links/", {}))).toEqual(["space_id", "doorway_id", "sensor_placement"]);
    for (const sensor_placement of [0, 2, "1", null]) {
      const body = { space_id: space, doorway_id: doorway, sensor_placement };
      expect(pathsOf(await api.post("/v1/links/", body))).toEqual(["sensor_placement"]);
    }
  });

  it("D16: are found by space and by doorway; those that have ended are not listed", async () => {
    const api = await testApi();
    const { space, doorway, link } = await api.site();
    const lobby = await api.create("/v1/spaces/", { name: "Lobby" });
    const body = { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 };
    const { id: second } = await api.create("/v1/links/", body);
    const found = async (query: string) =>
      (await api.get(`/v1/links/?${query}`)).body.results.map(({ id }) => id);
    expect(await found("")).toEqual([link, second]);
    expect(await found(`space_id=${lobby.id}`)).toEqual([second]);
    expect(await found(`doorway_id=${doorway}`)).toEqual([link, second]);
    expect(await found(`doorway_id=${doorway}&space_id=${space}`)).toEqual([link]);
    expect(await api.delete(`/v1/links/${link}/`)).toMatchObject({ status: 204, text: "" });
    // `ended` is version 2's alone (D22).
    expect(await found("ended=true")).toEqual([second]);
  });

  it("D5: cannot be changed; deleting one leaves the past, and a new one does not reach back", async () => {
    const api = await testApi();
    const { space, doorway, link } = await api.site();
    await api.report("a 2024-05-10T11:00:00Z 1");
    const body = { space_id: space, doorway_id: doorway, sensor_placement: -1 };
    expectProblem(await api.put(`/v1/links/${link}/`, body), 405);
    expectProblem(await api.post("/v1/links/", body), 409, link);
    await api.delete(`/v1/links/${link}/`);
    expectProblem(await api.delete(`/v1/links/${link}/`), 404);
    await api.create("/v1/links/", body);
    const count = async () => (await api.get(`/v1/spaces/${space}/count/`)).body.count;
    expect(await count()).toBe(1);
    api.at("2024-05-10T13:00:00Z");
    await api.report("a 2024-05-10T12:30:00Z -1");
    expect(await count()).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi, testSite } from "../support/http.ts";

describe("v1: a space", () => {
  it("D8: made with a name alone has no daily reset and the time zone UTC", async () => {
    const api = await testApi();
    const created = await api.post("/v1/spaces/", { name: "Hall" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^spc_[1-9]\d*$/),
      name: "Hall",
      description: "",
      timezone: "UTC",
      daily_reset: null,
      current_count: 0,
      doorways: [],
      tags: [],
    });
    expect((await api.get(`/v1/spaces/${created.body.id}/`)).body).toEqual(created.body);
    // Version 2 makes spaces with a daily reset, and shows that this one has none.
    expect((await api.get(`/v2/spaces/${created.body.id}/`)).body).toMatchObject({ daily_reset: null });
    const other = await api.create("/v2/spaces/", { name: "Lobby" });
    expect((await api.get(`/v1/spaces/${other.id}/`)).body).toMatchObject({ daily_reset: "04:00" });
  });

  it("D27: keeps what is given; its description is version 2's notes", async () => {
    const api = await testApi();
    const given = { description: "Upstairs", timezone: "Asia/Kathmandu", daily_reset: "04:30" };
    const space = await api.create("/v1/spaces/", { name: "Hall", ...given, current_count: 5, tags: ["x"] });
    expect(space).toMatchObject({ name: "Hall", ...given, current_count: 0, tags: [] });
    expect((await api.get(`/v2/spaces/${space.id}/`)).body).toMatchObject({
      notes: "Upstairs",
      description: "Upstairs",
      time_zone: "Asia/Kathmandu",
      daily_reset: "04:30",
      space_type: "space",
    });
    for (const timezone of ["2024-05-10T12:00:00Z", "+05:45", null])
      expect(pathsOf(await api.post("/v1/spaces/", { name: "x", timezone }))).toEqual(["timezone"]);
  });

  it("is listed with five fields and read with all, its doorways under names of version 1", async () => {
    const { api, space, doorway } = await testSite();
    await api.create(`/v1/spaces/${space}/tags/`, { tag_name: "staffed" });
    await api.report("a 2024-05-10T11:00:00Z 1");
    const listed = { id: space, name: "Hall", timezone: "UTC", current_count: 1, tags: ["staffed"] };
    expect((await api.get("/v1/spaces/")).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [listed],
    });
    expect((await api.get(`/v1/spaces/${space}/`)).body).toEqual({
      ...listed,
      description: "",
      daily_reset: null,
      doorways: [{ doorway_id: doorway, name: "Front door", sensor_placement: 1 }],
    });
  });
});

describe("v1: PUT /spaces/:space_id/", () => {
  it("D8: a daily reset taken away leaves those that have been", async () => {
    const { api, space } = await testSite({ daily_reset: "11:00" });
    await api.report("a 2024-05-09T10:00:00Z 1", "a 2024-05-10T10:00:00Z 1");
    await api.put(`/v1/spaces/${space}/`, { daily_reset: null });
    await api.report("a 2024-05-10T11:30:00Z 1");
    api.at("2024-05-11T12:00:00Z");
    const count = async (time: string) => (await api.get(`/v1/spaces/${space}/count/?time=${time}`)).body;
    expect(await count("2024-05-10T10:30:00Z")).toEqual({ count: 1 });
    expect(await count("2024-05-10T11:00:00Z")).toEqual({ count: 0 });
    expect(await count("2024-05-11T11:30:00Z")).toEqual({ count: 1 });
  });
});

describe("v1: DELETE /spaces/:space_id/", () => {
  it("D19: asks for the exact name, and removes the space and its history, not the events", async () => {
    const { api, space, doorway } = await testSite();
    await api.report("a 2024-05-10T11:00:00Z 1");
    await api.create("/v1/resets/", { space_id: space, timestamp: "2024-05-10T10:00:00Z" });
    const segment = { label: "Open", start: "09:00", end: "17:00", days: ["Monday"], spaces: [space] };
    const { id } = await api.create("/v2/time_segments/", segment);
    const url = `/v1/spaces/${space}/`;
    for (const body of [undefined, {}, { name: "hall" }, { name: "Hall " }, { name: 5 }])
      expect(pathsOf(await api.delete(url, body))).toEqual(["name"]);
    expect(await api.delete(url, { name: "Hall" })).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(url), 404);
    expectProblem(await api.delete(url, { name: "Hall" }), 404);
    const { body } = await api.get("/v1/events/");
    expect(body).toMatchObject({ count: 1, results: [{ doorway_id: doorway, spaces: [] }] });
    expect((await api.get("/v1/resets/")).body.count).toBe(0);
    expect((await api.get("/v1/links/")).body.count).toBe(0);
    expect((await api.get(`/v1/doorways/${doorway}/`)).body.spaces).toEqual([]);
    expect((await api.get(`/v2/time_segments/${id}/`)).body.spaces).toEqual([]);
  });
});

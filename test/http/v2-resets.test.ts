import { describe, expect, it } from "vitest";
import { RESET_COUNT_MAX } from "../../src/domain/limits.ts";
import { expectProblem, NOW, pathsOf, testApi } from "../support/http.ts";

describe("D22: resets", () => {
  it("set the count, now or in the past, and are counted on from", async () => {
    const api = await testApi();
    const { space } = await api.site();
    await api.report("a 2024-05-10T11:30:00Z 1");
    const created = await api.post("/v2/resets/", {
      space_id: space,
      timestamp: "2024-05-10T13:00+02:00",
      count: 5,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^rst_[1-9]\d*$/),
      space_id: space,
      timestamp: "2024-05-10T11:00:00.000Z",
      count: 5,
    });
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({ current_count: 6 });
    expect(await api.create("/v2/resets/", { space_id: space, timestamp: NOW })).toMatchObject({ count: 0 });
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({ current_count: 0 });
  });

  it("are refused in the future (D3), for nobody, and beyond the limits", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const reset = { space_id: space, timestamp: NOW, count: 1 };
    const wrong = (change: object) => api.post("/v2/resets/", { ...reset, ...change });
    expect(pathsOf(await api.post("/v2/resets/", {}))).toEqual(["space_id", "timestamp"]);
    expect(pathsOf(await wrong({ timestamp: "2024-05-10T12:00:00.001Z" }))).toEqual(["timestamp"]);
    expect(pathsOf(await wrong({ timestamp: 1715342400000 }))).toEqual(["timestamp"]);
    expect(pathsOf(await wrong({ space_id: "spc_99" }))).toEqual(["space_id"]);
    for (const count of [-1, 1.5, "1", null, RESET_COUNT_MAX + 1]) {
      expect(pathsOf(await wrong({ count }))).toEqual(["count"]);
    }
    expect((await wrong({ count: RESET_COUNT_MAX })).status).toBe(201);
  });

  it("D16: are listed newest first, by space and time, the end exclusive", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const at = async (spaceId: string, timestamp: string) =>
      (await api.create("/v2/resets/", { space_id: spaceId, timestamp })).id;
    const second = await at(space, "2024-05-10T09:00:00Z");
    const first = await at(space, "2024-05-10T08:00:00Z");
    const other = await at(lobby.id, "2024-05-10T09:00:00Z");
    const last = await at(space, NOW);
    const ids = async (query: string) =>
      (await api.get(`/v2/resets/?${query}`)).body.results.map(({ id }) => id);
    expect(await ids("")).toEqual([last, other, second, first]);
    expect(await ids(`space_id=${space}`)).toEqual([last, second, first]);
    expect(await ids("start_time=2024-05-10T08:00:00Z&end_time=2024-05-10T09:00:00Z")).toEqual([first]);
    expect(await ids("start_time=2024-05-10T09:00:00.001Z")).toEqual([last]);
    expect(await ids("page=2&page_size=3")).toEqual([first]);
    expect(pathsOf(await api.get("/v2/resets/?start_time=2024-05-02&end_time=2024-05-01"))).toEqual([
      "start_time",
    ]);
    expect(await ids("start_time=2024-05-02&end_time=2024-05-02")).toEqual([]);
  });
});

describe("D22: a space's resets", () => {
  it("are made and listed beside the space, as they are beside the others", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const url = `/v2/spaces/${space}/resets/`;
    const first = await api.create(url, { timestamp: "2024-05-10T10:00:00Z", count: 5, space_id: lobby.id });
    expect(first).toEqual({
      id: expect.stringMatching(/^rst_[1-9]\d*$/),
      space_id: space,
      timestamp: "2024-05-10T10:00:00.000Z",
      count: 5,
    });
    const second = await api.create(url, { timestamp: NOW });
    await api.create("/v2/resets/", { space_id: lobby.id, timestamp: NOW });
    expect((await api.get(url)).body).toEqual({
      total: 2,
      next: null,
      previous: null,
      results: [second, first],
    });
    const range = "start_time=2024-05-10T10:00:00Z&end_time=2024-05-10T12:00:00Z";
    expect((await api.get(`${url}?${range}`)).body.results).toEqual([first]);
    expect((await api.get(`${url}?page=2&page_size=1`)).body).toMatchObject({ total: 2, results: [first] });
  });

  it("of an unknown space are a 404", async () => {
    const api = await testApi();
    expectProblem(await api.get("/v2/spaces/spc_99/resets/"), 404);
    expectProblem(await api.post("/v2/spaces/spc_99/resets/", { timestamp: NOW }), 404);
  });
});

describe("D22: a space's count", () => {
  it("is version 1's answer, now and at a past time", async () => {
    const api = await testApi();
    const { space } = await api.site();
    await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
    for (const version of ["v1", "v2"]) {
      const url = `/${version}/spaces/${space}/count/`;
      expect((await api.get(url)).body).toEqual({ count: 2 });
      expect((await api.get(`${url}?time=2024-05-10T10:30:00Z`)).body).toEqual({ count: 1 });
      expect(pathsOf(await api.get(`${url}?time=2024-05-10T12:00:00.001Z`))).toEqual(["time"]);
      expectProblem(await api.get(`/${version}/spaces/spc_99/count/`), 404);
    }
  });
});

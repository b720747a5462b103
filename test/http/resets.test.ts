import { describe, expect, it } from "vitest";
import { RESET_COUNT_MAX } from "../../src/domain/limits.ts";
import { expectProblem, NOW, pathsOf, testSite } from "../support/http.ts";

describe.each(["v1", "v2"])("%s: resets", (version) => {
  const url = `/${version}/resets/`;

  it("set the count, to 0 if none is given, and are counted on from, until they are voided (D5)", async () => {
    const { api, space } = await testSite();
    await api.report("a 2024-05-10T11:30:00Z 1");
    const count = async () => (await api.get(`/${version}/spaces/${space}/count/`)).body.count;
    const created = await api.post(url, { space_id: space, timestamp: "2024-05-10T13:00+02:00", count: 5 });
    expect(created.status).toBe(201);
    const made = { space_id: space, timestamp: "2024-05-10T11:00:00.000Z", count: 5 };
    expect(created.body).toEqual({ id: expect.stringMatching(/^rst_[1-9]\d*$/), ...made });
    expect(await count()).toBe(6);
    const { id, ...now } = await api.create(url, { space_id: space, timestamp: NOW });
    expect(now).toMatchObject({ count: 0 });
    expect(await count()).toBe(0);
    expect((await api.delete(`/v2/resets/${id}/`)).status).toBe(204);
    expect((await api.get(url)).body.results).toEqual([created.body]);
    expect(await count()).toBe(6);
    expect((await api.delete(`/v2/resets/${id}/`)).status).toBe(404);
  });

  it("are rejected in the future (D3), without a space, and beyond the limits", async () => {
    const { api, space } = await testSite();
    const reset = { space_id: space, timestamp: NOW, count: 1 };
    const wrong = (change: object) => api.post(url, { ...reset, ...change });
    expect(pathsOf(await api.post(url, {}))).toEqual(["space_id", "timestamp"]);
    expect(pathsOf(await wrong({ timestamp: "2024-05-10T12:05:00.001Z" }))).toEqual(["timestamp"]);
    const ahead = await wrong({ timestamp: "2024-05-10T12:05:00.000Z" });
    expect(ahead).toMatchObject({ status: 201, body: { timestamp: NOW } });
    expect(pathsOf(await wrong({ timestamp: 1715342400000 }))).toEqual(["timestamp"]);
    expect(pathsOf(await wrong({ space_id: "spc_99" }))).toEqual(["space_id"]);
    for (const count of [-1, 1.5, "1", null, RESET_COUNT_MAX + 1])
      expect(pathsOf(await wrong({ count }))).toEqual(["count"]);
    expect((await wrong({ count: RESET_COUNT_MAX })).status).toBe(201);
  });

  it("D16: are listed newest first, by space and time; end_time is the latest in v1, exclusive in v2", async () => {
    const { api, space } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const at = async (space_id: string, time: string) =>
      (await api.create(url, { space_id, timestamp: `2024-05-10T${time}Z` })).id;
    const second = await at(space, "09:00:00");
    const first = await at(space, "08:00:00");
    const twin = await at(lobby.id, "09:00:00");
    const last = await at(space, "09:00:00.001");
    const ids = async (query: string) => (await api.get(`${url}?${query}`)).body.results.map(({ id }) => id);
    expect(await ids("")).toEqual([last, twin, second, first]);
    expect(await ids(`space_id=${space}`)).toEqual([last, second, first]);
    const until = await ids("end_time=2024-05-10T09:00:00Z");
    expect(until).toEqual(version === "v1" ? [twin, second, first] : [first]);
    expect(await ids("end_time=2024-05-10T08:59:59.999Z")).toEqual([first]);
    expect(await ids("start_time=2024-05-10T09:00:00Z")).toEqual([last, twin, second]);
    const point = "start_time=2024-05-10T08:00:00Z&end_time=2024-05-10T08:00:00Z";
    expect(await ids(point)).toEqual(version === "v1" ? [first] : []);
    expect(await ids("page=2&page_size=3")).toEqual([first]);
    const backwards = `${url}?start_time=2024-05-02&end_time=2024-05-01`;
    expect(pathsOf(await api.get(backwards))).toEqual(["start_time"]);
  });
});

describe("D22: a space's resets", () => {
  it("are created and listed beside the space, as they are beside the others", async () => {
    const { api, space } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const url = `/v2/spaces/${space}/resets/`;
    const first = await api.create(url, { timestamp: "2024-05-10T10:00:00Z", count: 5, space_id: lobby.id });
    expect(first).toMatchObject({ space_id: space, timestamp: "2024-05-10T10:00:00.000Z", count: 5 });
    const second = await api.create(url, { timestamp: NOW });
    await api.create("/v2/resets/", { space_id: lobby.id, timestamp: NOW });
    expect((await api.get(url)).body).toMatchObject({ total: 2, results: [second, first] });
    const range = "start_time=2024-05-10T10:00:00Z&end_time=2024-05-10T12:00:00Z";
    expect((await api.get(`${url}?${range}`)).body.results).toEqual([first]);
    expectProblem(await api.get("/v2/spaces/spc_99/resets/"), 404);
    expectProblem(await api.post("/v2/spaces/spc_99/resets/", { timestamp: NOW }), 404);
  });
});

import { describe, expect, it } from "vitest";
import { NOW, pathsOf, testApi } from "../support/http.ts";

describe("v1: resets", () => {
  it("set the count, to 0 where none is said, and are counted on from", async () => {
    const api = await testApi();
    const { space } = await api.site();
    await api.report("a 2024-05-10T11:30:00Z 1");
    const created = await api.post("/v1/resets/", { space_id: space, timestamp: "2024-05-10", count: 5 });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^rst_[1-9]\d*$/),
      space_id: space,
      timestamp: "2024-05-10T00:00:00.000Z",
      count: 5,
    });
    const count = async () => (await api.get(`/v1/spaces/${space}/count/`)).body.count;
    expect(await count()).toBe(6);
    expect(await api.create("/v1/resets/", { space_id: space, timestamp: NOW })).toMatchObject({ count: 0 });
    expect(await count()).toBe(0);
  });

  it("D3, D26: need a space and a time that is not in the future", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const late = { space_id: space, timestamp: "2024-05-10T12:00:00.001Z" };
    expect(pathsOf(await api.post("/v1/resets/", {}))).toEqual(["space_id", "timestamp"]);
    expect(pathsOf(await api.post("/v1/resets/", late))).toEqual(["timestamp"]);
    const unknown = { space_id: "spc_99", timestamp: NOW };
    expect(pathsOf(await api.post("/v1/resets/", unknown))).toEqual(["space_id"]);
    const negative = { space_id: space, timestamp: NOW, count: -1 };
    expect(pathsOf(await api.post("/v1/resets/", negative))).toEqual(["count"]);
  });

  it("D16: are listed newest first, by space and time; end_time is the latest, and included", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const lobby = await api.create("/v1/spaces/", { name: "Lobby" });
    const at = async (space_id: string, time: string) =>
      (await api.create("/v1/resets/", { space_id, timestamp: `2024-05-10T${time}Z` })).id;
    const second = await at(space, "09:00:00");
    const first = await at(space, "08:00:00");
    const twin = await at(lobby.id, "09:00:00");
    const last = await at(space, "09:00:00.001");
    const ids = async (query: string) =>
      (await api.get(`/v1/resets/?${query}`)).body.results.map(({ id }) => id);
    expect(await ids("")).toEqual([last, twin, second, first]);
    expect(await ids(`space_id=${space}`)).toEqual([last, second, first]);
    expect(await ids("end_time=2024-05-10T09:00:00Z")).toEqual([twin, second, first]);
    expect(await ids("end_time=2024-05-10T08:59:59.999Z")).toEqual([first]);
    expect(await ids("start_time=2024-05-10T09:00:00Z")).toEqual([last, twin, second]);
    const point = "start_time=2024-05-10T08:00:00Z&end_time=2024-05-10T08:00:00Z";
    expect(await ids(point)).toEqual([first]);
    expect(await ids("page=2&page_size=3")).toEqual([first]);
    const backwards = await api.get("/v1/resets/?start_time=2024-05-02&end_time=2024-05-01");
    expect(pathsOf(backwards)).toEqual(["start_time"]);
  });

  it("D5: that are voided are listed no more, and counts are as if they had never been", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const reset = { space_id: space, timestamp: "2024-05-10T11:00:00Z", count: 5 };
    const { id } = await api.create("/v1/resets/", reset);
    expect((await api.get(`/v1/spaces/${space}/count/`)).body.count).toBe(5);
    expect((await api.delete(`/v2/resets/${id}/`)).status).toBe(204);
    expect((await api.get("/v1/resets/")).body.count).toBe(0);
    expect((await api.get(`/v1/spaces/${space}/count/`)).body.count).toBe(0);
    expect((await api.delete(`/v2/resets/${id}/`)).status).toBe(404);
  });
});

import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

async function hallWithTwoEvents() {
  const api = await testApi();
  const ids = await api.site();
  await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
  const current = async () => (await api.get(`/v2/spaces/${ids.space}/`)).body.current_count;
  return { api, ids, current };
}

describe("D22: links have version 1's shape in version 2's envelope", () => {
  it("when created and listed", async () => {
    const api = await testApi();
    const { space, doorway, link } = await api.site();
    const answer = {
      id: link,
      space_id: space,
      doorway_id: doorway,
      space_name: "Hall",
      doorway_name: "Front door",
      sensor_placement: 1,
    };
    expect((await api.get("/v2/links/")).body).toEqual({
      total: 1,
      next: null,
      previous: null,
      results: [answer],
    });
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const body = { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 };
    const created = await api.post("/v2/links/", body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...answer,
      ...body,
      id: expect.stringMatching(/^lnk_[1-9]\d*$/),
      space_name: "Lobby",
    });
  });

  it("and are found by space and doorway, the ended ones on request", async () => {
    const api = await testApi();
    const { space, doorway, link } = await api.site();
    const back = await api.create("/v2/doorways/", { name: "Back door" });
    const second = await api.create("/v2/links/", {
      space_id: space,
      doorway_id: back.id,
      sensor_placement: 1,
    });
    await api.delete(`/v2/links/${link}/`);
    const ids = async (query: string) =>
      (await api.get(`/v2/links/?${query}`)).body.results.map(({ id }) => id);
    expect(await ids("")).toEqual([second.id]);
    expect(await ids("ended=true")).toEqual([link, second.id]);
    expect(await ids(`doorway_id=${doorway}`)).toEqual([]);
    expect(await ids(`doorway_id=${doorway}&ended=True`)).toEqual([link]);
    expect(await ids(`space_id=${space}&doorway_id=${back.id}&ended=false`)).toEqual([second.id]);
  });

  it("need every field, and what they name (D17)", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
    expect(pathsOf(await api.post("/v2/links/", {}))).toEqual(["space_id", "doorway_id", "sensor_placement"]);
    for (const sensor_placement of [0, 2, "1", null, true]) {
      const body = { space_id: space, doorway_id: doorway, sensor_placement };
      expect(pathsOf(await api.post("/v2/links/", body))).toEqual(["sensor_placement"]);
    }
    const unknown = { space_id: "spc_99", doorway_id: doorway, sensor_placement: 1 };
    expect(pathsOf(await api.post("/v2/links/", unknown))).toEqual(["space_id"]);
    const nowhere = { space_id: space, doorway_id: "drw_99", sensor_placement: 1 };
    expect(pathsOf(await api.post("/v2/links/", nowhere))).toEqual(["doorway_id"]);
  });

  it("D5: a second open one of a pair is a 409", async () => {
    const api = await testApi();
    const { space, doorway, link } = await api.site();
    const body = { space_id: space, doorway_id: doorway, sensor_placement: -1 };
    expectProblem(await api.post("/v2/links/", body), 409, link);
  });
});

describe("D5: links over time", () => {
  it("the first of a pair reaches back without limit, a later one does not", async () => {
    const { api, ids, current } = await hallWithTwoEvents();
    expect(await current()).toBe(2);
    await api.delete(`/v2/links/${ids.link}/`);
    api.at("2024-05-10T13:00:00Z");
    await api.create("/v2/links/", { space_id: ids.space, doorway_id: ids.doorway, sensor_placement: 1 });
    await api.report("a 2024-05-10T12:30:00Z 1");
    expect(await current()).toBe(2);
    api.at("2024-05-10T14:00:00Z");
    await api.report("a 2024-05-10T13:00:00Z 1");
    expect(await current()).toBe(3);
  });

  it("deleting one leaves the past as it was, and erasing one does not", async () => {
    const { api, ids, current } = await hallWithTwoEvents();
    const url = `/v2/links/${ids.link}/`;
    expect(await api.delete(url)).toMatchObject({ status: 204, text: "" });
    expect(await current()).toBe(2);
    expectProblem(await api.delete(url), 404);
    expect((await api.delete(`${url}?erase=true`)).status).toBe(204);
    expect(await current()).toBe(0);
    expect((await api.get("/v2/links/?ended=true")).body.total).toBe(0);
    expectProblem(await api.delete(`${url}?erase=true`), 404);
    expectProblem(await api.delete("/v2/links/lnk_x/"), 404);
  });

  it("effective_from dates one", async () => {
    const { api, ids, current } = await hallWithTwoEvents();
    await api.delete(`/v2/links/${ids.link}/?erase=true`);
    const body = { space_id: ids.space, doorway_id: ids.doorway, sensor_placement: 1 };
    const make = (effective_from: string) => api.post("/v2/links/", { ...body, effective_from });
    expect(pathsOf(await make("2024-05-10T12:00:01Z"))).toEqual(["effective_from"]);
    expect((await make("2024-05-10T10:30:00Z")).status).toBe(201);
    expect(await current()).toBe(1);
    expectProblem(await make("beginning"), 409);
    const [link] = (await api.get("/v2/links/")).body.results;
    await api.delete(`/v2/links/${link?.id}/?erase=true`);
    expect((await make("beginning")).status).toBe(201);
    expect(await current()).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi, testSite } from "../support/http.ts";

async function hallWithTwoEvents() {
  const { api, ...ids } = await testSite();
  await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
  const current = async () => (await api.get(`/v2/spaces/${ids.space}/`)).body.current_count;
  return { api, ids, current };
}

describe.each([
  ["v1", "count"],
  ["v2", "total"],
])("%s: links", (version, total) => {
  const url = `/${version}/links/`;

  it("have every documented field when created and listed, and name both their ends", async () => {
    const api = await testApi();
    const { id: space_id } = await api.create(`/${version}/spaces/`, { name: "Hall" });
    const { id: doorway_id } = await api.create(`/${version}/doorways/`, { name: "Front door" });
    const created = await api.post(url, { space_id, doorway_id, sensor_placement: -1 });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^lnk_[1-9]\d*$/),
      space_id,
      doorway_id,
      space_name: "Hall",
      doorway_name: "Front door",
      sensor_placement: -1,
    });
    const list = { [total]: 1, next: null, previous: null, results: [created.body] };
    expect((await api.get(url)).body).toEqual(list);
    await api.put(`/${version}/spaces/${space_id}/`, { name: "Great hall" });
    expect((await api.get(url)).body.results).toMatchObject([{ space_name: "Great hall" }]);
  });

  it("D17: need every field and what they name; a second open one of a pair is a 409 (D5)", async () => {
    const { api, space, doorway, link } = await testSite();
    const body = { space_id: space, doorway_id: doorway, sensor_placement: -1 };
    expect(pathsOf(await api.post(url, {}))).toEqual(Object.keys(body));
    for (const sensor_placement of [0, 2, "1", null, true])
      expect(pathsOf(await api.post(url, { ...body, sensor_placement }))).toEqual(["sensor_placement"]);
    for (const unknown of [{ space_id: "spc_99" }, { doorway_id: "drw_99" }])
      expect(pathsOf(await api.post(url, { ...body, ...unknown }))).toEqual(Object.keys(unknown));
    expectProblem(await api.post(url, body), 409, link);
  });

  it("D16: are found by space and doorway, and those that have ended by `ended` in version 2 (D22)", async () => {
    const { api, space, doorway, link } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const body = { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 };
    const { id: second } = await api.create(url, body);
    const found = async (query: string) =>
      (await api.get(`${url}?${query}`)).body.results.map(({ id }) => id);
    expect(await found("")).toEqual([link, second]);
    expect(await found(`space_id=${lobby.id}`)).toEqual([second]);
    expect(await found(`doorway_id=${doorway}`)).toEqual([link, second]);
    expect(await found(`doorway_id=${doorway}&space_id=${space}&ended=false`)).toEqual([link]);
    expect(await api.delete(`${url}${link}/`)).toMatchObject({ status: 204, text: "" });
    expect(await found("")).toEqual([second]);
    expect(await found("ended=True")).toEqual(version === "v1" ? [second] : [link, second]);
    expect(await found(`space_id=${space}&ended=true`)).toEqual(version === "v1" ? [] : [link]);
  });
});

it("D5: a link cannot be changed in version 1", async () => {
  const { api, link } = await testSite();
  expectProblem(await api.put(`/v1/links/${link}/`, { sensor_placement: -1 }), 405);
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

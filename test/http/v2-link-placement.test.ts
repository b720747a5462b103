import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testSite } from "../support/http.ts";

/** A hall whose only sensor reported two people, at 10:00 and 11:00; the present is 12:00. */
async function hallWithTwoEvents() {
  const { api, ...ids } = await testSite({ daily_reset: null });
  await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
  const url = `/v2/links/${ids.link}/`;
  const current = async () => (await api.get(`/v2/spaces/${ids.space}/`)).body.current_count;
  /** What the pair's links say, as `placement from until`. */
  const spans = async () =>
    (await api.get("/v2/links/?ended=true")).body.results.map(
      (link) => `${link.sensor_placement} ${time(link.effective_from)} ${time(link.effective_until)}`,
    );
  return { api, ids, url, current, spans };
}

function time(instant: unknown): string {
  return instant === null ? "-" : String(instant).slice(11, 16);
}

describe("D22: a link is read by its id", () => {
  it("with its dates if it has ended", async () => {
    const { api, url } = await hallWithTwoEvents();
    expect((await api.get(url)).body).not.toHaveProperty("effective_until");
    await api.delete(url);
    const dates = { effective_from: null, effective_until: "2024-05-10T12:00:00.000Z" };
    expect((await api.get(url)).body).toMatchObject(dates);
    expectProblem(await api.get("/v2/links/spc_1/"), 404);
  });
});

describe("D22: the placement of an open link", () => {
  it("changes from now on: the link ends and another begins", async () => {
    const { api, ids, url, current, spans } = await hallWithTwoEvents();
    const changed = await api.put(url, { sensor_placement: -1 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ space_id: ids.space, sensor_placement: -1 });
    expect(changed.body.id).not.toBe(ids.link);
    expect(await spans()).toEqual(["1 - 12:00", "-1 12:00 -"]);
    expect(await current()).toBe(2);
    api.at("2024-05-10T13:00:00Z");
    await api.report("a 2024-05-10T12:30:00Z 1");
    expect(await current()).toBe(1);
    expect((await api.get(`/v2/doorways/${ids.doorway}/`)).body.spaces).toMatchObject([
      { link_id: changed.body.id, sensor_placement: -1 },
    ]);
  });

  it("is corrected over all its time, and the link keeps its id", async () => {
    const { api, ids, url, current, spans } = await hallWithTwoEvents();
    const changed = await api.put(url, { sensor_placement: -1, effective_from: "beginning" });
    expect(changed.body).toMatchObject({ id: ids.link, sensor_placement: -1 });
    expect(await spans()).toEqual(["-1 - -"]);
    expect(await current()).toBe(0);
    await api.put(url, { sensor_placement: 1, effective_from: "beginning" });
    expect(await current()).toBe(2);
  });

  it("stays where it is said already, or not at all", async () => {
    const { api, ids, url, spans } = await hallWithTwoEvents();
    const kept = { id: ids.link, sensor_placement: 1 };
    for (const body of [
      {},
      { sensor_placement: 1 },
      { sensor_placement: 1, effective_from: "beginning" },
      { id: ids.link, space_id: "spc_99" },
    ])
      expect(await api.put(url, body)).toMatchObject({ status: 200, body: kept });
    expect(await spans()).toEqual(["1 - -"]);
  });

  it("is rejected if it is wrong, and dated without scope admin (D5)", async () => {
    const { api, url, spans } = await hallWithTwoEvents();
    for (const sensor_placement of [0, "1", null])
      expect(pathsOf(await api.put(url, { sensor_placement }))).toEqual(["sensor_placement"]);
    for (const effective_from of ["2024-05-10T12:00:00.001Z", "noon", null, 1]) {
      const refused = await api.put(url, { sensor_placement: -1, effective_from });
      expect(pathsOf(refused)).toEqual(["effective_from"]);
    }
    expectProblem(await api.put("/v2/links/lnk_99/", { sensor_placement: -1 }), 404);
    const token = await api.token(["write"]);
    const dated = { sensor_placement: -1, effective_from: "beginning" };
    expectProblem(await api.put(url, dated, { token }), 403, "admin");
    expect(await spans()).toEqual(["1 - -"]);
    expect((await api.put(url, { sensor_placement: -1 }, { token })).status).toBe(200);
  });
});

describe("D22: after its placement was changed, a link", () => {
  it("is ended by the id that clients know, and changed again by it", async () => {
    const { api, ids, url, spans } = await hallWithTwoEvents();
    await api.put(url, { sensor_placement: -1 });
    api.at("2024-05-10T13:00:00Z");
    const again = await api.put(url, { sensor_placement: 1 });
    expect(again.body).toMatchObject({ sensor_placement: 1, space_id: ids.space });
    expect(await spans()).toEqual(["1 - 12:00", "-1 12:00 13:00", "1 13:00 -"]);
    api.at("2024-05-10T14:00:00Z");
    expect((await api.delete(url)).status).toBe(204);
    expect(await spans()).toEqual(["1 - 12:00", "-1 12:00 13:00", "1 13:00 14:00"]);
    expectProblem(await api.delete(url), 404, "has ended");
    const body = { space_id: ids.space, doorway_id: ids.doorway, sensor_placement: 1 };
    api.at("2024-05-10T15:00:00Z");
    const later = await api.create("/v2/links/", body);
    expectProblem(await api.delete(url), 404, "has ended");
    expect((await api.get("/v2/links/")).body.results).toEqual([later]);
  });

  it("is erased alone", async () => {
    const { api, url, spans } = await hallWithTwoEvents();
    await api.put(url, { sensor_placement: -1 });
    expect((await api.delete(`${url}?erase=true`)).status).toBe(204);
    expect(await spans()).toEqual(["-1 12:00 -"]);
  });
});

describe("D22: after a link has ended, its placement", () => {
  it("is followed by the other at any later time", async () => {
    const { api, ids, url, current, spans } = await hallWithTwoEvents();
    await api.delete(url);
    api.at("2024-05-10T14:00:00Z");
    const same = await api.put(url, { sensor_placement: 1 });
    expect(same.body).toMatchObject({ id: ids.link, effective_until: "2024-05-10T12:00:00.000Z" });
    const next = await api.put(url, { sensor_placement: -1, effective_from: "2024-05-10T13:00:00Z" });
    expect(next.status, next.text).toBe(200);
    expect(await spans()).toEqual(["1 - 12:00", "-1 13:00 -"]);
    await api.report("a 2024-05-10T12:30:00Z 1", "a 2024-05-10T13:30:00Z 1");
    expect(await current()).toBe(1);
    expectProblem(await api.put(url, { sensor_placement: -1 }), 409, next.body.id);
    await api.delete(`/v2/doorways/${ids.doorway}/`);
    expectProblem(await api.put(url, { sensor_placement: -1 }), 409, "has been deleted");
  });
});

describe("D5: links over time", () => {
  it("deleting one leaves the past as it was, and erasing one does not", async () => {
    const { api, url, current } = await hallWithTwoEvents();
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

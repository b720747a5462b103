import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testSite } from "../support/http.ts";

describe.each(["v1", "v2"])("%s: links", (version) => {
  const url = `/${version}/links/`;

  it("name both their ends, as they are named now", async () => {
    const { api, space } = await testSite();
    await api.put(`/${version}/spaces/${space}/`, { name: "Great hall" });
    const named = { space_name: "Great hall", doorway_name: "Front door" };
    expect((await api.get(url)).body.results).toMatchObject([named]);
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

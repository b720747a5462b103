import { describe, expect, it } from "vitest";
import { SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, sharedApi, testSite } from "../support/http.ts";

const api = await sharedApi();

describe("doorways", () => {
  it("show their sensor and spaces, and are found by space", async () => {
    const { api, space, doorway, link } = await testSite();
    const other = await api.create("/v2/doorways/", { name: "Back door", description: "By the bins" });
    expect(other).toMatchObject({ description: "By the bins" });
    const found = await api.get(`/v2/doorways/?space_id=${space}`);
    const spaces = [{ id: space, name: "Hall", link_id: link, sensor_placement: 1 }];
    const results = [{ id: doorway, sensor_serial_number: "a", spaces }];
    expect(found.body).toMatchObject({ total: 1, results });
    await api.delete(`/v2/links/${link}/`);
    expect((await api.get(`/v2/doorways/?space_id=${space}`)).body.total).toBe(0);
  });

  it("D17: a name or sensor that is taken is a 409", async () => {
    const { api } = await testSite();
    expectProblem(await api.post("/v2/doorways/", { name: "Front door" }), 409, "Front door");
    const second = { name: "x", sensor_serial_number: "a" };
    expectProblem(await api.post("/v2/doorways/", second), 409, "Front door");
    const { id } = await api.create("/v2/doorways/", { name: "Back door" });
    expectProblem(await api.put(`/v2/doorways/${id}/`, { name: "Front door" }), 409);
    expectProblem(await api.put(`/v2/doorways/${id}/`, { sensor_serial_number: "a" }), 409);
    expect((await api.put(`/v2/doorways/${id}/`, { name: "Back door" })).status).toBe(200);
  });

  it("D19: deleting one frees its name and sensor, ends its links, and keeps the past", async () => {
    const { api, space, doorway, link } = await testSite();
    await api.report("a 2024-05-10T11:00:00Z 1");
    expect(await api.delete(`/v2/doorways/${doorway}/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(`/v2/doorways/${doorway}/`), 404);
    expectProblem(await api.delete(`/v2/doorways/${doorway}/`), 404);
    expect((await api.get("/v2/links/")).body.total).toBe(0);
    expect((await api.get("/v2/links/?ended=true")).body.results).toMatchObject([
      { id: link, doorway_name: "Front door" },
    ]);
    api.at("2024-05-10T14:00:00Z");
    await api.report("a 2024-05-10T13:00:00Z 1");
    expect((await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-01`)).body.total).toBe(1);
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({ current_count: 1, doorways: [] });
    await api.create("/v2/doorways/", { name: "Front door", sensor_serial_number: "a" });
  });

  it("D20: serial numbers are texts of a limited length", async () => {
    const make = (sensor_serial_number: unknown) =>
      api.post("/v2/doorways/", { name: "x", sensor_serial_number });
    for (const serial of ["", 5, "x".repeat(SERIAL_LENGTH_MAX + 1)]) {
      expect(pathsOf(await make(serial))).toEqual(["sensor_serial_number"]);
    }
    const serial = "ü/ %".repeat(SERIAL_LENGTH_MAX / 4);
    expect((await make(serial)).status).toBe(201);
    const url = `/v2/sensors/${encodeURIComponent(serial)}/events/?start_time=2024-05-01`;
    expect((await api.get(url)).status).toBe(200);
  });
});

describe("D5: history goes by the events' own time", () => {
  it("effective_from dates a sensor's change", async () => {
    const { api, space, doorway } = await testSite();
    await api.report("b 2024-05-10T10:00:00Z 1", "b 2024-05-10T11:00:00Z 1", "a 2024-05-10T11:30:00Z 1");
    const current = async () => (await api.get(`/v2/spaces/${space}/`)).body.current_count;
    const other = await api.create("/v2/doorways/", { name: "Back door", sensor_serial_number: "b" });
    expect(await current()).toBe(1);
    // Sensor b hung at the back door all along.
    const url = `/v2/doorways/${doorway}/`;
    const change = { sensor_serial_number: "b", effective_from: "2024-05-10T10:30:00Z" };
    expectProblem(await api.put(url, change), 409, "Back door");
    await api.put(`/v2/doorways/${other.id}/`, { ...change, sensor_serial_number: null });
    expect((await api.put(url, change)).body).toMatchObject({ sensor_serial_number: "b" });
    // Its second event now counts, and sensor a's does not any more.
    expect(await current()).toBe(1);
    const events = (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.results;
    expect(events).toMatchObject([{ sensor_serial_number: "b", timestamp: "2024-05-10T11:00:00.000Z" }]);
  });
});

describe("D20: v1: a doorway's sensor_id", () => {
  it("registers an unknown snr_N, whose serial number is N", async () => {
    const doorway = await api.create("/v1/doorways/", { name: "Front door", sensor_id: "snr_4711" });
    expect(doorway).toMatchObject({ sensor_id: "snr_4711" });
    expect((await api.get("/v1/sensors/snr_4711/")).body).toMatchObject({ doorway_id: doorway.id });
    const { body } = await api.get("/v2/sensors/4711/");
    expect(body).toMatchObject({ serial_number: "4711", doorway_id: doorway.id, doorway_name: "Front door" });
    const largest = "9223372036854775807";
    await api.put(`/v1/doorways/${doorway.id}/`, { sensor_id: `snr_${largest}` });
    expect((await api.get(`/v2/sensors/${largest}/`)).body).toMatchObject({ doorway_id: doorway.id });
  });

  it("is the same sensor as version 2's serial number, for any serial", async () => {
    const { api, doorway } = await testSite();
    const { sensor_id } = (await api.get(`/v1/doorways/${doorway}/`)).body;
    const other = await api.create("/v1/doorways/", { name: "Back door" });
    await api.put(`/v1/doorways/${doorway}/`, { sensor_id: null });
    await api.put(`/v1/doorways/${other.id}/`, { sensor_id });
    expect((await api.get(`/v2/doorways/${other.id}/`)).body).toMatchObject({ sensor_serial_number: "a" });
    expect((await api.get("/v1/sensors/")).body.count).toBe(1);
  });
});

describe.each(["v1", "v2"])("%s: links", (version) => {
  const url = `/${version}/links/`;

  it("name both their ends, as they are named now", async () => {
    const { api, space } = await testSite();
    await api.put(`/${version}/spaces/${space}/`, { name: "Great hall" });
    const named = { space_name: "Great hall", doorway_name: "Front door" };
    expect((await api.get(url)).body.results).toMatchObject([named]);
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

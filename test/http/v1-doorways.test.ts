import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

describe("v1: doorways", () => {
  it("have every documented field when created and read, and four when listed", async () => {
    const api = await testApi();
    const created = await api.post("/v1/doorways/", { name: "Front door" });
    expect(created.status).toBe(201);
    const listed = {
      id: expect.stringMatching(/^drw_[1-9]\d*$/),
      sensor_id: null,
      name: "Front door",
      tags: [],
    };
    expect(created.body).toEqual({ ...listed, description: "", spaces: [] });
    expect((await api.get(`/v1/doorways/${created.body.id}/`)).body).toEqual(created.body);
    expect((await api.get("/v1/doorways/")).body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [listed],
    });
  });

  it("show their sensor, tags and spaces, and are found by space", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
    await api.create("/v1/doorways/", { name: "Back door", description: "By the bins" });
    await api.create(`/v1/doorways/${doorway}/tags/`, { tag_name: "main" });
    const [sensor] = (await api.get("/v1/sensors/")).body.results;
    expect((await api.get(`/v1/doorways/${doorway}/`)).body).toEqual({
      id: doorway,
      sensor_id: sensor?.id,
      name: "Front door",
      description: "",
      spaces: [{ space_id: space, name: "Hall", sensor_placement: 1 }],
      tags: ["main"],
    });
    const found = await api.get(`/v1/doorways/?space_id=${space}`);
    expect(found.body).toMatchObject({ count: 1, results: [{ id: doorway, sensor_id: sensor?.id }] });
  });

  it("D26: PUT changes the fields that are there, and null takes the sensor away", async () => {
    const api = await testApi();
    const { doorway } = await api.site();
    const url = `/v1/doorways/${doorway}/`;
    const before = (await api.get(url)).body;
    const renamed = await api.put(url, { name: "Main door", description: "South" });
    expect(renamed.body).toEqual({ ...before, name: "Main door", description: "South" });
    expect((await api.put(url, renamed.body)).body).toEqual(renamed.body);
    expect((await api.put(url, { sensor_id: null })).body).toEqual({ ...renamed.body, sensor_id: null });
    expect(pathsOf(await api.put(url, { name: null, description: null }))).toEqual(["name", "description"]);
    expectProblem(await api.put("/v1/doorways/drw_99/", { name: "x" }), 404);
  });

  it("D19: deleting one frees its name and sensor and keeps the past", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
    await api.report("a 2024-05-10T11:00:00Z 1");
    const [sensor] = (await api.get("/v1/sensors/")).body.results;
    expect(await api.delete(`/v1/doorways/${doorway}/`)).toMatchObject({ status: 204, text: "" });
    expectProblem(await api.get(`/v1/doorways/${doorway}/`), 404);
    expect((await api.get("/v1/doorways/")).body.count).toBe(0);
    expect((await api.get(`/v1/sensors/${sensor?.id}/`)).body.doorway_id).toBeNull();
    expect((await api.get(`/v1/spaces/${space}/`)).body).toMatchObject({ current_count: 1, doorways: [] });
    await api.create("/v1/doorways/", { name: "Front door", sensor_id: sensor?.id });
  });
});

describe("D20: v1: a doorway's sensor_id", () => {
  it("registers an unknown snr_N, whose serial number is N", async () => {
    const api = await testApi();
    const doorway = await api.create("/v1/doorways/", { name: "Front door", sensor_id: "snr_4711" });
    expect(doorway).toMatchObject({ sensor_id: "snr_4711" });
    expect((await api.get("/v1/sensors/snr_4711/")).body).toMatchObject({ doorway_id: doorway.id });
    const { body } = await api.get("/v2/sensors/4711/");
    expect(body).toMatchObject({ serial_number: "4711", doorway_id: doorway.id, doorway_name: "Front door" });
    const largest = "9223372036854775807";
    await api.put(`/v1/doorways/${doorway.id}/`, { sensor_id: `snr_${largest}` });
    expect((await api.get(`/v2/sensors/${largest}/`)).body).toMatchObject({ doorway_id: doorway.id });
  });

  it("is the same sensor as version 2's serial number, whatever that is", async () => {
    const api = await testApi();
    const { doorway } = await api.site();
    const { sensor_id } = (await api.get(`/v1/doorways/${doorway}/`)).body;
    const other = await api.create("/v1/doorways/", { name: "Back door" });
    await api.put(`/v1/doorways/${doorway}/`, { sensor_id: null });
    await api.put(`/v1/doorways/${other.id}/`, { sensor_id });
    expect((await api.get(`/v2/doorways/${other.id}/`)).body).toMatchObject({ sensor_serial_number: "a" });
    expect((await api.get("/v1/sensors/")).body.count).toBe(1);
  });

  it("is refused where it is no sensor's id", async () => {
    const api = await testApi();
    for (const sensor_id of ["4711", "snr_0", "snr_04", "snr_9223372036854775808", "drw_1", 4711, {}])
      expect(pathsOf(await api.post("/v1/doorways/", { name: "x", sensor_id }))).toEqual(["sensor_id"]);
  });

  it("D17: that hangs elsewhere, like a name that is taken, is a 409", async () => {
    const api = await testApi();
    const front = await api.create("/v1/doorways/", { name: "Front door", sensor_id: "snr_7" });
    const back = await api.create("/v1/doorways/", { name: "Back door" });
    const url = `/v1/doorways/${back.id}/`;
    expectProblem(await api.put(url, { sensor_id: "snr_7" }), 409, "Front door");
    expectProblem(await api.put(url, { name: "Front door" }), 409, "Front door");
    expectProblem(await api.post("/v1/doorways/", { name: "Front door" }), 409);
    expectProblem(await api.post("/v1/doorways/", { name: "Side door", sensor_id: "snr_7" }), 409);
    // What is refused changes nothing, and to say what is so already is no conflict.
    expect((await api.get("/v1/doorways/")).body.count).toBe(2);
    const same = { name: "Front door", sensor_id: "snr_7" };
    expect((await api.put(`/v1/doorways/${front.id}/`, same)).status).toBe(200);
  });
});

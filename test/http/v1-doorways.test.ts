import { describe, expect, it } from "vitest";
import { pathsOf, testApi } from "../support/http.ts";

describe("v1: doorways", () => {
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
});

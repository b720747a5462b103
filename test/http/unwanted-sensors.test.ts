import { describe, expect, it, onTestFinished } from "vitest";
import { expectProblem, openApi, testApi, testSite } from "../support/http.ts";
import { directoryData } from "../support/replica.ts";
import { total } from "../support/sent-readings.ts";

const ALIVE = (serial: string) => ({ kind: "alive", serial_number: serial });
const TOTAL = (serial_number: string) => total("2024-05-06T08:00:00Z", 1, 0, { serial_number });
const EVENT = (serial: string, minute: number) => ({
  sensor_serial_number: serial,
  timestamp: `2024-05-06T07:${String(minute).padStart(2, "0")}:00.5Z`,
  trajectory: 1,
});

describe("D31: a sensor that is ignored", () => {
  it("has messages that are answered, counted and not stored, on all ways in", async () => {
    const { api } = await testSite();
    await api.report("a 2024-05-06T07:00:00Z 1");
    const ignored = await api.put("/v2/sensors/a/", { ignored: true });
    expect(ignored.body).toMatchObject({ serial_number: "a", ignored: true, last_heartbeat: null });
    const events = [EVENT("a", 1), { trajectory: 1 }, EVENT("b", 2), EVENT("a", 3)];
    const stored = await api.post("/v2/sensor_events/", events);
    expect(stored.body).toMatchObject({ accepted: 1, duplicates: 0, rejected: 1, ignored: 2 });
    expect(stored.body.errors).toMatchObject([{ index: 1 }]);
    expect(await api.post("/v2/sensor_events/", [EVENT("a", 4)])).toMatchObject({
      status: 200,
      body: { accepted: 0, rejected: 0, ignored: 1 },
    });
    const readings = [TOTAL("a"), ALIVE("a"), TOTAL("c")];
    const read = await api.post("/v2/readings/", readings);
    expect(read.body).toMatchObject({ accepted: 1, rejected: 0, alive: 0, ignored: 2 });
    const message = { serial: "a", timestamp: "2024-05-06T08:00:00Z", in: 1, out: 0 };
    expect((await api.post("/v2/devices/axis/", message)).body).toMatchObject({ accepted: 0, ignored: 1 });
    const beat = await api.post("/v2/sensors/a/heartbeat/", { firmware_version: "2" });
    expect(beat).toMatchObject({ status: 200, body: { firmware_version: null, last_heartbeat: null } });
    expect((await api.get("/v2/sensors/a/readings/")).body.total).toBe(0);
    // What it sends later counts again.
    expect((await api.put("/v2/sensors/a/", { ignored: false })).body).toMatchObject({ ignored: false });
    expect((await api.post("/v2/sensor_events/", [EVENT("a", 4)])).body).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: 0,
      errors: [],
    });
  });

  it("is in site files and in the audit log", async () => {
    const api = await testApi();
    await api.put("/v2/sensors/a/", { ignored: true });
    const [entry] = (await api.get("/v2/audit_log/?resource_type=sensor")).body.results;
    expect(entry).toMatchObject({ changes: { serial_number: { to: "a" }, ignored: { to: true } } });
    const site = (await api.get("/v2/admin/site/")).body;
    expect(site).toEqual({ spaces: [], sensors: [{ serial_number: "a", ignored: true }] });
    expect((await api.post("/v2/admin/site/", site)).body).toMatchObject({ changes: [] });
    const pruned = await api.post("/v2/admin/site/?prune=true", { spaces: [] });
    expect(pruned.body).toMatchObject({
      changes: [{ name: "a", changes: { ignored: { from: true, to: false } } }],
    });
    const again = await api.post("/v2/admin/site/", site);
    expect(again.body).toMatchObject({ updated: 1 });
    expect((await api.get("/v2/sensors/a/")).body).toMatchObject({ ignored: true });
  });
});

describe.each(["memory", "a directory"])("D31: an unwanted sensor, stored in %s", (kind) => {
  /** An API whose store is closed after the test. */
  async function storedApi() {
    if (kind === "memory") return testApi();
    const data = await directoryData();
    const api = await openApi({ store: data.store });
    onTestFinished(async () => {
      await api.app.close();
      await data.dispose();
    });
    return api;
  }

  it("is deleted, and registers itself again", async () => {
    const api = await storedApi();
    await api.post("/v2/readings/", [ALIVE("a"), ALIVE("b")]);
    await api.put("/v2/sensors/a/", { counting: { cap: 2 }, ignored: true });
    expect((await api.delete("/v2/sensors/a/")).status).toBe(204);
    expectProblem(await api.get("/v2/sensors/a/"), 404);
    expectProblem(await api.delete("/v2/sensors/a/"), 404);
    expect((await api.get("/v2/sensors/")).body.total).toBe(1);
    await api.report("a 2024-05-06T07:00:00Z 1");
    expect((await api.get("/v2/sensors/a/")).body).toMatchObject({ ignored: false, counting: { cap: 1 } });
  });

  it("is kept if it has events, readings or a place, and the reason is said", async () => {
    const api = await storedApi();
    const { doorway } = await api.site();
    await api.put(`/v2/doorways/${doorway}/`, { sensor_serial_number: "b" });
    expectProblem(await api.delete("/v2/sensors/a/"), 409, /has been at a doorway/);
    await api.report("c 2024-05-06T07:00:00Z 1");
    expectProblem(await api.delete("/v2/sensors/c/"), 409, /has events/);
    await api.post("/v2/readings/", [TOTAL("d")]);
    expectProblem(await api.delete("/v2/sensors/d/"), 409, /has sent readings/);
    expect((await api.get("/v2/sensors/")).body.total).toBe(4);
  });
});

describe("D31: sensors that register themselves", () => {
  async function limited() {
    const api = await testApi({ selfRegisteredSensors: 3 });
    return { api, token: await api.token(["ingest"]) };
  }

  it("are refused beyond the limit, whatever they send", async () => {
    const { api, token } = await limited();
    const events = [
      EVENT("a", 0),
      { trajectory: 1 },
      EVENT("b", 0),
      EVENT("c", 0),
      EVENT("d", 0),
      EVENT("a", 1),
    ];
    const stored = await api.post("/v2/sensor_events/", events, { token });
    expect(stored.body).toMatchObject({ accepted: 4, rejected: 2 });
    expect(stored.body.errors[1]).toEqual({
      index: 4,
      message: expect.stringMatching(/self-registered-sensors/),
    });
    const rejected = await api.post("/v2/sensor_events/", [EVENT("e", 0)], { token });
    expectProblem(rejected, 400, /self-registered-sensors/);
    const readings = [ALIVE("e"), TOTAL("a"), TOTAL("e"), ALIVE("b")];
    const read = await api.post("/v2/readings/", readings, { token });
    expect(read.body).toMatchObject({
      accepted: 1,
      rejected: 2,
      alive: 1,
      errors: [{ index: 0 }, { index: 2 }],
    });
    expectProblem(await api.post("/v2/sensors/e/heartbeat/", {}, { token }), 400, /self-registered-sensors/);
    expect((await api.get("/v2/sensors/")).body.total).toBe(3);
  });

  it("are registered by those who may write, and have room again at a doorway", async () => {
    const { api, token } = await limited();
    await api.post("/v2/readings/", ["a", "b", "c"].map(ALIVE), { token });
    expect((await api.post("/v2/sensor_events/", [EVENT("d", 0)])).body).toMatchObject({ accepted: 1 });
    for (const name of ["a", "b"]) await api.create("/v2/doorways/", { name, sensor_serial_number: name });
    const read = await api.post("/v2/readings/", ["e", "f"].map(ALIVE), { token });
    expect(read.body).toMatchObject({ alive: 1, rejected: 1 });
  });

  it("are not more if they come at once", async () => {
    const { api, token } = await limited();
    const send = (first: number) =>
      api.post(
        "/v2/sensor_events/",
        [0, 1].map((each) => EVENT(`s${first + each}`, 0)),
        { token },
      );
    const beats = (serial: number) => api.post("/v2/readings/", [ALIVE(`t${serial}`)], { token });
    await Promise.all([send(0), send(2), send(4), ...[0, 1, 2, 3].map(beats)]);
    const total = async () => (await api.get("/v2/sensors/")).body.total;
    // While one is being registered, its room counts twice for a moment.
    expect(await total()).toBeLessThanOrEqual(3);
    for (const serial of [4, 5, 6]) await beats(serial);
    expect(await total()).toBe(3);
  });
});

import { describe, expect, it } from "vitest";
import { removeBefore } from "../support/commits.ts";
import { expectProblem, pathsOf, testApi, testSite } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";

describe("GET /spaces/:space_id/events/", () => {
  it("D16: is filtered by doorway and time, the end exclusive, and by default now", async () => {
    const { api, space, doorway } = await testSite();
    const back = await api.create("/v2/doorways/", { name: "Back door", sensor_serial_number: "b" });
    await api.create("/v2/links/", { space_id: space, doorway_id: back.id, sensor_placement: 1 });
    await api.report("a 2024-05-10T10:00:00Z 1", "b 2024-05-10T11:00:00Z 1", "a 2024-05-10T11:59:59.999Z -1");
    const times = async (query: string) => {
      const { body } = await api.get(`/v2/spaces/${space}/events/?${query}`);
      return body.results.map((event) => String(event.timestamp).slice(11, 16));
    };
    expect(await times("start_time=2024-05-10")).toEqual(["10:00", "11:00", "11:59"]);
    expect(await times(`start_time=2024-05-10&doorway_id=${doorway}`)).toEqual(["10:00", "11:59"]);
    expect(await times("start_time=2024-05-10T10:00:00Z&end_time=2024-05-10T11:00:00Z")).toEqual(["10:00"]);
    expect(await times("start_time=2024-05-10T10:00:00.001Z&end_time=2024-05-11")).toEqual([
      "11:00",
      "11:59",
    ]);
    expect(await times("start_time=2024-05-10T11:00&end_time=2024-05-10T11:00")).toEqual([]);
    expect(await times("start_time=2030-01-01")).toEqual([]);
    const url = `/v2/spaces/${space}/events/`;
    expect(pathsOf(await api.get(`${url}?start_time=2024-05-10&doorway_id=drw_99`))).toEqual(["doorway_id"]);
    for (const path of [url, "/v1/events/"]) {
      const backwards = `${path}?start_time=2024-05-10&end_time=2024-05-09`;
      expect(pathsOf(await api.get(backwards))).toEqual(["start_time"]);
    }
  });

  it("D3: shows an event that lies ahead once it is due", async () => {
    const { api, space } = await testSite();
    await api.report("a 2024-05-10T12:05:00Z 1");
    const total = async () => (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.total;
    expect(await total()).toBe(0);
    api.at("2024-05-10T12:05:01Z");
    expect(await total()).toBe(1);
  });
});

describe.each(["v1", "v2"])("D22: %s: GET /spaces/:space_id/count/", (version) => {
  it("answers the count now, or at a time", async () => {
    const { api, space } = await testSite();
    await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T11:00:00Z 1");
    const url = `/${version}/spaces/${space}/count/`;
    expect(await api.get(url)).toMatchObject({ status: 200, body: { count: 2 } });
    const at = async (time: string) => (await api.get(`${url}?time=${time}`)).body;
    expect(await at("2024-05-10T09:59:59.999Z")).toEqual({ count: 0 });
    expect(await at("2024-05-10T10:00:00Z")).toEqual({ count: 1 });
    // A plus that URL decoding has eaten (D1).
    expect(await at("2024-05-10T12:59:00+02:00")).toEqual({ count: 1 });
    expect(await at("2024-05-10T12:00:00Z")).toEqual({ count: 2 });
    expect(await at("2024-05-10")).toEqual({ count: 0 });
  });
});

const BOUNDARY = "2024-05-09T00:00:00Z";
const BEFORE = "2024-05-08T23:59:59.999Z";
const REASON = /events have been removed/;

/** A hall with events on three days, those of the first of which have been removed. */
async function keptSite() {
  const store = memoryStore();
  const api = await testApi({ store });
  const { space: hall, doorway } = await api.site();
  await api.put(`/v1/doorways/${doorway}/`, { sensor_id: "snr_7", effective_from: "beginning" });
  const days = ["2024-05-08", "2024-05-09", "2024-05-10"];
  const row = { sensor_serial_number: "7", trajectory: 1 };
  const rows = days.map((day) => ({ ...row, timestamp: `${day}T08:00:00Z`, event_id: "x" }));
  await api.post("/v2/sensor_events/", rows);
  await removeBefore(store, Date.parse(BOUNDARY), Date.parse("2024-05-10T12:00:00Z"));
  return { store, api, hall, row, rows };
}

describe("events from before those that are kept", () => {
  it("are rejected, whether new or repeated (D9), and the instant itself is taken", async () => {
    const { api, row, rows } = await keptSite();
    const sent = [...rows, { ...row, timestamp: BEFORE }, { ...row, timestamp: BOUNDARY }];
    expect((await api.post("/v2/sensor_events/", sent)).body).toEqual({
      accepted: 1,
      duplicates: 2,
      rejected: 2,
      errors: [
        { index: 0, message: expect.stringMatching(REASON) },
        { index: 3, message: expect.stringMatching(REASON) },
      ],
    });
    const event = { sensor_id: "snr_7", direction: 1 };
    const late = await api.post("/v1/events/", { ...event, timestamp: BEFORE });
    expectProblem(late, 400, REASON);
    expect(pathsOf(late)).toEqual(["timestamp"]);
    expect((await api.post("/v1/events/", { ...event, timestamp: BOUNDARY })).status).toBe(201);
  });
});

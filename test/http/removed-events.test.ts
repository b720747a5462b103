import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { EVERYTHING } from "../support/store-world.ts";

const BOUNDARY = "2024-05-09T00:00:00Z";
const BEFORE = "2024-05-08T23:59:59.999Z";
const REASON = /events have been removed/;

/** A hall with events on three days, those of the first of which have been removed. */
async function keptSite() {
  const store = memoryStore();
  const api = await testApi({ store });
  const { id: hall } = await api.create("/v1/spaces/", { name: "Hall" });
  const { id: doorway } = await api.create("/v1/doorways/", { name: "Door", sensor_id: "snr_7" });
  await api.create("/v1/links/", { space_id: hall, doorway_id: doorway, sensor_placement: 1 });
  const days = ["2024-05-08", "2024-05-09", "2024-05-10"];
  const row = { sensor_serial_number: "7", trajectory: 1 };
  const rows = days.map((day) => ({ ...row, timestamp: `${day}T08:00:00Z`, event_id: "x" }));
  await api.post("/v2/sensor_events/", rows);
  await store.events.removeBefore(Date.parse(BOUNDARY), Date.parse("2024-05-10T12:00:00Z"));
  return { store, api, hall, row, rows };
}

describe("events from before those that are kept", () => {
  it("are refused, whether they are new or come again (D9), and the instant itself is taken", async () => {
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

  it("are in no list, while counts of their time stay", async () => {
    const { api, store, hall } = await keptSite();
    expect((await api.get("/v1/events/")).body).toMatchObject({ count: 2 });
    expect((await store.events.events({}, EVERYTHING)).total).toBe(2);
    const query = "start_time=2024-05-08&end_time=2024-05-11&interval=1d";
    const { body } = await api.get(`/v2/spaces/${hall}/counts/?${query}`);
    expect(body).toMatchObject({ metrics: { entrances: { total: 3 } } });
    expect(body.results).toHaveLength(3);
  });
});

import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, type TestApi, testApi, testSite } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { EVERYTHING } from "../support/store-world.ts";

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
    expect(pathsOf(await api.get(`${url}?start_time=2024-05-10&end_time=2024-05-09`))).toEqual([
      "start_time",
    ]);
  });
});

describe("v1: GET /events/", () => {
  it("D16: is filtered by space, doorway and time, and still shows all spaces of an event", async () => {
    const { api, space, doorway } = await testSite();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    await api.create("/v2/links/", { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 });
    const back = await api.create("/v2/doorways/", { name: "Back door", sensor_serial_number: "b" });
    await api.create("/v2/links/", { space_id: space, doorway_id: back.id, sensor_placement: 1 });
    await api.report("a 2024-05-10T10:00:00Z 1", "b 2024-05-10T11:00:00Z 1", "c 2024-05-10T11:30:00Z 1");
    const times = async (query: string) => {
      const { body } = await api.get(`/v1/events/?${query}`);
      expect(body.count).toBe(body.results.length);
      return body.results.map((event) => String(event.timestamp).slice(11, 16));
    };
    expect(await times("")).toEqual(["11:30", "11:00", "10:00"]);
    expect(await times(`space_id=${space}`)).toEqual(["11:00", "10:00"]);
    expect(await times(`space_id=${lobby.id}`)).toEqual(["10:00"]);
    expect(await times(`doorway_id=${back.id}`)).toEqual(["11:00"]);
    expect(await times(`space_id=${lobby.id}&doorway_id=${back.id}`)).toEqual([]);
    expect(await times("start_time=2024-05-10T10:00:00Z&end_time=2024-05-10T11:00:00Z")).toEqual(["10:00"]);
    expect(pathsOf(await api.get("/v1/events/?start_time=2024-05-02&end_time=2024-05-01"))).toEqual([
      "start_time",
    ]);
    const found = (await api.get(`/v1/events/?space_id=${lobby.id}`)).body.results;
    expect(found[0]?.spaces).toMatchObject([{ space_id: space }, { space_id: lobby.id }]);
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

const URL = "/v1/events/";
const EVENT = { sensor_id: "snr_7", direction: 1, timestamp: "2024-05-10T11:00:00Z" };

/** A hall and a lobby on either side of a door with the sensor `snr_7`, which hangs in the hall. */
async function twoSides(): Promise<{ api: TestApi; hall: string; lobby: string; doorway: string }> {
  const api = await testApi();
  const { id: hall } = await api.create("/v1/spaces/", { name: "Hall" });
  const { id: lobby } = await api.create("/v1/spaces/", { name: "Lobby" });
  const { id: doorway } = await api.create("/v1/doorways/", { name: "Door", sensor_id: "snr_7" });
  await api.create("/v1/links/", { space_id: hall, doorway_id: doorway, sensor_placement: 1 });
  await api.create("/v1/links/", { space_id: lobby, doorway_id: doorway, sensor_placement: -1 });
  return { api, hall, lobby, doorway };
}

const eventTotal = async (api: TestApi) => (await api.get(URL)).body.count;

describe("v1: POST /events/", () => {
  it("D4: answers what the event did to every space, even if the floor held", async () => {
    const { api, hall, lobby, doorway } = await twoSides();
    const first = await api.post(URL, EVENT);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^evt_[1-9]\d*$/),
      sensor_id: "snr_7",
      doorway_id: doorway,
      timestamp: "2024-05-10T11:00:00.000Z",
      direction: 1,
      spaces: [
        { space_id: hall, count_change: 1, count: 1 },
        { space_id: lobby, count_change: -1, count: 0 },
      ],
    });
    const back = await api.create(URL, { ...EVENT, direction: -1, timestamp: "2024-05-10T11:30:00Z" });
    expect(back.spaces).toEqual([
      { space_id: hall, count_change: -1, count: 0 },
      { space_id: lobby, count_change: 1, count: 1 },
    ]);
    expect((await api.get(URL)).body.results).toEqual([back, first.body]);
    expect((await api.get(`/v1/spaces/${lobby}/`)).body).toMatchObject({ current_count: 1 });
  });

  it("D6: counts a late event where it happened, and answers the count as of then", async () => {
    const { api, hall } = await twoSides();
    await api.create("/v1/resets/", { space_id: hall, timestamp: "2024-05-10T10:30:00Z", count: 5 });
    await api.create(URL, EVENT);
    const late = await api.create(URL, { ...EVENT, timestamp: "2024-05-10T10:00:00Z" });
    expect(late.spaces).toMatchObject([{ space_id: hall, count_change: 1, count: 1 }, {}]);
    expect((await api.get(`/v1/spaces/${hall}/`)).body).toMatchObject({ current_count: 6 });
    const same = await api.create(URL, EVENT);
    expect(same.spaces).toMatchObject([{ space_id: hall, count_change: 1, count: 7 }, {}]);
  });

  it("D9: always creates, even with an equal event", async () => {
    const { api, hall } = await twoSides();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await api.create(URL, EVENT)).id);
    expect(new Set(ids).size).toBe(3);
    const row = { sensor_serial_number: "7", trajectory: 1 };
    const batch = [
      { ...row, timestamp: "2024-05-10T11:00:00Z" },
      { ...row, timestamp: "2024-05-10T11:00:01Z" },
    ];
    const { body } = await api.post("/v2/sensor_events/", batch);
    expect(body).toMatchObject({ accepted: 1, duplicates: 1 });
    expect(await eventTotal(api)).toBe(4);
    expect((await api.get(`/v1/spaces/${hall}/`)).body).toMatchObject({ current_count: 4 });
  });

  it("D20: rejects an unknown sensor, and takes an unattached sensor", async () => {
    const { api } = await twoSides();
    const unknown = await api.post(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(pathsOf(unknown)).toEqual(["sensor_id"]);
    expect(unknown.body.detail).toContain("snr_8");
    expect((await api.get("/v1/sensors/")).body.count).toBe(1);
    await api.post("/v2/sensors/8/heartbeat/");
    const event = await api.create(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(event).toMatchObject({ sensor_id: "snr_8", doorway_id: null, spaces: [] });
  });
});

describe("D9: v1: POST /events/ with an Idempotency-Key", () => {
  const post = (api: TestApi, key: string, body: object, token?: string) =>
    api.post(URL, body, { headers: { "idempotency-key": key }, ...(token === undefined ? {} : { token }) });

  it("answers a repeat with the first answer, even after other events, and creates nothing", async () => {
    const { api } = await twoSides();
    const first = await post(api, "a", EVENT);
    await api.create(URL, { ...EVENT, timestamp: "2024-05-10T10:00:00Z" });
    const repeat = await post(api, "a", { ...EVENT, timestamp: "2024-05-10T13:00:00+02:00" });
    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    expect(await eventTotal(api)).toBe(2);
    const other = await post(api, "b", EVENT);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it("answers requests that come at the same time alike", async () => {
    const { api } = await twoSides();
    const answers = await Promise.all([1, 2, 3].map(() => post(api, "a", EVENT)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await eventTotal(api)).toBe(1);
  });

  it("is a 409 with another body, of which nothing is kept", async () => {
    const { api } = await twoSides();
    await post(api, "a", EVENT);
    for (const change of [{ direction: -1 }, { timestamp: "2024-05-10T11:00:00.001Z" }])
      expectProblem(await post(api, "a", { ...EVENT, ...change }), 409, "Idempotency-Key");
    expect(await eventTotal(api)).toBe(1);
  });

  it("remembers it for 24 hours per token, and no rejected request", async () => {
    const { api } = await twoSides();
    const ingest = await api.token(["ingest"]);
    expect(pathsOf(await post(api, "a", { ...EVENT, direction: 0 }))).toEqual(["direction"]);
    expect(pathsOf(await post(api, "a", { ...EVENT, sensor_id: "snr_8" }))).toEqual(["sensor_id"]);
    const { id } = (await post(api, "a", EVENT)).body;
    expect((await post(api, "a", { ...EVENT, direction: -1 }, ingest)).status).toBe(201);
    api.at("2024-05-11T11:59:59.999Z");
    expect((await post(api, "a", EVENT)).body.id).toBe(id);
    api.at("2024-05-11T12:00:00.001Z");
    expect((await post(api, "a", EVENT)).body.id).not.toBe(id);
    expect((await post(api, "a", { ...EVENT, direction: -1 })).status).toBe(409);
  });

  it("must be visible characters, and not too many", async () => {
    const { api } = await twoSides();
    expect((await post(api, "~".repeat(IDEMPOTENCY_KEY_LENGTH_MAX), EVENT)).status).toBe(201);
    for (const key of ["~".repeat(IDEMPOTENCY_KEY_LENGTH_MAX + 1), "two words", "", "\u00fc"])
      expect(pathsOf(await post(api, key, EVENT))).toEqual(["idempotency-key"]);
  });
});

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

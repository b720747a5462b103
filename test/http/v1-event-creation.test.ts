import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, type TestApi, testApi } from "../support/http.ts";

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
  it("D4: answers what the event did to every space, even where the floor held", async () => {
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

  it("D9: always creates, whatever is there already", async () => {
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

  it("D3: takes times up to 5 minutes ahead, answers the count of then, shows them when due", async () => {
    const { api, hall } = await twoSides();
    await api.create(URL, EVENT);
    const soon = { ...EVENT, timestamp: "2024-05-10T12:05:00Z" };
    const ahead = { ...EVENT, timestamp: "2024-05-10T12:05:00.001Z" };
    expect(pathsOf(await api.post(URL, ahead))).toEqual(["timestamp"]);
    expect((await api.create(URL, soon)).spaces).toMatchObject([{ count_change: 1, count: 2 }, {}]);
    const current = async () => (await api.get(`/v1/spaces/${hall}/`)).body.current_count;
    expect([await current(), await eventTotal(api)]).toEqual([1, 1]);
    api.at("2024-05-10T12:05:00Z");
    // A list's end is exclusive, and now is its end (D16).
    expect([await current(), await eventTotal(api)]).toEqual([2, 1]);
    api.at("2024-05-10T12:05:00.001Z");
    expect([await current(), await eventTotal(api)]).toEqual([2, 2]);
  });

  it("D20: refuses an unknown sensor, and takes one that hangs nowhere", async () => {
    const { api } = await twoSides();
    const unknown = await api.post(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(pathsOf(unknown)).toEqual(["sensor_id"]);
    expect(unknown.body.detail).toContain("snr_8");
    expect((await api.get("/v1/sensors/")).body.count).toBe(1);
    await api.post("/v2/sensors/8/heartbeat/");
    const event = await api.create(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(event).toMatchObject({ sensor_id: "snr_8", doorway_id: null, spaces: [] });
  });

  it("D26: needs every field, a direction of 1 or -1 among them", async () => {
    const { api } = await twoSides();
    expect(pathsOf(await api.post(URL, {}))).toEqual(["sensor_id", "direction", "timestamp"]);
    for (const direction of [0, 2, "1", null])
      expect(pathsOf(await api.post(URL, { ...EVENT, direction }))).toEqual(["direction"]);
    for (const sensor_id of ["7", "snr_07", 7, null])
      expect(pathsOf(await api.post(URL, { ...EVENT, sensor_id }))).toEqual(["sensor_id"]);
    expect(await eventTotal(api)).toBe(0);
  });
});

describe("D9: v1: POST /events/ with an Idempotency-Key", () => {
  const post = (api: TestApi, key: string, body: object, token?: string) =>
    api.post(URL, body, { headers: { "idempotency-key": key }, ...(token === undefined ? {} : { token }) });

  it("answers a repeat with the first answer, whatever has come since, and creates nothing", async () => {
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

  it("remembers it for 24 hours, each token's for itself, and no request that was refused", async () => {
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

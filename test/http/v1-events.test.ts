import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, sharedApi, type TestApi, testApi } from "../support/http.ts";

const URL = "/v1/events/";
const EVENT = { sensor_id: "snr_7", direction: 1, timestamp: "2024-05-10T11:00:00Z" };

/** Makes a hall and a lobby on either side of a door with the sensor `snr_7`, which hangs in the hall. */
async function twoSides(api: TestApi): Promise<Readonly<Record<"hall" | "lobby" | "doorway", string>>> {
  const { id: hall } = await api.create("/v1/spaces/", { name: "Hall" });
  const { id: lobby } = await api.create("/v1/spaces/", { name: "Lobby" });
  const { id: doorway } = await api.create("/v1/doorways/", { name: "Door", sensor_id: "snr_7" });
  await api.create("/v1/links/", { space_id: hall, doorway_id: doorway, sensor_placement: 1 });
  await api.create("/v1/links/", { space_id: lobby, doorway_id: doorway, sensor_placement: -1 });
  return { hall, lobby, doorway };
}

/** For tests that neither list all events nor set the time. */
const shared = await sharedApi();
await twoSides(shared);

describe("v1: POST /events/", () => {
  it("D4: answers what the event did to every space, even if the floor held", async () => {
    const api = await testApi();
    const { hall, lobby, doorway } = await twoSides(api);
    const first = await api.post(URL, EVENT);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.stringMatching(/^evt_[1-9]\d*$/),
      ...{ ...EVENT, doorway_id: doorway, timestamp: "2024-05-10T11:00:00.000Z" },
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
    const api = await testApi();
    const { hall } = await twoSides(api);
    await api.create("/v1/resets/", { space_id: hall, timestamp: "2024-05-10T10:30:00Z", count: 5 });
    await api.create(URL, EVENT);
    const late = await api.create(URL, { ...EVENT, timestamp: "2024-05-10T10:00:00Z" });
    expect(late.spaces).toMatchObject([{ space_id: hall, count_change: 1, count: 1 }, {}]);
    expect((await api.get(`/v1/spaces/${hall}/`)).body).toMatchObject({ current_count: 6 });
    const same = await api.create(URL, EVENT);
    expect(same.spaces).toMatchObject([{ space_id: hall, count_change: 1, count: 7 }, {}]);
  });

  it("D9: always creates, even with an equal event", async () => {
    const api = await testApi();
    const { hall } = await twoSides(api);
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await api.create(URL, EVENT)).id);
    expect(new Set(ids).size).toBe(3);
    const batch = ["2024-05-10T11:00:00Z", "2024-05-10T11:00:01Z"].map((timestamp) => {
      return { sensor_serial_number: "7", trajectory: 1, timestamp };
    });
    const { body } = await api.post("/v2/sensor_events/", batch);
    expect(body).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await api.get(`/v1/spaces/${hall}/`)).body).toMatchObject({ current_count: 4 });
  });

  it("D20: rejects an unknown sensor, and takes an unattached sensor", async () => {
    const unknown = await shared.post(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(pathsOf(unknown)).toEqual(["sensor_id"]);
    expect(unknown.body.detail).toContain("snr_8");
    await shared.post("/v2/sensors/8/heartbeat/");
    const event = await shared.create(URL, { ...EVENT, sensor_id: "snr_8" });
    expect(event).toMatchObject({ sensor_id: "snr_8", doorway_id: null, spaces: [] });
  });
});

describe("D9: v1: POST /events/ with an Idempotency-Key", () => {
  const post = (key: string, body: object, api = shared, sent = {}) =>
    api.post(URL, body, { headers: { "idempotency-key": key }, ...sent });
  const total = async () => (await shared.get(URL)).body.count;

  it("answers a repeat with the first answer, even after other events, and creates nothing", async () => {
    const first = await post("a", EVENT);
    await shared.create(URL, { ...EVENT, timestamp: "2024-05-10T10:00:00Z" });
    const before = await total();
    const repeat = await post("a", { ...EVENT, timestamp: "2024-05-10T13:00:00+02:00" });
    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    // With another body it is a conflict, of which nothing is kept.
    for (const change of [{ direction: -1 }, { timestamp: "2024-05-10T11:00:00.001Z" }])
      expectProblem(await post("a", { ...EVENT, ...change }), 409, "Idempotency-Key");
    expect(await total()).toBe(before);
    const other = await post("b", EVENT);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it("answers requests that come at the same time alike", async () => {
    const before = Number(await total());
    const answers = await Promise.all([1, 2, 3].map(() => post("same", EVENT)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it("remembers it for 24 hours per token, and no rejected request", async () => {
    const api = await testApi();
    await twoSides(api);
    const ingest = { token: await api.token(["ingest"]) };
    expect(pathsOf(await post("a", { ...EVENT, direction: 0 }, api))).toEqual(["direction"]);
    expect(pathsOf(await post("a", { ...EVENT, sensor_id: "snr_8" }, api))).toEqual(["sensor_id"]);
    const { id } = (await post("a", EVENT, api)).body;
    expect((await post("a", { ...EVENT, direction: -1 }, api, ingest)).status).toBe(201);
    api.at("2024-05-11T11:59:59.999Z");
    expect((await post("a", EVENT, api)).body.id).toBe(id);
    api.at("2024-05-11T12:00:00.001Z");
    expect((await post("a", EVENT, api)).body.id).not.toBe(id);
    expect((await post("a", { ...EVENT, direction: -1 }, api)).status).toBe(409);
  });

  it("must be visible characters, and not too many", async () => {
    expect((await post("~".repeat(IDEMPOTENCY_KEY_LENGTH_MAX), EVENT)).status).toBe(201);
    for (const key of ["~".repeat(IDEMPOTENCY_KEY_LENGTH_MAX + 1), "two words", "", "\u00fc"])
      expect(pathsOf(await post(key, EVENT))).toEqual(["idempotency-key"]);
  });
});

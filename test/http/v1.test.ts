import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

describe("v1: GET /events/", () => {
  it("D4, D16: lists newest first what each event did to every space, even where the floor held", async () => {
    const api = await testApi();
    const { space: hall, doorway } = await api.site();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby", daily_reset: null });
    await api.create("/v2/links/", { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 });
    await api.report("a 2024-05-10T11:00:00Z 1", "a 2024-05-10T11:30:00Z 1", "b 2024-05-10T11:40:00Z -1");
    const answer = await api.get("/v1/events/");
    expect(answer.status).toBe(200);
    const id = expect.stringMatching(/^evt_[1-9]\d*$/);
    const sensor_id = expect.stringMatching(/^snr_[1-9]\d*$/);
    expect(answer.body).toEqual({
      count: 3,
      next: null,
      previous: null,
      results: [
        { id, sensor_id, doorway_id: null, timestamp: "2024-05-10T11:40:00.000Z", direction: -1, spaces: [] },
        {
          id,
          sensor_id,
          doorway_id: doorway,
          timestamp: "2024-05-10T11:30:00.000Z",
          direction: 1,
          spaces: [
            { space_id: hall, count_change: 1, count: 2 },
            { space_id: lobby.id, count_change: -1, count: 0 },
          ],
        },
        {
          id,
          sensor_id,
          doorway_id: doorway,
          timestamp: "2024-05-10T11:00:00.000Z",
          direction: 1,
          spaces: [
            { space_id: hall, count_change: 1, count: 1 },
            { space_id: lobby.id, count_change: -1, count: 0 },
          ],
        },
      ],
    });
  });

  it("D16: is filtered by space, doorway and time, and still shows all spaces of an event", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
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
    const api = await testApi();
    const { space } = await api.site();
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

  it("D3: at a time in the future is a 400", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const url = `/${version}/spaces/${space}/count/?time=2024-05-10T12:00:00.001Z`;
    expect(pathsOf(await api.get(url))).toEqual(["time"]);
    expectProblem(await api.get(`/${version}/spaces/spc_99/count/?time=2024-05-10T12:00:00.001Z`), 404);
  });
});

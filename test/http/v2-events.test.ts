import { describe, expect, it } from "vitest";
import { expectProblem, pathsOf, testApi } from "../support/http.ts";

describe("GET /spaces/:space_id/events/", () => {
  it("has every documented field; D4: the direction is the space's", async () => {
    const api = await testApi();
    const { space: hall, doorway } = await api.site();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    await api.create("/v2/links/", { space_id: lobby.id, doorway_id: doorway, sensor_placement: -1 });
    await api.report("a 2024-05-10T11:00:00.123Z 1");
    const event = {
      id: expect.stringMatching(/^evt_[1-9]\d*$/),
      sensor_serial_number: "a",
      doorway_id: doorway,
      timestamp: "2024-05-10T11:00:00.123Z",
    };
    const list = (direction: 1 | -1) => ({
      total: 1,
      next: null,
      previous: null,
      results: [{ ...event, direction }],
    });
    expect((await api.get(`/v2/spaces/${hall}/events/?start_time=2024-05-10`)).body).toEqual(list(1));
    expect((await api.get(`/v2/spaces/${lobby.id}/events/?start_time=2024-05-10`)).body).toEqual(list(-1));
  });

  it("D16: is filtered by doorway and time, the end exclusive, and by default now", async () => {
    const api = await testApi();
    const { space, doorway } = await api.site();
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

  it("D3: shows an event of the near future when it falls due", async () => {
    const api = await testApi();
    const { space } = await api.site();
    await api.report("a 2024-05-10T12:05:00Z 1");
    const total = async () => (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.total;
    const current = async () => (await api.get(`/v2/spaces/${space}/`)).body.current_count;
    expect([await total(), await current()]).toEqual([0, 0]);
    api.at("2024-05-10T12:05:00.001Z");
    expect([await total(), await current()]).toEqual([1, 1]);
  });
});

describe("GET /sensors/:serial_number/events/", () => {
  it("has every documented field; D20: also of a sensor that hangs nowhere", async () => {
    const api = await testApi();
    const { doorway } = await api.site();
    await api.report("a 2024-05-10T11:00:00Z -1", "b 2024-05-10T11:30:00Z 1");
    const event = (serial: string, doorwayId: string | null, timestamp: string, trajectory: number) => ({
      id: expect.stringMatching(/^evt_[1-9]\d*$/),
      doorway_id: doorwayId,
      sensor_serial_number: serial,
      timestamp,
      trajectory,
    });
    const list = (result: object) => ({ total: 1, next: null, previous: null, results: [result] });
    expect((await api.get("/v2/sensors/a/events/?start_time=2024-05-10")).body).toEqual(
      list(event("a", doorway, "2024-05-10T11:00:00.000Z", -1)),
    );
    expect((await api.get("/v2/sensors/b/events/?start_time=2024-05-10")).body).toEqual(
      list(event("b", null, "2024-05-10T11:30:00.000Z", 1)),
    );
    expectProblem(await api.get("/v2/sensors/c/events/?start_time=2024-05-10"), 404, '"c"');
  });
});

import { describe, expect, it } from "vitest";
import {
  DEVICE_PROBLEMS_MAX,
  DEVICE_STATE_BYTES_MAX,
  NETWORK_ADDRESSES_MAX,
  SERIAL_LENGTH_MAX,
} from "../../src/domain/limits.ts";
import { expectProblem, NOW, pathsOf, type TestApi, testApi, testSite } from "../support/http.ts";

const ADDRESS = { if: "eth0", family: "inet", mac: "00:00:5e:00:53:01", address: "192.0.2.1" };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("sensors", () => {
  it("D27: have every documented field, also if next to nothing is known of them", async () => {
    const { api, doorway } = await testSite();
    api.at("2024-05-10T13:00:00Z");
    const { body } = await api.get("/v2/sensors/a/");
    expect(body).toEqual({
      uuid: expect.stringMatching(UUID),
      alive: false,
      clock_ahead_seconds: null,
      duplicate_events: 0,
      organization_id: expect.stringMatching(/^org_[1-9]\d*$/),
      serial_number: "a",
      doorway_id: doorway,
      doorway_name: "Front door",
      sensor_type: "s5",
      status: "offline",
      last_heartbeat: null,
      last_event: null,
      current_disposition: "LIVE",
      network_addresses: [],
      battery: null,
      problems: [],
      kind: null,
      state: null,
      state_detail: null,
      last_reading: null,
      ignored: false,
      counting: {
        ...{ reverse: false, cap: 1, width: null },
        ...{ time_zone: null, resets_at: null, direction: null, line: null },
      },
      firmware_version: null,
      created_at: NOW,
      updated_at: NOW,
    });
    expect((await api.get("/v2/sensors/")).body.results).toEqual([body]);
    const [listed] = (await api.get("/v1/sensors/")).body.results;
    expect(listed).toMatchObject({ doorway_id: doorway, sensor_type: "s5", status: "offline" });
    expect((await api.get(`/v1/sensors/${listed?.id}/`)).body).toEqual(listed);
  });

  it("D20: are one and the same in both versions; each has a UUID of its own", async () => {
    const api = await testApi();
    await api.report(...["a", "4711", "04711"].map((serial) => `${serial} 2024-05-10T11:00:00Z 1`));
    const { results } = (await api.get("/v2/sensors/")).body;
    expect(results).toMatchObject([
      { serial_number: "a", doorway_id: null, doorway_name: null },
      { serial_number: "4711" },
      { serial_number: "04711" },
    ]);
    expect(new Set(results.map(({ uuid }) => uuid)).size).toBe(3);
    const ids = (await api.get("/v1/sensors/")).body.results.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    // A serial number that is a positive decimal is the id, too; any other gets one.
    expect(ids[1]).toBe("snr_4711");
  });

  it("D20: are named in a path by any serial number", async () => {
    const api = await testApi();
    const serial = "ü/ %?#".repeat(SERIAL_LENGTH_MAX / 6);
    const url = `/v2/sensors/${encodeURIComponent(serial)}/`;
    expect((await api.post(`${url}heartbeat/`)).body.serial_number).toBe(serial);
    expect((await api.get(url)).body.serial_number).toBe(serial);
    const longest = "x".repeat(SERIAL_LENGTH_MAX);
    expect((await api.post(`/v2/sensors/${longest}/heartbeat/`)).status).toBe(200);
    expectProblem(await api.post(`/v2/sensors/${longest}x/heartbeat/`), 404);
  });
});

it("D20: white space around a serial number is no part of it, on any way in", async () => {
  const api = await testApi();
  const padded = " \t\ufeffFC-1\u2003\n";
  const doorway = { name: "Gate", sensor_serial_number: padded, links: [] };
  expect((await api.post("/v2/admin/site/", { doorways: [doorway] })).body).toMatchObject({ created: 2 });
  expect((await api.post("/v2/admin/site/", { doorways: [doorway] })).body).toMatchObject({ created: 0 });
  const other = { name: "Door", sensor_serial_number: padded };
  expect((await api.post("/v2/doorways/", other)).status).toBe(409);
  await api.report(`FC-1 2024-05-10T11:00:00Z 1`);
  const timestamp = " 2024-05-10T11:01:00Z\n";
  const row = { sensor_serial_number: padded, timestamp, trajectory: 1, event_id: " " };
  expect((await api.post("/v2/sensor_events/", [row])).body).toMatchObject({ accepted: 1 });
  const path = `/v2/sensors/${encodeURIComponent(padded)}/`;
  expect((await api.post(`${path}heartbeat/`)).body.serial_number).toBe("FC-1");
  expect((await api.get(path)).body.serial_number).toBe("FC-1");
  expect((await api.get(`${path}events/?start_time=2024-05-10`)).body.total).toBe(2);
  expect((await api.get("/v2/sensors/")).body.total).toBe(1);
  const blank = { name: "x", sensor_serial_number: " \u3000" };
  expect(pathsOf(await api.post("/v2/doorways/", blank))).toEqual(["sensor_serial_number"]);
});

describe("D27: a sensor's status", () => {
  async function statuses(api: TestApi): Promise<unknown[]> {
    const [one, two] = [await api.get("/v1/sensors/"), await api.get("/v2/sensors/")];
    return [one.body.results[0]?.status, two.body.results[0]?.status];
  }
  const ONLINE = ["online", "online"];
  const OFFLINE = ["offline", "offline"];

  it.each([
    ["ten minutes", {}, "12:09:59.999", "12:10:00.000"],
    ["as long as the server's setting says", { sensorTimeout: 1000 }, "12:00:00.999", "12:00:01.000"],
  ])("is online for %s after a heartbeat", async (_, options, last, first) => {
    const api = await testApi(options);
    await api.post("/v2/sensors/a/heartbeat/");
    expect(await statuses(api)).toEqual(ONLINE);
    api.at(`2024-05-10T${last}Z`);
    expect(await statuses(api)).toEqual(ONLINE);
    api.at(`2024-05-10T${first}Z`);
    expect(await statuses(api)).toEqual(OFFLINE);
    await api.post("/v2/sensors/a/heartbeat/");
    expect(await statuses(api)).toEqual(ONLINE);
  });

  it("is online for ten minutes after an event came, whenever that happened", async () => {
    const api = await testApi();
    await api.report("7 2024-05-01T11:00:00Z 1");
    expect(await statuses(api)).toEqual(ONLINE);
    api.at("2024-05-10T12:10:00Z");
    expect(await statuses(api)).toEqual(OFFLINE);
    await api.create("/v1/events/", { sensor_id: "snr_7", direction: 1, timestamp: "2024-05-01" });
    expect(await statuses(api)).toEqual(ONLINE);
    // An event is no heartbeat.
    expect((await api.get("/v2/sensors/7/")).body.last_heartbeat).toBeNull();
  });

  it("is online while its events are rejected since its clock is ahead, which it shows (D3)", async () => {
    const api = await testApi();
    const told: string[] = [];
    api.context.activity.onAhead = (serialNumber, by) => told.push(`${serialNumber} ${by}`);
    await api.report("7 2024-05-01T11:00:00Z 1");
    const sensor = async () => (await api.get("/v2/sensors/7/")).body;
    const send = (time: string, query = "", serial = "7", ...others: object[]) => {
      const row = { sensor_serial_number: serial, timestamp: `2024-05-10T${time}Z`, trajectory: 1 };
      return api.post(`/v2/sensor_events/${query}`, [row, ...others]);
    };
    const { last_event } = await sensor();
    api.at("2024-05-10T13:00:00Z");
    await send("13:20:00", "?live=false");
    expect(await sensor()).toMatchObject({ status: "offline", clock_ahead_seconds: null });
    // A row in another form is read by another parser.
    for (const other of [{}, { sensor_serial_number: "8", timestamp: "2024-05-10", trajectory: 1 }]) {
      api.at("2024-05-10T13:10:00Z");
      await send("13:20:00", "", "7", other);
      expect(await sensor()).toMatchObject({ status: "online", clock_ahead_seconds: 600, last_event });
    }
    expect(await statuses(api)).toEqual(ONLINE);
    await send("13:16:00", "", "unknown");
    api.at("2024-05-10T14:11:00Z");
    expect(await statuses(api)).toEqual(OFFLINE);
    const refused = { sensor_id: "snr_7", direction: 1, timestamp: "2024-05-10T14:17:00Z" };
    expect(pathsOf(await api.post("/v1/events/", refused))).toEqual(["timestamp"]);
    expect(await sensor()).toMatchObject({ status: "online", clock_ahead_seconds: 360 });
    // Once an hour for each sensor.
    expect(told).toEqual(["7 600000", "unknown 360000", "7 360000"]);
    const { text } = await api.get("/metrics");
    expect(text).toMatch(/^headcount_rejected_ahead_rows_total 4$/m);
    await send("14:11:01");
    expect(await sensor()).toMatchObject({ status: "online", clock_ahead_seconds: null });
  });
});

describe("D22: POST /sensors/:serial_number/heartbeat/", () => {
  it("registers a sensor not seen before, without a body", async () => {
    const api = await testApi();
    const answer = await api.post("/v2/sensors/4711/heartbeat/");
    expect(answer.status).toBe(200);
    const registered = { serial_number: "4711", doorway_id: null, status: "online", last_heartbeat: NOW };
    expect(answer.body).toMatchObject({ ...registered, created_at: NOW });
    const { body } = await api.get("/v1/sensors/snr_4711/");
    expect(body).toMatchObject({ doorway_id: null, status: "online" });
  });

  it("answers the sensor with what it says of itself, and keeps what it leaves out", async () => {
    const { api, doorway } = await testSite();
    const url = "/v2/sensors/a/heartbeat/";
    const said = {
      sensor_type: "s6",
      firmware_version: "1.2.3",
      current_disposition: "TEST",
      network_addresses: [ADDRESS, { if: "wlan0" }],
    };
    const first = await api.post(url, { ...said, status: "offline", serial_number: "b" });
    expect(first.body).toMatchObject({
      ...said,
      serial_number: "a",
      doorway_id: doorway,
      status: "online",
      network_addresses: [ADDRESS, { if: "wlan0", family: null, mac: null, address: null }],
    });
    expect((await api.get("/v2/sensors/a/")).body).toEqual(first.body);
    const [listed] = (await api.get("/v1/sensors/")).body.results;
    expect(listed).toMatchObject({ sensor_type: "s6", status: "online" });
    api.at("2024-05-10T12:01:00Z");
    const again = "2024-05-10T12:01:00.000Z";
    const second = await api.post(url, { firmware_version: null, network_addresses: [] });
    expect(second.body).toEqual({
      ...first.body,
      firmware_version: null,
      network_addresses: [],
      last_heartbeat: again,
      updated_at: again,
    });
  });

  it.each([
    ["a heartbeat", "/v2/sensors/a/heartbeat/", (state: object) => state],
    ["a reading", "/v2/readings/", (health: object) => [{ kind: "alive", serial_number: "a", health }]],
  ])("D31: %s says as much as there is room for, and the rest is cut", async (_, url, bodyOf) => {
    const api = await testApi();
    const long = "x".repeat(20_000);
    const problem = "é".repeat(300);
    const first = { sensor_type: `é${long}`, firmware_version: long, problems: Array(40).fill(problem) };
    expect((await api.post(url, bodyOf(first))).status).toBe(200);
    const state = (await api.get("/v2/sensors/a/")).body;
    expect(state.sensor_type).toBe(`é${"x".repeat(254)}`);
    expect(state.firmware_version).toHaveLength(255);
    const { problems } = state as unknown as { problems: string[] };
    expect(problems[0]).toBe("é".repeat(255));
    expect(problems.at(-1)).toMatch(/^é+$/);
    expect(Buffer.byteLength(problems.join(""))).toBeLessThanOrEqual(DEVICE_STATE_BYTES_MAX - 511);
    // What is not told again keeps its place among all that is kept.
    await api.post(url, bodyOf({ problems: Array(40).fill("y") }));
    expect((await api.get("/v2/sensors/a/")).body).toMatchObject({
      firmware_version: state.firmware_version,
      problems: Array(DEVICE_PROBLEMS_MAX).fill("y"),
    });
  });

  it("D31: addresses and texts that cannot be stored are cut, too", async () => {
    const api = await testApi();
    const address = { if: "eth\0", family: null, mac: "\ud800", address: "a".repeat(1_000) };
    const sent = { network_addresses: Array(100).fill(address), firmware_version: "1\0.2" };
    const { body } = await api.post("/v2/sensors/a/heartbeat/", sent);
    expect(body.firmware_version).toBe("1.2");
    const addresses = body.network_addresses as object[];
    expect(addresses[0]).toEqual({ if: "eth", family: null, mac: null, address: "a".repeat(255) });
    expect(addresses).toHaveLength(Math.ceil((DEVICE_STATE_BYTES_MAX - 3) / 258));
    const many = Array(NETWORK_ADDRESSES_MAX + 1).fill(ADDRESS);
    const short = await api.post("/v2/sensors/b/heartbeat/", { network_addresses: many });
    expect(short.body.network_addresses).toHaveLength(NETWORK_ADDRESSES_MAX);
  });

  it("rejects invalid bodies, and then records no heartbeat", async () => {
    const api = await testApi();
    for (const [field, values] of Object.entries({
      sensor_type: ["", 5, null],
      firmware_version: ["", 5],
      current_disposition: ["", 5, null],
      network_addresses: [null, {}, "x", [5], [{ if: 5 }]],
      battery: [-1, 101, "full"],
      problems: [null, "x", [""], [5]],
    })) {
      for (const value of values) {
        const [path] = pathsOf(await api.post("/v2/sensors/a/heartbeat/", { [field]: value }));
        expect(path?.split(".", 1)).toEqual([field]);
      }
    }
    expect((await api.get("/v2/sensors/")).body.total).toBe(0);
  });
});

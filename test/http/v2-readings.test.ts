import { describe, expect, it } from "vitest";
import {
  INTERVAL_CROSSINGS_PER_SECOND_MAX,
  READING_CROSSINGS_MAX,
  READING_SPAN_MS_MAX,
  READINGS_MAX,
} from "../../src/domain/limits.ts";
import { type Body, expectProblem, sharedApi, testApi, testSite } from "../support/http.ts";
import { countOf, interval, NOTHING, total, READINGS as URL } from "../support/sent-readings.ts";

const api = await sharedApi();

const NDJSON = { "content-type": "application/x-ndjson" };

describe("D31: POST /readings/ takes readings of devices", () => {
  it("and makes events of what totals and intervals count", async () => {
    const { api, space } = await testSite();
    const first = await api.post(URL, [total(0, 100, 50), total(15, 108, 52)]);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      ...NOTHING,
      accepted: 2,
      results: { baseline: 1, counted: 1 },
      counted: { in: 8, out: 2 },
    });
    expect(await countOf({ api, space })).toBe(6);
    const again = await api.post(URL, [total(0, 100, 50), total(15, 108, 52), total(30, 110, 52)]);
    expect(again.body).toMatchObject({ accepted: 1, duplicates: 2, counted: { in: 2, out: 0 } });
    expect(await countOf({ api, space })).toBe(8);
    const { body } = await api.get("/v2/sensors/a/events/?start_time=2024-05-10T11:15:00Z");
    expect(body.results.map((event: Body) => event.timestamp)).toEqual([
      "2024-05-10T11:18:45.000Z",
      "2024-05-10T11:26:15.000Z",
    ]);
  });

  it("of a direction that only the setting of the sensor has, if they say so", async () => {
    const { api } = await testSite();
    await api.put("/v2/sensors/a/", { counting: { direction: "out" } });
    const undirected = { undirected: true };
    await api.post(URL, [total(0, 10, null, undirected), total(15, 13, null, undirected)]);
    const { body: list } = await api.get("/v2/sensors/a/readings/");
    expect(list.results.map(({ counted }: Body) => counted)).toEqual([
      { in: 0, out: 3 },
      { in: 0, out: 0 },
    ]);
    const other = { serial_number: "b", ...undirected };
    const { body } = await api.post(URL, [interval("10:00", "10:15", 3, 1, other)]);
    expect(body).toMatchObject({ counted: { in: 0, out: 0 } });
  });

  it("as JSON lines, too, of which a wrong one does not affect the others", async () => {
    const { api } = await testSite();
    const lines = [JSON.stringify(interval("10:00", "10:15", 3, 1)), "{", JSON.stringify(total(1, 1, 1))];
    const { body } = await api.post(URL, undefined, { raw: lines.join("\n"), headers: NDJSON });
    expect(body).toMatchObject({ accepted: 1, rejected: 2, results: { counted: 1 } });
    expect(body.errors).toEqual([
      { index: 1, message: "the row is malformed" },
      { index: 2, message: expect.stringContaining("the sensor sends intervals") },
    ]);
  });

  it("keeps late ones, and says what became of each in the list of the sensor, newest first", async () => {
    const { api } = await testSite();
    const sent = [total(0, 10, 10), total(30, 20, 11), total(15, 15, 10), total(30, 19, 11)];
    await api.post(URL, [...sent, total(45, 8_000, 11)]);
    const { body } = await api.get("/v2/sensors/a/readings/");
    expect(body.total).toBe(5);
    const shown = body.results.map(({ at, result }: Body) => `${String(at).slice(14, 16)} ${result}`);
    expect(shown).toEqual(["45 jump", "30 conflict", "30 counted", "15 late", "00 baseline"]);
    expect(body.results[2]).toEqual({
      id: expect.stringMatching(/^rdg_[1-9]\d*$/),
      ...{ kind: "total", at: "2024-05-10T11:30:00.000Z", in_total: 20, out_total: 11 },
      ...{ from: null, to: null, in: null, out: null, coverage: null, note: null },
      received_at: "2024-05-10T12:00:00.000Z",
      result: "counted",
      counted: { in: 10, out: 1 },
    });
    expect(body.results[0]?.note).toContain("possible");
    const page = await api.get(
      "/v2/sensors/a/readings/?start_time=2024-05-10T11:15:00Z&end_time=2024-05-10T11:45:00Z",
    );
    expect(page.body.total).toBe(3);
    expect((await api.get("/v2/sensors/unknown/readings/")).status).toBe(404);
  });

  it("counts an interval once, whatever the order, and refuses one that overlaps another", async () => {
    const { api, space } = await testSite();
    const sent = [interval("10:15", "10:30", 2, 0), interval("10:00", "10:15", 4, 1, { coverage: 0.5 })];
    await api.post(URL, sent);
    const { body } = await api.post(URL, [
      ...sent,
      interval("10:00", "10:15", 5, 1),
      interval("10:10", "10:20", 1, 0),
      interval("10:00", "11:00", 1, 0),
      interval("10:30", "10:45", 0, 0),
    ]);
    expect(body).toMatchObject({
      accepted: 2,
      duplicates: 2,
      rejected: 2,
      results: { duplicate: 2, conflict: 1, counted: 1 },
      counted: { in: 0, out: 0 },
    });
    expect(await countOf({ api, space })).toBe(5);
    const { body: list } = await api.get("/v2/sensors/a/readings/");
    const first = { kind: "interval", at: null, in: 4, out: 1, coverage: 0.5, in_total: null };
    expect(list.results.at(-1)).toMatchObject(first);
    const refused = list.results.filter((each: Body) => each.result === "refused");
    expect(refused).toMatchObject([
      {
        from: expect.stringContaining("T10:10:00"),
        counted: { in: 0, out: 0 },
        note: expect.stringContaining("overlaps"),
      },
      { from: expect.stringContaining("T10:00:00"), to: expect.stringContaining("T11:00:00"), in: 1 },
    ]);
  });

  it("registers an unknown device, and takes the message that it lives as a heartbeat", async () => {
    const api = await testApi();
    const health = { battery: 51.5, problems: ["the lens is covered"], firmware_version: "2.1", gateway: {} };
    const alive = { kind: "alive", serial_number: "new", health };
    const { body } = await api.post(URL, [total(0, 1, 1, { serial_number: "door-7:2" }), alive]);
    expect(body).toMatchObject({ accepted: 1, alive: 1, results: { baseline: 1 } });
    expect((await api.get("/v2/sensors/door-7:2/")).body).toMatchObject({ doorway_id: null });
    expect((await api.get("/v2/sensors/new/")).body).toMatchObject({
      status: "online",
      last_heartbeat: "2024-05-10T12:00:00.000Z",
      battery: 51.5,
      problems: ["the lens is covered"],
      firmware_version: "2.1",
    });
    // A device that has lines is no sensor itself.
    await api.post(URL, [{ ...alive, serial_number: "door-7", health: { battery: "full", problems: null } }]);
    expect((await api.get("/v2/sensors/door-7/")).status).toBe(404);
    expect((await api.get("/v2/sensors/door-7:2/")).body).toMatchObject({
      last_heartbeat: "2024-05-10T12:00:00.000Z",
      battery: null,
    });
  });

  it("refuses what cannot be right, with the reason", async () => {
    const beforeLongest = new Date(Date.UTC(2024, 4, 10, 11) - READING_SPAN_MS_MAX - 1).toISOString();
    const wrong = [
      [5, "the reading must be an object"],
      [{ kind: "gauge" }, "must be total, interval or alive"],
      [total(0, -1, 1), "in_total must be a whole number"],
      [total(0, 1.5, 1), "in_total must be a whole number"],
      [total(0, 1, 2 ** 53), "out_total must be a whole number"],
      [total(0, null, null), "in_total or out_total is required"],
      [total(0, 1, 1, { serial_number: " " }), "sensor_serial_number"],
      [total(0, 1, 1, { at: "2024-05-10T11:00:00" }), "local time"],
      [total(0, 1, 1, { at: "2024-05-10" }), "local time"],
      [total(0, 1, 1, { at: "2024-05-10T12:05:00.001Z" }), "5 minutes in the future"],
      [total(0, 1, 1, { at: "noon" }), "at: must be a time"],
      [interval("10:00", "10:00", 1, 1), "to must be after from"],
      [interval("10:00", "09:00", 1, 1), "to must be after from"],
      [{ ...interval("10:00", "11:00", 1, 1), from: beforeLongest }, "24 hours"],
      [interval("10:00", "10:01", 60 * INTERVAL_CROSSINGS_PER_SECOND_MAX + 1, 0), "impossible"],
      [interval("00:00", "11:00", READING_CROSSINGS_MAX + 1, 0), "impossible"],
      [interval("10:00", "10:01", 1, 0, { coverage: 1.1 }), "coverage"],
    ] as const;
    const answer = await (await testApi()).post(
      URL,
      wrong.map(([row]) => row),
    );
    expectProblem(answer, 400, "every reading is rejected");
    expect(answer.body).toMatchObject({ accepted: 0, rejected: wrong.length });
    expect(answer.body.errors.map(({ message }) => message)).toEqual(
      wrong.map(([, message]) => expect.stringContaining(message)),
    );
    expectProblem(await api.post(URL, { kind: "total" }), 400, "array");
    expectProblem(await api.post(URL, Array(READINGS_MAX + 1).fill(0)), 400, String(READINGS_MAX));
  });
});

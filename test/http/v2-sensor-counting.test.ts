import { describe, expect, it } from "vitest";
import { CAP_MAX, COUNTER_BITS_MAX, COUNTER_BITS_MIN } from "../../src/domain/limits.ts";
import { type Body, expectProblem, testSite } from "../support/http.ts";
import { countOf, interval, resultsOf, total, READINGS as URL } from "../support/sent-readings.ts";

const SENSOR = "/v2/sensors/a/";

describe("D32: PUT /sensors/:serial_number/ sets what readings mean", () => {
  it("shows the defaults, the kind and the state", async () => {
    const { api } = await testSite();
    const unset = { width: null, time_zone: null, resets_at: null, direction: null, line: null };
    const nothing = { kind: null, state: null, state_detail: null, last_reading: null };
    const counting = { reverse: false, cap: 1, ...unset };
    expect((await api.get(SENSOR)).body).toMatchObject({ ...nothing, counting });
    await api.post(URL, [total(0, 1, 1)]);
    expect((await api.get(SENSOR)).body).toMatchObject({
      kind: "total",
      state: "counting",
      last_reading: expect.any(String),
      status: "online",
      last_event: null,
    });
  });

  it("judges the readings since a line was suspended again, once an operator has decided", async () => {
    const { api, space } = await testSite();
    // It counts up, and then, mounted anew, down.
    const falling = [0, 1, 2, 3, 4].map((step) => total(5 * step, 500 - 10 * step, 400 - step));
    await api.post(URL, falling);
    const { body: suspended } = await api.get(SENSOR);
    expect(suspended).toMatchObject({ state: "suspended" });
    expect(suspended.state_detail).toContain("reverse");
    expect(suspended.state_detail).toContain("2024-05-10T11:05:00");
    expect(await countOf({ api, space })).toBe(0);

    const { body: preview } = await api.post(`${SENSOR}preview/`, { counting: { reverse: true } });
    expect(preview).toEqual({
      judged_from: "2024-05-10T11:05:00.000Z",
      readings: 4,
      changed: 4,
      counted_before: { in: 0, out: 0 },
      counted_after: { in: 40, out: 4 },
    });
    expect(await countOf({ api, space })).toBe(0);

    const { status, body } = await api.put(SENSOR, { counting: { reverse: true } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "counting", state_detail: null, counting: { reverse: true } });
    expect(await countOf({ api, space })).toBe(36);
    expect(await resultsOf({ api })).toEqual(["baseline 0 0", ...Array(4).fill("counted 10 1")]);
    const repeated = await api.post(URL, falling);
    expect(repeated.body).toMatchObject({ duplicates: 5, counted: { in: 0, out: 0 } });
    await api.post(URL, [total(25, 448, 395)]);
    expect(await countOf({ api, space })).toBe(47);
  });

  it("reads local times again in another zone, of which some may have been right in the one before only", async () => {
    const { api, space } = await testSite();
    await api.put(SENSOR, { counting: { time_zone: "UTC" } });
    const local = (at: string, inTotal: number) => ({ ...total(0, inTotal, 0), at: `2023-10-29T${at}:00` });
    await api.post(URL, [local("01:30", 1), local("02:30", 3), local("03:30", 6)]);
    await api.post(URL, [{ ...total(0, 7, 0), at: "2023-10-29T05:00:00Z" }]);
    const read = async () => {
      const { body } = await api.get(`${SENSOR}readings/`);
      return body.results.map(({ at, result }: Body) => `${String(at).slice(11, 16)} ${result}`).toReversed();
    };
    const hourly = async () => {
      const range = "start_time=2023-10-28T23:00:00Z&end_time=2023-10-29T06:00:00Z&interval=1h";
      const { body } = await api.get(`/v2/spaces/${space}/counts/?${range}`);
      return body.results.map(({ interval }: Body) => interval);
    };
    const inUtc = ["01:30 baseline", "02:30 counted", "03:30 counted", "05:00 counted"];
    expect(await read()).toEqual(inUtc);
    const before = await hourly();

    const wanted = { counting: { time_zone: "Europe/Berlin" }, effective_from: "beginning" };
    const counts = { in: 6, out: 0 };
    const figures = { readings: 4, changed: 3, counted_before: counts, counted_after: counts };
    expect((await api.post(`${SENSOR}preview/`, wanted)).body).toMatchObject(figures);
    expect(await read()).toEqual(inUtc);
    await api.put(SENSOR, wanted);
    expect(await read()).toEqual(["23:30 baseline", "02:30 refused", "02:30 counted", "05:00 counted"]);
    const { body: refused } = await api.get(`${SENSOR}readings/?start_time=2023-10-29T02:30:00Z`);
    expect(refused.results.map(({ note }: Body) => note)).toContain(
      "at is a local time that occurs twice in Europe/Berlin (2023-10-29T02:30:00.000)",
    );
    expect(await hourly()).not.toEqual(before);
    const back = { counting: { time_zone: "UTC" }, effective_from: "beginning" };
    await api.put(SENSOR, back);
    expect(await read()).toEqual(inUtc);
    expect(await hourly()).toEqual(before);
    const span = "start_time=2023-10-29T02:00:00Z&end_time=2023-10-29T03:00:00Z&dry_run=false";
    expect((await api.delete(`${SENSOR}events/?${span}`)).body).toMatchObject({ readings: 1 });
    expect((await api.put(SENSOR, wanted)).status).toBe(200);
    await api.put(SENSOR, back);
    expect(await read()).toEqual(inUtc.with(1, "02:30 voided"));
  });

  it("judges those since `effective_from` again, and those before it not (D5)", async () => {
    const { api, space } = await testSite();
    const readings = [0, 1, 2, 3].map((step) => total(step, 100 * step + (step === 2 ? 100 : 0), 0));
    await api.post(URL, readings);
    expect(await resultsOf({ api })).toEqual(["baseline 0 0", "counted 100 0", "jump 0 0", "counted 0 0"]);
    const effective_from = "2024-05-10T11:01:30Z";
    const { body } = await api.put(SENSOR, { counting: { cap: 10 }, effective_from });
    expect(body).toMatchObject({ counting: { cap: 10 } });
    expect(await countOf({ api, space })).toBe(300);
    await api.put(SENSOR, { counting: { cap: 0.5 }, effective_from: "beginning" });
    expect(await resultsOf({ api })).toEqual(["baseline 0 0", "jump 0 0", "jump 0 0", "counted 0 0"]);
    expect(await countOf({ api, space })).toBe(0);
    await api.put(SENSOR, { counting: { cap: 10 }, effective_from: "beginning" });
    expect(await countOf({ api, space })).toBe(300);
    const { body: entries } = await api.get("/v2/audit_log/?resource_type=sensor_counting");
    expect(entries.results.length).toBeGreaterThan(0);
  });

  it("leaves events alone that have come with a file of events, though readings made them elsewhere", async () => {
    const made = await testSite();
    await made.api.post(URL, [total(0, 0, 0), total(10, 4, 0)]);
    const stored = await made.api.context.events.eventsAfter(0n, 4n);
    const events = stored.map(({ timestamp, trajectory, eventId }) => ({
      sensor_serial_number: "a",
      timestamp: new Date(timestamp).toISOString(),
      trajectory,
      event_id: eventId,
    }));
    expect(events).toHaveLength(4);
    const { api, space } = await testSite();
    await api.post("/v2/sensor_events/", events);
    await api.post(URL, [total(20, 10, 0), total(30, 12, 0)]);
    expect(await countOf({ api, space })).toBe(6);
    await api.put(SENSOR, { counting: { reverse: true }, effective_from: "beginning" });
    expect(await resultsOf({ api })).toEqual(["baseline 0 0", "counted 0 2"]);
    expect(await countOf({ api, space })).toBe(2);
    // What the device sent before is counted with these events already.
    await api.put(SENSOR, { counting: { reverse: false }, effective_from: "beginning" });
    expect(await countOf({ api, space })).toBe(6);
  });

  it("leaves the events of a period alone that has begun before `effective_from`", async () => {
    const { api, space } = await testSite();
    await api.post(URL, [interval(0, 30, 6)]);
    expect(await countOf({ api, space })).toBe(6);
    await api.put(SENSOR, { counting: { reverse: true }, effective_from: "2024-05-10T11:15:00Z" });
    expect(await countOf({ api, space })).toBe(6);
  });

  it("compares those since then with totals that moved the line, not with a direction that was late (D31)", async () => {
    const { api } = await testSite();
    await api.post(URL, [total(0, null, 0), total(11, null, 3), total(2, 0, 1), total(20, 4, null)]);
    const listed = ["baseline 0 0", "baseline 0 0", "counted 0 3", "counted 4 0"];
    expect(await resultsOf({ api })).toEqual(listed);
    await api.put(SENSOR, { counting: { cap: 2 }, effective_from: "2024-05-10T11:04:00Z" });
    expect(await resultsOf({ api })).toEqual(listed);
    const { body } = await api.get(`${SENSOR}events/?start_time=2024-05-10T00:00:00Z&page_size=100`);
    expect(body.total).toBe(7);
  });

  it("makes one line of two registers that count a direction each", async () => {
    const { api, space } = await testSite();
    await api.put("/v2/sensors/cam:1/", { counting: { direction: "out", line: "door" } });
    await api.put("/v2/sensors/cam:2/", { counting: { direction: "in", line: "door" } });
    const door = await api.create("/v2/doorways/", { name: "Camera", sensor_serial_number: "cam:door" });
    await api.create("/v2/links/", { space_id: space, doorway_id: door.id, sensor_placement: 1 });
    const reading = (line: number, minute: number, inTotal: number) =>
      total(minute, inTotal, null, { serial_number: `cam:${line}`, undirected: true });
    const readings = [0, 10, 20].flatMap((minute) => [
      reading(1, minute, 500 + minute),
      reading(2, minute, 100 + 2 * minute),
    ]);
    await api.post(URL, readings);
    expect(await resultsOf({ api }, "cam:1")).toEqual(["baseline 0 0", "counted 0 10", "counted 0 10"]);
    expect(await resultsOf({ api }, "cam:2")).toEqual(["baseline 0 0", "counted 20 0", "counted 20 0"]);
    const events = "/v2/sensors/cam:door/events/?start_time=2024-05-10T00:00:00Z&page_size=100";
    expect((await api.get(events)).body.total).toBe(60);
    // It was the other way round.
    const beginning = { effective_from: "beginning" };
    await api.put("/v2/sensors/cam:1/", { counting: { direction: "in" }, ...beginning });
    await api.put("/v2/sensors/cam:2/", { counting: { direction: "out" }, ...beginning });
    const { body: turned } = await api.get(events);
    expect(turned.total).toBe(60);
    expect(turned.results.filter(({ trajectory }: Body) => trajectory === 1)).toHaveLength(20);
  });

  it("judges an interval by the settings at its start, and what has replaced another one as that", async () => {
    const { api } = await testSite();
    const [eight, nine] = [
      (entered: number) => interval("08:00", "09:00", entered),
      (entered: number) => interval("09:00", "10:00", entered),
    ];
    const eventsOf = async (trajectory: number) => {
      const { body } = await api.get(`${SENSOR}events/?start_time=2024-05-10T00:00:00Z&page_size=100`);
      return body.results.filter((event: Body) => event.trajectory === trajectory).length;
    };
    await api.post(URL, [eight(10), nine(6)]);
    const token = await api.token(["ingest", "write"]);
    const sent = { token, body: [nine(7), nine(8)] };
    expectProblem(await api.send("POST", `${URL}?replace=true`, sent), 403);
    expect(await eventsOf(1)).toBe(16);
    await api.post(`${URL}?replace=true`, sent.body);
    expect([await eventsOf(1), await eventsOf(-1)]).toEqual([18, 0]);
    const replaced = Array(2).fill("withdrawn 0 0");
    expect(await resultsOf({ api })).toEqual(["counted 10 0", ...replaced, "counted 8 0"]);
    await api.put(SENSOR, { counting: { reverse: true }, effective_from: "2024-05-10T08:30:00Z" });
    expect([await eventsOf(1), await eventsOf(-1)]).toEqual([10, 8]);
    expect(await resultsOf({ api })).toEqual(["counted 10 0", ...replaced, "counted 0 8"]);
    expect((await api.post(URL, [nine(6)])).body.results).toEqual({ conflict: 1 });
  });

  it("gives local times a zone; without one, and where a time occurs twice, they are refused and listed", async () => {
    const { api } = await testSite();
    const local = (at: string, inTotal: number) => ({ ...total(0, inTotal, 0), at });
    const { body: refused } = await api.post(URL, [local("2024-05-10T13:00:00", 1), total(0, 1, 0)]);
    expect(refused).toMatchObject({ accepted: 1, rejected: 1 });
    expect(refused.errors[0]?.message).toContain("no time zone");
    await api.put(SENSOR, { counting: { time_zone: "Europe/Berlin" } });
    const times = ["2024-05-10T13:10:00", "2023-10-29T02:30:00", "2024-03-31T02:30:00"];
    const sent = times.map((at) => local(at, 5));
    const { body } = await api.post(URL, sent);
    expect(body).toMatchObject({ accepted: 1, counted: { in: 4, out: 0 }, rejected: 2 });
    expect(body.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("occurs twice in Europe/Berlin"),
      expect.stringContaining("Europe/Berlin does not have"),
    ]);
    const { body: list } = await api.get(`${SENSOR}readings/`);
    const listed = list.results.filter(({ result }: Body) => result === "refused");
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({ kind: null, at: null, in_total: null, note: expect.any(String) });
  });

  it("knows the daily reset of a device's totals, and the width of its counter", async () => {
    const { api } = await testSite();
    await api.put(SENSOR, { counting: { resets_at: "13:10", time_zone: "Europe/Berlin" } });
    await api.post(URL, [total(0, 100, 90), total(9, 110, 91), total(11, 80, 60)]);
    expect((await resultsOf({ api })).at(-1)).toEqual("reset 80 60");
    const since = { effective_from: "2024-05-10T11:11:30Z" };
    await api.put(SENSOR, { counting: { width: 8, resets_at: null }, ...since });
    await api.post(URL, [total(12, 120, 80), total(14, 250, 80), total(15, 4, 80)]);
    expect((await resultsOf({ api })).at(-1)).toEqual("wrap 10 0");
  });

  it("refuses settings that cannot be, and a future date", async () => {
    const { api } = await testSite();
    const wrong: readonly [object, string][] = [
      [{ cap: 0 }, "counting.cap"],
      [{ cap: CAP_MAX + 1 }, "counting.cap"],
      [{ width: COUNTER_BITS_MIN - 1 }, "counting.width"],
      [{ width: COUNTER_BITS_MAX + 1 }, "counting.width"],
      [{ time_zone: "Berlin" }, "counting.time_zone"],
      [{ resets_at: "4:00" }, "counting.resets_at"],
      [{ direction: "up" }, "counting.direction"],
      [{ line: "" }, "counting.line"],
      [{ line: "x".repeat(127) }, "counting.line"],
    ];
    for (const [counting, path] of wrong) expectProblem(await api.put(SENSOR, { counting }), 400, path);
    const effective_from = "2999-01-01T00:00:00Z";
    expectProblem(await api.put(SENSOR, { counting: {}, effective_from }), 400, "effective_from");
    for (const most of [{ cap: CAP_MAX }, { width: COUNTER_BITS_MIN }, { width: COUNTER_BITS_MAX }])
      expect((await api.put(SENSOR, { counting: most })).status).toBe(200);
  });
});

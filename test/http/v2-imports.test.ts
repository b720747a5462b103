import { describe, expect, it } from "vitest";
import { type Body, expectProblem, testSite } from "../support/http.ts";
import { countOf, timeOf, total } from "../support/sent-readings.ts";

const at = timeOf;
const row = (minute: number) => ({ sensor_serial_number: "a", timestamp: at(minute), trajectory: 1 });

describe("D5: an import can be taken back", () => {
  it("of events: it is listed, and voided as one write; the same rows can be loaded again", async () => {
    const { api, space } = await testSite();
    await api.post("/v2/sensor_events/", [row(0)]);
    const first = await api.post("/v2/sensor_events/?file=may.csv", [row(1), row(2), row(2), { wrong: 1 }]);
    expect(first.body).toMatchObject({
      accepted: 3,
      rejected: 1,
      import_id: expect.stringMatching(/^imp_\d+$/),
    });
    const { import_id: id } = first.body;
    const more = await api.post(`/v2/sensor_events/?import_id=${id}`, [row(0), row(3)]);
    expect(more.body).toMatchObject({ accepted: 1, duplicates: 1, import_id: id });
    expect(await countOf({ api, space })).toBe(5);
    const { body: list } = await api.get("/v2/imports/");
    expect(list).toMatchObject({
      total: 1,
      results: [
        {
          ...{ id, file: "may.csv", kind: "events", rows: 6, accepted: 4, duplicates: 1, rejected: 1 },
          voided_at: null,
          created_at: "2024-05-10T12:00:00.000Z",
        },
      ],
    });
    const dry = await api.delete(`/v2/imports/${id}/?dry_run=true`);
    expect(dry.body).toEqual({
      dry_run: true,
      events: 4,
      readings: 0,
      changed: 0,
      added: 0,
      others: [],
      spaces: [
        { space_id: space, space_name: "Hall", entrances: { from: 4, to: 0 }, exits: { from: 0, to: 0 } },
      ],
      sensors: ["a"],
    });
    expect(await countOf({ api, space })).toBe(5);
    const done = await api.delete(`/v2/imports/${id}/`);
    expect(done.body).toEqual({ ...dry.body, dry_run: false });
    expect(await countOf({ api, space })).toBe(1);
    expect((await api.get(`/v2/imports/${id}/`)).body.voided_at).toBe("2024-05-10T12:00:00.000Z");
    expectProblem(await api.delete(`/v2/imports/${id}/`), 404, /has already been voided/);
    expectProblem(await api.delete("/v2/imports/imp_999/"), 404, /does not exist/);
    expectProblem(await api.post(`/v2/sensor_events/?import_id=${id}`, [row(9)]), 400, "import_id");
    const again = await api.post("/v2/sensor_events/?file=may.csv", [row(1), row(2), row(2)]);
    expect(again.body).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(await countOf({ api, space })).toBe(4);
    const { body: audit } = await api.get(`/v2/audit_log/?resource_type=import&resource_id=${id}`);
    expect(audit.results.map(({ action }: Body) => action)).toEqual(["void", "create"]);
  });

  it("of readings: what the others have counted is judged again without them", async () => {
    const { api, space } = await testSite();
    await api.post("/v2/readings/", [total(0, 100)]);
    const { body } = await api.post("/v2/readings/?file=totals.csv", [total(10, 150), total(20, 20)]);
    expect(body).toMatchObject({ accepted: 2, results: { counted: 1, reset: 1 } });
    await api.post("/v2/readings/", [total(30, 120)]);
    expect(await countOf({ api, space })).toBe(50 + 20 + 100);
    const dry = await api.delete(`/v2/imports/${body.import_id}/?dry_run=true`);
    expect(dry.body).toEqual({
      dry_run: true,
      events: 170,
      readings: 2,
      changed: 1,
      added: 20,
      others: [{ import_id: null, file: null, readings: 1, in: -80, out: 0 }],
      spaces: [
        { space_id: space, space_name: "Hall", entrances: { from: 170, to: 20 }, exits: { from: 0, to: 0 } },
      ],
      sensors: ["a"],
    });
    await api.delete(`/v2/imports/${body.import_id}/`);
    expect(await countOf({ api, space })).toBe(20);
    const { body: list } = await api.get("/v2/sensors/a/readings/");
    expect(list.results.map(({ result }: Body) => result)).toEqual([
      "counted",
      "withdrawn",
      "withdrawn",
      "baseline",
    ]);
    await api.post("/v2/readings/", [total(40, 121)]);
    expect(await countOf({ api, space })).toBe(21);
  });

  it("is not combined with replacing, and has either a name or an id", async () => {
    const { api } = await testSite();
    const { body } = await api.post("/v2/readings/?file=x", [total(0, 1)]);
    expectProblem(
      await api.post(`/v2/readings/?file=x&import_id=${body.import_id}`, [total(1, 1)]),
      400,
      "file",
    );
    expectProblem(await api.post("/v2/readings/?file=x&replace=true", [total(1, 1)]), 400, "replace");
    const plain = await api.post("/v2/sensor_events/", [row(40)]);
    expect(plain.body).toEqual({ accepted: 1, duplicates: 0, rejected: 0, errors: [] });
  });
});

describe("D5: the events of a sensor in a range can be voided", () => {
  it("of a register at its line, and of a line with the readings of its registers", async () => {
    const { api, space } = await testSite();
    const totals = (serial_number: string, ...values: number[]) =>
      values.map((in_total, index) => ({ kind: "total", serial_number, at: at(10 * index), in_total }));
    await api.put("/v2/sensors/cam:1/", { counting: { direction: "in", line: "door" } });
    await api.put("/v2/sensors/cam:2/", { counting: { direction: "out", line: "door" } });
    const door = await api.create("/v2/doorways/", { name: "Camera", sensor_serial_number: "cam:door" });
    await api.create("/v2/links/", { space_id: space, doorway_id: door.id, sensor_placement: 1 });
    const undirected = (row: object) => ({ ...row, undirected: true });
    await api.post("/v2/readings/", totals("cam:1", 0, 6, 10).map(undirected));
    await api.post("/v2/readings/", totals("cam:2", 0, 1, 3).map(undirected));
    expect(await countOf({ api, space })).toBe(7);
    const span = `start_time=${at(0)}&end_time=${at(10)}`;
    const ofRegister = { events: 1, readings: 0, sensors: ["cam:2"] };
    expect((await api.delete(`/v2/sensors/cam:2/events/?${span}`)).body).toMatchObject(ofRegister);
    expect(await countOf({ api, space })).toBe(8);
    const rest = `start_time=${at(0)}&end_time=${at(30)}`;
    const ofLine = { events: 12, readings: 4, sensors: ["cam:1", "cam:2", "cam:door"] };
    expect((await api.delete(`/v2/sensors/cam:door/events/?${rest}`)).body).toMatchObject(ofLine);
    expect(await countOf({ api, space })).toBe(0);
    const counting = { counting: { cap: 3 }, effective_from: "beginning" };
    for (const register of ["cam:1", "cam:2"]) await api.put(`/v2/sensors/${register}/`, counting);
    expect(await countOf({ api, space })).toBe(0);
  });

  it("as one write, with its readings, which stay what the next ones are compared with", async () => {
    const { api, space } = await testSite();
    await api.post("/v2/readings/", [total(0, 0), total(10, 10), total(20, 15)]);
    const url = `/v2/sensors/a/events/?start_time=${at(1)}&end_time=${at(15)}`;
    expect((await api.delete(`${url}&dry_run=true`)).body).toEqual({
      dry_run: true,
      events: 11,
      readings: 1,
      changed: 0,
      added: 0,
      others: [],
      spaces: [
        { space_id: space, space_name: "Hall", entrances: { from: 11, to: 0 }, exits: { from: 0, to: 0 } },
      ],
      sensors: ["a"],
    });
    expect(await countOf({ api, space })).toBe(15);
    await api.delete(url);
    expect(await countOf({ api, space })).toBe(4);
    await api.post("/v2/readings/", [total(10, 10), total(30, 17)]);
    expect(await countOf({ api, space })).toBe(6);
    await api.put("/v2/sensors/a/", { counting: { cap: 2 }, effective_from: at(5) });
    const { body: list } = await api.get("/v2/sensors/a/readings/");
    expect(list.results.map(({ result }: Body) => result)).toContain("voided");
    // The reading after the range is judged again over its whole span.
    expect((await api.delete(url)).body).toMatchObject({ events: 2 });
    expectProblem(
      await api.delete(`/v2/sensors/a/events/?start_time=${at(2)}&end_time=${at(2)}`),
      400,
      "end_time",
    );
    expectProblem(await api.delete("/v2/sensors/none/events/?start_time=2024&end_time=2025"), 400);
  });
});

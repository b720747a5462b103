import { describe, expect, it } from "vitest";
import { EVENT_ID_LENGTH_MAX, INGEST_ERRORS_LISTED_MAX, INGEST_ROWS_MAX } from "../../src/domain/limits.ts";
import { expectProblem, pathsOf, sharedApi, testApi, testSite } from "../support/http.ts";

const api = await sharedApi();

const URL = "/v2/sensor_events/";
const NDJSON = { "content-type": "application/x-ndjson" };
const ROW = { sensor_serial_number: "a", timestamp: "2024-05-10T11:00:00Z", trajectory: 1 };

describe("D22: POST /sensor_events/ takes a JSON array", () => {
  it("and answers what became of its rows", async () => {
    const { api, space } = await testSite();
    const answer = await api.post(URL, [ROW, { ...ROW, trajectory: -1 }, { ...ROW, event_id: "x" }]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ accepted: 3, duplicates: 0, rejected: 0, errors: [] });
    expect((await api.get(`/v2/spaces/${space}/`)).body).toMatchObject({ current_count: 1 });
  });

  it("rejecting wrong rows without holding up the others", async () => {
    const wrong = [
      [5, "the row must be an object"],
      [{ ...ROW, sensor_serial_number: "" }, "sensor_serial_number"],
      [{ ...ROW, timestamp: "yesterday" }, "timestamp"],
      [{ ...ROW, timestamp: "2024-05-10T12:05:00.001Z" }, "5 minutes in the future"],
      [{ ...ROW, trajectory: 0 }, "trajectory"],
      [{ ...ROW, event_id: "x".repeat(EVENT_ID_LENGTH_MAX + 1) }, "event_id"],
      [{ ...ROW, sensor_serial_number: "x\ud800" }, "sensor_serial_number"],
      [{ ...ROW, event_id: "a\0b" }, "event_id"],
      [{ ...ROW, event_id: "🚪".repeat(EVENT_ID_LENGTH_MAX + 1) }, "event_id"],
    ] as const;
    const rows = [ROW, ...wrong.map(([row]) => row), { ...ROW, event_id: "x".repeat(EVENT_ID_LENGTH_MAX) }];
    const { body } = await (await testApi()).post(URL, rows);
    expect(body).toMatchObject({ accepted: 2, duplicates: 0, rejected: wrong.length });
    expect(body.errors).toEqual(
      wrong.map(([, message], i) => ({ index: i + 1, message: expect.stringContaining(message) })),
    );
  });

  it("answering 400 with the reasons where it rejects every row, and lists the first thousand", async () => {
    const count = INGEST_ERRORS_LISTED_MAX + 1;
    const answer = await api.post(URL, [5, ...Array(count - 1).fill({ ...ROW, trajectory: 0 })]);
    expectProblem(answer, 400, "every row is rejected; row 0: the row must be an object");
    const { body } = answer;
    const type = "/problems/rows-rejected";
    expect(body).toMatchObject({ type, accepted: 0, duplicates: 0, rejected: count });
    expect(body.errors).toHaveLength(INGEST_ERRORS_LISTED_MAX);
    expect(body.errors[1]).toEqual({ index: 1, path: "1", message: "trajectory must be 1 or -1" });
    expect(body.errors.at(-1)).toMatchObject({ index: INGEST_ERRORS_LISTED_MAX - 1 });
  });

  it("D3: rejecting events from before the earliest accepted time, also by POST /v1/events/", async () => {
    const earliest = Date.parse("2000-01-01T00:00:00Z");
    const api = await testApi({ earliest });
    await api.site();
    const row = (timestamp: string) => ({ ...ROW, timestamp });
    const { body } = await api.post(URL, [row("1999-12-31T23:59:59.999Z"), row("2000-01-01T00:00:00Z")]);
    expect(body).toMatchObject({ accepted: 1, rejected: 1 });
    expect(body.errors[0]?.message).toContain(
      "before the earliest accepted time, by default 2000-01-01 (--earliest)",
    );
    const [sensor] = (await api.get("/v1/sensors/")).body.results;
    const event = { sensor_id: sensor?.id, direction: 1 };
    const early = await api.post("/v1/events/", { ...event, timestamp: "1970-01-01" });
    expect(pathsOf(early)).toEqual(["timestamp"]);
  });

  it("and 200 where the other rows are duplicates, as a batch sent again has them", async () => {
    const api = await testApi();
    for (const [accepted, duplicates] of [
      [1, 0],
      [0, 1],
    ]) {
      const answer = await api.post(URL, [ROW, 5]);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ accepted, duplicates, rejected: 1 });
    }
  });

  it("of up to a hundred thousand rows", async () => {
    const api = await testApi();
    // Rows that are all the same are one event: to store others takes a while, and shows no more.
    const rows = (length: number) => Array.from({ length }, () => ({ ...ROW, event_id: "1" }));
    expect(pathsOf(await api.post(URL, rows(INGEST_ROWS_MAX + 1)))).toEqual(["body"]);
    const { body } = await api.post(URL, rows(INGEST_ROWS_MAX));
    expect(body).toMatchObject({ duplicates: INGEST_ROWS_MAX - 1, rejected: 0 });
    expect((await api.post(URL, [])).body).toEqual({ accepted: 0, duplicates: 0, rejected: 0, errors: [] });
  });

  it.each([{}, ROW, "text", 5])("and nothing else: %j", async (body) => {
    expect(pathsOf(await api.post(URL, body))).toEqual(["body"]);
  });
});

describe("D22: POST /sensor_events/ takes NDJSON", () => {
  it("line by line, ignoring blank ones and rejecting malformed ones at their index", async () => {
    const api = await testApi();
    const last = JSON.stringify({ ...ROW, trajectory: -1 });
    const text = `\uFEFF${JSON.stringify(ROW)}\r\n\n   \n{"sensor\n5\n${last}\n`;
    // In Latin-1, which is not UTF-8.
    const raw = Buffer.concat([Buffer.from(text), Buffer.from('{"note":"Caf\xe9"}', "latin1")]);
    const answer = await api.post(URL, undefined, { raw, headers: NDJSON });
    expect(answer.body).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: 3,
      errors: [
        { index: 1, message: "the row is malformed" },
        { index: 2, message: "the row must be an object" },
        { index: 4, message: "the row is malformed" },
      ],
    });
  });
});

describe("D9: duplicates", () => {
  it.each([
    ["", [4, 2]],
    ["?duplicates=auto", [4, 2]],
    ["?duplicates=keep", [5, 1]],
    ["?duplicates=drop", [3, 3]],
  ])("%s: rows without an event_id that repeat another in the same input", async (query, outcome) => {
    const api = await testApi();
    const named = { ...ROW, event_id: "1" };
    const precise = { ...ROW, timestamp: "2024-05-10T11:00:00.500Z" };
    const send = async (rows: readonly object[]) => {
      const { body } = await api.post(`${URL}${query}`, rows);
      return [body.accepted, body.duplicates];
    };
    expect(await send([ROW, ROW, named, named, precise, precise])).toEqual(outcome);
    expect(await send([ROW, ROW, precise])).toEqual([0, 3]);
    const { duplicate_events } = (await api.get(`/v2/sensors/${ROW.sensor_serial_number}/`)).body;
    expect(duplicate_events).toBe((outcome[1] as number) + 3);
  });
});

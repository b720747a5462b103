import {
  Dictionary,
  Int32,
  makeData,
  makeVector,
  Null,
  Table,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it, vi } from "vitest";
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
      [5, "not an object"],
      [{ ...ROW, sensor_serial_number: "" }, "sensor_serial_number"],
      [{ ...ROW, timestamp: "yesterday" }, "timestamp"],
      [{ ...ROW, timestamp: "2024-05-10T12:05:00.001Z" }, "5 minutes in the future"],
      [{ ...ROW, trajectory: 0 }, "trajectory"],
      [{ ...ROW, event_id: "x".repeat(EVENT_ID_LENGTH_MAX + 1) }, "event_id"],
      [{ ...ROW, event_id: "🚪".repeat(EVENT_ID_LENGTH_MAX + 1) }, "event_id"],
    ] as const;
    const rows = [ROW, ...wrong.map(([row]) => row), { ...ROW, event_id: "x".repeat(EVENT_ID_LENGTH_MAX) }];
    const { body } = await (await testApi()).post(URL, rows);
    expect(body).toMatchObject({ accepted: 2, duplicates: 0, rejected: wrong.length });
    expect(body.errors).toEqual(
      wrong.map(([, message], i) => ({ index: i + 1, message: expect.stringContaining(message) })),
    );
  });

  it("and lists the first thousand rejections", async () => {
    const rows = Array.from({ length: INGEST_ERRORS_LISTED_MAX + 1 }, () => 5);
    const { body } = await api.post(URL, rows);
    expect(body).toMatchObject({ accepted: 0, rejected: INGEST_ERRORS_LISTED_MAX + 1 });
    expect(body.errors).toHaveLength(INGEST_ERRORS_LISTED_MAX);
    expect(body.errors.at(-1)).toMatchObject({ index: INGEST_ERRORS_LISTED_MAX - 1 });
  });

  it("of up to a hundred thousand rows", async () => {
    const api = await testApi();
    // Rows that are all the same are one event: to store others takes a while, and shows no more.
    const rows = (length: number) => Array.from({ length }, () => ROW);
    expect(pathsOf(await api.post(URL, rows(INGEST_ROWS_MAX + 1)))).toEqual(["body"]);
    const { body } = await api.post(URL, rows(INGEST_ROWS_MAX));
    expect(body).toMatchObject({ duplicates: INGEST_ROWS_MAX - 1, rejected: 0 });
    expect((await api.post(URL, [])).body).toEqual({ accepted: 0, duplicates: 0, rejected: 0, errors: [] });
  });

  it("D22: of NDJSON, too, whose lines are counted before any is read", async () => {
    const raw = "x\n".repeat(1_000_000);
    const parse = vi.spyOn(JSON, "parse");
    expect(pathsOf(await api.post(URL, undefined, { raw, headers: NDJSON }))).toEqual(["body"]);
    expect(parse).not.toHaveBeenCalledWith("x");
    parse.mockRestore();
  });

  it.each([{}, ROW, "text", 5])("and nothing else: %j", async (body) => {
    expect(pathsOf(await api.post(URL, body))).toEqual(["body"]);
  });

  it("D20: registers sensors seen for the first time", async () => {
    const api = await testApi();
    await api.post(URL, [{ ...ROW, sensor_serial_number: "77" }]);
    const { body } = await api.get("/v1/events/");
    expect(body.results).toMatchObject([{ sensor_id: "snr_77", doorway_id: null, spaces: [] }]);
  });
});

describe("D22: POST /sensor_events/ takes NDJSON", () => {
  it("line by line, ignoring blank ones and rejecting malformed ones at their index", async () => {
    const api = await testApi();
    const raw = `\uFEFF${JSON.stringify(ROW)}\r\n\n   \n{"sensor\n5\n${JSON.stringify({ ...ROW, trajectory: -1 })}`;
    const answer = await api.post(URL, undefined, { raw, headers: NDJSON });
    expect(answer.body).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: 2,
      errors: [
        { index: 1, message: "the row is malformed" },
        { index: 2, message: "not an object" },
      ],
    });
  });

  it("and none other: 415", async () => {
    for (const type of ["text/csv", "application/x-ndjson-seq", "application/octet-stream"]) {
      expectProblem(await api.post(URL, undefined, { raw: "x", headers: { "content-type": type } }), 415);
    }
    // What is taken here is not taken elsewhere.
    expectProblem(await api.post("/v2/spaces/", undefined, { raw: "{}", headers: NDJSON }), 415);
  });
});

describe("D9: duplicates", () => {
  it("change nothing and are counted, whether stored already or in the same input", async () => {
    const { api, space } = await testSite();
    const result = async (rows: readonly object[], query = "") => {
      const { body } = await api.post(`${URL}${query}`, rows);
      return [body.accepted, body.duplicates];
    };
    expect(await result([ROW, ROW])).toEqual([1, 1]);
    expect(await result([ROW])).toEqual([0, 1]);
    // Each part of the identity tells events apart; an empty event_id is none.
    const others = [
      { ...ROW, sensor_serial_number: "b" },
      { ...ROW, timestamp: "2024-05-10T11:00:00.001Z" },
      { ...ROW, trajectory: -1 },
      { ...ROW, event_id: "1" },
      { ...ROW, event_id: null },
      { ...ROW, event_id: "" },
    ];
    expect(await result(others)).toEqual([4, 2]);
    expect((await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-10`)).body.total).toBe(4);
  });

  it("duplicates=keep keeps those without an event_id that repeat another in the same input", async () => {
    const api = await testApi();
    const named = { ...ROW, event_id: "1" };
    const keep = async (rows: readonly object[]) => {
      const { body } = await api.post(`${URL}?duplicates=keep`, rows);
      return [body.accepted, body.duplicates];
    };
    expect(await keep([ROW, ROW, named, named])).toEqual([3, 1]);
    expect(await keep([ROW, ROW])).toEqual([0, 2]);
  });
});

const ARROW = "application/vnd.apache.arrow.stream";
const sent = (raw: Buffer) => ({ raw, headers: { "content-type": ARROW } });
const stream = (columns: Readonly<Record<string, Vector>>) =>
  sent(Buffer.from(tableToIPC(new Table(columns), "stream")));

describe("D22: POST /sensor_events/ takes an Arrow stream", () => {
  it("of the fields of its JSON, rejecting rows one by one", async () => {
    const api = await testApi();
    const answer = await api.post(
      URL,
      undefined,
      stream({
        sensor_serial_number: vectorFromArray(
          ["a", "a", null, "b", "a"],
          new Dictionary(new Utf8(), new Int32()),
        ),
        timestamp: vectorFromArray(
          ["2024-05-06T07:00:00Z", "2024-05-06 07:01:00", "2024-05-06", "then", "2024-05-06T07:00:00Z"],
          new Utf8(),
        ),
        trajectory: vectorFromArray([1, -1, 1, 1, 1], new Int32()),
        event_id: vectorFromArray([null, "x", null, null, null], new Utf8()),
        note: vectorFromArray([1, 2, 3, 4, 5], new Int32()),
      }),
    );
    expect(answer.body, answer.text).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: 2,
      errors: [
        { index: 2, message: expect.stringMatching(/sensor_serial_number/) },
        { index: 3, message: expect.stringMatching(/timestamp/) },
      ],
    });
    const { body } = await api.get("/v2/sensors/a/events/?start_time=2024-05-06");
    expect(body.results.map((event) => [event.timestamp, event.trajectory])).toEqual([
      ["2024-05-06T07:00:00.000Z", 1],
      ["2024-05-06T07:01:00.000Z", -1],
    ]);
  });

  it("D22: of at most 100,000 rows, which are counted before any is looked at", async () => {
    // Too many to make objects of: reading them would end with another error.
    const rows = 2_000_000_000;
    const nulls = makeVector(makeData({ type: new Null(), length: rows }));
    const body = stream({ sensor_serial_number: nulls, timestamp: nulls, trajectory: nulls });
    expect(body.raw.length).toBeLessThan(2_000);
    expectProblem(await api.post(URL, undefined, body), 400, /100000 rows/);
  });

  it("D17: or says why it cannot be read", async () => {
    const lacking = stream({ timestamp: vectorFromArray(["2024-05-06"], new Utf8()) });
    const refusal = await api.post(URL, undefined, lacking);
    expectProblem(refusal, 400, /sensor_serial_number, trajectory/);
    const whole = stream({ sensor_serial_number: vectorFromArray(["a"], new Utf8()) }).raw;
    for (const raw of ["[]", "", whole.subarray(0, 40)]) {
      expectProblem(await api.post(URL, undefined, sent(Buffer.from(raw))), 400);
    }
  });
});

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
import { describe, expect, it } from "vitest";
import { expectProblem, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();

const TYPE = "application/vnd.apache.arrow.stream";
const sent = (raw: Buffer) => ({ raw, headers: { "content-type": TYPE } });
const stream = (columns: Readonly<Record<string, Vector>>) =>
  sent(Buffer.from(tableToIPC(new Table(columns), "stream")));

describe("D22: POST /sensor_events/ takes an Arrow stream", () => {
  it("of the fields of its JSON, rejecting rows one by one", async () => {
    const api = await testApi();
    const answer = await api.post(
      "/v2/sensor_events/",
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
    const columns = ["sensor_serial_number", "timestamp", "trajectory"].map((name) => {
      return [name, makeVector(makeData({ type: new Null(), length: rows }))] as const;
    });
    const body = stream(Object.fromEntries(columns));
    expect(body.raw.length).toBeLessThan(2_000);
    expectProblem(await api.post("/v2/sensor_events/", undefined, body), 400, /100000 rows/);
  });

  it("D17: or says why it cannot be read", async () => {
    const lacking = stream({ timestamp: vectorFromArray(["2024-05-06"], new Utf8()) });
    const refusal = await api.post("/v2/sensor_events/", undefined, lacking);
    expectProblem(refusal, 400, /sensor_serial_number, trajectory/);
    const whole = stream({ sensor_serial_number: vectorFromArray(["a"], new Utf8()) }).raw;
    for (const raw of ["[]", "", whole.subarray(0, 40)]) {
      expectProblem(await api.post("/v2/sensor_events/", undefined, sent(Buffer.from(raw))), 400);
    }
  });
});

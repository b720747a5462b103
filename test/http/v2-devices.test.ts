import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { HTTP_ADAPTERS } from "../../src/devices/adapter-names.ts";
import {
  DEVICE_MESSAGE_BYTES_MAX,
  DEVICE_MULTIPART_BYTES_MAX,
  DEVICE_MULTIPART_PARTS_MAX,
  DEVICE_VALUES_MAX,
} from "../../src/domain/limits.ts";
import { type Answer, expectProblem, sharedApi, testApi, testSite } from "../support/http.ts";
import { NOTHING as NO_READING, timeOf } from "../support/sent-readings.ts";

const api = await sharedApi();

const NOTHING = { ...NO_READING, ignored: 0 };

/** An alert of the camera `mac` with the totals of a minute of 11 o'clock. */
function alert(minute: number, entered: number, left: number, mac = "a0:bd:1d:00:00:01"): string {
  return `<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
    <macAddress>${mac}</macAddress><channelID>1</channelID><eventType>PeopleCounting</eventType>
    <dateTime>${timeOf(minute)}</dateTime>
    <peopleCounting><statisticalMethods>realTime</statisticalMethods><enter>${entered}</enter><exit>${left}</exit>
    </peopleCounting></EventNotificationAlert>`;
}

const LINE = "A0BD1D000001:1:1";

/** A report of the Milesight counter `sn` with the totals of its line at a minute of 11 o'clock. */
function report(minute: number, entered: number, left: number, sn = "M1"): object {
  const end_time = timeOf(minute).replace("Z", "+00:00");
  const total = { in_counted: entered, out_counted: left };
  return { device_info: { device_sn: sn }, time_info: { end_time }, line_total_data: [{ line: 1, total }] };
}

interface Part {
  readonly head: readonly string[];
  readonly body: string | Buffer;
}

const BOUNDARY = "MIME_boundary";
const XML = ["Content-Type: application/xml", 'Content-Disposition: form-data; name="PeopleCounting"'];
const PICTURE = [
  'Content-Disposition: form-data; name="picture"; filename="p.jpg"',
  "Content-Type: image/jpeg",
];

function multipart(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, body }) => [
      Buffer.from(`--${BOUNDARY}\r\n${head.map((line) => `${line}\r\n`).join("")}\r\n`),
      Buffer.from(body as string),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(end),
  ]);
}

function send(
  adapter: string,
  raw: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return api.post(`/v2/devices/${adapter}/`, undefined, { raw, headers });
}

function sendParts(raw: Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send("hikvision", raw, { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers });
}

describe("D32: POST /devices/:adapter/ takes a device's own message", () => {
  it("and counts it, once", async () => {
    const { api, doorway } = await testSite();
    await api.put(`/v2/doorways/${doorway}/`, { sensor_serial_number: "M1:1" });
    const post = (minute: number, entered: number) =>
      api.post("/v2/devices/milesight/", report(minute, entered, 0));
    expect((await post(0, 10)).body).toEqual({ ...NOTHING, accepted: 1, results: { baseline: 1 } });
    const counted = { results: { counted: 1 }, counted: { in: 3, out: 0 } };
    expect((await post(5, 13)).body).toEqual({ ...NOTHING, accepted: 1, ...counted });
    expect((await post(5, 13)).body).toEqual({ ...NOTHING, duplicates: 1, results: { duplicate: 1 } });
    expect((await api.get("/v2/sensors/M1:1/readings/")).body).toMatchObject({ total: 3 });
    const events = await api.get("/v2/sensors/M1:1/events/?start_time=2024-05-10");
    expect(events.body).toMatchObject({ total: 3 });
  });

  it.each([
    ["none", {}],
    ["that of a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["a text", { "content-type": "text/plain; charset=utf-16" }],
    ["that of JSON", { "content-type": "application/json" }],
    ["a malformed one", { "content-type": "application/xml;;; charset" }],
    ["no media type", { "content-type": "xml" }],
    ["multipart without a boundary", { "content-type": "multipart/form-data" }],
    ["any and asks for XML", { "content-type": "*/*", accept: "text/xml" }],
    ["any and prefers strictness", { prefer: "handling=strict" }],
  ])("whatever its content type says: %s", async (_what, headers) => {
    const { status, body } = await send("hikvision", alert(0, 1, 1), headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rejected: 0, ignored: 0, errors: [] });
  });

  it("compressed, too", async () => {
    for (const [encoding, compress] of [
      ["gzip", gzipSync],
      ["br", brotliCompressSync],
    ] as const) {
      const headers = { "content-encoding": encoding };
      expect((await send("hikvision", compress(alert(1, 1, 1)), headers)).status).toBe(200);
      const body = multipart([{ head: XML, body: alert(1, 1, 1) }]);
      expect((await sendParts(compress(body), headers)).body).toMatchObject({ rejected: 0, ignored: 0 });
    }
    expectProblem(await send("hikvision", "x", { "content-encoding": "zstd" }), 415);
    expectProblem(await send("hikvision", "x", { "content-encoding": "gzip" }), 400, /decompressed/);
    expectProblem(await sendParts(Buffer.from("x"), { "content-encoding": "gzip" }), 400, /decompressed/);
  });

  it("with the query of its address, and the time of its receipt", async () => {
    const object = { line_1_total_in: 5, line_1_total_out: 1 };
    const uplink = { deviceInfo: { devEui: "24e124fffe000001" }, fPort: 85, object };
    const post = (query: string) => api.post(`/v2/devices/chirpstack/${query}`, uplink);
    expect((await post("?event=join")).body).toEqual({ ...NOTHING, alive: 1 });
    expect((await post("?event=log")).body).toEqual({ ...NOTHING, ignored: 1 });
    expect((await post("?event=up&zone=a&zone=b")).body).toMatchObject({ results: { baseline: 1 } });
    const { body } = await api.get("/v2/sensors/24E124FFFE000001:1/readings/");
    expect(body.results[0]).toMatchObject({ at: "2024-05-10T12:00:00.000Z" });
  });

  it("answers 200 to what cannot be used, since devices repeat what is refused", async () => {
    const rejected = await api.post("/v2/devices/milesight/", report(0, -1, 0));
    expect(rejected.status).toBe(200);
    expect(rejected.body).toMatchObject({ accepted: 0, rejected: 1 });
    expect(rejected.body.errors).toEqual([{ index: 0, message: expect.stringContaining("whole number") }]);
    const heartbeat = alert(0, 0, 0).replace(/<peopleCounting>.*<\/peopleCounting>/s, "");
    expect((await send("hikvision", heartbeat)).body).toEqual({ ...NOTHING, alive: 1, ignored: 1 });
    const test = { connection_test: { sensor_info: { serial_number: "80:1F:12:00:00:01" } } };
    expect((await api.post("/v2/devices/xovis/", test)).body).toEqual({ ...NOTHING, alive: 1 });
  });

  it("takes an empty message as a test of the address", async () => {
    for (const adapter of HTTP_ADAPTERS) {
      const { status, body } = await api.post(`/v2/devices/${adapter}/`);
      expect([status, body]).toEqual([200, { ...NOTHING, ignored: 1 }]);
    }
    expect((await send("axis", "", { "content-type": "text/xml" })).body).toEqual({ ...NOTHING, ignored: 1 });
    for (const method of ["GET", "HEAD", "PUT"] as const) {
      const answer = await api.send(method, "/v2/devices/axis/");
      expect(answer).toMatchObject({ status: 405, headers: { allow: "OPTIONS, POST" } });
    }
  });

  it("a message that is damaged, or of another system, is a 400", async () => {
    for (const adapter of HTTP_ADAPTERS) {
      expectProblem(await send(adapter, "{"), 400, /^body: /);
      expectProblem(await send(adapter, Buffer.from([0xff, 0x00, 0xd8])), 400, /^body: /);
      // Presence sensors have no common fields.
      if (adapter !== "presence") expectProblem(await send(adapter, '{"hello":"world"}'), 400, /^body: /);
    }
  });

  it("an unknown adapter is a 404 that names those there are", async () => {
    for (const adapter of ["abacus", "Axis", "constructor", "__proto__", "headcount"]) {
      const answer = await send(adapter, "{}");
      expectProblem(answer, 404, new RegExp(`the adapters are ${HTTP_ADAPTERS.join(", ")}$`));
      expect(answer.body.type).toBe("/problems/unknown-adapter");
      expect(answer.text).not.toContain("abacus");
    }
  });

  it("a message may have 2 MiB, before and after decompression", async () => {
    const message = (bytes: number) => JSON.stringify(report(0, 1, 1, "M2")).padEnd(bytes, " ");
    expect((await send("milesight", message(DEVICE_MESSAGE_BYTES_MAX))).status).toBe(200);
    const over = message(DEVICE_MESSAGE_BYTES_MAX + 1);
    expectProblem(await send("milesight", over), 413, `${DEVICE_MESSAGE_BYTES_MAX}`);
    expectProblem(await send("milesight", gzipSync(over), { "content-encoding": "gzip" }), 413);
  });
});

it("D32: a message in JSON has a value for each 16 bytes that it may have, at most", async () => {
  const values = DEVICE_VALUES_MAX;
  const ofValues = (count: number) => `[${"1,".repeat(count - 1)}1]`;
  for (const adapter of ["xovis", "chirpstack"]) {
    expectProblem(await send(adapter, ofValues(values)), 400, /is not/);
    expectProblem(await send(adapter, ofValues(values + 1)), 400, `more than ${values} values`);
  }
  expectProblem(await send("xovis", "{}".repeat(values + 1)), 400, `more than ${values} values`);
});

describe("D32: a message in several parts", () => {
  it("is its texts; pictures are dropped", async () => {
    const picture = { head: PICTURE, body: Buffer.alloc(10_000_000, `--${BOUNDARY.toLowerCase()}x\r\n\r\n`) };
    const { status, body } = await sendParts(multipart([{ head: XML, body: alert(10, 1, 1) }, picture]));
    expect(status).toBe(200);
    expect(body).toMatchObject({ rejected: 0, ignored: 0, errors: [] });
    expect((await sendParts(multipart([picture]))).body).toEqual({ ...NOTHING, ignored: 1 });
  });

  it("of which each is a message, and others are ignored", async () => {
    const parts = [
      { head: XML, body: alert(20, 4, 4, "b0:00:00:00:00:01") },
      { head: ['Content-Disposition: form-data; name="x"'], body: "a form field" },
      { head: ["Content-Type: text/xml"], body: alert(21, 6, 4, "b0:00:00:00:00:01") },
    ];
    const { body } = await sendParts(multipart(parts));
    const counted = { results: { baseline: 1, counted: 1 }, counted: { in: 2, out: 0 } };
    expect(body).toEqual({ ...NOTHING, accepted: 2, ignored: 1, ...counted });
    expectProblem(await sendParts(multipart(parts.slice(1, 2))), 400, /not well-formed XML/);
  });

  it("of which each may be long, with the pictures between them", async () => {
    const long = (minute: number) =>
      `<!--${"x".repeat(300_000)}-->${alert(minute, minute, 0, "c0:00:00:00:00:01")}`;
    const picture = { head: PICTURE, body: Buffer.alloc(200_000) };
    const texts = [22, 23, 24, 25].map((minute) => ({ head: XML, body: long(minute) }));
    const { body } = await sendParts(multipart(texts.flatMap((text) => [text, picture])));
    expect(body).toMatchObject({ accepted: 4, ignored: 0, counted: { in: 3, out: 0 } });
  });

  it.each([
    ["without headers", []],
    ["without a name", ["Content-Type: application/xml; charset=UTF-8", "Content-Length: 20"]],
    ["as a file of text", ['Content-Disposition: form-data; filename="a.xml"', "Content-Type: text/xml"]],
    [
      "as a general file",
      ['Content-Disposition: form-data; filename="a.xml"', "Content-Type: application/octet-stream"],
    ],
  ])("takes a part %s", async (_what, head) => {
    const { body } = await sendParts(multipart([{ head, body: alert(30, 1, 1) }]));
    expect(body).toMatchObject({ rejected: 0, ignored: 0, errors: [] });
  });

  it("takes other kinds of multipart, a quoted boundary, and what is before and after", async () => {
    const whole = multipart([{ head: XML, body: alert(31, 1, 1) }]);
    const type = `multipart/mixed; charset=utf-8; boundary="${BOUNDARY}"`;
    const raw = Buffer.concat([Buffer.from("before\r\n"), whole, Buffer.from("after".repeat(10_000))]);
    expect((await sendParts(raw, { "content-type": type })).body).toMatchObject({ ignored: 0, rejected: 0 });
  });

  it("that ends too early is a 400", async () => {
    const whole = multipart([
      { head: XML, body: alert(32, 1, 1) },
      { head: PICTURE, body: "x".repeat(1_000) },
    ]);
    for (const length of [0, 5, 30, 200, 600, whole.length - 900, whole.length - 6]) {
      const answer = await sendParts(whole.subarray(0, length));
      if (length === 0) expect(answer.body).toEqual({ ...NOTHING, ignored: 1 });
      else expectProblem(answer, 400, /ends within a part/);
    }
  });

  it("has bounds: parts, bytes of the texts, bytes in all", async () => {
    const field = { head: ["Content-Type: image/png"], body: "x" };
    const parts = (count: number) => [...Array(count - 1).fill(field), { head: XML, body: alert(33, 1, 1) }];
    expect((await sendParts(multipart(parts(DEVICE_MULTIPART_PARTS_MAX)))).status).toBe(200);
    const tooMany = await sendParts(multipart(parts(DEVICE_MULTIPART_PARTS_MAX + 1)));
    expectProblem(tooMany, 400, `more than ${DEVICE_MULTIPART_PARTS_MAX} parts`);
    const padded = (bytes: number) => multipart([{ head: XML, body: alert(33, 1, 1).padEnd(bytes) }]);
    expect((await sendParts(padded(DEVICE_MESSAGE_BYTES_MAX))).status).toBe(200);
    expectProblem(await sendParts(padded(DEVICE_MESSAGE_BYTES_MAX + 1)), 413, `${DEVICE_MESSAGE_BYTES_MAX}`);
    const around = multipart([{ head: PICTURE, body: "" }]).length;
    const whole = (bytes: number) => multipart([{ head: PICTURE, body: Buffer.alloc(bytes - around) }]);
    expect((await sendParts(whole(DEVICE_MULTIPART_BYTES_MAX))).status).toBe(200);
    const over = whole(DEVICE_MULTIPART_BYTES_MAX + 1);
    expectProblem(await sendParts(over), 413, `${DEVICE_MULTIPART_BYTES_MAX}`);
    expectProblem(await sendParts(gzipSync(over), { "content-encoding": "gzip" }), 413);
  });
});

it("D32: the devices of an address register themselves", async () => {
  const api = await testApi();
  await api.post("/v2/devices/hikvision/", undefined, { raw: alert(0, 1, 1) });
  expect((await api.get(`/v2/sensors/${LINE}/`)).body).toMatchObject({ doorway_id: null });
});

it("D32: a scenario without a direction says that it counts nothing", async () => {
  const api = await testApi();
  const crossed = (timestamp: string, totalHuman: string) => ({
    serial: "a",
    timestamp,
    message: { data: { scenario: "In", reason: "human", totalHuman } },
  });
  const notes = ['a:In counts nothing until its setting "direction" says what it counts, in or out'];
  const first = await api.post("/v2/devices/axis/", crossed("2024-05-10T11:00:00Z", "1"));
  expect(first.body).toMatchObject({ accepted: 1, counted: { in: 0, out: 0 }, notes });
  await api.put("/v2/sensors/a:In/", { counting: { direction: "in" } });
  const second = await api.post("/v2/devices/axis/", crossed("2024-05-10T11:01:00Z", "3"));
  expect(second.body).toMatchObject({ accepted: 1, counted: { in: 2, out: 0 } });
  expect(second.body).not.toHaveProperty("notes");
});

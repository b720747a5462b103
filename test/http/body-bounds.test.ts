import { expect, it } from "vitest";
import { BATCH_BYTES_MAX, REPORT_ROW_BYTES_MAX } from "../../src/domain/limits.ts";
import { type Answer, expectProblem, sharedApi } from "../support/http.ts";
import { heldAtMost } from "../support/waiting.ts";

/**
 * No body may hold the event loop for longer than it takes to read a few megabytes of JSON; a tenth of it is usual,
 * and a body of 32 MB that is read at once is far above it.
 */
const HELD_MEGABYTES_MAX = 200;

const URL = "/v2/sensor_events/";
const ROW = '{"sensor_serial_number":"a","timestamp":"2024-05-06T07:00:00Z","trajectory":1}';

const api = await sharedApi();

/** The CPU time that this machine takes to read a megabyte of JSON, in ms: the shortest of several times. */
function megabyteMs(): number {
  const megabyte = `[${`${ROW},`.repeat(Math.floor(2 ** 20 / (ROW.length + 1)))}${ROW}]`;
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    JSON.parse(megabyte);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function send(raw: string, type = "application/json"): Promise<Answer> {
  return api.post(URL, undefined, { raw, headers: { "content-type": type } });
}

const sendWithoutHold = (text: string, type?: string) =>
  heldAtMost(
    () => HELD_MEGABYTES_MAX * megabyteMs(),
    () => send(text, type),
  );

const NDJSON = "application/x-ndjson";
/** As many times a text as a body may have. */
const full = (text: string, around = "") =>
  `${around.slice(0, 1)}${text.repeat((BATCH_BYTES_MAX - 10) / text.length)}${around.slice(1)}`;

const REFUSED: readonly [what: string, body: () => string, type: string, detail: RegExp][] = [
  ["millions of rows", () => `[${full("{},")}{}]`, "application/json", /100000 rows/],
  ["millions of numbers", () => `[${full("1,")}1]`, "application/json", /100000 rows/],
  ["millions of rows, as NDJSON", () => full("{}\n"), NDJSON, /100000 rows/],
  ["nothing but brackets", () => full("["), "application/json", /not valid JSON/],
  ["a text without an end", () => `["${full("x")}`, "application/json", /not valid JSON/],
  ["nothing but commas", () => `[${full(",")}]`, "application/json", /not valid JSON/],
  ["an object instead of rows", () => `{"a":[${full("{},")}{}]}`, "application/json", /not a JSON array/],
  ["a number instead of rows", () => full("1"), "application/json", /not a JSON array/],
];

it.each(REFUSED)("a body with %s is rejected, and does not block", async (...each) => {
  const [, body, type, detail] = each;
  const text = body();
  expectProblem(await sendWithoutHold(text, type), 400, detail);
});

const LONG: readonly [what: string, row: () => string][] = [
  ["of brackets", () => "[".repeat(REPORT_ROW_BYTES_MAX) + "]".repeat(REPORT_ROW_BYTES_MAX)],
  ["of objects", () => `[${full("{},").slice(0, -1000)}{}]`],
  ["with a long text", () => `{"sensor_serial_number":"${full("x").slice(0, -1000)}"}`],
  ["with a long number", () => `{"trajectory":${full("9").slice(0, -1000)}}`],
];

it.each(LONG)("D22: a row %s is rejected alone, and does not block", async (_, row) => {
  const long = row();
  for (const [text, type] of [
    [`[${ROW},${long},${ROW}]`, "application/json"],
    [`${ROW}\n${long}\n${ROW}`, NDJSON],
  ] as const) {
    const result = await sendWithoutHold(text, type);
    expect(result.body, result.text).toMatchObject({
      rejected: 1,
      errors: [{ index: 1, message: `the row has more than ${REPORT_ROW_BYTES_MAX} bytes` }],
    });
  }
});

it("a row that is as long as rows may be is taken, in an array and in a line", async () => {
  const row = ROW.replace("{", '{"x":"');
  const longest = row.replace('"x":"', `"x":"${"é".repeat((REPORT_ROW_BYTES_MAX - row.length - 2) / 2)}",`);
  const padded = longest + " ".repeat(REPORT_ROW_BYTES_MAX - Buffer.byteLength(longest));
  expect(Buffer.byteLength(padded)).toBe(REPORT_ROW_BYTES_MAX);
  for (const [text, type] of [
    [`[${padded}]`, "application/json"],
    [padded, NDJSON],
  ] as const)
    expect((await send(text, type)).body, text.slice(0, 40)).toMatchObject({ rejected: 0 });
});

it("long white space between rows does not block", async () => {
  const blank = "\n".repeat(BATCH_BYTES_MAX - 1_000);
  for (const [text, type] of [
    [`[${blank}${ROW}]`, "application/json"],
    [`${ROW}${blank}${ROW.replace('"a"', '"é"')}`, NDJSON],
  ] as const) {
    const result = await sendWithoutHold(text, type);
    expect(result.body, result.text).toMatchObject({ rejected: 0 });
  }
});

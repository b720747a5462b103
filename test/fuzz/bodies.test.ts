import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { REPORT_ROW_BYTES_MAX } from "../../src/domain/limits.ts";
import { REPORT_PROBLEMS } from "../../src/domain/sensor-report.ts";
import { type CheckedReports, checkRows, ReportReader } from "../../src/engine/ingest/reports.ts";
import { yieldToEventLoop } from "../../src/engine/yielding.ts";
import { malformed, Refusal } from "../../src/http/errors.ts";
import { readArrayRows, readLineRows } from "../../src/http/report-bodies/json-rows.ts";
import { boundedReads } from "../support/machine-speed.ts";
import { casesOf, numbersFrom, SEEDS } from "../support/random.ts";
import { rowsOf } from "../support/store-reports.ts";

const BODIES = casesOf(1_200);

const TIMES = { earliest: 0, logStart: 0, latest: Infinity };

let random = numbersFrom(0);
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const ROW = '{"sensor_serial_number":"a","timestamp":"2024-05-06T07:00:00Z","trajectory":1}';
const ROWS = [
  ROW,
  ROW.replace('"a"', '"é\\"]"'),
  ROW.replace("}", ',"event_id":"e1"}'),
  ROW.replace("}", ',"x":{"y":[1,[2,{"z":"},{"}]]}}'),
  ROW.replace("1}", " -1 }"),
  ...["{}", "[]", "null", "7", '"text"', "tru", '{"a":', "\u00a0", '"\\', "1e400", "-", "[[[["],
];
const PARTS = ["[", "]", ",", "{", "}", '"', "\\", "\n", "\r\n", " ", "\0", "é", "\ufeff", "0", ":", "null"];

/** A body of rows, of which some are wrong; now and then one long enough for several pieces. */
function bodyOf(between: string, around: readonly [string, string]): Buffer {
  const rows = Array.from({ length: random(6) }, () => (random(4) > 0 ? ROW : pick(ROWS)));
  if (random(40) === 0)
    rows.push(...Array.from({ length: 700 + random(900) }, () => ROWS[random(5)] as string));
  const text = around[0] + rows.join(random(10) === 0 ? pick(PARTS) : between) + around[1];
  return Buffer.from(random(20) === 0 ? `\ufeff${text}` : text);
}

/** A body with a byte set, a part put in, cut, or followed by another. */
function damaged(body: Buffer, other: Buffer): Buffer {
  const at = random(body.length + 1);
  const to = at + random(8);
  const before = body.subarray(0, at);
  const kind = random(6);
  if (kind === 0) return before;
  if (kind === 1) return Buffer.concat([before, Buffer.from(pick(PARTS)), body.subarray(to)]);
  if (kind === 2) return Buffer.concat([before, Buffer.of(random(256)), body.subarray(at + 1)]);
  if (kind === 3) return Buffer.concat([before, other.subarray(random(other.length + 1))]);
  if (kind === 4) return Buffer.concat([before, body.subarray(random(at + 1))]);
  return body;
}

/** What becomes of a body: its rows and rejections, or that it is rejected as a whole. */
async function outcomeOf(read: () => CheckedReports | Promise<CheckedReports>) {
  try {
    const { reports, rejected, errors } = await read();
    return { rows: rowsOf(reports), rejected, errors };
  } catch (error) {
    const isRefusal = error instanceof Refusal && error.slug === "malformed-body";
    if (isRefusal || error instanceof SyntaxError || error instanceof HeadcountError) return "refused";
    throw error;
  }
}

function hasLongRow(outcome: Awaited<ReturnType<typeof outcomeOf>>): boolean {
  return (
    outcome !== "refused" && outcome.errors.some(({ message }) => message === REPORT_PROBLEMS["long-row"])
  );
}

const isText = (bytes: Buffer) => Buffer.from(bytes.toString()).equals(bytes);
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("no JSON");
  }
};

/** An array as JSON is read that is not in pieces. */
async function expectedOfArray(bytes: Buffer) {
  return outcomeOf(() => {
    if (!isText(bytes)) throw malformed("no text");
    const rows = parse(bytes.toString().replace(/^\ufeff/, ""));
    if (!Array.isArray(rows)) throw malformed("no rows");
    return checkRows(rows, TIMES);
  });
}

function readLine(line: string, reader: ReportReader): void {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    reader.reject("malformed-row");
    return;
  }
  reader.readRow(row);
}

async function expectedOfLines(bytes: Buffer) {
  return outcomeOf(() => {
    if (!isText(bytes)) throw malformed("no text");
    const lines = bytes
      .toString()
      .replace(/^\ufeff/, "")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const reader = new ReportReader(lines.length, TIMES);
    for (const line of lines) {
      if (Buffer.byteLength(line) > REPORT_ROW_BYTES_MAX) reader.reject("long-row");
      else readLine(line, reader);
    }
    return reader.checked;
  });
}

const readings = { times: TIMES, pause: yieldToEventLoop };

async function readArray(bytes: Buffer): Promise<CheckedReports> {
  const rows = await readArrayRows(bytes, readings);
  if (rows === null) throw malformed("no rows");
  return rows;
}

it.each(SEEDS)(
  "damaged JSON and NDJSON become in pieces what they become at once (seed %i)",
  async (seed) => {
    random = numbersFrom(seed);
    const counts = { refused: 0, read: 0 };
    const reads = await boundedReads();
    const timed = async (read: () => Promise<CheckedReports>) => {
      const outcome = await reads.read(() => outcomeOf(read));
      counts[outcome === "refused" ? "refused" : "read"]++;
      return outcome;
    };
    for (let body = 0; body < BODIES; body += 2) {
      const array = damaged(bodyOf(",", ["[", "]"]), bodyOf(",", ["[", "]"]));
      const outcome = await timed(() => readArray(array));
      // A row that is too long is not looked into.
      if (!hasLongRow(outcome)) expect(outcome, array.toString()).toEqual(await expectedOfArray(array));
      const lines = damaged(bodyOf("\n", ["", "\n"]), bodyOf("\n", ["", ""]));
      expect(await timed(() => readLineRows(lines, readings)), lines.toString()).toEqual(
        await expectedOfLines(lines),
      );
    }
    reads.end();
    expect(counts.refused).toBeGreaterThan(BODIES / 10);
    expect(counts.read).toBeGreaterThan(BODIES / 10);
  },
);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { readInstant } from "../../src/domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, INGEST_ERRORS_LISTED_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import { latestTimestamp, REPORT_PROBLEMS, reportProblem } from "../../src/domain/sensor-report.ts";
import { KnownTexts } from "../../src/engine/ingest/known-texts.ts";
import { type CheckedReports, checkTimes } from "../../src/engine/ingest/reports.ts";
import { yieldToEventLoop } from "../../src/engine/yielding.ts";
import { type RowLayout, readJsonReports } from "../../src/http/report-bodies/json-reports.ts";
import { readArrayRows, readLineRows } from "../../src/http/report-bodies/json-rows.ts";
import { ParquetWriter } from "../../src/store/duckdb/files/parquet-writer.ts";
import { readReports } from "../../src/store/duckdb/files/stage-file.ts";
import { check as checkCases, sampleOf } from "../support/random.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { at, rowsOf } from "../support/store-reports.ts";
import { NO_TIMES, nearlyTimes, TIMES_OF_D1 } from "../support/store-times.ts";

const NOW = at("2024-06-01 00:00");
const ACCEPTED = { earliest: 0, logStart: 0, latest: latestTimestamp(NOW) };

/** A row as a sender has it: every format can express it. */
interface Row {
  readonly sensor_serial_number: string | null;
  readonly timestamp: string | null;
  readonly trajectory: number | null;
  readonly event_id: string | null;
}

/** What a reader has made of a row: a report, or the reason for its rejection. */
type Verdict = string | Readonly<Record<string, unknown>>;

const FIELDS = ["sensor_serial_number", "timestamp", "trajectory", "event_id"] as const;

/** Texts around a length limit in code points, with and without characters outside ASCII and of two UTF-16 units. */
const textNear = (lengthMax: number) =>
  fc.oneof(
    { arbitrary: fc.constantFrom("a", "b", "S-1"), weight: 8 },
    {
      arbitrary: fc.constantFrom(
        null,
        "",
        "null",
        "7",
        "ü",
        'a"b',
        "a,b",
        "a\\b",
        "a\nb",
        "🚪",
        "e\u0301",
        "a\0b",
        " a ",
      ),
      weight: 2,
    },
    fc
      .tuple(fc.constantFrom("x", "ü", "🚪"), fc.integer({ min: lengthMax - 1, max: lengthMax + 1 }))
      .map(([character, length]) => character.repeat(length)),
  );
const time = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: NOW }).map((ms) => new Date(ms).toISOString()), weight: 6 },
  fc.constantFrom(-1, 0, 1, 300_000, 300_001).map((ms) => new Date(NOW + ms).toISOString()),
  fc.constantFrom(...TIMES_OF_D1, ...NO_TIMES),
  nearlyTimes,
  fc.constantFrom(
    "1969-12-31T23:59:59.999Z",
    "1970-01-01",
    "9999-12-31T23:59:59.999Z",
    "1970-01-01T00:00+00:01",
    null,
  ),
);
const row: fc.Arbitrary<Row> = fc.record({
  sensor_serial_number: textNear(SERIAL_LENGTH_MAX),
  timestamp: time,
  trajectory: fc.oneof(
    { arbitrary: fc.constantFrom(1, -1), weight: 9 },
    fc.constantFrom(0, 2, -2, 0.5, 1.5, 1e300, null),
  ),
  event_id: textNear(EVENT_ID_LENGTH_MAX),
});

/** What the definition of a valid report says of a row. */
function expected({ sensor_serial_number, timestamp, trajectory, event_id }: Row): Verdict {
  const report = {
    serialNumber: sensor_serial_number,
    timestamp: timestamp === null ? null : readInstant(timestamp),
    trajectory,
    eventId: event_id || null,
  };
  const problem = reportProblem(report, ACCEPTED);
  return problem === null ? report : REPORT_PROBLEMS[problem];
}

/** The verdicts of a reader of requests, in the order of the rows. */
function verdictsOf({ reports, errors }: CheckedReports): Verdict[] {
  const verdicts: Verdict[] = rowsOf(reports);
  for (const { index, message } of errors) verdicts.splice(index, 0, message);
  return verdicts;
}

const known = new KnownTexts();

async function readJson(rows: readonly Row[], layout: RowLayout): Promise<Verdict[]> {
  const text =
    layout === "array" ? JSON.stringify(rows) : rows.map((each) => JSON.stringify(each)).join("\n");
  const bytes = Buffer.from(text);
  const reading = { times: ACCEPTED, pause: yieldToEventLoop };
  const checked = await (layout === "array" ? readArrayRows(bytes, reading) : readLineRows(bytes, reading));
  if (checked === null) throw new Error("not an array");
  // What the reader of ASCII takes, it reads in the same way.
  const ascii = readJsonReports(bytes, layout, known);
  if (ascii !== null) expect(verdictsOf(checkTimes(ascii, ACCEPTED))).toEqual(verdictsOf(checked));
  return verdictsOf(checked);
}

async function readFile(path: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onReject = ({ row, reason }: { readonly row: number; readonly reason: string }) => {
    verdicts[row - 1] = reason;
  };
  const options = {
    layout: PLAIN_LAYOUT,
    acceptsRejects: true,
    duplicateRule: "auto",
    times: ACCEPTED,
    onReject,
    onProgress: () => undefined,
  } as const;
  const reports = await readReports(path, options);
  for await (const batch of reports.batches(1_000))
    for (const { row, ...report } of batch) verdicts[row - 1] = report;
  reports.close();
  return verdicts;
}

async function writeParquetRows(path: string, rows: readonly Row[]): Promise<void> {
  const writer = await ParquetWriter.open(path);
  const part = await writer.begin<Row>(
    FIELDS.map((name) => ({
      name,
      kind: name === "trajectory" ? "real" : "text",
      read: (each) => each[name],
    })),
  );
  await part.add(rows);
  await part.finish(path);
  await writer.close();
}

function writeText(path: string, content: string | Uint8Array): string {
  writeFileSync(path, content);
  return path;
}

const csvOf = (rows: readonly Row[]) =>
  stringify([...rows], { header: true, columns: [...FIELDS], quoted: true });

/** Every way in which reports come in, except `POST /v1/events/`, which takes the id of a sensor. */
const FORMATS: Readonly<Record<string, (rows: readonly Row[], path: string) => Promise<Verdict[]>>> = {
  "a JSON request": (rows) => readJson(rows, "array"),
  "an NDJSON request": (rows) => readJson(rows, "lines"),
  "a CSV file": (rows, path) => readFile(writeText(path, csvOf(rows))),
  "a CSV file with a malformed row": async (rows, path) => {
    const verdicts = await readFile(writeText(path, `${csvOf(rows)}malformed\n`));
    expect(verdicts.pop()).toBe(REPORT_PROBLEMS["malformed-row"]);
    return verdicts;
  },
  "an NDJSON file": (rows, path) =>
    readFile(writeText(path, rows.map((each) => JSON.stringify(each)).join("\n"))),
  "a Parquet file": async (rows, path) => {
    await writeParquetRows(path, rows);
    return readFile(path);
  },
};

/** Rows that are valid but for their times, if at all: every form of D1, texts near one, and the bounds of D3. */
const TIMES: readonly Row[] = [
  ...[...TIMES_OF_D1, ...NO_TIMES, ...sampleOf(1_000, nearlyTimes), "9999-12-31T23:59:59.999Z"],
  ...[0, 1, 300_000, 300_001].map((ms) => new Date(NOW + ms).toISOString()),
].map((timestamp) => ({ sensor_serial_number: "s", timestamp, trajectory: 1, event_id: null }));

/** A row as CSV has it: blanks around a value are no part of it. */
function trimmed(given: Row): Row {
  const cut = (text: string | null) => text?.replace(/^\p{Zs}+|\p{Zs}+$/gu, "") ?? null;
  const { sensor_serial_number, timestamp, trajectory, event_id } = given;
  return {
    sensor_serial_number: cut(sensor_serial_number),
    timestamp: cut(timestamp),
    trajectory,
    event_id: cut(event_id),
  };
}

it.each(Object.entries(FORMATS))(
  "D1, D3, D9, D17: %s gives each row the same verdict and the same reading",
  async (format, read) => {
    const path = join(temporaryFolder(), "rows");
    const check = async (given: readonly Row[]) => {
      const rows = format.startsWith("a CSV") ? given.map(trimmed) : given;
      expect(await read(given, path)).toEqual(rows.map(expected));
    };
    // An answer lists a limited number of errors.
    for (let row = 0; row < TIMES.length; row += INGEST_ERRORS_LISTED_MAX)
      await check(TIMES.slice(row, row + INGEST_ERRORS_LISTED_MAX));
    await checkCases(12, fc.array(row, { minLength: 1, maxLength: 100 }), check);
  },
);

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readInstant } from "../../src/domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import {
  REPORT_FIELDS,
  REPORT_PROBLEMS,
  type ReportField,
  readReport,
  reportProblem,
  trimmed,
} from "../../src/domain/sensor-report.ts";
import { atOnce, type RowLayout, readJsonReports } from "../../src/formats/in/json-rows.ts";
import { openParquetWriter } from "../../src/formats/out/parquet-writer.ts";
import { check as checkCases, sampleOf } from "../support/random.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { rowsOf } from "../support/store-reports.ts";
import { NO_TIMES, nearlyTimes, TIMES_OF_D1 } from "../support/store-times.ts";
import { ACCEPTED, NOW, often, readFile, type Verdict } from "./report-verdicts.ts";

/** A value as JSON and as a cell of a table without types; undefined if there is no such cell. */
interface Value {
  readonly json: string;
  readonly cell: string | null | undefined;
}

/** A row as a sender writes it. */
interface RawRow {
  readonly json: string;
  /** Undefined if tables have no such row. */
  readonly cells: Readonly<Record<ReportField, string | null>> | undefined;
}

/** White space, and characters that resemble it. */
const BLANKS = [
  ...[" ", " ", "\t", "\n", "\v", "\f", "\r", "\r\n", "\u00a0", "\u1680", "\u2003", "\u200a", "\u2028"],
  ...["\u202f", "\u205f", "\u3000", "\ufeff", "\u0085", "\u180e", "\u200b", "\u001f", "\0"],
];
const blanks = often(fc.constant(""), fc.string({ unit: fc.constantFrom(...BLANKS), maxLength: 3 }));

const literal = (json: string): Value => ({ json, cell: json === "null" ? null : undefined });
/** A text, in JSON sometimes with escapes only. */
const written = (text: string, isEscaped = false): Value => {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const json = isEscaped ? `"${text.split("").map(escaped).join("")}"` : JSON.stringify(text);
  return { json, cell: /\p{Surrogate}/u.test(text) ? undefined : text };
};
const literals = fc
  .oneof(
    fc.constantFrom("null", "true", "false", "{}", "[]", '["a"]', '{"a":1}', "7001", "1.0", "1e3", "-0"),
    fc.constantFrom("12345678901234567890", "0.1", "1714982400000"),
  )
  .map(literal);
/** Texts with blanks around them, or literals. */
const values = (texts: fc.Arbitrary<string>) =>
  often(
    fc
      .tuple(blanks, texts, blanks, often(fc.constant(false), fc.constant(true)))
      .map(([before, text, after, isEscaped]) => written(before + text + after, isEscaped)),
    literals,
  );

const texts = often(
  fc.constantFrom("a", "b", "S-1", "7001", "0042"),
  fc.constantFrom(
    "",
    "null",
    "1.0",
    "1e3",
    "true",
    "ü",
    'a"b',
    "'a'",
    "a,b",
    "a;b",
    "a\\b",
    "a\nb",
    "🚪",
    "e\u0301",
  ),
  fc.constantFrom("a\0b", "a b", "\ud800", "a\udc00", '"', "\u007f", "=1", "a\u3000b"),
  fc.string({ unit: "grapheme", maxLength: 5 }).filter((text) => !text.includes("\ufffd")),
);
/** Texts around a length limit in code points, with and without characters of two UTF-16 units. */
const textsNear = (lengthMax: number) =>
  often(
    texts,
    fc
      .tuple(fc.constantFrom("x", "ü", "🚪"), fc.integer({ min: lengthMax - 1, max: lengthMax + 1 }))
      .map(([character, length]) => character.repeat(length)),
  );
const times = often(
  fc.integer({ min: 0, max: NOW }).map((ms) => new Date(ms).toISOString()),
  fc.constantFrom(-1, 0, 1, 300_000, 300_001).map((ms) => new Date(NOW + ms).toISOString()),
  fc.constantFrom(...TIMES_OF_D1, ...NO_TIMES, "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
  nearlyTimes,
);
const numberOrText = (text: string): fc.Arbitrary<Value> =>
  fc.boolean().map((isText) => (isText ? written(text) : { json: text, cell: text }));
const trajectories = often(
  fc.constantFrom("1", "-1").chain(numberOrText),
  fc.constantFrom("1.0", "-1.00", "1e0", "10e-1", "0", "-0", "2", "0.5", "1e300").chain(numberOrText),
  values(
    fc.constantFrom("1", "+1", "-1", "+1.0", "+-1", "--1", "0x1", "01", "1.", "1,0", "", "− 1", "１", "in"),
  ),
);

const FIELDS: readonly (readonly [ReportField, fc.Arbitrary<Value>])[] = [
  ["sensor_serial_number", values(textsNear(SERIAL_LENGTH_MAX))],
  ["timestamp", values(times)],
  ["trajectory", trajectories],
  ["event_id", often(values(textsNear(EVENT_ID_LENGTH_MAX)), fc.constant(literal("null")))],
];

/** Other members, and members of the same name, which come first. */
const otherMembers = often(
  fc.constant<string[]>([]),
  fc
    .array(fc.constantFrom(...REPORT_FIELDS, "note", "__proto__", "constructor"), { maxLength: 2 })
    .chain((names) =>
      fc.tuple(...names.map((name) => literals.map(({ json }) => `${JSON.stringify(name)}:${json}`))),
    ),
);
const row: fc.Arbitrary<RawRow> = often(
  fc
    .tuple(
      otherMembers,
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      ...FIELDS.map(([, each]) => each),
    )
    .map(([others, order, ...given]) => {
      const own = order.map((index) => `"${REPORT_FIELDS[index]}":${given[index]?.json}`);
      const cells = given.map(({ cell }, index) => [REPORT_FIELDS[index], cell] as const);
      return {
        json: `{${[...others, ...own].join(",")}}`,
        cells: cells.some(([, cell]) => cell === undefined) ? undefined : Object.fromEntries(cells),
      } as RawRow;
    }),
  fc.constantFrom("{}", "5", "null", "[]", '"a"', '{"timestamp":"2024-05-06"}').map((json) => ({
    json,
    cells: undefined,
  })),
);

/** What the definition says of a row of JSON. */
function definedByJson({ json }: RawRow): Verdict {
  const read = readReport(JSON.parse(json), ACCEPTED);
  if (typeof read === "string") return REPORT_PROBLEMS[read];
  return "problem" in read ? REPORT_PROBLEMS[read.problem] : { ...read };
}

/** The texts of trajectories in files without types: 1 with or without a sign and decimals of 0. */
const TRAJECTORY = /^([+-]?)1(\.0+)?$/;

/** What the definition says of a row of texts. */
function definedByCells({ cells }: RawRow): Verdict {
  const text = (field: ReportField) => trimmed(cells?.[field] ?? null);
  const time = text("timestamp");
  const report = {
    serialNumber: text("sensor_serial_number"),
    timestamp: time === null ? null : readInstant(time),
    trajectory: Number(TRAJECTORY.exec(text("trajectory") ?? "")?.[0]),
    eventId: text("event_id") || null,
  };
  const problem = reportProblem(report, ACCEPTED);
  return problem === null ? report : REPORT_PROBLEMS[problem];
}

async function readJson(rows: readonly RawRow[], layout: RowLayout): Promise<Verdict[]> {
  const texts = rows.map(({ json }) => json);
  const text = layout === "array" ? `[${texts.join(",")}]` : texts.join("\n");
  const reading = { layout, times: ACCEPTED, rowsMax: Infinity, problemsMax: Infinity };
  const { reports, errors } = atOnce(readJsonReports(Buffer.from(text), reading));
  const verdicts: Verdict[] = rowsOf(reports);
  for (const { index, message } of errors) verdicts.splice(index, 0, message);
  return verdicts;
}

async function writeParquetRows(path: string, rows: readonly RawRow[]): Promise<void> {
  const writer = await openParquetWriter(path);
  const part = await writer.begin<RawRow>(
    REPORT_FIELDS.map((name) => ({ name, kind: "text", read: ({ cells }) => cells?.[name] ?? null })),
  );
  await part.add(rows);
  await part.finish(path);
  await writer.close();
}

function writeText(path: string, content: string): string {
  writeFileSync(path, content);
  return path;
}

const csvOf = (rows: readonly RawRow[]) =>
  stringify(
    rows.map(({ cells }) => cells),
    { header: true, columns: [...REPORT_FIELDS], quoted: rows.length % 2 === 0, quoted_match: /[\r\n]/ },
  );

interface Way {
  readonly defined: (row: RawRow) => Verdict;
  /** Reads rows, if necessary from a file at the path. */
  readonly read: (rows: readonly RawRow[], path: string) => Promise<Verdict[]>;
}

/** Every way in which reports come in, except `POST /v1/events/`, which takes the id of a sensor. */
const WAYS: Readonly<Record<string, Way>> = {
  "a JSON request": { defined: definedByJson, read: (rows) => readJson(rows, "array") },
  "an NDJSON request": { defined: definedByJson, read: (rows) => readJson(rows, "lines") },
  "an NDJSON file": {
    defined: definedByJson,
    read: (rows, path) => readFile(writeText(`${path}.ndjson`, rows.map(({ json }) => json).join("\n"))),
  },
  "a CSV file": { defined: definedByCells, read: (rows, path) => readFile(writeText(path, csvOf(rows))) },
  "a CSV file with a malformed row": {
    defined: definedByCells,
    read: async (rows, path) => {
      const verdicts = await readFile(writeText(path, `${csvOf(rows)}malformed\n`));
      expect(verdicts.pop()).toBe(REPORT_PROBLEMS["malformed-row"]);
      return verdicts;
    },
  },
  "a Parquet file of texts": {
    defined: definedByCells,
    read: async (rows, path) => {
      await writeParquetRows(path, rows);
      return readFile(path);
    },
  },
};

/** Rows of a file: rows that repeat each other further apart are refused. */
const ROWS_MAX = 10_000;

/** Rows that are valid but for their times, if at all: every form of D1, texts near one, and the bounds of D3. */
const TIMES = [
  ...[...TIMES_OF_D1, ...NO_TIMES, ...sampleOf(5_000, nearlyTimes), "9999-12-31T23:59:59.999Z"],
  ...[0, 1, 300_000, 300_001].map((ms) => new Date(NOW + ms).toISOString()),
].map((timestamp) => {
  const cells = { sensor_serial_number: "s", timestamp, trajectory: "1", event_id: null };
  return { cells, json: JSON.stringify({ ...cells, trajectory: 1 }) };
});

it.each(Object.entries(WAYS))(
  "D1, D3, D9, D17, D20: %s gives each row its defined verdict and reading",
  async (_, { defined, read }) => {
    const path = join(temporaryFolder(), "rows");
    let [reports, rejected] = [0, 0];
    const check = async (given: readonly RawRow[]) => {
      const rows = given.filter(({ cells }) => defined === definedByJson || cells !== undefined);
      const verdicts = rows.map(defined);
      if (rows.length > 0) expect(await read(rows, path)).toEqual(verdicts);
      for (const verdict of verdicts) typeof verdict === "string" ? rejected++ : reports++;
    };
    for (let first = 0; first < TIMES.length; first += ROWS_MAX)
      await check(TIMES.slice(first, first + ROWS_MAX));
    [reports, rejected] = [0, 0];
    await checkCases(12, fc.array(row, { minLength: 1, maxLength: 100, size: "max" }), check);
    expect(Math.min(reports, rejected)).toBeGreaterThan((reports + rejected) / 5);
  },
);

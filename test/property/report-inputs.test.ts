import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { INSTANT_MAX, INSTANT_MIN, readInstant } from "../../src/domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import {
  latestTimestamp,
  REPORT_FIELDS,
  REPORT_PROBLEMS,
  type ReportField,
  readReport,
  readTrajectory,
  reportProblem,
  trimmed,
} from "../../src/domain/sensor-report.ts";
import { atOnce, type RowLayout, readJsonReports } from "../../src/formats/json-reports.ts";
import { ParquetWriter } from "../../src/store/duckdb/files/parquet-writer.ts";
import { readReports } from "../../src/store/duckdb/files/stage-file.ts";
import { check as checkCases, sampleOf } from "../support/random.ts";
import { writeParquet } from "../support/store-files.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { at, rowsOf } from "../support/store-reports.ts";
import { NO_TIMES, nearlyTimes, TIMES_OF_D1 } from "../support/store-times.ts";

const NOW = at("2024-06-01 00:00");
const ACCEPTED = { earliest: 0, logStart: 0, latest: latestTimestamp(NOW) };

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

/** What a reader has made of a row: a report, or the reason for its rejection. */
type Verdict = string | Readonly<Record<string, unknown>>;

const often = <T>(common: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: common, weight: 12 }, ...others);

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

/** What the definition says of a row of texts. */
function definedByCells({ cells }: RawRow): Verdict {
  const text = (field: ReportField) => trimmed(cells?.[field] ?? null);
  const time = text("timestamp");
  const report = {
    serialNumber: text("sensor_serial_number"),
    timestamp: time === null ? null : readInstant(time),
    trajectory: readTrajectory(text("trajectory") ?? ""),
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

async function readFile(path: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onReject = ({ row, reason }: { readonly row: number; readonly reason: string }) => {
    verdicts[row - 1] = reason;
  };
  const options = {
    layout: PLAIN_LAYOUT,
    duplicateRule: "auto",
    times: ACCEPTED,
    acceptsRejects: true,
    onReject,
    onProgress: () => undefined,
  } as const;
  const reports = await readReports(path, options);
  for await (const batch of reports.batches(1_000))
    for (const { row, ...report } of batch) verdicts[row - 1] = report;
  reports.close();
  return verdicts;
}

async function writeParquetRows(path: string, rows: readonly RawRow[]): Promise<void> {
  const writer = await ParquetWriter.open(path);
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
    await check(TIMES);
    [reports, rejected] = [0, 0];
    await checkCases(12, fc.array(row, { minLength: 1, maxLength: 100, size: "max" }), check);
    expect(Math.min(reports, rejected)).toBeGreaterThan((reports + rejected) / 5);
  },
);

/** A value of a Parquet column, as the definition takes it: as an id, as a trajectory, and as a time in ms. */
interface TypedValue {
  readonly sql: string;
  readonly text: string | null;
  readonly number: number;
  readonly time: number | null;
}

const NULL: TypedValue = { sql: "NULL", text: null, number: Number.NaN, time: null };
const numeric = (sql: string, text: string | null, number = Number(sql)): TypedValue => ({
  sql: `'${sql}'`,
  text,
  number,
  // Without the sign of -0.
  time: Number.isFinite(number) ? Math.floor(number) + 0 : null,
});
const wholes = often(
  fc.constantFrom("1", "-1"),
  fc.constantFrom("0", "7001", "9007199254740993", "253402300799999", "253402300800000"),
  fc.integer({ min: -1, max: NOW + 300_001 }).map(String),
).map((digits) => numeric(digits, digits));
const doubles = often(
  fc.constantFrom(1, -1),
  fc.constantFrom(0, -0, 0.25, 7001, -7001.5, 1e15, 2 ** 53, 1e21, 1.0000000000000002),
  fc.integer({ min: 0, max: 2 * NOW }).map((halves) => halves / 2),
).map((value) => {
  const text = Number.isInteger(value) ? String(BigInt(value)) : String(value);
  return numeric(Object.is(value, -0) ? "-0.0" : String(value), text, value);
});
const decimals = fc
  .tuple(wholes, fc.constantFrom("", ".000", ".250"))
  .map(([{ text }, decimal]) => numeric(`${text}${decimal}`, decimal === ".250" ? `${text}.250` : text));
const noNumbers = fc.constantFrom("NaN", "Infinity", "-Infinity").map((text) => numeric(text, null));
const instants = fc.integer({ min: 0, max: NOW + 300_001 }).map((time) => ({
  ...NULL,
  sql: `'${new Date(time).toISOString().slice(0, -1)}999'`,
  time,
}));
const days = fc.integer({ min: 0, max: NOW / 86_400_000 }).map((day) => {
  const time = day * 86_400_000;
  return { ...NULL, sql: `'${new Date(time).toISOString().slice(0, 10)}'`, time };
});
const others = (...literals: readonly string[]) =>
  fc.constantFrom(...literals).map((sql) => ({ ...NULL, sql }));

type Kind = "number" | "time" | "text" | "other";
const COLUMN_TYPES: readonly (readonly [type: string, kind: Kind, values: fc.Arbitrary<TypedValue>])[] = [
  ["BIGINT", "number", wholes],
  ["DOUBLE", "number", often(doubles, noNumbers)],
  ["DECIMAL(22, 3)", "number", decimals],
  ["TIMESTAMP", "time", instants],
  ["TIMESTAMPTZ", "time", instants.map((value) => ({ ...value, sql: value.sql.replace(/'$/, "+00'") }))],
  ["DATE", "time", days],
  [
    "BLOB",
    "text",
    fc.constantFrom("S-1", "\u00fc").map((text) => ({ ...NULL, sql: `encode('${text}')`, text })),
  ],
  ["BOOLEAN", "other", others("true", "false")],
  ["TIME", "other", others("'08:00'")],
  ["INTERVAL", "other", others("'1 hour'")],
  ["INTEGER[]", "other", others("[1]", "[]")],
  ["STRUCT(a INTEGER)", "other", others("{'a': 1}")],
];
const columnOf = (rows: number, usual: readonly Kind[]) => {
  const some = (are: boolean) =>
    fc
      .constantFrom(...COLUMN_TYPES.filter(([, kind]) => usual.includes(kind) === are))
      .chain(([type, kind, values]) => {
        const cells = fc.array(often(values, fc.constant(NULL)), { minLength: rows, maxLength: rows });
        return cells.map((given) => ({ type, kind, values: given }));
      });
  return often(some(true), some(false));
};
const typedFile = fc
  .integer({ min: 1, max: 60 })
  .chain((rows) =>
    fc.tuple(
      columnOf(rows, ["number", "text"]),
      columnOf(rows, ["number", "time"]),
      columnOf(rows, ["number"]),
      columnOf(rows, ["number", "text"]),
    ),
  );

it("D1, D3, D9, D20: a Parquet file of typed columns has its defined meaning", async () => {
  const path = join(temporaryFolder(), "rows.parquet");
  const counts = { reports: 0, rejected: 0, refused: 0 };
  await checkCases(60, typedFile, async (columns) => {
    const [serials, times, trajectories, ids] = columns;
    const list = columns.map(({ type, values: cells }, index) => {
      const items = cells.map(({ sql }) => `${sql}::${type}`);
      return `unnest([${items.join()}]::${type}[]) AS ${REPORT_FIELDS[index]}`;
    });
    await writeParquet(path, `SELECT ${list.join(", ")}`);
    const read = readFile(path);
    const instants = times.values.flatMap(({ time }) => time ?? []);
    const areSeconds =
      times.kind === "number" &&
      instants.length > 0 &&
      instants.every((time) => time >= 946_684_800 && time < 946_684_800_000);
    const areIds = [serials, ids].every(({ kind }) => kind === "number" || kind === "text");
    if (!areIds || times.kind === "other" || areSeconds) {
      counts.refused++;
      await expect(read).rejects.toThrow(/neither texts nor numbers|does not hold times|only be seconds/);
      return;
    }
    const verdicts = serials.values.map(({ text }, row): Verdict => {
      const time = times.values[row]?.time ?? -1;
      const report = {
        serialNumber: text,
        timestamp: time >= INSTANT_MIN && time <= INSTANT_MAX ? time : null,
        trajectory: trajectories.values[row]?.number,
        eventId: ids.values[row]?.text ?? null,
      };
      const problem = reportProblem(report, ACCEPTED);
      counts[problem === null ? "reports" : "rejected"]++;
      return problem === null ? report : REPORT_PROBLEMS[problem];
    });
    expect(await read).toEqual(verdicts);
  });
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
});

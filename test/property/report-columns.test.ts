import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { INSTANT_MAX, INSTANT_MIN } from "../../src/domain/instant.ts";
import { REPORT_FIELDS, REPORT_PROBLEMS, reportProblem } from "../../src/domain/sensor-report.ts";
import { check as checkCases } from "../support/random.ts";
import { writeParquet } from "../support/store-files.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { ACCEPTED, NOW, often, readFile, type Verdict } from "./report-verdicts.ts";

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

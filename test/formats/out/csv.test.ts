import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type Column, formatReal } from "../../../src/domain/table-columns.ts";
import { csvOf } from "../../../src/formats/out/csv.ts";
import { withDuckDb } from "../../support/store-directory.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

const COLUMNS: readonly Column<number>[] = [
  { name: "count", kind: "integer", read: (row) => row },
  { name: "rate", kind: "real", read: (row) => (row < 25_000 ? 0 : row / 8) },
  { name: "utilization", kind: "real", read: (row) => (row % 2 === 0 ? null : 1) },
];

describe("D29: a column of decimals in CSV", () => {
  it("has the type of decimals by the first rows already", async () => {
    const rows = Array.from({ length: 26_000 }, (_, row) => row);
    const path = join(temporaryFolder(), "counts.csv");
    const parts: string[] = [];
    const batches = (async function* () {
      yield rows;
    })();
    for await (const part of csvOf(COLUMNS, batches)) parts.push(part);
    writeFileSync(path, parts.join(""));
    const sum = await withDuckDb(async (connection) => {
      const read = `SELECT sum(rate) AS sum, any_value(typeof(rate)) AS type, any_value(typeof(count)) AS whole FROM '${path}'`;
      return (await connection.runAndReadAll(read)).getRowObjectsJson();
    });
    const expected = rows.reduce((total, row) => total + (row < 25_000 ? 0 : row / 8), 0);
    expect(sum).toEqual([{ sum: expected, type: "DOUBLE", whole: "BIGINT" }]);
    // Other readers infer integers from the first rows without a point.
    const records: string[][] = parse(readFileSync(path), { from: 2 });
    for (const [count, rate = "", utilization = ""] of records) {
      expect(`${count}`).not.toContain(".");
      expect(`${rate} ${utilization || "1.0"}`).toMatch(/^\d+\.\d+ 1\.0$/);
    }
  });

  it.each([
    [0, "0.0"],
    [-3, "-3.0"],
    [1.5, "1.5"],
    [1e21, "1.0e+21"],
    [1e-7, "1.0e-7"],
    [1.25e-7, "1.25e-7"],
    [Number.NaN, "NaN"],
    [Infinity, "Infinity"],
  ])("%d is %s", (value, text) => {
    expect(formatReal(value)).toBe(text);
    expect(Number(text)).toBe(value);
  });
});

describe("D29: CSV for Excel", () => {
  const COLUMNS: readonly Column<{ readonly name: string; readonly change: number }>[] = [
    { name: "Space", kind: "text", read: ({ name }) => name },
    { name: "Count", kind: "integer", read: ({ change }) => change },
    { name: "Rate", kind: "real", read: ({ change }) => change / 2 },
  ];

  async function written(names: readonly string[]): Promise<string> {
    const batches = (async function* () {
      yield names.map((name) => ({ name, change: -3 }));
    })();
    const parts: string[] = [];
    for await (const part of csvOf(COLUMNS, batches, "excel-csv")) parts.push(part);
    return parts.join("");
  }

  /** What cannot be seen before a formula: white space, controls, formats, fillers. */
  const INVISIBLE =
    " \t\r\n\v\f\0\u001f\u007f\u0085\u00a0\u00ad\u034f\u061c\u115f\u180e\u2003" +
    "\u200b\u200e\u2028\u202e\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0";

  it.each(["=", "+", "-", "@", "＝", "＋", "－", "＠"])(
    "has no text that begins a formula with %s",
    async (first) => {
      const before = ["", ...INVISIBLE, INVISIBLE, `${INVISIBLE}\u{e0001}`];
      const names = before.map((each) => `${each}${first}cmd|x`);
      const records: string[][] = parse(await written(names), { bom: true, from: 2 });
      expect(records.map(([name]) => name)).toEqual(names.map((name) => `'${name}`));
    },
  );

  it("has other texts as they are, and numbers below 0 as numbers", async () => {
    const names = ["Hall", "A = B", "1-2", "", "Café +", "\u200bHall", "b\n=cmd|x", "b\r=cmd|x", 'say "=1"'];
    const text = await written(names);
    const records: string[][] = parse(text, { bom: true, from: 2 });
    expect(records).toEqual(names.map((name) => [name, "-3", "-1.5"]));
    // A line end of any kind is in quotes.
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, "").split(/\r\n|\r|\n/)).toHaveLength(names.length + 2);
  });
});

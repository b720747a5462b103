import { BIGINT, DuckDBInstance, INTEGER, VARCHAR } from "@duckdb/node-api";
import fc from "fast-check";
import { expect, it } from "vitest";
import { TextColumn } from "../../src/domain/text-column.ts";
import { wholeNumbers } from "../../src/duckdb/columns.ts";
import { Database } from "../../src/duckdb/database.ts";
import { sampleOf } from "../support/random.ts";

it("texts and numbers come out of a table as they went into it, over several chunks", async () => {
  const database = await Database.over(await DuckDBInstance.create());
  const text = fc.option(
    fc.oneof(
      fc.string({ maxLength: 14 }),
      fc.string({ unit: "grapheme", maxLength: 14 }),
      fc.constantFrom(
        "",
        "x".repeat(12),
        "x".repeat(13),
        "ü".repeat(6),
        "0123456789ab\u20ac",
        "y".repeat(64),
      ),
    ),
  );
  const number = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1));
  const rows = sampleOf(5_000, fc.tuple(text, number));
  await database.write(async (writer) => {
    await writer.run("CREATE TABLE kept (place INTEGER, text VARCHAR, listed VARCHAR, number BIGINT)");
    await writer.append("kept", [
      { type: INTEGER, values: rows.map((_, place) => place) },
      { type: VARCHAR, values: rows.map(([each]) => each) },
      { type: VARCHAR, values: TextColumn.of(rows.map(([each]) => each)) },
      { type: BIGINT, values: wholeNumbers(rows.length, (row) => (rows[row] as (typeof rows)[number])[1]) },
    ]);
    const kept = await writer.rows("FROM kept ORDER BY place");
    expect(kept.map((row) => [row.text, Number(row.number)])).toEqual(rows);
    expect(kept.map((row) => row.listed)).toEqual(rows.map(([each]) => each || null));
  });
  await database.close();
});

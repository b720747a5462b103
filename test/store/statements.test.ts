import { describe, expect, it } from "vitest";
import type { CatalogTable } from "../../src/engine/ports.ts";
import { CATALOG_TABLES, tableName, tableStatement } from "../../src/store/duckdb/catalog-tables.ts";
import { parseStatements } from "../../src/store/duckdb/statements.ts";
import { readSources } from "../support/source-tree.ts";

describe("named statements", () => {
  it("are the blocks of a file, each with its own comments", () => {
    const text =
      "-- A subject.\n\n-- name: first\n-- Grain: one row.\nSELECT 1\n\n-- name: the-second\nSELECT 2\n";
    expect([...parseStatements(text, "subject")]).toEqual([
      ["first", "-- Grain: one row.\nSELECT 1"],
      ["the-second", "SELECT 2"],
    ]);
  });

  it("have one name each", () => {
    const text = "-- name: a\nSELECT 1\n\n-- name: a\nSELECT 2\n";
    expect(() => parseStatements(text, "live")).toThrow("sql/live.sql has two statements named a");
  });

  it("have a name", () => {
    expect(() => parseStatements("-- A.\nSELECT 1\n\n-- name: a\nSELECT 2\n", "live")).toThrow(
      "sql/live.sql has a statement without a name",
    );
  });
});

describe("the statements of the catalog's tables", () => {
  const schema = readSources(["sql/schema"]).find(({ path }) => path.endsWith("/catalog.sql"))?.text ?? "";
  const columnsOf = (table: string) => {
    const [, columns = ""] = new RegExp(`CREATE TABLE ${table} \\(([^]*?)\\n\\);`).exec(schema) ?? [];
    return [...columns.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, column]) => column);
  };

  it.each(CATALOG_TABLES)("name the columns of %s as the schema has them, and nothing else", (table) => {
    const columns = columnsOf(tableName(table)).map((column) => `"${column}"`);
    expect(columns).toContain('"id"');
    expect(tableStatement("resources", table)).toMatch(
      new RegExp(
        `\nSELECT ${columns.join(", ")}\nFROM "${tableName(table)}"\nORDER BY "${table === "sensor" ? "key" : "id"}"$`,
      ),
    );
    expect(tableStatement("remove-resources", table)).toBe(
      `DELETE FROM "${tableName(table)}"\nWHERE id IN (SELECT unnest($ids))`,
    );
  });

  it("take no table that is not among them", () => {
    expect(() => tableStatement("resources", "space; DROP TABLE event" as CatalogTable)).toThrow(
      "columns of",
    );
  });
});

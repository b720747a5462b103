import { describe, expect, it } from "vitest";
import { parseStatements } from "../../src/duckdb/statements.ts";
import type { CatalogTable } from "../../src/engine/ports.ts";
import { tableStatement } from "../../src/store/duckdb/catalog-tables.ts";

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
  it("are of its columns, in snake case, and in order of creation (D16)", () => {
    expect(tableStatement("catalog/resources", "sensor")).toMatch(
      /\nSELECT "id", "key", "serial_number", "created_at"\nFROM "sensor"\nORDER BY "key"$/,
    );
    expect(tableStatement("database/create-table", "attachment")).toMatch(
      /"attachment" \("id" BIGINT NOT NULL, .*, "valid_from" BIGINT, "valid_to" BIGINT\)$/,
    );
  });

  it("take no table that is not among them", () => {
    expect(() => tableStatement("catalog/resources", "space; DROP TABLE event" as CatalogTable)).toThrow(
      "columns of",
    );
  });
});

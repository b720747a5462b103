import { describe, expect, it } from "vitest";
import { pointAt } from "../../src/analysis/query/statement-check.ts";

describe("a place in a query", () => {
  it("is shown as DuckDB shows it: its line, and a caret below", () => {
    const query = "SELECT 1,\n  nonsense(2)";
    expect(pointAt(query, 12)).toBe("\n\nLINE 2:   nonsense(2)\n          ^");
  });

  it("is counted in bytes", () => {
    expect(pointAt("SELECT 'é', nonsense(2)", 13)).toBe(
      "\n\nLINE 1: SELECT 'é', nonsense(2)\n                    ^",
    );
  });

  it.each([undefined, null, -1, 8, 18_446_744_073_709_552_000])("is not shown where it is %s", (place) => {
    expect(pointAt("SELECT 1", place)).toBe("");
  });
});

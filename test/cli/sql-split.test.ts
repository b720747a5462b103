import { describe, expect, it } from "vitest";
import { isBlank, splitStatements } from "../../src/cli/sql/shell.ts";

describe("splitting a text into statements", () => {
  it.each([
    ["SELECT 1; SELECT 2;", ["SELECT 1", "SELECT 2"], ""],
    ["SELECT ';'; x", ["SELECT ';'"], "x"],
    ["SELECT 'it''s;'", [], "SELECT 'it''s;'"],
    ['SELECT ";" FROM t;', ['SELECT ";" FROM t'], ""],
    ["SELECT $$;$$; SELECT $a$ $$;$a$;", ["SELECT $$;$$", "SELECT $a$ $$;$a$"], ""],
    ["-- a; b\nSELECT 1;", ["-- a; b\nSELECT 1"], ""],
    ["/* a; b */ SELECT 1;", ["/* a; b */ SELECT 1"], ""],
    ["SELECT 1 /* ; ", [], "SELECT 1 /* ;"],
    ["SELECT 'open; ", [], "SELECT 'open;"],
    [";; ;", [], ""],
    ["-- nothing\n;", [], ""],
  ])("%j", (text, statements, rest) => {
    const split = splitStatements(text);
    expect(split.statements.map((statement) => statement.text)).toEqual(statements);
    expect(split.rest.text).toBe(rest);
  });

  it("says on which line each begins", () => {
    const { statements, rest } = splitStatements("SELECT 1;\n\n  SELECT\n2; SELECT 3;\nSELECT 4");
    expect([...statements, rest].map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  });

  it("knows a text without a statement", () => {
    expect(["", " \n", "-- x", "/* x */ -- y"].map(isBlank)).toEqual([true, true, true, true]);
    expect(["x", "'", "/* x */ 1"].map(isBlank)).toEqual([false, false, false]);
  });
});

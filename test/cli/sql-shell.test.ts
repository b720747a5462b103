import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { ResultFormat } from "../../src/cli/settings/settings.ts";
import { historyPath, openCompleter, readHistory, runRepl, writeHistory } from "../../src/cli/sql/repl.ts";
import { countLine, isBlank, Shell, splitStatements } from "../../src/cli/sql/shell.ts";
import { presentTable, ROWS_SHOWN_MAX } from "../../src/cli/text-table.ts";
import { invalid } from "../../src/domain/errors.ts";
import { FakeSql } from "../support/fake-sql.ts";
import { temporaryFolder } from "../support/headcount.ts";

const SIGNAL = new AbortController().signal;

function openShell(format: ResultFormat = "csv", isTerminal = false) {
  const sql = new FakeSql();
  const said: string[] = [];
  const written: string[] = [];
  const output = {
    write: async (piece: string | Uint8Array) => void written.push(Buffer.from(piece).toString()),
    info: (line: string) => void said.push(line),
    width: 80,
    isTerminal,
  };
  return { sql, said, written, shell: new Shell(sql, output, format) };
}

describe("the shell", () => {
  it("runs a statement where a semicolon ends it, however many lines it has", async () => {
    const { shell, sql } = openShell();
    await shell.takeLine("SELECT 1", SIGNAL);
    expect(sql.queries).toEqual([]);
    expect(shell.isPending).toBe(true);
    await shell.takeLine("  FROM events; SELECT 2; SELECT", SIGNAL);
    expect(sql.queries).toEqual(["SELECT 1\n  FROM events", "SELECT 2"]);
    await shell.takeLine("3", SIGNAL);
    await shell.end(SIGNAL);
    expect(sql.queries[2]).toBe("SELECT\n3");
    expect(shell.isPending).toBe(false);
  });

  it("says on which line a statement begins that fails, and runs none after it", async () => {
    const { shell, sql } = openShell();
    const lines = ["-- first", "SELECT 1;", "", ".timing off", "SELECT 2; SELECT", "3; SELECT 4;"];
    sql.before = async () => {
      if (sql.queries.at(-1) === "SELECT\n3") throw invalid("query", "no such thing");
    };
    const run = async () => {
      for (const line of lines) await shell.takeLine(line, SIGNAL);
    };
    await expect(run()).rejects.toMatchObject({ line: 5, message: "no such thing" });
    expect(sql.queries).toEqual(["-- first\nSELECT 1", "SELECT 2", "SELECT\n3"]);
  });

  it("writes tables for people, and says how many rows there are, and how long it took", async () => {
    const { shell, written, said } = openShell("table");
    await shell.takeLine("SELECT 1;", SIGNAL);
    expect(written.join("")).toContain("│ one │");
    expect(said).toEqual(["1 row (3.0 ms)"]);
    await shell.takeLine(".timing off", SIGNAL);
    await shell.takeLine("SELECT 1;", SIGNAL);
    expect(said[1]).toBe("1 row");
  });

  it("reports a truncated result", async () => {
    const { shell, sql, said } = openShell("csv");
    sql.truncated = true;
    await shell.takeLine("SELECT 1;", SIGNAL);
    expect(said).toEqual([expect.stringContaining("truncated")]);
  });

  it("prints nothing binary on a terminal, and one result alone into a file", async () => {
    const terminal = openShell("parquet", true);
    await expect(terminal.shell.takeLine("SELECT 1;", SIGNAL)).rejects.toThrow("parquet is a binary format");
    const { shell, written } = openShell("arrow");
    await shell.takeLine("SELECT 1;", SIGNAL);
    expect(written).toEqual(["ARROW"]);
    await expect(shell.takeLine("SELECT 1;", SIGNAL)).rejects.toThrow("one statement");
  });

  it("has commands of its own", async () => {
    const { shell, sql, written, said } = openShell("table");
    const output = async (line: string) => {
      written.length = 0;
      await shell.takeLine(line, SIGNAL);
      return written.join("");
    };
    expect(await output(".help")).toContain(".schema [name]");
    expect(await output(".tables")).toMatch(/count_at\(space, t\).*The count\.[\s\S]*events/);
    expect(await output(".schema")).toContain("One row an event.");
    expect(await output(".schema EVENTS")).toMatch(/id.*VARCHAR.*The event's id\./);
    expect(await output(".schema count_at;")).toBe("count_at(space, t): The count.\n");
    expect(await output(".examples")).toContain("Which hour is busiest?");
    await output(".example busiest-hour");
    expect(sql.queries).toEqual(["FROM hourly"]);
    expect(said).toContain("FROM hourly");
    await output(".format csv");
    expect(await output("SELECT 1;")).toBe("one\n1\n");
    for (const wrong of [".nothing", ".schema nowhere", ".example none", ".format x", ".timing maybe"])
      await expect(output(wrong)).rejects.toThrow(/unknown (command|view|example)|needs (one of|on or off)/);
    await output(".quit");
    expect(shell.isDone).toBe(true);
  });
});

describe("tables", () => {
  const columns = [
    { name: "name", type: "VARCHAR" },
    { name: "count", type: "BIGINT" },
  ];

  it("show numbers to the right, NULL as such, and nothing that a terminal would act on", () => {
    const rows = [
      ["a\u001b[31m\nb", 1],
      [null, 12],
      ["最後", 1],
    ];
    const { text } = presentTable({ columns, rows }, Number.POSITIVE_INFINITY);
    expect(text).toContain("│ a�[31m⏎b │     1 │");
    expect(text).toContain("│ NULL     │    12 │");
    // Wide characters take two columns each.
    expect(text).toContain("│ 最後     │     1 │");
  });

  it("are no wider than the terminal: cells give way, then columns", () => {
    const wide = { columns, rows: [["x".repeat(200), 1]] };
    const cut = presentTable(wide, 60);
    expect(Math.max(...cut.text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(cut.columnsHidden).toBe(0);
    const many = Array.from({ length: 20 }, (_, index) => ({ name: `column_${index}`, type: "VARCHAR" }));
    const hidden = presentTable({ columns: many, rows: [many.map(() => "some text")] }, 60);
    expect(Math.max(...hidden.text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(hidden.columnsHidden).toBeGreaterThan(10);
  });

  it("show a maximum number of rows", () => {
    const rows = (length: number) => Array.from({ length }, () => ["x", 1]);
    expect(presentTable({ columns, rows: rows(ROWS_SHOWN_MAX) }, 80).rowsHidden).toBe(0);
    expect(presentTable({ columns, rows: rows(ROWS_SHOWN_MAX + 1) }, 80).rowsHidden).toBe(1);
    expect(countLine(12_345, 1_234)).toBe("12,345 rows (1.23 s)");
  });
});

describe("typed input", () => {
  async function type(text: string, folder = temporaryFolder()) {
    const { shell, sql, said, written } = openShell("table");
    const input = new PassThrough();
    const output = new PassThrough().resume();
    const historyPath = join(folder, "state", "history");
    const running = runRepl(shell, input, output, historyPath);
    input.end(text);
    await running;
    return { sql, said, written };
  }

  it("runs, and goes on after a mistake, until .quit or the end", async () => {
    const first = await type("SELECT\n1;\n.nothing\nSELECT 2;\n");
    expect(first.sql.queries).toEqual(["SELECT\n1", "SELECT 2"]);
    expect(first.said).toContain("unknown command .nothing; .help lists the commands");
    const second = await type("SELECT 1;\n.quit\nSELECT 2;\n");
    expect(second.sql.queries).toEqual(["SELECT 1"]);
  });

  it("is remembered in the user's own folder", () => {
    expect(historyPath({ XDG_STATE_HOME: "/state" })).toBe("/state/headcount/sql-history");
    expect(historyPath({})).toMatch(/\.local\/state\/headcount\/sql-history$/);
    const path = join(temporaryFolder(), "new", "history");
    expect(readHistory(path)).toEqual([]);
    writeHistory(path, ["SELECT 2;", "SELECT 1;"]);
    expect(readFileSync(path, "utf8")).toBe("SELECT 1;\nSELECT 2;\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readHistory(path)).toEqual(["SELECT 2;", "SELECT 1;"]);
    writeHistory(join(path, "below-a-file"), ["x"]);
    expect(existsSync(join(path, "below-a-file"))).toBe(false);
  });

  it("is completed: commands, names of views, macros and columns", async () => {
    const complete = await openCompleter(new FakeSql());
    expect(complete(".sch")).toEqual([[".schema"], ".sch"]);
    expect(complete(".schema ev")).toEqual([["events"], "ev"]);
    expect(complete(".example b")).toEqual([["busiest-hour"], "b"]);
    expect(complete("SELECT coun")).toEqual([["count_at("], "coun"]);
    expect(complete("SELECT ")).toEqual([[], ""]);
  });

  it("stops a query by Ctrl-C, and forgets a line", async () => {
    const { shell, sql, said } = openShell("table");
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const output = Object.assign(new PassThrough().resume(), { isTTY: true, columns: 80 });
    const historyPath = join(temporaryFolder(), "history");
    const running = runRepl(shell, input, output, historyPath);
    sql.before = async (signal) => {
      if (sql.queries.length > 1) return;
      await once(signal, "abort");
      throw signal.reason;
    };
    input.write("SELECT forever;\r");
    await expect.poll(() => sql.queries).toEqual(["SELECT forever"]);
    input.write("\u0003");
    await expect.poll(() => said).toContain("stopped");
    input.write("SELECT half\r");
    await expect.poll(() => shell.isPending).toBe(true);
    input.write("\u0003");
    await expect.poll(() => shell.isPending).toBe(false);
    input.write("SELECT 2;\r");
    await expect.poll(() => sql.queries).toEqual(["SELECT forever", "SELECT 2"]);
    input.write("\u0004");
    await running;
  });
});

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

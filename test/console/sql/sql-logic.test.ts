import { describe, expect, it } from "vitest";
import { quickChart, timeOf, valueText } from "../../../console/src/pages/sql/result-values.ts";
import { addToHistory, errorOffset } from "../../../console/src/pages/sql/sql-api.ts";

describe("the position in an error message", () => {
  const query = "SELECT a,\n  avge(b)\nFROM t";

  it("is an offset in the query", () => {
    const message = `Catalog Error: no avge\n\nLINE 2:   avge(b)\n${" ".repeat("LINE 2:   ".length)}^`;
    expect(errorOffset(message, query)).toBe(query.indexOf("avge"));
  });

  it("is found in a shortened line", () => {
    const long = `SELECT ${"x, ".repeat(100)}wrong, ${"y, ".repeat(100)}1`;
    const stretch = long.slice(250, 330);
    const caret = "LINE 1: ...".length + stretch.indexOf("wrong");
    const message = `Binder Error: no wrong\n\nLINE 1: ...${stretch}...\n${" ".repeat(caret)}^`;
    expect(errorOffset(message, long)).toBe(long.indexOf("wrong"));
  });

  it("is null without a caret, or beyond the end", () => {
    expect(errorOffset("the query took longer than 60 s", query)).toBeNull();
    expect(errorOffset("LINE 9: x\n        ^", query)).toBeNull();
  });
});

describe("a quick chart", () => {
  const integer = { name: "n", type: "BIGINT" };

  it("has lines over time in its order", () => {
    const columns = [{ name: "at", type: "TIMESTAMP" }, integer, { name: "s", type: "VARCHAR" }];
    const rows = [
      ["2024-05-06T11:00:00.000Z", 2, "a"],
      ["2024-05-06T10:00:00.000Z", null, "b"],
    ];
    expect(quickChart({ columns, rows })).toEqual({
      kind: "lines",
      times: [Date.UTC(2024, 4, 6, 10), Date.UTC(2024, 4, 6, 11)],
      series: [{ name: "n", values: [null, 2] }],
    });
  });

  it("has bars for other columns, also for null", () => {
    const columns = [{ name: "name", type: "VARCHAR" }, integer, { name: "d", type: "DECIMAL(18,3)" }];
    const rows = [
      ["a", 1, 0.5],
      [null, "9007199254740993", 1],
    ];
    expect(quickChart({ columns, rows })).toMatchObject({
      kind: "bars",
      labels: ["a", "NULL"],
      series: [{ values: [1, 9007199254740992] }, { name: "d" }],
    });
  });

  it("is null for one row, or without numbers", () => {
    const columns = [{ name: "name", type: "VARCHAR" }, integer];
    const nulls = [
      ["a", null],
      ["b", null],
    ];
    expect(quickChart({ columns, rows: nulls })).toBeNull();
    expect(quickChart({ columns, rows: [["a", 1]] })).toBeNull();
    expect(quickChart({ columns: columns.slice(0, 1), rows: [["a"], ["b"]] })).toBeNull();
  });
});

describe("values", () => {
  it("are short, without zero fractions", () => {
    expect(valueText(498.71760000001, { name: "a", type: "DOUBLE" })).toBe("498.7176");
    expect(valueText("2024-05-06T10:00:00.000Z", { name: "t", type: "TIMESTAMP" })).toBe(
      "2024-05-06 10:00:00Z",
    );
    expect(valueText("2024-05-06T10:00:00.250", { name: "local_t", type: "TIMESTAMP" })).toBe(
      "2024-05-06 10:00:00.250",
    );
    expect(valueText(["a", 1], { name: "l", type: "VARCHAR[]" })).toBe('["a",1]');
  });

  it("have times in UTC", () => {
    expect(timeOf("2024-05-06")).toBe(Date.UTC(2024, 4, 6));
    expect(timeOf("2024-05-06T10:00:00.000")).toBe(Date.UTC(2024, 4, 6, 10));
    expect(timeOf(null)).toBeNaN();
  });
});

it("the history has 20 queries, each once, the newest first", () => {
  const past = Array.from({ length: 20 }, (_, index) => ({ query: `SELECT ${index}`, at: index }));
  const again = addToHistory(past, { query: "SELECT 7", at: 100 });
  expect(again).toHaveLength(20);
  expect(again[0]).toEqual({ query: "SELECT 7", at: 100 });
  expect(again.filter(({ query }) => query === "SELECT 7")).toHaveLength(1);
  const more = addToHistory(past, { query: "SELECT 'new'", at: 100 });
  expect(more).toHaveLength(20);
  expect(more.at(-1)?.query).toBe("SELECT 18");
});

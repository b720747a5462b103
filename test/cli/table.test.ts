import { expect, it } from "vitest";
import { table } from "../../src/cli/text-table.ts";

/** A number of rows, of which the last has the widest cells. */
function rowsOf(count: number): [string, number][] {
  return Array.from({ length: count }, (_, row) => [row === count - 1 ? "the 最後 one" : "a", row]);
}

/** A table's lines, without the blanks and rules that fill its columns. */
function unfilled(text: string): string[] {
  return text.split("\n").map((line) => line.replaceAll(/ +/g, " ").replaceAll(/─+/g, "─"));
}

it.each([0, 1, 50, 51, 100, 1_000])("lays %i rows out as one table", (count) => {
  const text = table(["name", "n"], rowsOf(count));
  expect(unfilled(text)).toEqual([
    "┌─┬─┐",
    "│ name │ n │",
    ...(count === 0 ? [] : ["├─┼─┤"]),
    ...rowsOf(count).map(([name, n]) => `│ ${name} │ ${n} │`),
    "└─┴─┘",
  ]);
  // Wide characters take two columns each.
  const widths = text.split("\n").map((line) => line.length + (line.includes("最後") ? 2 : 0));
  expect(new Set(widths).size).toBe(1);
});

it("takes time as there are rows, not as their square", { timeout: 10_000 }, () => {
  expect(table(["name", "n"], rowsOf(20_000)).split("\n")).toHaveLength(20_004);
});

import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Figure } from "./harness.ts";
import type { Machine } from "./machine.ts";

const RESULTS_FOLDER = fileURLToPath(new URL("results/", import.meta.url));

/** Prints the figures of one benchmark as a table with one row per figure. */
export function printTable(figures: readonly Figure[]): void {
  const [first] = figures;
  if (first === undefined) return;
  const names = [...new Set(figures.flatMap((figure) => Object.keys(figure.values)))];
  const rows = figures.map((figure) => [
    figure.name,
    figure.events === null ? "" : formatCount(figure.events),
    ...names.map((name) => (figure.values[name] === undefined ? "" : formatNumber(figure.values[name]))),
  ]);
  const head = [first.bench, "events", ...names.map((name) => name.replaceAll("_", " "))];
  const widths = head.map((text, column) =>
    Math.max(text.length, ...rows.map((row) => (row[column] as string).length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number)))
      .join("  ");
  console.log(`\n${line(head)}\n${widths.map((width) => "-".repeat(width)).join("  ")}`);
  for (const row of rows) console.log(line(row));
}

/** Appends figures to the results file of the day, one JSON object per line, and returns its path. */
export function record(figures: readonly Figure[], machine: Machine, date: Date): string {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const file = join(RESULTS_FOLDER, `${date.toISOString().slice(0, 10)}.jsonl`);
  for (const { bench, name, peer, events, values, runsMs } of figures) {
    const result = {
      date: date.toISOString(),
      ...machine,
      bench,
      name,
      ...(peer === undefined ? {} : { peer }),
      events,
      ...mapValues(values, rounded),
      runs_ms: runsMs.map(rounded),
    };
    appendFileSync(file, `${JSON.stringify(result)}\n`);
  }
  return file;
}

function mapValues(
  values: Readonly<Record<string, number>>,
  change: (value: number) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** Rounds to four significant digits; measurements repeat less exactly than that. */
function rounded(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(4));
}

function formatNumber(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value >= 10 ? value.toFixed(1) : value.toPrecision(3);
}

function formatCount(count: number): string {
  return count >= 1e6 ? `${(count / 1e6).toFixed(1)} M` : count.toLocaleString("en");
}

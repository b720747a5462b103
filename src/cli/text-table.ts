import Table from "cli-table3";
import stringWidth from "string-width";
import type { ClusterAnswer } from "../schemas/cluster.ts";
import { durationOf } from "./process.ts";

/** The most rows of a query's result on a terminal; files have all rows. */
export const ROWS_SHOWN_MAX = 1_000;

/** The narrowest column of a result, in characters; a table that is still too wide loses columns. */
const COLUMN_WIDTH_MIN = 10;

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)/;

type Rows = readonly (readonly string[])[];

/** Formats rows as a table; columns of numbers and percentages are aligned right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const areNumeric = head.map(
    (_, index) => texts.length > 0 && texts.every((row) => /^[\d.]*( %)?$/.test(row[index] ?? "")),
  );
  return drawn(head, texts, areNumeric);
}

type Mirror = ClusterAnswer["nodes"][number]["mirrors"][number];

/** Formats how far mirrors are as a table. What is not known yet is empty. */
export function mirrorTable(mirrors: readonly Mirror[]): string {
  const rows = mirrors.map(({ database, lag_events, lag_seconds, as_of, rows_per_second, error }) => [
    database,
    lag_events ?? "",
    lag_seconds === null ? "" : durationOf(lag_seconds),
    as_of ?? "",
    rows_per_second ?? "",
    error ?? "",
  ]);
  return table(["mirror", "missing events", "behind", "as of", "rows/s", "error"], rows);
}

export interface SqlTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * Formats a result within a width in characters: shortens cells first, then leaves out columns.
 *
 * @returns the text, and how many columns and rows are left out
 */
export function presentTable({ columns, rows }: SqlTable, width: number) {
  const shown = rows.slice(0, ROWS_SHOWN_MAX).map((row) => row.map(cellText));
  const widths = fitColumns(
    columns.map(({ name }, index) => widthOf(name, index, shown)),
    width,
  );
  const fitted = columns.slice(0, widths.length);
  const areNumeric = fitted.map(({ type }) => NUMERIC.test(type) && !type.endsWith("]"));
  return {
    text: drawn(
      fitted.map(({ name }) => name),
      shown.map((row) => row.slice(0, fitted.length)),
      areNumeric,
      widths,
    ),
    columnsHidden: columns.length - fitted.length,
    rowsHidden: rows.length - shown.length,
  };
}

/** The width of the widest cell of a column, in characters of a terminal: some take two, or none. */
function widthOf(name: string, index: number, rows: Rows): number {
  return rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? "")), stringWidth(name));
}

/** @param widths of the columns, in characters, into which cells are cut; by default those of the widest cells */
function drawn(
  head: readonly string[],
  rows: Rows,
  areNumeric: readonly boolean[],
  widths?: readonly number[],
): string {
  const drawing = new Table({
    head: [...head],
    colAligns: areNumeric.map((isNumeric) => (isNumeric ? "right" : "left")),
    ...(widths && { colWidths: widths.map((width) => width + 2) }),
    style: { head: [], border: [], compact: true },
  });
  drawing.push(...rows.map((row) => [...row]));
  return drawing.toString();
}

/** Widths of the columns that fit: the widest columns shrink first, then the last are left out. */
function fitColumns(natural: readonly number[], width: number): number[] {
  // Each cell has a space on either side and a border.
  const fits = (widths: readonly number[]) => widths.reduce((sum, each) => sum + each + 3, 1) <= width;
  const shrunk = (most: number) => natural.map((each) => Math.min(each, most));
  let most = Math.min(Math.max(...natural), width);
  while (most > COLUMN_WIDTH_MIN && !fits(shrunk(most))) most--;
  const widths = shrunk(most);
  while (!fits(widths)) widths.pop();
  return widths;
}

/** A value in a cell, on one line. Control characters are replaced, because terminals interpret them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\p{Cc}/gu, (character) => (character === "\n" ? "⏎" : "�"));
}

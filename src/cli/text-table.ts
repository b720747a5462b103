import stringWidth from "string-width";

/** The most rows of a query's result on a terminal; files have all rows. */
export const ROWS_SHOWN_MAX = 1_000;

/** The narrowest column of a result, in characters; a table that is still too wide loses columns. */
const COLUMN_WIDTH_MIN = 10;

/** SQL types whose values are aligned right. */
const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)/;

type Rows = readonly (readonly string[])[];

/** Formats rows as a table; columns of numbers and percentages are aligned right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const columns = head.map((name, index) => ({
    name,
    isNumeric: texts.length > 0 && texts.every((row) => /^[\d.]*( %)?$/.test(row[index] ?? "")),
    width: widthOf(name, index, texts),
  }));
  return layOut(columns, texts);
}

/** The result of a query in JSON. */
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
  const fitted = columns.slice(0, widths.length).map(({ name, type }, index) => ({
    name,
    isNumeric: NUMERIC.test(type) && !type.endsWith("]"),
    width: widths[index] ?? 0,
  }));
  return {
    text: layOut(fitted, shown),
    columnsHidden: columns.length - fitted.length,
    rowsHidden: rows.length - shown.length,
  };
}

/** The width of the widest cell of a column, in characters of a terminal: some take two, or none. */
function widthOf(name: string, index: number, rows: Rows): number {
  return rows.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? "")), stringWidth(name));
}

interface ColumnLayout {
  readonly name: string;
  readonly isNumeric: boolean;
  readonly width: number;
}

function layOut(columns: readonly ColumnLayout[], rows: Rows): string {
  const rule = (left: string, middle: string, right: string) =>
    `${left}${columns.map(({ width }) => "─".repeat(width + 2)).join(middle)}${right}`;
  const line = (cells: readonly string[]) =>
    `│${columns.map((column, index) => ` ${padded(cells[index] ?? "", column)} `).join("│")}│`;
  const body = rows.length === 0 ? [] : [rule("├", "┼", "┤"), ...rows.map(line)];
  return [rule("┌", "┬", "┐"), line(columns.map(({ name }) => name)), ...body, rule("└", "┴", "┘")].join(
    "\n",
  );
}

/** A text that fills its column; an ellipsis stands for what has no room. */
function padded(text: string, { isNumeric, width }: ColumnLayout): string {
  const characters = [...text].slice(0, width + 1);
  let shown = characters.join("");
  while (stringWidth(shown) > width) {
    characters.pop();
    shown = `${characters.join("")}…`;
  }
  const blanks = " ".repeat(width - stringWidth(shown));
  return isNumeric ? blanks + shown : shown + blanks;
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

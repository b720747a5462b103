import Table from "cli-table3";

/** The most rows of a query's result on a terminal; files have all rows. */
export const ROWS_SHOWN_MAX = 1_000;

/** The narrowest column of a result, in characters; a table that is still too wide loses columns. */
const COLUMN_WIDTH_MIN = 10;

/** Rows of one layout: the time of a layout grows faster than the number of rows. */
const CHUNK_ROWS = 50;

/** SQL types whose values are aligned right. */
const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)/;

/** Formats rows as a table; columns of numbers and percentages are aligned right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const columns = head.map((name, index) => ({
    name,
    isNumeric: rows.length > 0 && rows.every((row) => /^[\d.]*( %)?$/.test(String(row[index]))),
    width: rows.reduce((widest, row) => Math.max(widest, widthOf(String(row[index]))), widthOf(name)),
  }));
  return layOut(columns, rows);
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
  const natural = columns.map(({ name }, index) =>
    Math.max(name.length, ...shown.map((row) => row[index]?.length ?? 0)),
  );
  const fitted = fitColumns(natural, width).map((each, index) => {
    const { name = "", type = "" } = columns[index] ?? {};
    return { name, isNumeric: NUMERIC.test(type) && !type.endsWith("]"), width: each + 2 };
  });
  return {
    text: layOut(
      fitted,
      shown.map((row) => row.slice(0, fitted.length)),
    ),
    columnsHidden: columns.length - fitted.length,
    rowsHidden: rows.length - shown.length,
  };
}

interface ColumnLayout {
  readonly name: string;
  readonly isNumeric: boolean;
  /** In characters, with the padding. */
  readonly width: number;
}

function layOut(columns: readonly ColumnLayout[], rows: readonly (readonly (string | number)[])[]): string {
  const linesOf = (chunk: typeof rows): string[] => {
    const made = new Table({
      head: columns.map(({ name }) => name),
      colAligns: columns.map(({ isNumeric }) => (isNumeric ? "right" : "left")),
      colWidths: columns.map(({ width }) => width),
      style: { head: [], border: [], compact: true },
    });
    made.push(...chunk.map((row) => [...row]));
    return made.toString().split("\n");
  };
  const lines = linesOf(rows.slice(0, CHUNK_ROWS));
  // The next part replaces the bottom line, without its own head.
  for (let start = CHUNK_ROWS; start < rows.length; start += CHUNK_ROWS)
    lines.splice(-1, 1, ...linesOf(rows.slice(start, start + CHUNK_ROWS)).slice(3));
  return lines.join("\n");
}

/** The width of a column that a cell fills, with its padding. */
function widthOf(cell: string): number {
  if (/^[ -~]*$/.test(cell)) return cell.length + 2;
  // Some characters take two columns or none. The line above the cell shows the width that the library computes.
  const made = new Table({ style: { head: [], border: [] } });
  made.push([cell]);
  return made.toString().indexOf("\n") - 2;
}

/** Widths of the columns that fit: the widest columns shrink first, then the last are left out. */
function fitColumns(natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  // Each cell has a space on either side and a border.
  const excess = () => widths.reduce((sum, each) => sum + each + 3, 1) - width;
  while (excess() > 0 && widths.length > 0) {
    const widest = Math.max(...widths);
    const next = Math.max(COLUMN_WIDTH_MIN, ...widths.filter((each) => each < widest));
    if (widest <= COLUMN_WIDTH_MIN) widths.pop();
    else {
      const count = widths.filter((each) => each === widest).length;
      const cut = Math.max(next, widest - Math.ceil(excess() / count), COLUMN_WIDTH_MIN);
      for (const [index, each] of widths.entries()) if (each === widest) widths[index] = cut;
    }
  }
  return widths;
}

/** A value in a cell, on one line. Control characters are replaced, because terminals interpret them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\p{Cc}/gu, (character) => (character === "\n" ? "⏎" : "�"));
}

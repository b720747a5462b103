import Table from "cli-table3";

/** A result in JSON. */
export interface SqlTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The most rows of a table on a terminal; files have all rows. */
export const ROWS_SHOWN_MAX = 1_000;

/** The narrowest column, in characters; a table that is still too wide loses columns. */
const COLUMN_WIDTH_MIN = 10;

/** Types whose values are aligned right. */
const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)/;

/** A result as a text table, and how much of it is left out. */
export interface Presented {
  readonly text: string;
  readonly columnsHidden: number;
  readonly rowsHidden: number;
}

/** Formats a result within a width in characters: shortens cells first, then leaves out columns. */
export function presentTable({ columns, rows }: SqlTable, width: number): Presented {
  const shown = rows.slice(0, ROWS_SHOWN_MAX).map((row) => row.map(cellText));
  const natural = columns.map(({ name }, index) =>
    Math.max(name.length, ...shown.map((row) => row[index]?.length ?? 0)),
  );
  const widths = fitColumns(natural, width);
  const table = new Table({
    head: columns.slice(0, widths.length).map(({ name }) => name),
    colAligns: columns.map(({ type }) => (NUMERIC.test(type) && !type.endsWith("]") ? "right" : "left")),
    colWidths: widths.map((each) => each + 2),
    style: { head: [], border: [], compact: true },
  });
  table.push(...shown.map((row) => row.slice(0, widths.length)));
  return {
    text: table.toString(),
    columnsHidden: columns.length - widths.length,
    rowsHidden: rows.length - shown.length,
  };
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

/** `1,234 rows (5.6 ms)`. */
export function countLine(rows: number, elapsedMs: number | null): string {
  const noun = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
  return elapsedMs === null ? noun : `${noun} (${durationText(elapsedMs)})`;
}

function durationText(ms: number): string {
  return ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

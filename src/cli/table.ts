import Table from "cli-table3";

/** Rows of one layout: the time of a layout grows faster than the number of rows. */
const CHUNK_ROWS = 50;

/** Formats rows as a table; columns of numbers and percentages are aligned right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = (column: number) =>
    rows.length > 0 && rows.every((row) => /^[\d.]*( %)?$/.test(String(row[column])));
  const colAligns = head.map((_, column) => (isNumeric(column) ? ("right" as const) : ("left" as const)));
  const colWidths = head.map((name, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(String(row[column]))), widthOf(name)),
  );
  const layOut = (chunk: typeof rows): string[] => {
    const style = { head: [], border: [], compact: true };
    const made = new Table({ head: [...head], colAligns, colWidths, style });
    made.push(...chunk.map((row) => [...row]));
    return made.toString().split("\n");
  };
  const lines = layOut(rows.slice(0, CHUNK_ROWS));
  // The next part replaces the bottom line, without its own head.
  for (let start = CHUNK_ROWS; start < rows.length; start += CHUNK_ROWS)
    lines.splice(-1, 1, ...layOut(rows.slice(start, start + CHUNK_ROWS)).slice(3));
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

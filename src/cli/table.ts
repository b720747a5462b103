import Table from "cli-table3";

/** Rows laid out at a time: the time that a layout takes grows faster than they do. */
const CHUNK_ROWS = 50;

/** Lays rows out under a head; columns of numbers and shares stand to the right. */
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
  // What follows takes the place of the line below; its own head is left out.
  for (let start = CHUNK_ROWS; start < rows.length; start += CHUNK_ROWS)
    lines.splice(-1, 1, ...layOut(rows.slice(start, start + CHUNK_ROWS)).slice(3));
  return lines.join("\n");
}

/** How wide a column is that such a cell fills, its blanks included. */
function widthOf(cell: string): number {
  if (/^[ -~]*$/.test(cell)) return cell.length + 2;
  // Some characters take two columns, some none: a table knows, which measures by the line above the cell.
  const made = new Table({ style: { head: [], border: [] } });
  made.push([cell]);
  return made.toString().indexOf("\n") - 2;
}

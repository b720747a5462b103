import Table from "cli-table3";

/** Lays rows out under a head; columns of numbers and shares stand to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = (column: number) =>
    rows.length > 0 && rows.every((row) => /^[\d.]*( %)?$/.test(String(row[column])));
  const made = new Table({
    head: [...head],
    colAligns: head.map((_, column) => (isNumeric(column) ? "right" : "left")),
    style: { head: [], border: [], compact: true },
  });
  made.push(...rows.map((row) => [...row]));
  return made.toString();
}

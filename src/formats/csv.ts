import { stringify } from "csv-stringify/sync";
import { formatInstant } from "../domain/instant.ts";
import { type Column, formatReal } from "../domain/table-columns.ts";

/** Writes rows as CSV with a header, batch by batch; null is an empty cell (D29). */
export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([columns.map(({ name }) => name)]);
  for await (const rows of batches)
    yield stringify(rows.map((row) => columns.map((column) => cell(column, row))));
}

function cell<Row>({ kind, read }: Column<Row>, row: Row): string | number | null {
  const value = read(row);
  if (typeof value !== "number") return value;
  return kind === "instant" ? formatInstant(value) : kind === "real" ? formatReal(value) : value;
}

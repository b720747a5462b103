import { type Options, stringify } from "csv-stringify/sync";
import { formatInstant } from "../../domain/instant.ts";
import { type Column, formatReal } from "../../domain/table-columns.ts";

/** CSV as programs read it (RFC 4180), and for Excel. */
export type CsvFormat = "csv" | "excel-csv";

/** Excel recognizes UTF-8 by the byte order mark, and would execute a text that is a formula. */
const OPTIONS: Readonly<Record<CsvFormat, Options>> = {
  csv: {},
  "excel-csv": { record_delimiter: "windows", escape_formulas: true },
};

/** Writes rows as CSV with a header, batch by batch; null is an empty cell (D29). */
export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  format: CsvFormat = "csv",
): AsyncGenerator<string> {
  const options = OPTIONS[format];
  yield stringify([columns.map(({ name }) => name)], { ...options, bom: format === "excel-csv" });
  for await (const rows of batches)
    yield stringify(
      rows.map((row) => columns.map((column) => cell(column, row))),
      options,
    );
}

function cell<Row>({ kind, read }: Column<Row>, row: Row): string | number | null {
  const value = read(row);
  if (typeof value !== "number") return value;
  return kind === "instant" ? formatInstant(value) : kind === "real" ? formatReal(value) : value;
}

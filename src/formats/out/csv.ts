import { type Options, stringify } from "csv-stringify/sync";
import { formatInstant } from "../../domain/instant.ts";
import { type Column, formatReal } from "../../domain/table-columns.ts";

/** CSV as programs read it, with line ends of one character or of two (RFC 4180), and for Excel. */
export type CsvFormat = "csv" | "crlf-csv" | "excel-csv";

/** Excel recognizes UTF-8 by the byte order mark. A cell with a part of a line end is quoted, so that no row begins in it. */
const OPTIONS: Readonly<Record<CsvFormat, Options>> = {
  csv: {},
  "crlf-csv": { record_delimiter: "windows" },
  "excel-csv": { record_delimiter: "windows", quote_record_delimiter: true },
};

/**
 * A text that a spreadsheet would execute: a formula, also behind what cannot be seen (white space, controls, formats,
 * fillers), in the forms of its first character that spreadsheets read alike, or behind a tab or line end (OWASP, CSV
 * injection).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

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
      rows.map((row) => columns.map((column) => cell(column, row, format))),
      options,
    );
}

function cell<Row>({ kind, read }: Column<Row>, row: Row, format: CsvFormat): string | number | null {
  const value = read(row);
  if (typeof value === "string") return format === "excel-csv" && FORMULA.test(value) ? `'${value}` : value;
  if (value === null) return null;
  return kind === "instant" ? formatInstant(value) : kind === "real" ? formatReal(value) : value;
}

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { STRUCT, structValue, VARCHAR } from "@duckdb/node-api";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseText } from "csv-parse/sync";
import type { FileLayout } from "../../domain/file-layout.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import { chooseFields, type FieldExpressions, fieldExpressions } from "./field-expressions.ts";
import {
  exactPath,
  type InputFile,
  linesExpected,
  type TextRow,
  type TextRows,
  unreadable,
} from "./input-file.ts";
import { type CellRow, cellOf, readCells, readTexts } from "./read-texts.ts";
import type { ReadFile } from "./rejected-rows.ts";

/**
 * Reads a CSV file into the `report` table. DuckDB splits it into cells several times faster than the program, which
 * splits the files that DuckDB cannot.
 *
 * @returns the file; the texts of its rows are as in the file if the program splits it, or else have the same values
 */
export async function readCsv(
  connection: Connection,
  file: InputFile,
  layout: FileLayout,
): Promise<ReadFile> {
  const table = openTable(file, layout);
  const { names } = table;
  const used = new Set<number>();
  const chosen = chooseFields(file.name, names, layout, { where: describeColumns(file, table) });
  const expressions = fieldExpressions(chosen, (column) => {
    const index = names.indexOf(column);
    used.add(index);
    return cellOf(index);
  });
  file.meter.rowsExpected = linesExpected(file);
  const split = table.skipped > 0 ? null : await splitByDuckDb(connection, file, table, layout, expressions);
  if (split !== null) return split;
  await connection.run(statement("load/create-report"));
  const indexes = [...used];
  const batches = splitByProgram(file, table, indexes, false);
  const rows = await readCells(connection, layout, expressions, indexes, batches);
  return { ...rows, names, text: "rowid", lines: () => linesOf(file, table) };
}

/**
 * Splits and reads a file by DuckDB.
 *
 * @returns the file; null if DuckDB cannot: it fails as a whole if a row is malformed, and takes a quote after a blank as
 * part of the text
 */
async function splitByDuckDb(
  connection: Connection,
  file: InputFile,
  { names, delimiter, hasHeader }: Table,
  layout: FileLayout,
  expressions: FieldExpressions,
): Promise<ReadFile | null> {
  const cells = names.map((_, index) => cellOf(index));
  try {
    const rows = await readTexts(connection, layout, expressions, {
      source: "csv_cells($path, $delimiter, $cells, $has_header)",
      values: {
        path: exactPath(file),
        delimiter,
        cells: structValue(Object.fromEntries(cells.map((cell) => [cell, "VARCHAR"]))),
        has_header: hasHeader,
      },
      types: { cells: STRUCT(Object.fromEntries(cells.map((cell) => [cell, VARCHAR]))) },
    });
    if ((await connection.row(statement("load/has-quotes"))).found) return null;
    return { ...rows, names, text: `csv_text([${cells.join(", ")}], $delimiter)` };
  } catch (error) {
    // DuckDB cannot split the file into rows.
    if (error instanceof Error && /^Invalid Input Error: .*\bCSV\b/.test(error.message)) return null;
    throw error;
  }
}

const BATCH_ROWS = 16_384;

/** A longer row has a quote that is not closed. */
const ROW_BYTES_MAX = 4 * 1024 * 1024;

/**
 * The rows of a file in batches.
 *
 * @param used the indexes of the cells that each row gets
 * @param hasTexts whether it gets its text, too
 * @throws HeadcountError `unreadable-input` if a row cannot be split
 */
async function* splitByProgram(
  { name, path, size, meter }: InputFile,
  table: Table,
  used: readonly number[],
  hasTexts: boolean,
): AsyncGenerator<readonly TextRow[]> {
  let rows: TextRow[] = [];
  let linesRead = table.skipped + (table.hasHeader ? 1 : 0);
  const parser = parse({
    ...rowSplitting(table),
    raw: hasTexts,
    on_record: (cells, { lines }) => {
      linesRead = lines;
      return cells;
    },
  });
  const source = meter.open(path, size);
  try {
    for await (const split of pipeline(source, parser, () => undefined)) {
      const cells = usedCells(hasTexts ? split.record : split, table.names.length, used);
      rows.push({ ...cells, text: hasTexts ? textOf(split.raw) : null });
      if (rows.length < BATCH_ROWS) continue;
      yield rows;
      meter.addRows(rows.length);
      rows = [];
    }
  } catch (error) {
    // The parser would skip other rows too, those after the wrong one in the same part of the file.
    if (!(error instanceof CsvError)) throw error;
    const isAfterQuote = error.code === "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE";
    const why = isAfterQuote ? "a text after a closing quote" : "a quote that is not closed";
    throw unreadable(name, `the row that begins in line ${linesRead + 1} has ${why}`, { cause: error });
  }
  yield rows;
}

/** The text of each row of a file, as `splitByProgram` splits it. */
async function* linesOf({ path }: InputFile, table: Table): AsyncGenerator<string> {
  const parser = parse({ ...rowSplitting(table), raw: true });
  for await (const { raw } of pipeline(createReadStream(path), parser, () => undefined)) yield textOf(raw);
}

/** The text of a row. The parser counts blank lines to the row after them. */
function textOf(raw: unknown): string {
  return String(raw).replace(/^\s*[\r\n]|[\r\n]+$/g, "");
}

export function openCsvRows(file: InputFile, layout: FileLayout<string>): TextRows {
  const table = openTable(file, layout);
  const { names } = table;
  const indexOf = (column: string) => names.indexOf(column);
  return {
    names,
    where: describeColumns(file, table, "reading"),
    isExact: false,
    read: (columns) => splitByProgram(file, table, columns.map(indexOf), true),
    close() {},
  };
}

function rowSplitting({ delimiter, skipped, hasHeader }: Table): Options {
  return {
    ...SPLITTING,
    delimiter,
    from_line: skipped + 1,
    from: hasHeader ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: ROW_BYTES_MAX,
  };
}

/** The replacement of bytes that are not UTF-8. */
const NOT_UTF8 = "\ufffd";

/** The texts of a cell behind the last column that is ignored. DuckDB takes a zero byte for nothing there. */
const EMPTY_CELLS: readonly (string | undefined)[] = ["", "\0"];

/** The cells of a row with some indexes, and why the row cannot be read, or null. */
function usedCells(row: readonly string[], columns: number, used: readonly number[]): CellRow {
  const isWhole = row.length === columns || (row.length === columns + 1 && EMPTY_CELLS.includes(row.at(-1)));
  const values = used.map((index) => row[index] ?? null);
  const isText = !values.some((cell) => cell?.includes(NOT_UTF8));
  return { values, problem: !isWhole ? "malformed-row" : isText ? null : "not-utf8" };
}

/** How rows are split, other than by the delimiter. */
const SPLITTING = { bom: true, trim: true, skip_empty_lines: true, record_delimiter: ["\r\n", "\n", "\r"] };

/** Possible delimiters. The one that splits the first line into most columns is used. */
const DELIMITERS = [",", ";", "\t", "|"];

/** Characters that no column name has: control characters, and the replacement of bytes that are not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

type Table = ReturnType<typeof openTable>;

const LINE_END = /\r\n|\n|\r/;

/** A line that tells a spreadsheet program the delimiter. */
const DELIMITER_LINE = /^\ufeff?sep=(.)\s*$/i;

/**
 * Finds the columns of a CSV file. Blank lines before them are skipped, and a line such as `sep=;`.
 *
 * @returns `skipped` has the number of lines before the header, or before the first row
 * @throws HeadcountError `unreadable-input` if the file has none
 */
function openTable({ name, head }: InputFile, { skippedLines, hasHeader }: FileLayout<string>) {
  const lines = head.split(LINE_END);
  let skipped = skippedLines;
  let delimiters = DELIMITERS;
  for (; skipped < lines.length; skipped++) {
    const line = lines[skipped] as string;
    const [, delimiter] = DELIMITER_LINE.exec(line) ?? [];
    if (delimiter !== undefined) delimiters = [delimiter];
    else if (line.replace("\ufeff", "").trim() !== "") break;
  }
  const text = lines.slice(skipped).join("\n");
  const choices = delimiters.map((delimiter) => ({ delimiter, cells: firstRow(text, delimiter) }));
  const [best] = choices.sort((a, b) => b.cells.length - a.cells.length);
  if (skipped === lines.length) throw unreadable(name, "it has blank lines only");
  if (best === undefined || best.cells.length === 0 || best.cells.some((cell) => NOT_TEXT.test(cell)))
    throw notText(name, best?.cells ?? []);
  const { delimiter, cells } = best;
  if (hasHeader && cells.every((cell) => cell === ""))
    throw unreadable(name, "its first line should name the columns");
  const names = hasHeader ? cells : cells.map((_, index) => String(index + 1));
  return { names, delimiter, skipped, hasHeader };
}

/** Says where the columns are named, and whether a later line seems to name them, or none. */
function describeColumns({ head }: InputFile, { names, skipped, hasHeader }: Table, what = "event"): string {
  const lines = head.split(LINE_END).slice(0, skipped + TITLE_LINES_MAX);
  // Columns of a later line, by the delimiter that makes most of it.
  const widthOf = (line: string) => Math.max(...DELIMITERS.map((each) => firstRow(line, each).length));
  const widths = lines.map((line, index) => (index > skipped ? widthOf(line) : names.length));
  const most = Math.max(...widths);
  const later = widths.indexOf(most);
  let hint = "";
  if (most > names.length) hint = `line ${later + 1} has more columns (--skip-lines ${later}); `;
  else if (hasHeader && names.some((name) => /^[-+]?\d/.test(name)))
    hint = `its first row seems to be ${what === "event" ? "an" : "a"} ${what} (--no-header); `;
  return `${hint}its columns${skipped === 0 ? " are" : `, which line ${skipped + 1} names, are`}`;
}

const TITLE_LINES_MAX = 20;

function notText(name: string, cells: readonly string[]) {
  const others = cells.map((cell) => cell.replaceAll(NOT_UTF8, ""));
  return cells.length > 1 && !others.some((cell) => NOT_TEXT.test(cell))
    ? unreadable(name, "the names of its columns are not UTF-8", { remedy: "name-encoding" })
    : unreadable(name, "it is neither a text file nor Parquet");
}

/** The cells of the first row; none if it is not valid CSV with this delimiter. */
function firstRow(text: string, delimiter: string): string[] {
  try {
    const rows: string[][] = parseText(text, { ...SPLITTING, delimiter, to: 1 });
    return rows[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

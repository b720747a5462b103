import { CsvError, parse } from "csv-parse/sync";
import { type InputFile, unreadable } from "./inspect-file.ts";

/** Possible delimiters. The one that splits the header into most columns is used. */
const DELIMITERS = [",", ";", "\t", "|"];

/** Line ends. */
export const ROW_ENDS = ["\r\n", "\n", "\r"];

/** Characters that no column name has: control characters, and the replacement of bytes that are not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const NOT_TEXT = /[\u0000-\u0008\u000e-\u001f\ufffd]/;

export interface CsvHeader {
  readonly names: readonly string[];
  readonly delimiter: string;
}

/**
 * Reads the header of a CSV file.
 *
 * @throws HeadcountError `unreadable-input` where the file has no header
 */
export function csvHeader({ name, head }: InputFile): CsvHeader {
  const choices = DELIMITERS.map((delimiter) => ({ delimiter, names: split(head, delimiter) }));
  const [best] = choices.sort((a, b) => b.names.length - a.names.length);
  const names = best?.names ?? [];
  if (best === undefined || names.some((column) => NOT_TEXT.test(column))) {
    throw unreadable(name, "it is not a text file, nor Parquet or Arrow");
  }
  if (names.every((column) => column === ""))
    throw unreadable(name, "its first line should name the columns");
  return best;
}

/** The names of the header, or none where it is not valid CSV with this delimiter. */
function split(head: string, delimiter: string): string[] {
  try {
    const rows: string[][] = parse(head, {
      delimiter,
      bom: true,
      trim: true,
      to: 1,
      record_delimiter: ROW_ENDS,
    });
    return rows[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

import { CsvError, parse } from "csv-parse/sync";
import type { Connection } from "./database.ts";
import { unreadable } from "./file-format.ts";
import { statement } from "./statements.ts";

/** Characters that may stand between the values of a row; the one that splits the header into most wins. */
const DELIMITERS = [",", ";", "\t", "|"];

/**
 * Reads a CSV file's header.
 *
 * @throws HeadcountError `unreadable-input` where there is none
 */
export async function csvHeader(
  connection: Connection,
  path: string,
): Promise<{ readonly names: readonly string[]; readonly delimiter: string }> {
  const [row] = await connection.rows(statement("load/first-line"), { path });
  const line = row?.["line"];
  if (typeof line !== "string" || line.trim() === "") throw unreadable(path, "its first line should name the columns");
  const choices = DELIMITERS.map((delimiter) => ({ delimiter, names: split(line, delimiter) }));
  const [best] = choices.sort((a, b) => b.names.length - a.names.length);
  if (best === undefined || best.names.length === 0) throw unreadable(path, "its header cannot be split into columns");
  return best;
}

/** The header's names, or none where a quoted name is followed by something other than this delimiter. */
function split(line: string, delimiter: string): string[] {
  try {
    const rows: string[][] = parse(line, { delimiter, bom: true, trim: true });
    return rows[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

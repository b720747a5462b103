import { InvalidArgumentError } from "commander";
import type { FileLayout } from "../domain/file-layout.ts";
import { REPORT_FIELDS, type ReportField } from "../domain/sensor-report.ts";

/**
 * Parses the sources of fields, such as `timestamp=Date+Hour,trajectory=Way:in=1,out=-1`. A name that contains one of
 * the marks `= , : +` is in quotes.
 */
export function fieldMap(text: string): FileLayout["fields"] {
  const fields: Partial<Record<ReportField, { columns: string[]; words?: Map<string, string> }>> = {};
  let words: Map<string, string> | undefined;
  for (const entry of split(text, ",")) {
    const [left = "", ...rest] = split(entry, "=");
    const field = REPORT_FIELDS.find((name) => name === left.trim());
    if (field === undefined) {
      // A further word of the field before.
      addWord(words, [left, ...rest]);
      continue;
    }
    const [columns = "", word, ...more] = split(rest.join("="), ":");
    if (more.length > 0) throw misused();
    words = word === undefined ? undefined : new Map();
    if (word !== undefined) addWord(words, split(word, "="));
    fields[field] = { columns: split(columns, "+").map(nameOf), ...(words && { words }) };
  }
  return fields;
}

function addWord(
  words: Map<string, string> | undefined,
  [word = "", value = "", ...more]: readonly string[],
): void {
  if (words === undefined || more.length > 0) throw misused();
  words.set(nameOf(word).toLowerCase(), nameOf(value));
}

/** Splits a text at a mark, but not within quotes. */
function split(text: string, mark: string): string[] {
  const parts = [""];
  for (const piece of text.match(/"(?:[^"]|"")*"|./gs) ?? []) {
    if (piece === mark) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function nameOf(text: string): string {
  const name = text.trim().replace(/^"(.*)"$/s, (_, quoted: string) => quoted.replaceAll('""', '"'));
  if (name === "") throw misused();
  return name;
}

function misused(): InvalidArgumentError {
  const fields = REPORT_FIELDS.join(", ");
  return new InvalidArgumentError(
    `Write it as field=column,… or field=column:word=value,…; the fields are ${fields}. Put names with , = : + in quotes.`,
  );
}

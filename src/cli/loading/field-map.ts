import { InvalidArgumentError } from "commander";
import type { FieldSource } from "../../domain/file-layout.ts";
import { FILE_KINDS, type FileKind, READING_FIELDS } from "../../domain/reading-layout.ts";
import { REPORT_FIELDS } from "../../domain/sensor-report.ts";

export const FIELDS_OF = { events: REPORT_FIELDS, ...READING_FIELDS } as const satisfies Readonly<
  Record<FileKind, readonly string[]>
>;
export type FieldOf<Kind extends FileKind> = (typeof FIELDS_OF)[Kind][number];

/** The sources of fields as they were written, by the kind that these fields are of. */
export type FieldMaps = {
  readonly [Kind in FileKind]?: Readonly<Partial<Record<FieldOf<Kind>, FieldSource>>>;
};

/** Parses the sources of fields of some kind: a word such as `out` can be a field of another kind. */
export function fieldMaps(text: string): FieldMaps {
  const maps: { [Kind in FileKind]?: Readonly<Partial<Record<string, FieldSource>>> } = {};
  for (const kind of FILE_KINDS) {
    try {
      maps[kind] = fieldMap(text, FIELDS_OF[kind]);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
    }
  }
  if (Object.keys(maps).length === 0) throw misused();
  return maps;
}

/**
 * Parses the sources of fields, such as `timestamp=Date+Hour,trajectory=Way:in=1,out=-1`. A name that contains one of
 * the marks `= , : +` is in quotes.
 */
function fieldMap<Field extends string>(
  text: string,
  names: readonly Field[],
): Partial<Record<Field, FieldSource>> {
  const fields: Partial<Record<Field, { columns: string[]; words?: Map<string, string> }>> = {};
  let words: Map<string, string> | undefined;
  for (const entry of split(text, ",")) {
    const [left = "", ...rest] = split(entry, "=");
    const field = names.find((name) => name === left.trim());
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
  const fields = FILE_KINDS.map((kind) => `${FIELDS_OF[kind].join(", ")} (${kind})`).join("; ");
  return new InvalidArgumentError(
    `Write it as field=column,… or field=column:word=value,…; the fields are ${fields}. Put names with , = : + in quotes.`,
  );
}

import { readdirSync, readFileSync } from "node:fs";
import { must } from "../../domain/errors.ts";
import { PROGRAM_FOLDER } from "../../program-folder.ts";

const SQL_FOLDER = new URL("sql/", PROGRAM_FOLDER);

const texts = new Map<string, string>();

/** The text of `sql/<name>.sql`, read once. */
export function statement(name: string): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`${name}.sql`, SQL_FOLDER), "utf8");
    texts.set(name, text);
  }
  return text;
}

/**
 * The text of a statement with its `{words}` replaced. For identifiers and constants of the program
 * only: values are bound.
 */
export function statementWith(name: string, words: Readonly<Record<string, string | number>>): string {
  return statement(name).replace(/\{(\w+)\}/g, (_, word: string) =>
    String(must(words[word], `word {${word}} for ${name}`)),
  );
}

/** A name as a quoted SQL identifier. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL writes it, for the few statements that take no bound values. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The names of the statements in a folder of `sql/`, in order. */
export function statementNames(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, SQL_FOLDER))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => `${folder}/${file.slice(0, -".sql".length)}`);
}

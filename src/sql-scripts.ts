import { readdirSync, readFileSync } from "node:fs";
import { getOrInsert } from "./domain/collections.ts";
import { PROGRAM_FOLDER } from "./program-folder.ts";

const SQL_FOLDER = new URL("sql/", PROGRAM_FOLDER);

/** Statements by subject and name, read once. */
const subjects = new Map<string, ReadonlyMap<string, string>>();

/** The whole text of `sql/<path>.sql`. */
export function script(path: string): string {
  return readFileSync(new URL(`${path}.sql`, SQL_FOLDER), "utf8");
}

/** The paths of the files in a folder of `sql/`, in order, without `.sql`. */
export function scriptsIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, SQL_FOLDER))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => `${folder}/${file.slice(0, -".sql".length)}`);
}

/** The queries of a folder of `sql/`, by name. The first line of each, a comment, is the question that it answers. */
export function examplesIn(folder: string) {
  return scriptsIn(folder).map((path) => {
    const query = script(path).trim();
    const question = /^--\s*(.*)/.exec(query)?.[1] ?? "";
    return { name: path.slice(folder.length + 1), question, query };
  });
}

/** The statements of the file `sql/<subject>.sql` by name, in their order. */
export function statementsOf(subject: string): ReadonlyMap<string, string> {
  return getOrInsert(subjects, subject, () => parseStatements(script(subject), subject));
}

/**
 * Splits the text of a file into its named statements. A line `-- name: <name>` begins a statement, which ends at the
 * next such line; comments before the first one describe the file.
 *
 * @throws Error if two statements have the same name, or a statement has none
 */
export function parseStatements(text: string, subject: string): ReadonlyMap<string, string> {
  const [head = "", ...parts] = text.split(/^-- name: *([\w-]+) *\n/m);
  if (/^(?!--|\s*$)/m.test(head)) throw new Error(`sql/${subject}.sql has a statement without a name`);
  const statements = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2) {
    const [name = "", body = ""] = parts.slice(index, index + 2);
    if (statements.has(name)) throw new Error(`sql/${subject}.sql has two statements named ${name}`);
    statements.set(name, body.trimEnd());
  }
  return statements;
}

/** The comment above a statement, without its first word and the references to rules. */
export function descriptionOf(text: string): string {
  const lines = /^(?:--.*\n)+/.exec(text)?.[0] ?? "";
  return lines
    .replace(/^-- ?/gm, "")
    .replace(/\s+/g, " ")
    .replace(/^Grain: (.)/, (_, first: string) => first.toUpperCase())
    .replaceAll(/ \(D\d+(?:, D\d+)*\)/g, "")
    .trim();
}

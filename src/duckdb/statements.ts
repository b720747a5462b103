import { readdirSync, readFileSync } from "node:fs";
import type { DuckDBValue } from "@duckdb/node-api";
import { getOrInsert } from "../domain/collections.ts";
import { must } from "../domain/errors.ts";
import { PROGRAM_FOLDER } from "../program-folder.ts";
import type { Statements } from "./generated/statements.ts";

const SQL_FOLDER = new URL("sql/", PROGRAM_FOLDER);

/** The path of a statement: `<subject>/<name>`. */
export type StatementPath = keyof Statements;

/** A row of a statement, by its path. */
export type Row<Path extends StatementPath> = Statements[Path]["row"];

declare const PATH: unique symbol;

/** The text of a statement, of which the compiler knows the path. */
export type Statement<Path extends StatementPath> = string & { readonly [PATH]: Path };

/** A row of a statement; of a text that is none, it may have any columns. */
export type RowOf<Text extends string> = Text extends Statement<infer Path> ? Row<Path> : SqlRow;

/** The values of a statement by name; a text that is none may have any. */
export type ValuesOf<Text extends string> =
  Text extends Statement<infer Path>
    ? { readonly [Name in Statements[Path]["values"]]?: DuckDBValue }
    : SqlValues;

export type SqlRow = Readonly<Record<string, DuckDBValue>>;
export type SqlValues = Record<string, DuckDBValue>;

/** Statements by subject and name, read once. */
const subjects = new Map<string, ReadonlyMap<string, string>>();

/** The statement `<subject>/<name>`: the block `-- name: <name>` of the file `sql/<subject>.sql`. */
export function statement<Path extends StatementPath>(path: Path): Statement<Path> {
  const slash = path.lastIndexOf("/");
  const text = must(statementsOf(path.slice(0, slash)).get(path.slice(slash + 1)), `statement ${path}`);
  return text as Statement<Path>;
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

/**
 * The text of a statement with its `{words}` replaced. For identifiers and constants of the program only: values are
 * bound.
 */
export function statementWith<Path extends StatementPath>(
  path: Path,
  words: Readonly<Record<Statements[Path]["words"], string | number>>,
): Statement<Path> {
  const given: Readonly<Record<string, string | number>> = words;
  const text = statement(path).replace(/\{(\w+)\}/g, (_, word: string) => String(given[word]));
  return text as Statement<Path>;
}

/** A name as a quoted SQL identifier. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal, for the few statements without bound values. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

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

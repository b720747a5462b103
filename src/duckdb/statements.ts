import type { DuckDBValue } from "@duckdb/node-api";
import { must } from "../domain/errors.ts";
import { statementsOf } from "../sql-scripts.ts";
import type { Statements } from "./generated/statements.ts";

/** The path of a statement: `<subject>/<name>`. */
export type StatementPath = keyof Statements;

/** A row of a statement, by its path. Its columns are named as fields where rows are passed on as they are. */
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

/** The statement `<subject>/<name>`: the block `-- name: <name>` of the file `sql/<subject>.sql`. */
export function statement<Path extends StatementPath>(path: Path): Statement<Path> {
  const slash = path.lastIndexOf("/");
  const text = must(statementsOf(path.slice(0, slash)).get(path.slice(slash + 1)), `statement ${path}`);
  return text as Statement<Path>;
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

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal, for the few statements without bound values. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

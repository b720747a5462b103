import type { DuckDBConnection } from "@duckdb/node-api";
import { type HeadcountError, invalid } from "../../domain/errors.ts";
import { Connection, type SqlRow } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import {
  ALLOWED_INTERNAL_VIEWS,
  ALLOWED_TABLE_FUNCTIONS,
  ALLOWED_VALUE_FUNCTIONS,
} from "./allowed-functions.ts";

/** The first words of statements that read, and that may be more than they seem: `WITH … INSERT`. */
const READING = ["SELECT", "FROM", "WITH", "VALUES", "EXPLAIN", "DESCRIBE", "SUMMARIZE", "SHOW"];
const ALLOWED = `only ${READING.slice(0, -1).join(", ")} and ${READING.at(-1)} are allowed`;
const PIVOT_HINT = "; PIVOT is allowed if it lists its values: PIVOT … ON … IN (…)";

/** DuckDB's type of the error for a text that it can parse, and that does not consist of SELECT statements only. */
const NOT_SELECT = "not implemented";

/** The names of a database that queries may use, and of DuckDB's own views. All are in lower case. */
export type KnownNames = Awaited<ReturnType<typeof readKnownNames>>;

/**
 * The beginning of EXPLAIN. Comments within its options are not allowed: they could end elsewhere for DuckDB, so that
 * the checked statement would differ from the one that runs.
 */
const EXPLAIN = /^(?:\s|--[^\n\r]*[\n\r]|\/\*[^*/]*\*\/)*explain(?:\s+analy[sz]e\b|\s*\([\w\s,]*\)|\b)/i;

interface Parsed {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  /** In bytes, as a text. */
  readonly position?: string;
  readonly statements?: readonly unknown[];
}

/**
 * Checks that a text is one statement that reads, and uses only functions and relations that queries may use. DuckDB
 * parses it, before anything of it is bound or run.
 *
 * @throws HeadcountError `invalid` with a list of allowed statements; the error of DuckDB if it cannot be parsed
 */
export async function checkStatement(
  connection: DuckDBConnection,
  query: string,
  names: KnownNames,
): Promise<void> {
  const inner = query.replace(EXPLAIN, "");
  const parsed = await parse(connection, inner);
  if (parsed.error) {
    const whole = await parse(connection, query);
    if (whole.error_type !== NOT_SELECT) throw parserError(whole, query);
    // DuckDB makes two statements of a PIVOT that reads its values first.
    const hint = /\bpivot\b/i.test(query) ? PIVOT_HINT : "";
    const { count } = await connection.extractStatements(query);
    if (count > 1 && hint === "") throw severalStatements(count);
    const text = parsed.error_type === NOT_SELECT ? inner : query;
    const withoutComments = text.replaceAll(/--[^\n\r]*|\/\*[\s\S]*?\*\//g, " ");
    const word = /[a-z]+/i.exec(withoutComments)?.[0].toUpperCase() ?? "";
    const named = READING.includes(word) ? "this statement" : word;
    throw invalid("query", `${named} is not allowed: ${ALLOWED}${hint}`);
  }
  const { statements = [] } = parsed;
  if (statements.length === 0) throw invalid("query", "the query is empty");
  if (statements.length > 1) throw severalStatements(statements.length);
  const rejection = findRejection(statements[0], names);
  if (rejection === null) return;
  // The position is one in the text without EXPLAIN, which is at its start.
  const skipped = Buffer.byteLength(query) - Buffer.byteLength(inner);
  const position = typeof rejection.position === "number" ? rejection.position + skipped : null;
  throw invalid("query", rejection.reason + pointAt(query, position));
}

/** Reads the names that are known. It takes long enough to be done once for each database. */
export async function readKnownNames(connection: DuckDBConnection) {
  const reader = new Connection(connection);
  const functions = await reader.rows(statement("query/own-functions"));
  const views = await reader.rows(statement("query/internal-views"));
  const named = (rows: readonly SqlRow[]) => new Set(rows.map(({ name }) => nameOf(name)));
  return {
    macros: named(functions.filter((row) => row.is_table !== true)),
    tableMacros: named(functions.filter((row) => row.is_table === true)),
    internalViews: named(views),
  };
}

async function parse(connection: DuckDBConnection, query: string): Promise<Parsed> {
  const serialize = statement("query/serialize");
  const { tree } = await new Connection(connection).row(serialize, { query });
  return JSON.parse(String(tree)) as Parsed;
}

/**
 * The error of a text that DuckDB cannot parse, as DuckDB states it. Its own function for this fails at some characters
 * that are not ASCII.
 */
function parserError({ error_type = "parser", error_message = "", position }: Parsed, query: string): Error {
  const type = `${error_type.charAt(0).toUpperCase()}${error_type.slice(1)} Error`;
  const byte = position === undefined ? null : Number(position);
  return new Error(`${type}: ${error_message}${pointAt(query, byte)}`);
}

function severalStatements(count: number): HeadcountError {
  return invalid("query", `the query has ${count} statements; send one statement per request`);
}

interface TreeNode {
  readonly type?: unknown;
  readonly function_name?: unknown;
  readonly table_name?: unknown;
  readonly function?: TreeNode;
  readonly query_location?: unknown;
}

/** Searches a tree from the parser for a name that is not allowed: why, and its position, in bytes; null if none is. */
function findRejection(root: unknown, names: KnownNames): { reason: string; position: unknown } | null {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop() as TreeNode | null;
    if (typeof node !== "object" || node === null) continue;
    const reason = rejectionOf(node, names);
    if (reason !== null) return { reason, position: node.query_location };
    const { function: called, ...rest } = node;
    // The function of a table has been checked with its table.
    open.push(
      ...Object.values(rest),
      ...(node.type === "TABLE_FUNCTION" ? Object.values(called ?? {}) : [called]),
    );
  }
  return null;
}

function rejectionOf(node: TreeNode, { macros, tableMacros, internalViews }: KnownNames): string | null {
  if (node.type === "TABLE_FUNCTION") {
    const name = nameOf(node.function?.function_name);
    if (ALLOWED_TABLE_FUNCTIONS.has(name) || tableMacros.has(name)) return null;
    return `the table function ${name} is not allowed: queries read the views and macros`;
  }
  if (node.type === "BASE_TABLE") {
    const name = nameOf(node.table_name);
    if (internalViews.has(name) && !ALLOWED_INTERNAL_VIEWS.has(name))
      return `${name} is not allowed in queries`;
  }
  if (!("function_name" in node)) return null;
  const name = nameOf(node.function_name);
  if (ALLOWED_VALUE_FUNCTIONS.has(name) || macros.has(name)) return null;
  return `the function ${name} is not allowed in queries`;
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

/**
 * Shows a position in a query as DuckDB's own errors do: the line, and a caret below.
 *
 * @param byte the position, in bytes of UTF-8 from the start of the query
 * @returns an empty text if the query has no such position
 */
export function pointAt(query: string, byte: unknown): string {
  const bytes = Buffer.from(query);
  // DuckDB's parser marks an unknown position by the greatest of its numbers.
  if (typeof byte !== "number" || byte < 0 || byte >= bytes.length) return "";
  const before = bytes.subarray(0, byte).toString().split("\n");
  const column = (before.at(-1) as string).length;
  const label = `LINE ${before.length}: `;
  return `\n\n${label}${query.split("\n")[before.length - 1]}\n${" ".repeat(label.length + column)}^`;
}

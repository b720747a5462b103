import { invalid } from "../../domain/errors.ts";
import { Connection, type SqlRow } from "../../store/duckdb/database.ts";
import { type DuckDBConnection, VARCHAR } from "../../store/duckdb/duckdb-api.ts";
import { statement } from "../../store/duckdb/statements.ts";
import {
  ALLOWED_INTERNAL_VIEWS,
  ALLOWED_TABLE_FUNCTIONS,
  ALLOWED_VALUE_FUNCTIONS,
} from "./allowed-functions.ts";
import { pointAt } from "./pointer.ts";

const TAKEN = "only SELECT, FROM, WITH, VALUES, EXPLAIN, DESCRIBE, SUMMARIZE and SHOW are run here";

/** The names of a database that queries may use, and of DuckDB's own views. All are in lower case. */
export interface KnownNames {
  /** Scalar macros and table macros of the schema. */
  readonly macros: ReadonlySet<string>;
  readonly tableMacros: ReadonlySet<string>;
  readonly internalViews: ReadonlySet<string>;
}

/**
 * What EXPLAIN begins with. No comment is taken within its options: what ends one here might not end it for
 * DuckDB, and the statement that is looked at would be another than the one that runs.
 */
const EXPLAIN = /^(?:\s|--[^\n\r]*[\n\r]|\/\*[^*/]*\*\/)*explain(?:\s+analy[sz]e\b|\s*\([\w\s,]*\)|\b)/i;

/** What DuckDB's parser makes of a text. */
interface Parsed {
  readonly error: boolean;
  readonly error_type?: string;
  readonly statements?: readonly unknown[];
}

/**
 * Lets through a text that is one statement that reads, and calls and names only what queries may. It is
 * DuckDB's own parser that says what it is, before anything of it is bound or run.
 *
 * @throws HeadcountError `invalid` that says what is taken; DuckDB's error where it cannot be parsed
 */
export async function checkStatement(
  connection: DuckDBConnection,
  query: string,
  names: KnownNames,
): Promise<void> {
  const inner = query.replace(EXPLAIN, "");
  const parsed = await parse(connection, inner);
  if (parsed.error) {
    // This way it says where.
    await connection.extractStatements(query);
    const [word = "this"] = /[a-z]+/i.exec(withoutComments(query)) ?? [];
    throw refused(`${word.toUpperCase()} is refused: ${TAKEN}${hint(word)}`);
  }
  const { statements = [] } = parsed;
  if (statements.length === 0) throw refused("there is no statement in it");
  if (statements.length > 1) throw refused(`it has ${statements.length} statements; send them one by one`);
  const refusal = findRefusal(statements[0], names);
  if (refusal === null) return;
  // The place is one in the text without EXPLAIN, which stands at its start.
  const skipped = Buffer.byteLength(query) - Buffer.byteLength(inner);
  const place = typeof refusal.place === "number" ? refusal.place + skipped : null;
  throw refused(refusal.reason + pointAt(query, place));
}

/** Reads the names that are known. It takes long enough to be done once for each database. */
export async function readKnownNames(connection: DuckDBConnection): Promise<KnownNames> {
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
  const { tree } = await new Connection(connection).row(serialize, { query }, { query: VARCHAR });
  return JSON.parse(String(tree)) as Parsed;
}

function withoutComments(query: string): string {
  return query.replaceAll(/--[^\n\r]*|\/\*[\s\S]*?\*\//g, " ");
}

function hint(word: string): string {
  return /^pivot$/i.test(word) ? "; PIVOT is where it lists its values: PIVOT … ON … IN (…)" : "";
}

interface TreeNode {
  readonly type?: unknown;
  readonly function_name?: unknown;
  readonly table_name?: unknown;
  readonly function?: TreeNode;
  readonly query_location?: unknown;
}

/** Why a query is refused, and where in it that is, in bytes. */
interface NameRefusal {
  readonly reason: string;
  readonly place: unknown;
}

/** Goes through a tree from the parser, wherever in it names may be; null where all of them are allowed. */
function findRefusal(root: unknown, names: KnownNames): NameRefusal | null {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    const { children, reason } = checkNode(node, names);
    if (reason !== null) return { reason, place: (node as TreeNode).query_location };
    open.push(...children);
  }
  return null;
}

/** What lies within a node, and why the node itself is refused, if it is. */
function checkNode(node: TreeNode, names: KnownNames): { children: unknown[]; reason: string | null } {
  if (node.type === "TABLE_FUNCTION") {
    const { function: called, ...rest } = node;
    const reason = tableFunctionRefusal(nameOf(called?.function_name), names);
    return { children: [...Object.values(rest), ...Object.values(called ?? {})], reason };
  }
  const children = Object.values(node);
  if (node.type === "BASE_TABLE") {
    const reason = tableRefusal(nameOf(node.table_name), names);
    if (reason !== null) return { children, reason };
  }
  if (!("function_name" in node)) return { children, reason: null };
  return { children, reason: functionRefusal(nameOf(node.function_name), names) };
}

function functionRefusal(name: string, { macros }: KnownNames): string | null {
  if (ALLOWED_VALUE_FUNCTIONS.has(name) || macros.has(name)) return null;
  return `the function ${name} is refused here: it is not one of those that queries may call`;
}

function tableFunctionRefusal(name: string, { tableMacros }: KnownNames): string | null {
  if (ALLOWED_TABLE_FUNCTIONS.has(name) || tableMacros.has(name)) return null;
  return `the table function ${name} is refused here: queries read the views and macros`;
}

function tableRefusal(name: string, { internalViews }: KnownNames): string | null {
  return internalViews.has(name) && !ALLOWED_INTERNAL_VIEWS.has(name) ? `${name} is refused here` : null;
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

function refused(message: string): Error {
  return invalid("query", message);
}

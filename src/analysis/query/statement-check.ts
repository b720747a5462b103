import { invalid } from "../../domain/errors.ts";
import { Connection } from "../../store/duckdb/database.ts";
import { type DuckDBConnection, VARCHAR } from "../../store/duckdb/duckdb-api.ts";
import { statement } from "../../store/duckdb/statements.ts";

const TAKEN = "only SELECT, FROM, WITH, VALUES, EXPLAIN, DESCRIBE, SUMMARIZE and SHOW are run here";

/**
 * The table functions of DuckDB that queries may name, besides macros. Others read files, run texts as SQL,
 * which would not be looked at, tell of the machine, or change what other queries see.
 */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  "duckdb_columns",
  "duckdb_constraints",
  "duckdb_functions",
  "duckdb_keywords",
  "duckdb_schemas",
  "duckdb_tables",
  "duckdb_types",
  "duckdb_views",
  "generate_series",
  "icu_calendar_names",
  "json_each",
  "json_tree",
  "pg_timezone_names",
  "pragma_table_info",
  "pragma_version",
  "range",
  "repeat",
  "repeat_row",
  "summary",
  "test_all_types",
  "unnest",
]);

/** Functions that write what others can read, or tell of the machine. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set(["current_setting", "getenv", "write_log"]);

/** DuckDB's own views that tell of the machine or of others' queries. */
const REFUSED_VIEWS: ReadonlySet<string> = new Set([
  "duckdb_databases",
  "duckdb_logs",
  "duckdb_secrets",
  "duckdb_settings",
  "pg_prepared_statements",
  "pg_settings",
  "pragma_database_list",
]);

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
 * Lets through a text that is one statement that reads, and names nothing that reaches beyond the data. It is
 * DuckDB's own parser that says what it is, before anything of it is bound or run.
 *
 * @param macros the names of table macros, which may be called
 * @throws HeadcountError `invalid` that says what is taken; DuckDB's error where it cannot be parsed
 */
export async function checkStatement(
  connection: DuckDBConnection,
  query: string,
  macros: ReadonlySet<string>,
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
  checkNames(statements[0], macros);
}

/** The names of the table macros, DuckDB's own among them. It takes long enough to be asked for once. */
export async function tableMacros(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const rows = await new Connection(connection).rows(statement("query/table-macros"));
  return new Set(rows.map(({ name }) => String(name)));
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

/** Goes through a tree from the parser, wherever in it names may be. */
function checkNames(root: unknown, macros: ReadonlySet<string>): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if ("type" in node) checkNode(node as TreeNode, macros);
    for (const child of Object.values(node)) open.push(child);
  }
}

interface TreeNode {
  readonly type: unknown;
  readonly function_name?: unknown;
  readonly table_name?: unknown;
  readonly function?: TreeNode;
}

function checkNode(node: TreeNode, macros: ReadonlySet<string>): void {
  const called = nameOf(node.function_name);
  if (REFUSED_FUNCTIONS.has(called)) throw refused(`the function ${called} is refused here`);
  if (node.type === "BASE_TABLE") {
    const table = nameOf(node.table_name);
    if (REFUSED_VIEWS.has(table)) throw refused(`${table} is refused here`);
  }
  if (node.type === "TABLE_FUNCTION") {
    const name = nameOf(node.function?.function_name);
    if (!TABLE_FUNCTIONS.has(name) && !macros.has(name))
      throw refused(`the table function ${name} is refused here: queries read the views and macros alone`);
  }
}

function nameOf(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

function refused(message: string): Error {
  return invalid("query", message);
}

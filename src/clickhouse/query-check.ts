import { invalid } from "../domain/errors.ts";

/** A node of a syntax tree of ClickHouse: its kind, its name if it has one, and what is below it. */
interface SyntaxNode {
  readonly kind: string;
  readonly name: string;
  readonly children: readonly SyntaxNode[];
}

/** What a query may name. */
export interface Readable {
  /** The database of the mirror. */
  readonly database: string;
  /** The views that may be read. */
  readonly views: ReadonlySet<string>;
  /** Other tables of the database. */
  readonly tables: ReadonlySet<string>;
}

/** Table functions that compute from their arguments alone; the names are in lower case. */
const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  "generate_series",
  "generateseries",
  "numbers",
  "numbers_mt",
  "values",
  "view",
  "zeros",
  "zeros_mt",
]);

/** Functions that read more than their arguments: files, dictionaries, tables, models, the server and its users. */
const REFUSED_FUNCTIONS: readonly RegExp[] = [
  /^(?:file|joinGet|joinGetOrNull|hasColumnInTable)$/i,
  /^(?:dict(?:Get|Has|IsIn)|region(?:In|To|Hierarchy))/i,
  /^(?:ai[A-Z]|catboost|evalMLMethod|naiveBayes)/,
  /^(?:get(?:Server|Macro|Setting|MergeTree|Client|OS)|filesystem|mergeTree|isMergeTree|transaction|addressTo|showCert)/i,
  /^(?:hostName|FQDN|displayName|version|buildId|revision|uptime|serverUUID|tcpPort|zookeeper|logTrace)/i,
  /^(?:user|(?:current|enabled|default|authenticated|session|initial)_?(?:User|Roles|Profiles)|globalVariable)$/i,
];

/** The functions whose second argument may be a table. */
const IN = /^(?:global)?(?:not)?(?:null)?in(?:ignoreset)?$/i;

/** What is said of parts that people know. */
const REFUSED_PARTS: Readonly<Record<string, string>> = {
  ColumnsApplyTransformer: "APPLY is not allowed",
  Set: "SETTINGS is not allowed",
};
const UNKNOWN_PART = "it has a part that is not allowed in queries";

/** Statements that only read. */
const STATEMENTS: readonly string[] = ["SelectWithUnionQuery", "DescribeQuery"];

/**
 * The kinds of nodes that show all that is in them. Not among them is ColumnsApplyTransformer: `* APPLY(x -> …)` does not
 * show its function.
 */
const PARTS: ReadonlySet<string> = new Set([
  "ArrayJoin",
  "Asterisk",
  "ColumnsExceptTransformer",
  "ColumnsListMatcher",
  "ColumnsRegexpMatcher",
  "ColumnsReplaceTransformer",
  "ColumnsTransformerList",
  "ExpressionList",
  "Function",
  "Identifier",
  "InterpolateElement",
  "Literal",
  "OrderByElement",
  "QualifiedAsterisk",
  "QualifiedColumnsListMatcher",
  "QualifiedColumnsRegexpMatcher",
  "SampleRatio",
  "SelectIntersectExceptQuery",
  "SelectQuery",
  "SelectWithUnionQuery",
  "Subquery",
  "TableExpression",
  "TableIdentifier",
  "TableJoin",
  "TablesInSelectQuery",
  "TablesInSelectQueryElement",
  "WindowDefinition",
  "WindowListElement",
  "WithElement",
]);

/**
 * Checks that a query reads nothing but the views of a mirror.
 *
 * @param lines the syntax tree of the query that EXPLAIN AST has given
 * @throws HeadcountError `invalid` if it does, or may do
 */
export function checkSyntaxTree(lines: readonly string[], readable: Readable): void {
  const root = parseTree(lines);
  if (!STATEMENTS.includes(root.kind)) throw refused("only statements that read data are allowed");
  // A format or a file of the answer is a further part.
  if (root.children.length !== 1) throw refused("FORMAT and INTO OUTFILE are not allowed");
  const visit = (node: SyntaxNode, parent: SyntaxNode | null) => {
    if (parent !== null && !PARTS.has(node.kind)) throw refused(REFUSED_PARTS[node.kind] ?? UNKNOWN_PART);
    if (node.kind === "TableIdentifier") checkTable(node.name, readable);
    if (node.kind === "Function") checkFunction(node, parent, readable);
    for (const child of node.children) visit(child, node);
  };
  visit(root, null);
}

function checkFunction(node: SyntaxNode, parent: SyntaxNode | null, readable: Readable): void {
  const { name } = node;
  if (parent?.kind === "TableExpression") {
    if (!TABLE_FUNCTIONS.has(name.toLowerCase())) throw refused(`the table function ${name} is not allowed`);
    return;
  }
  if (REFUSED_FUNCTIONS.some((pattern) => pattern.test(name)))
    throw refused(`the function ${name} is not allowed`);
  const operand = IN.test(name) ? node.children[0]?.children[1] : undefined;
  if (operand?.kind === "Identifier") checkTable(operand.name, readable);
}

/** A name without a database that is no table of the mirror can only be one that the query itself gives. */
function checkTable(name: string, { database, views, tables }: Readable): void {
  const prefix = `${database}.`;
  const isQualified = name.includes(".");
  const table = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (views.has(table)) return;
  if (isQualified || tables.has(table))
    throw refused(`${name} cannot be read; the views are ${[...views].sort().join(", ")}`);
}

/** Each line is a node, indented by its depth; those below it follow. */
const COUNT = / \(children (\d+)\)$/;
const ALIAS = / \(alias [\s\S]*\)$/;
const NODE = /^( *)(\w+) *([\s\S]*)$/;

/**
 * Reads a tree. A name with a line break or with words of the notation could be read as something else; then the numbers
 * of nodes do not fit.
 */
function parseTree(lines: readonly string[]): SyntaxNode {
  let next = 0;
  const node = (depth: number): SyntaxNode => {
    const line = lines[next++] ?? "";
    const count = COUNT.exec(line)?.[1] ?? "0";
    const [, indent = "", kind = "", name = ""] = NODE.exec(line.replace(COUNT, "").replace(ALIAS, "")) ?? [];
    if (kind === "" || indent.length !== depth) throw ambiguous();
    const children = Array.from({ length: Number(count) }, () => node(depth + 1));
    return { kind, name, children };
  };
  const root = node(0);
  if (next !== lines.length) throw ambiguous();
  return root;
}

function ambiguous(): Error {
  return refused("names with line breaks are not allowed");
}

function refused(reason: string): Error {
  return invalid("query", reason);
}

/**
 * Generates the types of the statements in sql/, as src/duckdb/generated/statements.ts, from the statements
 * themselves: each is prepared by DuckDB in the schema of a data directory. With `--check`, it writes nothing and fails
 * if the file differs.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { inSnakeCase } from "../src/duckdb/column-names.ts";
import { type Connection, openInstance } from "../src/duckdb/connection.ts";
import { script, scriptsIn, statementsOf } from "../src/sql-scripts.ts";
import { createTables } from "../src/store/duckdb/schema.ts";

const FILE = "src/duckdb/generated/statements.ts";

const HEADER = `// Written by scripts/sql-types.ts from the statements in sql/: not to be changed by hand.

import type { DuckDBListValue, DuckDBValue } from "@duckdb/node-api";

/** The row of each statement (never: it has none), its values, and the words in braces that it needs. */
export interface Statements {
`;

/** The files with named statements. */
const SUBJECTS = [".", "analysis"]
  .flatMap((folder) => scriptsIn(folder))
  .map((path) => path.replace("./", ""));

/** The row of a statement whose columns are a word. */
const ANY_ROW = "Readonly<Record<string, DuckDBValue>>";

/** A Parquet file, which a statement may read. */
const SAMPLE_FILE = join(mkdtempSync(join(tmpdir(), "headcount-types-")), "sample.parquet");

/** What stands for the words in braces; NULL stands for all others. */
const WORDS: Readonly<Record<string, string>> = {
  column: "id",
  columns: "id",
  database: "other",
  definitions: "id BIGINT",
  event_id_length_max: "1",
  events: "load_part",
  file: "'other.duckdb'",
  length_max: "1",
  logs: "change_log",
  order: "id",
  part: "part",
  size: "1GB",
  source: "event",
  table: "event",
};

/** The tables of two data directories that are compared. */
const COMPARED_TABLES = ["event", "sensor", "voided_event", "removal", "import", "reading", "audit_entry"];

/** Tables that the program creates elsewhere than in a data directory, or that hold what a statement copies. */
const OTHER_TABLES = `
  CREATE TABLE part (id BIGINT);
  CREATE TABLE result (id BIGINT);
  ATTACH ':memory:' AS other;
  ATTACH ':memory:' AS backup;
  CREATE TABLE backup.change_log AS FROM change_log;
  CREATE TABLE backup.change_log_commit AS FROM change_log_commit;
  CREATE TABLE backup.log_position AS FROM log_position;
  ${["kept", "logged"]
    .map(
      (name) => `ATTACH ':memory:' AS ${name};
    ${COMPARED_TABLES.map((table) => `CREATE TABLE ${name}.${table} AS FROM ${table};`).join("")}`,
    )
    .join("")}
  COPY (
    SELECT
      event.*,
      reading.* EXCLUDE (sensor, ts, details),
      1::DOUBLE AS coverage,
      'note' AS note,
      1::BIGINT AS space_id,
      1::TINYINT AS direction
    FROM event, reading
  )
  TO '${SAMPLE_FILE}' (FORMAT parquet)`;

/** The statements that create temporary tables and views from other ones. */
const LAST_CREATED = [
  "lost/create-lost-event",
  "load/create-judged",
  "load/create-rejected",
  "events/create-incoming",
  "events/spread-incoming",
];

interface Statement {
  readonly path: string;
  readonly text: string;
  /** The text with a sample for each word. */
  readonly sample: string;
}

function statements(): Statement[] {
  return SUBJECTS.flatMap((subject) =>
    [...statementsOf(subject)].map(([name, text]) => {
      const words = /^(?:export|query)$/.test(subject) ? { ...WORDS, columns: "id BIGINT" } : WORDS;
      const sample = text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "NULL");
      return { path: `${subject}/${name}`, text, sample };
    }),
  );
}

/** A database with all tables, and the names of the columns that can be null. */
interface Schema {
  readonly connection: Connection;
  readonly nullable: ReadonlySet<string>;
}

async function makeSchema(connection: Connection, all: readonly Statement[]): Promise<Schema> {
  await createTables(connection);
  const columns = await connection.rows(`
    SELECT DISTINCT column_name
    FROM duckdb_columns()
    SEMI JOIN (FROM duckdb_tables() WHERE NOT temporary) USING (table_oid, database_oid)
    WHERE is_nullable`);
  for (const path of scriptsIn("analysis/tables")) await connection.run(script(path));
  for (const path of scriptsIn("analysis/views"))
    for (const text of statementsOf(path).values()) await connection.run(text);
  await connection.run(OTHER_TABLES);
  const temporary = all.filter(({ text }) => /^CREATE OR REPLACE TEMP /m.test(text));
  const rank = ({ path }: Statement) => LAST_CREATED.indexOf(path);
  for (const { sample } of temporary.toSorted((a, b) => rank(a) - rank(b))) await connection.run(sample);
  return { connection, nullable: new Set(columns.map((column) => String(column.column_name))) };
}

/** The member of the interface for a statement. */
async function describe(schema: Schema, { path, text, sample }: Statement): Promise<string> {
  const parts = await schema.connection.raw.extractStatements(sample);
  const values = new Set<string>();
  for (let part = 0; part < parts.count; part++) {
    const prepared = await parts.prepare(part);
    for (let index = 1; index <= prepared.parameterCount; index++) values.add(prepared.parameterName(index));
    prepared.destroySync();
  }
  const row = text.includes("{columns}") ? ANY_ROW : await rowType(schema, sample, values);
  const words = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, word]) => String(word)));
  const union = (names: ReadonlySet<string>) =>
    [...names]
      .map((name) => `"${name}"`)
      .sort()
      .join(" | ") || "never";
  return `  "${path}": {\n    row: ${row};\n    values: ${union(values)};\n    words: ${union(words)};\n  };\n`;
}

/** The names in a line of a comment. */
function namesAfter(word: string, text: string): Set<string> {
  return new Set(new RegExp(`^-- ${word}: (.*)$`, "m").exec(text)?.[1]?.split(", "));
}

/** Whether a statement has rows: DuckDB states columns for others too, such as a count of changed rows. */
function returnsRows(text: string): boolean {
  return (
    /^RETURNING\b/m.test(text) ||
    !/^(?:INSERT|UPDATE|DELETE|CREATE|COPY|SET|ATTACH|DETACH|CHECKPOINT|DROP|BEGIN)\b/m.test(text)
  );
}

/**
 * The type of a row. A column may be null if a table has a column of its name (in snake case) that may, unless a line `-- not null:` in
 * the comment of the statement names it; so may the columns in a line `-- null:`. The types of a prepared statement are
 * not all known before its values, so it runs, on empty tables.
 */
async function rowType(
  { connection, nullable }: Schema,
  text: string,
  values: ReadonlySet<string>,
): Promise<string> {
  if (!returnsRows(text)) return "never";
  const samples = [...values].map((name) => [name, name === "path" ? SAMPLE_FILE : null]);
  const result = await connection.raw.run(text, Object.fromEntries(samples));
  const [stated, isNot] = [namesAfter("null", text), namesAfter("not null", text)];
  const fields = result.columnNames().map((name, index) => {
    const isNullable = stated.delete(name) || (nullable.has(inSnakeCase(name)) && !isNot.delete(name));
    return `      readonly ${name}: ${valueType(result.columnType(index))}${isNullable ? " | null" : ""};\n`;
  });
  const wrong = [...stated, ...isNot];
  if (wrong.length > 0) throw new Error(`the comment names ${wrong.join(", ")}`);
  return `{\n${fields.join("")}    }`;
}

const VALUE_TYPES: Readonly<Partial<Record<DuckDBTypeId, string>>> = {
  [DuckDBTypeId.BOOLEAN]: "boolean",
  [DuckDBTypeId.TINYINT]: "number",
  [DuckDBTypeId.INTEGER]: "number",
  [DuckDBTypeId.UINTEGER]: "number",
  [DuckDBTypeId.DOUBLE]: "number",
  [DuckDBTypeId.BIGINT]: "bigint",
  [DuckDBTypeId.HUGEINT]: "bigint",
  [DuckDBTypeId.ENUM]: "string",
  [DuckDBTypeId.VARCHAR]: "string",
  [DuckDBTypeId.LIST]: "DuckDBListValue",
};

function valueType(type: DuckDBType): string {
  const name = VALUE_TYPES[type.typeId];
  if (name === undefined) throw new Error(`unexpected type ${type}`);
  return name;
}

async function generate(): Promise<string> {
  const { connection, close } = await openInstance();
  try {
    const all = statements();
    const schema = await makeSchema(connection, all);
    const members: string[] = [];
    for (const each of all) members.push(await describe(schema, each));
    return `${HEADER}${members.join("")}}\n`;
  } finally {
    close();
    rmSync(dirname(SAMPLE_FILE), { recursive: true });
  }
}

const path = fileURLToPath(new URL(`../${FILE}`, import.meta.url));
const text = await generate();
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error(`${FILE} does not match the statements in sql/; run: npm run sql-types`);
  process.exitCode = 1;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ALLOWED_INTERNAL_VIEWS,
  ALLOWED_TABLE_FUNCTIONS,
  ALLOWED_VALUE_FUNCTIONS,
} from "../../src/analysis/query/allowed-functions.ts";
import { checkStatement, type KnownNames, readKnownNames } from "../../src/analysis/query/statement-check.ts";
import { suiteFolder } from "../support/headcount.ts";

/** Beginnings of names that say that a function reaches beyond values, and the names that are none the less harmless. */
const FORBIDDEN_NAMES = [
  "arrow_ check col_desc currval current_connection current_query current_setting disable_ duckdb_ enable_ force_",
  "getenv getvariable glob has_ histogram_values in_search inet_ json_deserialize json_execute json_serialize",
  "nextval obj_desc parquet_ pg_ pragma_ query read_ seq_scan shobj sniff_ sql_auto stats summary test_ truncate_",
  "txid which_ write_ __internal",
].flatMap((names) => names.split(" "));
const HARMLESS_NAMES = ["pg_size_pretty", "pg_timezone_names", "pg_typeof"];

/** Names that the parser makes calls of, without a function of that name. */
const NAMES_OF_THE_PARSER = ["->", "unnest"];

const folder = suiteFolder();
let instance: DuckDBInstance;
let connection: DuckDBConnection;
let names: KnownNames;

/** An instance that is not locked, so that every access beyond the data works. */
beforeAll(async () => {
  instance = await DuckDBInstance.create(join(folder, "x.duckdb"), { temp_directory: join(folder, "tmp") });
  connection = await instance.connect();
  names = await readKnownNames(connection);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function namesWhere(condition: string): Promise<string[]> {
  const query = `SELECT DISTINCT lower(function_name) AS name FROM duckdb_functions() WHERE ${condition}`;
  const reader = await connection.runAndReadAll(query);
  return reader.getRowObjectsJS().map(({ name }) => String(name));
}

const outcome = (query: string) =>
  checkStatement(connection, query, names).then(
    () => "let through",
    (error: Error) => error.message,
  );

const isForbidden = (name: string) =>
  !HARMLESS_NAMES.includes(name) && FORBIDDEN_NAMES.some((beginning) => name.startsWith(beginning));

const IN_VALUES = "function_type IN ('scalar', 'aggregate', 'macro')";
const IN_TABLES = "function_type IN ('table', 'table_macro', 'pragma')";

describe("every function that DuckDB has is allowed, or rejected", () => {
  it("where a value stands", async () => {
    const all = await namesWhere(IN_VALUES);
    expect(all.length).toBeGreaterThan(700);
    for (const name of all) {
      const said = await outcome(`SELECT "${name.replaceAll('"', '""')}"()`);
      if (ALLOWED_VALUE_FUNCTIONS.has(name)) expect(said, name).toBe("let through");
      else expect(said, name).toContain(`the function ${name} is not allowed`);
    }
  });

  it("where a table stands", async () => {
    const all = await namesWhere("true");
    expect(all.length).toBeGreaterThan(800);
    for (const name of all) {
      const said = await outcome(`FROM "${name.replaceAll('"', '""')}"()`);
      if (ALLOWED_TABLE_FUNCTIONS.has(name)) expect(said, name).toBe("let through");
      else expect(said, name).toMatch(/the table function .* is not allowed/);
    }
  });

  it("so is every view of its own", async () => {
    expect(names.internalViews.size).toBeGreaterThan(30);
    for (const name of names.internalViews) {
      const said = await outcome(`FROM ${name}`);
      expect(said, name).toMatch(ALLOWED_INTERNAL_VIEWS.has(name) ? /^let through$/ : /is not allowed/);
    }
  });
});

describe("the list", () => {
  it("has no name that DuckDB does not know", async () => {
    const values = new Set([...(await namesWhere(IN_VALUES)), ...NAMES_OF_THE_PARSER]);
    expect([...ALLOWED_VALUE_FUNCTIONS].filter((name) => !values.has(name))).toEqual([]);
    const tables = new Set(await namesWhere(IN_TABLES));
    expect([...ALLOWED_TABLE_FUNCTIONS].filter((name) => !tables.has(name))).toEqual([]);
    expect([...ALLOWED_INTERNAL_VIEWS].filter((name) => !names.internalViews.has(name))).toEqual([]);
  });

  it("has no name that says that it reaches beyond values", () => {
    for (const allowed of [ALLOWED_VALUE_FUNCTIONS, ALLOWED_TABLE_FUNCTIONS])
      expect([...allowed].filter(isForbidden)).toEqual([]);
  });

  it("has every aggregate: list_aggregate calls them by a text", async () => {
    const aggregates = await namesWhere("function_type = 'aggregate'");
    expect(aggregates.filter((name) => !ALLOWED_VALUE_FUNCTIONS.has(name))).toEqual([]);
  });
});

it("no function on the list shows files, settings, the environment, the catalog, or runs its argument", async () => {
  const secret = `a-secret-of-the-test-${process.pid}`;
  const path = join(folder, "secret.csv");
  writeFileSync(path, `${secret}\n${secret}\n`);
  process.env.HEADCOUNT_SECRET = secret;
  await connection.run(`SET VARIABLE v = '${secret}'`);
  await connection.run(`CREATE TABLE hidden AS SELECT '${secret}' AS column_of_hidden`);
  const texts = [
    path,
    "temp_directory",
    "HEADCOUNT_SECRET",
    "v",
    "hidden",
    "FROM hidden",
    "duckdb_databases",
  ];
  const quoted = texts.map((text) => `'${text}'`);
  // Of lists with the same types DuckDB finds the same function, or none.
  const listsByType = [
    ...["", "1", "NULL"].map((list) => [list]),
    quoted,
    quoted.map((text) => `${text}, 'column_of_hidden'`),
    quoted.map((text) => `[${text}], ${text}`),
  ];
  let answered = 0;
  /** Returns whether the query has been understood. */
  const show = async (query: string) => {
    const reader = await connection.runAndReadUntil(query, 10).catch((error: Error) => error);
    if (reader instanceof Error) return !/^Binder Error: No function matches/.test(reader.message);
    answered++;
    const answer = JSON.stringify(reader.getRowsJson());
    expect(answer, query).not.toContain(secret);
    // The folder stands in one of the arguments.
    if (!query.includes(path)) expect(answer, query).not.toContain(folder);
    return true;
  };
  const showAll = async (queryOf: (list: string) => string) => {
    for (const lists of listsByType) for (const list of lists) if (!(await show(queryOf(list)))) break;
  };
  for (const name of ALLOWED_VALUE_FUNCTIONS) await showAll((list) => `SELECT "${name}"(${list})`);
  for (const name of ALLOWED_TABLE_FUNCTIONS) await showAll((list) => `FROM "${name}"(${list}) LIMIT 10`);
  for (const view of ALLOWED_INTERNAL_VIEWS)
    await show(`SELECT v::VARCHAR FROM information_schema.${view} AS v WHERE v::VARCHAR LIKE '%/x.duckdb%'`);
  delete process.env.HEADCOUNT_SECRET;
  expect(answered).toBeGreaterThan(1_000);
});

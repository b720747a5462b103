import { expect, it } from "vitest";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";

/** The names and types of all columns, and the definitions of all views and macros, of a database file. */
async function catalogOf(directory: string): Promise<unknown[][]> {
  return runSql(
    directory,
    `SELECT table_name, column_name, column_index, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal
    UNION ALL SELECT view_name, sql, 0, '', false FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT function_name, macro_definition, 0, '', false FROM duckdb_functions() WHERE NOT internal
    ORDER BY ALL`,
  );
}

it("views and macros are made again if they are another release's, and nothing is written if they are not", async () => {
  const { directory, store } = await opened(duckDbStore);
  await store.close();
  const made = await catalogOf(directory);
  await runSql(
    directory,
    "CREATE OR REPLACE VIEW space_event AS SELECT 1; UPDATE schema_version SET views_digest = 'of another release'",
  );
  await (await openDirectory(directory)).close();
  expect(await catalogOf(directory)).toEqual(made);
  await runSql(directory, "CREATE OR REPLACE VIEW space_event AS SELECT 1");
  const changed = await catalogOf(directory);
  await (await openDirectory(directory)).close();
  expect(await catalogOf(directory)).toEqual(changed);
});

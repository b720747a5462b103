import { expect, it } from "vitest";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
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

it("a directory of before some columns has them once it is opened for writing", async () => {
  const { directory, store } = await opened(duckDbStore);
  await store.close();
  const made = await catalogOf(directory);
  await runSql(
    directory,
    `ALTER TABLE sensor DROP COLUMN is_ignored; INSERT INTO sensor VALUES (5, 1, 'a', 0);
    ALTER TABLE token DROP COLUMN space_id; INSERT INTO token VALUES (6, 'old', 'hash', ['read'], NULL, 0)`,
  );
  const read = await openReadOnly(directory, {});
  expect(read.catalog.rows().sensor).toStrictEqual([{ id: 5n, key: 1, serialNumber: "a", createdAt: 0 }]);
  const token = { id: 6n, name: "old", hash: "hash", scopes: ["read"], rate: null, createdAt: 0 };
  expect(read.catalog.rows().token).toStrictEqual([token]);
  read.close();
  await (await openDirectory(directory)).close();
  expect(await catalogOf(directory)).toEqual(made);
});

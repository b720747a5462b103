import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { SCHEMA_VERSION } from "../../src/store/duckdb/schema.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { duckDbStore, opened, treeOf } from "../support/store-harness.ts";
import { directoryWith, expectRefused, makeSoundFile } from "../support/store-refusals.ts";

const soundFile = await makeSoundFile();

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

describe("a data directory of a version that is not known", () => {
  it.each([
    [SCHEMA_VERSION + 1, "store-newer", "newer", "upgrade Headcount to open it"],
    [SCHEMA_VERSION - 1, "unavailable", "older", "open it once with a release that upgrades version 0"],
  ] as const)("%i is rejected, and left as it is", async (version, kind, age, way) => {
    const directory = directoryWith({ [DATABASE_FILE]: soundFile });
    await runSql(directory, `UPDATE schema_version SET version = ${version}`);
    const sentence = `${directory} was written by a${age === "older" ? "n" : ""} ${age} release of Headcount (its schema is \
version ${version}, this release knows ${SCHEMA_VERSION}); ${way}`;
    expect(await expectRefused(directory, kind)).toBe(sentence);
    // A rejection is not remembered.
    expect(await expectRefused(directory, kind)).toBe(sentence);
    const before = treeOf(directory);
    await expect(openReadOnly(directory, {})).rejects.toMatchObject({ kind, message: sentence });
    const accepting = openDirectory(directory, { acceptLoss: { now: 0 } });
    await expect(accepting).rejects.toMatchObject({ kind, message: sentence });
    expect(treeOf(directory)).toEqual(before);
  });
});

describe("views and macros", () => {
  it("are made again if they are another release's, and nothing is written if they are not", async () => {
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
});

import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { type Migration, requireKnownVersion, SCHEMA, type Schema } from "../../src/store/duckdb/schema.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { duckDbStore, opened, temporaryFolder, treeOf } from "../support/store-harness.ts";
import { directoryWith, expectRefused, makeSoundFile } from "../support/store-refusals.ts";
import { EVER, EVERYTHING } from "../support/store-world.ts";

/** A release that knows other versions than this one. */
function releaseWith(version: number, migrations: Readonly<Record<number, Migration>>): Schema {
  return {
    version,
    migrations: new Map(Object.entries(migrations).map(([from, run]) => [Number(from), run])),
  };
}

const addFloors: Migration = (connection) =>
  connection.run("ALTER TABLE space ADD COLUMN floors INTEGER DEFAULT 3; DELETE FROM stale_run");

const NEXT = releaseWith(2, { 1: addFloors });

/** Its first statement is right. */
const FAILING = releaseWith(2, {
  1: (connection) => connection.run("ALTER TABLE space DROP COLUMN notes; INSERT INTO nowhere VALUES (1)"),
});

const soundFile = await makeSoundFile();

const soundDirectory = () => directoryWith({ [DATABASE_FILE]: soundFile });

const versionOf = async (directory: string) =>
  (await runSql(directory, "SELECT version FROM schema_version"))[0];

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

/** Changes the version that a data directory says it has. */
const setVersion = (directory: string, version: number) =>
  runSql(directory, `UPDATE schema_version SET version = ${version}`);

describe("a data directory of the version before", () => {
  it("is upgraded when it is opened for writing, and keeps its data, also if the process is killed", async () => {
    const directory = soundDirectory();
    expect(await versionOf(directory)).toEqual([SCHEMA.version]);
    for (let time = 0; time < 2; time++) {
      const store = await openDirectory(directory, { schema: NEXT });
      // The files on disk now are those that a killed process leaves.
      const killed = join(temporaryFolder(), "data");
      cpSync(directory, killed, { recursive: true });
      const { items } = await store.events.events({}, EVERYTHING);
      expect(items.map(({ id }) => id)).toEqual([1n, 2n]);
      expect((await store.events.rebuild({ ...EVER, verify: true })).differences).toEqual([]);
      await store.close();
      expect(await versionOf(directory)).toEqual([2]);
      await (await openDirectory(killed, { schema: NEXT })).close();
      for (const each of [directory, killed])
        expect(await runSql(each, "SELECT name, floors FROM space")).toEqual([["Hall", 3]]);
    }
  });

  it("goes through all versions in between", async () => {
    const directory = soundDirectory();
    const steps: number[] = [];
    const step =
      (from: number): Migration =>
      async () =>
        void steps.push(from);
    const release = releaseWith(4, { 3: step(3), 1: step(1), 2: step(2) });
    await (await openDirectory(directory, { schema: release })).close();
    expect(steps).toEqual([1, 2, 3]);
    expect(await versionOf(directory)).toEqual([4]);
  });

  it("is as it was if the migration fails", async () => {
    const directory = soundDirectory();
    const before = await catalogOf(directory);
    await expect(openDirectory(directory, { schema: FAILING })).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(
        /from version 1 of its schema to 2, and has been left as it is: .*nowhere/,
      ),
    });
    expect(await versionOf(directory)).toEqual([1]);
    expect(await catalogOf(directory)).toEqual(before);
    const store = await openDirectory(directory);
    expect(await store.events.events({}, EVERYTHING)).toMatchObject({ total: 2 });
    await store.close();
  });

  it("is not read before it is upgraded, and is left as it is", async () => {
    const directory = soundDirectory();
    const before = treeOf(directory);
    await expect(openReadOnly(directory, {}, NEXT)).rejects.toMatchObject({
      kind: "unavailable",
      message: `${directory} was written by an older release of Headcount (its schema is version 1, this release knows \
2); open it once for writing, which upgrades it`,
      remedy: "open-for-writing",
    });
    expect(treeOf(directory)).toEqual(before);
  });
});

describe("a data directory of a version that is not known", () => {
  it.each([
    [SCHEMA.version + 1, "store-newer", "newer", "upgrade Headcount to open it"],
    [SCHEMA.version - 1, "unavailable", "older", "open it once with a release that upgrades version 0"],
  ] as const)("%i is rejected, and left as it is", async (version, kind, age, way) => {
    const directory = soundDirectory();
    await setVersion(directory, version);
    const sentence = `${directory} was written by a${age === "older" ? "n" : ""} ${age} release of Headcount (its schema is \
version ${version}, this release knows ${SCHEMA.version}); ${way}`;
    expect(await expectRefused(directory, kind)).toBe(sentence);
    // A rejection is not remembered.
    expect(await expectRefused(directory, kind)).toBe(sentence);
    const before = treeOf(directory);
    await expect(openReadOnly(directory, {})).rejects.toMatchObject({ kind, message: sentence });
    const accepting = openDirectory(directory, { acceptsLoss: true });
    await expect(accepting).rejects.toMatchObject({ kind, message: sentence });
    expect(treeOf(directory)).toEqual(before);
  });

  it("is rejected if one of the versions in between has no migration", () => {
    const gap = releaseWith(4, { 1: addFloors, 3: addFloors });
    expect(() => requireKnownVersion("data", 1, { schema: gap })).toThrow(
      /with a release that upgrades version 2$/,
    );
    expect(() => requireKnownVersion("data", 3, { schema: gap })).not.toThrow();
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

import { HeadcountError, must } from "../domain/errors.ts";
import { scriptsIn, statementsOf } from "../sql-scripts.ts";
import type { ClickHouseConnection } from "./connection.ts";

/** What creates the tables, and what each further version adds to them: statements by name, a file for each version. */
const VERSIONS: readonly ReadonlyMap<string, string>[] = scriptsIn("clickhouse/schema").map(statementsOf);

/** The names of the tables. A statement that creates a table has its name. */
export const MIRROR_TABLES: readonly string[] = VERSIONS.flatMap((statements) => [...statements])
  .filter(([, text]) => /^CREATE TABLE /m.test(text))
  .map(([name]) => name);

const VIEW = /^CREATE OR REPLACE VIEW (\w+)$/m;

/** The statements that make the views for people, by the names of the views. */
export const MIRROR_VIEWS: ReadonlyMap<string, string> = new Map(
  scriptsIn("clickhouse/views")
    .flatMap((path) => [...statementsOf(path).values()])
    .map((text) => [must(VIEW.exec(text)?.[1], "name of a view"), text]),
);

/** The version of the tables that this release knows. */
export const MIRROR_VERSION = VERSIONS.length;

/**
 * Opens the tables of a mirror. Creates the database, if it does not exist, the tables, if they have not been made, and
 * the views, those of another release again.
 * Several servers may do so at the same time.
 *
 * @throws HeadcountError `unavailable` if the server is not, the user lacks a privilege, which is named, or tables of the
 * mirror have been removed; `store-newer` if this release is too old for the tables
 */
export async function openMirrorSchema(connection: ClickHouseConnection): Promise<void> {
  await createDatabase(connection);
  await createTables(connection);
  for (const view of MIRROR_VIEWS.values()) await connection.script(view);
}

async function createDatabase(connection: ClickHouseConnection): Promise<void> {
  const { database } = connection.server;
  const system = connection.toSystem();
  try {
    const databases = await system.rows("database", { database });
    if (databases.length === 0) await system.run("create-database", { database });
  } finally {
    await system.close();
  }
}

async function createTables(connection: ClickHouseConnection): Promise<void> {
  const { shown, database } = connection.server;
  const tables = await connection.rows<{ readonly name: string }>("tables", { database });
  const names = new Set(tables.map(({ name }) => name));
  const found = names.has("schema_version") ? await versionOf(connection) : 0;
  if (found > MIRROR_VERSION)
    throw new HeadcountError(
      "store-newer",
      `the mirror in ClickHouse at ${shown} has been upgraded by a newer release of Headcount (its tables have version ` +
        `${found}; this release knows version ${MIRROR_VERSION}); upgrade Headcount`,
    );
  // An empty table in place of one that was removed would look as if all had been shipped.
  const removed = VERSIONS.slice(0, found)
    .flatMap((statements) => [...statements])
    .map(([name]) => name)
    .filter((name) => MIRROR_TABLES.includes(name) && !names.has(name));
  if (removed.length > 0)
    throw new HeadcountError(
      "unavailable",
      `the mirror in ClickHouse at ${shown} lacks tables that it had: ${removed.join(", ")}; drop the database ` +
        `${database}, so that all of it is shipped again`,
    );
  for (const statements of VERSIONS.slice(found))
    for (const text of statements.values()) await connection.script(text);
  if (found < MIRROR_VERSION) await connection.run("set-schema-version", { version: MIRROR_VERSION });
}

async function versionOf(connection: ClickHouseConnection): Promise<number> {
  const [row] = await connection.rows<{ readonly version: number }>("schema-version");
  return row?.version ?? 0;
}

import { HeadcountError, must } from "../../domain/errors.ts";
import { descriptionOf, scriptsIn, statementsOf } from "../../sql-scripts.ts";
import { ClickHouseConnection, SETTINGS_CLAUSE } from "./connection.ts";

/** What creates the tables, and what each further version adds to them: statements by name, a file for each version. */
const VERSIONS: readonly ReadonlyMap<string, string>[] = scriptsIn("clickhouse/schema").map(statementsOf);

/** The names of the tables. A statement that creates a table has its name. */
export const MIRROR_TABLES: readonly string[] = VERSIONS.flatMap((statements) => [...statements])
  .filter(([, text]) => /^CREATE TABLE /m.test(text))
  .map(([name]) => name);

/** The statements that make the views for people, by the names of the views. */
export const MIRROR_VIEWS: ReadonlyMap<string, string> = new Map(
  scriptsIn("clickhouse/views")
    .flatMap((path) => [...statementsOf(path)])
    .map(([name, query]) => [name, viewStatement(name, query)]),
);

function viewStatement(name: string, query: string): string {
  const withoutComment = (text: string) => text.replace(/^(?:--.*\n)+/, "");
  const words: Readonly<Record<string, string>> = {
    name,
    query: withoutComment(query),
    settings: SETTINGS_CLAUSE,
    comment: descriptionOf(query).replaceAll("'", "''"),
  };
  const statement = must(statementsOf("clickhouse/mirror").get("create-view"), "statement");
  return withoutComment(statement).replace(/\{(\w+)\}/g, (_, word: string) => must(words[word], word));
}

/** The version of the tables that this release knows. */
export const MIRROR_VERSION = VERSIONS.length;

/**
 * Opens the tables of a mirror. Creates the database, if it does not exist, the tables, if they have not been made, and
 * the views, those of another release again.
 * Several servers may do so at the same time.
 *
 * @param beforeMending called if tables have been removed, with their names, before they are made again: empty, they would
 * look as if all had been shipped
 * @throws HeadcountError `unavailable` if the server is not, or the user lacks a privilege, which is named; `store-newer`
 * if this release is too old for the tables
 */
export async function openMirrorSchema(
  connection: ClickHouseConnection,
  beforeMending: (removed: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  await createDatabase(connection);
  await createTables(connection, beforeMending);
  for (const view of MIRROR_VIEWS.values()) await connection.script(view);
}

/** Makes the table of cuts, if it does not exist. */
export async function createCuts(connection: ClickHouseConnection): Promise<void> {
  const [statement] = VERSIONS.flatMap((statements) => statements.get("cut") ?? []);
  await connection.script(must(statement, "statement"));
}

async function createDatabase({ server }: ClickHouseConnection): Promise<void> {
  const { database } = server;
  // A database that each server has.
  const system = new ClickHouseConnection(server, { database: "system" });
  try {
    const databases = await system.rows("database", { database });
    if (databases.length === 0) await system.run("create-database", { database });
  } finally {
    await system.close();
  }
}

async function createTables(
  connection: ClickHouseConnection,
  beforeMending: (removed: readonly string[]) => Promise<void>,
): Promise<void> {
  const { shown, database } = connection.server;
  const tables = await connection.rows<{ readonly name: string }>("tables", { database });
  const names = new Set(tables.map(({ name }) => name));
  const [row] = names.has("schema_version")
    ? await connection.rows<{ readonly version: number }>("schema-version")
    : [];
  const found = row?.version ?? 0;
  if (found > MIRROR_VERSION)
    throw new HeadcountError(
      "store-newer",
      `the mirror in ClickHouse at ${shown} has been upgraded by a newer release of Headcount (its tables have version ` +
        `${found}; this release knows version ${MIRROR_VERSION}); upgrade Headcount`,
    );
  // The table of versions may be one of those that were removed.
  const isUsed = names.has("cut") && (await connection.rows("cuts")).length > 0;
  const known = isUsed ? Math.max(1, found) : found;
  const removed = VERSIONS.slice(0, known)
    .flatMap((statements) => [...statements.keys()])
    .filter((name) => MIRROR_TABLES.includes(name) && !names.has(name));
  if (removed.length > 0) await beforeMending(removed);
  for (const statements of VERSIONS.slice(removed.length > 0 ? 0 : found))
    for (const text of statements.values()) await connection.script(text);
  if (found < MIRROR_VERSION) await connection.run("set-schema-version", { version: MIRROR_VERSION });
}

import { createHash } from "node:crypto";
import { chmod } from "node:fs/promises";
import { HeadcountError } from "../../domain/errors.ts";
import { type Connection, databasePath } from "../../duckdb/connection.ts";
import { quoteIdentifier, quoteText, statement, statementWith } from "../../duckdb/statements.ts";
import { script, scriptsIn } from "../../sql-scripts.ts";
import { CATALOG_TABLES, tableStatement } from "./catalog-tables.ts";

/** The version of the tables in `sql/schema` and of the catalog's; a change of these adds 1. */
export const SCHEMA_VERSION = 1;

interface StoredSchema {
  readonly version: number;
  /** The digest of the statements that created its views and macros. */
  readonly viewsDigest: string;
}

/**
 * Reads the schema of a database.
 *
 * @returns null if the database has no tables because the process that created it ended too early
 * @throws HeadcountError `store-damaged` if the database has no version
 */
export async function readSchema(connection: Connection): Promise<StoredSchema | null> {
  const tables = await connection.rows(statement("database/table-names"));
  if (tables.length === 0) return null;
  const [row] = await connection.rows(statement("database/schema-version"));
  if (row === undefined)
    throw new HeadcountError(
      "store-damaged",
      "the database is damaged: it has no version of its schema; restore it from a backup",
    );
  return { version: row.version, viewsDigest: row.views_digest };
}

/**
 * Ensures that data has the version of this release's schema.
 *
 * @param what the data directory or backup
 * @param release the release that has written it, if known
 * @throws HeadcountError `store-newer` if a newer release has written it, `unavailable` if an older one has
 */
export function requireKnownVersion(what: string, version: number, release?: string): void {
  if (version === SCHEMA_VERSION) return;
  const isNewer = version > SCHEMA_VERSION;
  const named = release === undefined ? "" : `${release}; `;
  const advice = isNewer
    ? "upgrade Headcount to open it"
    : `open it once with a release that upgrades version ${version}`;
  throw new HeadcountError(
    isNewer ? "store-newer" : "unavailable",
    `${what} was written by ${isNewer ? "a newer" : "an older"} release of Headcount (${named}its schema is version ` +
      `${version}, this release knows ${SCHEMA_VERSION}); ${advice}`,
  );
}

/** Creates the tables, views and macros of this release. The caller has begun a transaction. */
export async function createTables(connection: Connection): Promise<void> {
  for (const table of CATALOG_TABLES) await connection.run(tableStatement("database/create-table", table));
  for (const path of scriptsIn("schema")) await connection.run(script(path));
  await createViews(connection);
}

export async function insertSchema(connection: Connection): Promise<void> {
  const values = { version: SCHEMA_VERSION, views_digest: viewsDigest() };
  await connection.run(statement("database/insert-schema-version"), values);
}

/** Creates the views and macros again if another release has created them. The caller has begun a transaction. */
export async function renewViews(connection: Connection, stored: StoredSchema): Promise<void> {
  // Data directories of before the columns have the same version.
  await connection.run(statement("database/add-ignored"));
  await connection.run(statement("database/add-space-of-token"));
  const digest = viewsDigest();
  if (stored.viewsDigest === digest) return;
  await createViews(connection);
  await connection.run(statement("database/set-views-digest"), { views_digest: digest });
}

async function createViews(connection: Connection): Promise<void> {
  for (const path of scriptsIn("views")) await connection.run(script(path));
}

function viewsDigest(): string {
  return createHash("sha256").update(scriptsIn("views").map(script).join("")).digest("hex");
}

/**
 * The settings with which files of databases are created: from this version of DuckDB's format on, the log of changes
 * has the identity of the file and the number of its checkpoints, and DuckDB rejects a log of another state of the file.
 */
export const NEW_FILE = { storage_compatibility_version: "v1.4.0" };

/**
 * Copies the database that a connection uses, as one transaction sees it, to a new file, which only its owner can read.
 * The logs of changes are left out, since they belong to their file.
 *
 * @param work copies within the transaction; it may change the copy, the database `backup`
 */
export async function copyDatabase<T>(
  connection: Connection,
  file: string,
  work: (copy: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const { name } = await connection.row(statement("backup/database"));
  const copy = statementWith("backup/copy-database", { database: quoteIdentifier(name) });
  await connection.run(statementWith("backup/attach", { file: quoteText(databasePath(file)) }));
  try {
    await chmod(file, 0o600);
    const value = await connection.transaction(() => work(() => connection.run(copy)));
    await connection.run(statement("backup/checkpoint"));
    return value;
  } finally {
    // If the checkpoint has failed, it is detached nevertheless.
    await connection.run(statement("backup/detach")).catch(() => undefined);
  }
}

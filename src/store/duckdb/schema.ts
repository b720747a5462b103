import { createHash } from "node:crypto";
import { chmod } from "node:fs/promises";
import { HeadcountError } from "../../domain/errors.ts";
import { CATALOG_TABLES, tableStatement } from "./catalog-tables.ts";
import { type Connection, openInstance } from "./connection.ts";
import { firstLine } from "./failures.ts";
import { quoteIdentifier, script, scriptsIn, statement, statementWith } from "./statements.ts";

/** Changes a database from one version of the schema to the next. The caller has begun a transaction. */
export type Migration = (connection: Connection) => Promise<unknown>;

/** The schema of a release, and the databases that it can open. */
export interface Schema {
  /** The version of the tables in `sql/schema` and of the catalog's. A change of these adds 1, and a migration. */
  readonly version: number;
  /** The migrations, by the version that each starts from. */
  readonly migrations: ReadonlyMap<number, Migration>;
}

/** The schema of this release. */
export const SCHEMA: Schema = { version: 1, migrations: new Map() };

/** The schema that a database states for itself. */
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

interface VersionOptions {
  readonly schema?: Schema;
  /** The release that has written it, if known. */
  readonly release?: string;
  /** Whether it is only read, and so not upgraded. */
  readonly isReadOnly?: boolean;
}

/**
 * Ensures that this release can open data with a version of the schema, after an upgrade if needed.
 *
 * @param what the data directory or backup
 * @throws HeadcountError `store-newer` if a newer release has written it, `unavailable` if an older one has and it
 * cannot be upgraded
 */
export function requireKnownVersion(what: string, version: number, options: VersionOptions = {}): void {
  const { schema = SCHEMA, release, isReadOnly = false } = options;
  const advice = adviceFor(version, schema, isReadOnly);
  if (advice === null) return;
  const isNewer = version > schema.version;
  const named = release === undefined ? "" : `${release}; `;
  throw new HeadcountError(
    isNewer ? "store-newer" : "unavailable",
    `${what} was written by ${isNewer ? "a newer" : "an older"} release of Headcount (${named}its schema is version ` +
      `${version}, this release knows ${schema.version}); ${advice}`,
    advice.startsWith(OPEN_FOR_WRITING) ? { remedy: "open-for-writing" } : {},
  );
}

function adviceFor(
  version: number,
  { version: known, migrations }: Schema,
  isReadOnly: boolean,
): string | null {
  if (version > known) return "upgrade Headcount to open it";
  for (let from = version; from < known; from++)
    if (!migrations.has(from)) return `open it once with a release that upgrades version ${from}`;
  return isReadOnly && version < known ? `${OPEN_FOR_WRITING}, which upgrades it` : null;
}

/** The advice for a data directory that only an opening for writing can upgrade or create. */
export const OPEN_FOR_WRITING = "open it once for writing";

/** Creates the tables, views and macros of this release. The caller has begun a transaction. */
export async function createTables(connection: Connection): Promise<void> {
  for (const table of CATALOG_TABLES) await connection.run(tableStatement("database/create-table", table));
  for (const path of scriptsIn("schema")) await connection.run(script(path));
  await createViews(connection);
}

/** Stores the version of this release's schema in new tables. */
export async function insertSchema(connection: Connection): Promise<void> {
  const values = { version: SCHEMA.version, views_digest: viewsDigest() };
  await connection.run(statement("database/insert-schema-version"), values);
}

/**
 * Upgrades a database to this release's schema, and creates its views and macros again if another release created them.
 * The caller has begun a transaction.
 *
 * @param directory its name for messages
 * @throws HeadcountError `unavailable` if a migration fails
 */
export async function upgrade(
  connection: Connection,
  stored: StoredSchema,
  { directory, schema }: { readonly directory: string; readonly schema: Schema },
): Promise<void> {
  const { version } = schema;
  const digest = viewsDigest();
  if (stored.version === version && stored.viewsDigest === digest) return;
  for (let from = stored.version; from < version; from++) {
    await schema.migrations
      .get(from)?.(connection)
      .catch((error: unknown) => {
        throw new HeadcountError(
          "unavailable",
          `${directory} cannot be upgraded from version ${from} of its schema to ${from + 1}, and has been left as it ` +
            `is: ${firstLine(error)}`,
          { cause: error },
        );
      });
  }
  await createViews(connection);
  await connection.run(statement("database/set-schema-version"), { version, views_digest: digest });
}

async function createViews(connection: Connection): Promise<void> {
  for (const path of scriptsIn("views")) await connection.run(script(path));
}

function viewsDigest(): string {
  const digest = createHash("sha256");
  for (const path of scriptsIn("views")) digest.update(script(path));
  return digest.digest("hex");
}

/**
 * The settings with which files of databases are created: from this version of DuckDB's format on, the log of changes
 * has the identity of the file and the number of its checkpoints, and DuckDB rejects a log of another state of the file.
 */
export const NEW_FILE = { storage_compatibility_version: "v1.4.0" };

/** Creates a database file with the tables of this release, all empty, which only its owner can read. */
export async function makeTables(file: string): Promise<void> {
  const { connection, close } = await openInstance(file, NEW_FILE);
  try {
    await connection.transaction(() => createTables(connection));
    await connection.run("CHECKPOINT");
    await chmod(file, 0o600);
  } finally {
    close();
  }
}

/** The table with the logs of changes of a file: a copy is another file, and begins without. */
const LOGS_TABLE = "change_log";

/**
 * Copies all tables of the database that a connection uses, in their order, to one that is attached to it as `backup`
 * and that `makeTables` has created; within a transaction of the caller.
 *
 * @param around runs the copying of each table, by its name
 */
export async function copyTables(
  connection: Connection,
  around: (name: string, copying: () => Promise<number>) => Promise<unknown> = (_, copying) => copying(),
): Promise<void> {
  for (const { table_name: name } of await connection.rows(statement("backup/tables"))) {
    if (name === LOGS_TABLE) continue;
    const copy = statementWith("backup/copy-table", { table: quoteIdentifier(name) });
    await around(name, () => connection.run(copy));
  }
}

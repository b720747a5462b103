import { randomUUID } from "node:crypto";
import pg from "pg";
import { HeadcountError, must } from "../domain/errors.ts";
import { ALIVE_SECONDS, type NamedNode, olderNodes } from "../engine/ports/cluster.ts";
import { script, scriptsIn } from "../sql-scripts.ts";
import { LOCK_TIMEOUT, PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";

/** What creates the tables of a log, and what each further version adds to them: a file for each version. */
const VERSIONS: readonly string[] = scriptsIn("postgres/schema");

/** The version of the tables that this release knows. */
export const SCHEMA_VERSION = VERSIONS.length;

/** What a log is known by. */
export interface LogIdentity {
  readonly id: string;
  readonly organizationId: bigint;
  /** The chain of the position before its first record, as hex. */
  readonly startChain: string;
  /** Whether there was data before the first record, which a snapshot has. */
  readonly beginsWithSnapshot: boolean;
  /** The format of its last record; of a new log, that of the first one. */
  readonly recordFormat: number;
}

/** A row of the statement `log`. */
interface LogRow {
  readonly id: string;
  readonly organization_id: string;
  readonly schema_version: number;
  readonly lowest_reader: number;
  readonly lowest_writer: number;
  readonly start_chain: string;
  readonly begins_with_snapshot: boolean;
}

/** How the tables of a log are opened. */
export interface SchemaUse {
  /** The identity of a new log; by default it must exist. */
  readonly create?: LogIdentity | null;
  /** Whether the tables are only read: they are not upgraded then. */
  readonly isReader?: boolean;
  /** What creates the tables, and adds to them, instead of the scripts of this release. */
  readonly versions?: readonly string[];
}

/**
 * Opens the tables of a log, creates them if there are none, and adds what this release needs if an older one has made
 * them. Of servers that do so at the same time one does it, and the others wait for it.
 *
 * @throws HeadcountError `unavailable` if the database cannot be reached, has no log or older tables than can be read, the
 * user may not use it, or the tables are in use for too long; `store-newer` if this release is too old for the tables;
 * `conflict` (`older-node`) if a node that is alive would be too old for them
 */
export async function openSchema(
  servers: DatabaseServers,
  { create = null, isReader = false, versions = VERSIONS.map(script) }: SchemaUse,
): Promise<LogIdentity> {
  const { shown } = servers;
  const connection = new PostgresConnection(servers, "schema");
  try {
    if (!(await keepsSessions(connection, servers)))
      throw new HeadcountError(
        "unavailable",
        `${shown} does not keep sessions: it seems to be a pooler, such as PgBouncer, in transaction mode; give the ` +
          "address of PostgreSQL itself",
      );
    await connection.script("BEGIN");
    await connection.run("lock-schema");
    const row = (await readLog(connection)) ?? (await createLog(connection, create, versions));
    requireKnown(row, { shown, isReader, version: versions.length });
    if (row.schema_version < versions.length) await upgrade(connection, row.schema_version, versions);
    const { rows } = await connection.run<{ record_format: number }>("record-format");
    await connection.script("COMMIT");
    return {
      id: row.id,
      organizationId: BigInt(row.organization_id),
      startChain: row.start_chain,
      beginsWithSnapshot: row.begins_with_snapshot,
      recordFormat: must(rows[0], "last record").record_format,
    };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const reason =
      error.code === LOCK_TIMEOUT
        ? "its tables cannot be upgraded while another transaction, such as a dump, uses them; try again when it has ended"
        : error.message;
    throw new HeadcountError("unavailable", `cannot use the database ${shown}: ${reason}`, { cause: error });
  } finally {
    // Without a commit, this undoes everything.
    await connection.close();
  }
}

/** @throws HeadcountError if a release that knows the tables up to a version can not use those that there are */
function requireKnown(
  { schema_version: found, lowest_reader, lowest_writer }: LogRow,
  { shown, isReader, version }: { shown: string; isReader: boolean; version: number },
): void {
  const lowest = isReader ? lowest_reader : lowest_writer;
  if (version < lowest)
    throw new HeadcountError(
      "store-newer",
      `the log at ${shown} has been upgraded by a newer release of Headcount (its tables have version ${found}, which ` +
        `releases from version ${lowest} on can use; this release knows version ${version}); upgrade Headcount`,
    );
  if (isReader && found < version)
    throw new HeadcountError(
      "unavailable",
      `the log at ${shown} has tables of version ${found}, and this release reads version ${version}; upgrade a server ` +
        "of the cluster first, or ask one of them with --url",
    );
}

/** Adds to older tables what this release needs. @throws HeadcountError `conflict` if this excludes a node that is alive */
async function upgrade(connection: PostgresConnection, from: number, versions: readonly string[]) {
  await connection.run("limit-lock-waits");
  for (const text of versions.slice(from)) await connection.script(text);
  await connection.run("set-schema-version", [versions.length]);
  const { rows } = await connection.run<NamedNode & pg.QueryResultRow>("excluded-nodes", [ALIVE_SECONDS]);
  if (rows.length > 0) throw olderNodes(rows, `use tables of version ${versions.length}`);
}

async function readLog(connection: PostgresConnection): Promise<LogRow | undefined> {
  const { rows } = await connection.run<{ has_schema: boolean }>("has-schema");
  if (rows[0]?.has_schema !== true) return undefined;
  return (await connection.run<LogRow & pg.QueryResultRow>("log")).rows[0];
}

async function createLog(
  connection: PostgresConnection,
  create: LogIdentity | null,
  [first = ""]: readonly string[],
): Promise<LogRow> {
  if (create === null)
    throw new HeadcountError("unavailable", "the database has no log; headcount cluster init creates one");
  // Its creation asks for a privilege, also if there is one.
  const { rows } = await connection.run<{ exists: boolean }>("has-namespace");
  if (rows[0]?.exists !== true) await connection.run("create-schema");
  await connection.script(first);
  const { id, organizationId, startChain, beginsWithSnapshot, recordFormat } = create;
  await connection.run("insert-log", [id, organizationId, startChain, String(beginsWithSnapshot)]);
  await connection.run("insert-start", [startChain, recordFormat]);
  return must(await readLog(connection), "log");
}

/** SQLSTATE of a prepared statement that exists already, and of one that does not exist. */
const FOREIGN_STATEMENT = ["42P05", "26000"];

const SESSION_ATTEMPTS = 3;

/**
 * Gives two sessions a name each, and asks the first for its own. A pooler that assigns its connections by transaction
 * gives the second session the connection of the first, or the first one another: the name is not the one that was given,
 * or prepared statements are those of another session.
 */
async function keepsSessions(connection: PostgresConnection, servers: DatabaseServers): Promise<boolean> {
  const other = new PostgresConnection(servers, "schema");
  try {
    for (let attempt = 0; attempt < SESSION_ATTEMPTS; attempt++) {
      const name = randomUUID();
      await connection.run("name-session", [name]);
      await other.run("name-session", [randomUUID()]);
      const { rows } = await connection.run<{ session: string | null }>("session");
      const found = rows[0]?.session ?? null;
      // Without a name, the connection may have been cut and made again meanwhile.
      if (found !== null) return found === name;
    }
    return false;
  } catch (error) {
    if (error instanceof pg.DatabaseError && FOREIGN_STATEMENT.includes(error.code ?? "")) return false;
    throw error;
  } finally {
    await other.close();
  }
}

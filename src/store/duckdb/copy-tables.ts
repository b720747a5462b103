import { randomBytes } from "node:crypto";
import { chmod } from "node:fs/promises";
import { Connection } from "./database.ts";
import { DuckDBInstance } from "./duckdb-api.ts";
import { createTables } from "./schema.ts";
import { quoteIdentifier, statement, statementWith } from "./statements.ts";

/** Makes a database file with the tables of this release, all empty, for its owner alone. */
export async function makeTables(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  try {
    const connection = new Connection(await instance.connect());
    await connection.transaction(() => createTables(connection));
    await connection.run("CHECKPOINT");
    connection.close();
  } finally {
    instance.closeSync();
  }
  await chmod(file, 0o600);
}

/** The table that says which file it is in: what is copied into another is another database from then on. */
const IDENTITY_TABLE = "database_file";

/** An identity for a file of the database: a positive 63-bit number. */
export function newIdentity(): bigint {
  return (randomBytes(8).readBigUInt64BE() >> 1n) | 1n;
}

/**
 * Copies all tables of the database that a connection uses, in their order, into one that is attached to it as
 * `backup` and has the same tables, empty; within a transaction of the caller's.
 *
 * @param identity of the file that is copied into
 * @param around has each table copied, by its name
 */
export async function copyTables(
  connection: Connection,
  identity: bigint,
  around: (name: string, copying: () => Promise<number>) => Promise<void>,
): Promise<void> {
  await connection.run(statement("commits/insert-copy-identity"), { identity });
  for (const { table_name } of await connection.rows(statement("backup/tables"))) {
    const name = String(table_name);
    if (name === IDENTITY_TABLE) continue;
    const copy = statementWith("backup/copy-table", { table: quoteIdentifier(name) });
    await around(name, () => connection.run(copy));
  }
}

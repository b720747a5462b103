import { chmod } from "node:fs/promises";
import { Connection } from "./database.ts";
import { DuckDBInstance } from "./duckdb-api.ts";
import { applyMigrations } from "./migrations.ts";
import { quoteIdentifier, statement, statementWith } from "./statements.ts";

/** Makes a database file with the tables of this release, all empty, for its owner alone. */
export async function makeSchema(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  try {
    const connection = new Connection(await instance.connect());
    await connection.transaction(() => applyMigrations(connection, 0));
    await connection.run("CHECKPOINT");
    connection.close();
  } finally {
    instance.closeSync();
  }
  await chmod(file, 0o600);
}

/**
 * Copies all tables of the database that a connection uses, in their order, into one that is attached to it as
 * `backup` and has the same tables, empty; within a transaction of the caller's.
 *
 * @param around has each table copied, by its name
 */
export async function copyTables(
  connection: Connection,
  around: (name: string, copying: () => Promise<number>) => Promise<void>,
): Promise<void> {
  for (const { table_name } of await connection.rows(statement("backup/tables"))) {
    const name = String(table_name);
    const copy = statementWith("backup/copy-table", { table: quoteIdentifier(name) });
    await around(name, () => connection.run(copy));
  }
}

import type { Connection } from "./database.ts";
import { migrationNames, statement } from "./statements.ts";

/** The version of the schema that this release knows: how many migrations there are. */
export function knownSchemaVersion(): number {
  return migrationNames().length;
}

/** How many migrations a file has had; 0 where the process that made it did not get to them. */
export async function schemaVersion(connection: Connection): Promise<number> {
  const tables = await connection.rows(statement("table-names"));
  if (tables.length === 0) return 0;
  return Number((await connection.row(statement("migrations-applied"))).version);
}

/** Applies the migrations that a file has not had, without noting them, within a transaction of the caller's. */
export async function applyMigrations(connection: Connection, applied: number): Promise<void> {
  for (const name of migrationNames().slice(applied)) await connection.run(statement(name));
}

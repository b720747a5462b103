import { randomUUID } from "node:crypto";
import pg from "pg";
import { HeadcountError } from "../domain/errors.ts";
import { PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";

/** SQLSTATE of a prepared statement that exists already, and of one that does not exist. */
const FOREIGN_STATEMENT = ["42P05", "26000"];

const SESSION_ATTEMPTS = 3;

/**
 * Gives two sessions a name each, and asks the first for its own. A pooler that assigns its connections by transaction
 * gives the second session the connection of the first, or the first one another: the name is not the one that was given,
 * or prepared statements are those of another session.
 *
 * @throws HeadcountError `unavailable` then
 */
export async function requireSessions(
  connection: PostgresConnection,
  servers: DatabaseServers,
): Promise<void> {
  if (await keepsSessions(connection, servers)) return;
  throw new HeadcountError(
    "unavailable",
    `${servers.shown} does not keep sessions: it seems to be a pooler, such as PgBouncer, in transaction mode; give the ` +
      "address of PostgreSQL itself",
  );
}

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

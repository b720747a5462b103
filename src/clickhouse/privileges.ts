import { ClickHouseError } from "@clickhouse/client";
import type { AnalyticsServer } from "./analytics-server.ts";
import { identifier } from "./identifier.ts";

/** ClickHouse's code of a statement for which its user lacks a privilege. */
const ACCESS_DENIED = "497";

/** ClickHouse's words for what is lacking. */
const LACKING = /necessary to have the grant (.+? ON \S+?)[.,]?(?:\s|$)/;

/** What the user of a mirror needs in its database: replacing a view also drops it, for some versions as a table. */
const OF_MIRROR = "SELECT, INSERT, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW";

/**
 * The privilege that the user of a refused statement lacks, such as `INSERT ON mirror.*`; null if a statement was refused
 * for another reason.
 *
 * @param error what ClickHouse's client has thrown
 */
export function lackingPrivilege(error: unknown): string | null {
  if (!(error instanceof ClickHouseError) || error.code !== ACCESS_DENIED) return null;
  return LACKING.exec(error.message)?.[1] ?? "a privilege";
}

/** What an administrator does so that the user of a mirror has all privileges that it needs. */
export function mirrorAdvice({ database, user }: AnalyticsServer): string {
  const grant = `GRANT ${OF_MIRROR} ON ${identifier(database)}.* TO ${identifier(user)}`;
  return `an administrator can create the database and ${grant}, and CREATE TEMPORARY TABLE ON *.*, which files need`;
}

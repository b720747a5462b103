import type { AnalyticsServer } from "./analytics-server.ts";
import { MIRROR_VIEWS } from "./schema.ts";

/** What ClickHouse says of the user who runs queries of people on a mirror. */
interface ReaderRights {
  /** The statements that SHOW GRANTS lists. */
  readonly grants: readonly string[];
  /** The names of the views that the user can see. */
  readonly views: ReadonlySet<string>;
}

/** A privilege on something, as SHOW GRANTS writes it. */
const GRANT = /^GRANT (.+) ON (.+?) TO (.+?)(?: WITH GRANT OPTION)?$/;

/** Privileges that change nothing and reach no other server. */
const READS = /^(?:SELECT|SHOW|CHECK|dictGet)\b/;

/** A privilege with its columns, among others. */
const PRIVILEGE = /[^,(]+(?:\([^)]*\))?/g;

/** So many statements mend a user; with more of them, a new user is better. */
const REVOKED_MAX = 3;

/**
 * What is wrong with the rights of the user who runs queries of people, each with the statement that mends it; none if
 * nothing is. ClickHouse refuses to change anything in such queries; a user who could not do so either is a second guard.
 */
export function rightsFaults(server: AnalyticsServer, { grants, views }: ReaderRights): string[] {
  const { database, user } = server;
  const faults = [];
  const revoked = grants.flatMap((grant) => {
    const [, privileges = "", what, whom] = GRANT.exec(grant) ?? [];
    const more = (privileges.match(PRIVILEGE) ?? []).map((each) => each.trim());
    const wrong = more.filter((each) => !READS.test(each));
    return wrong.length === 0 ? [] : [`REVOKE ${wrong.join(", ")} ON ${what} FROM ${whom}`];
  });
  if (revoked.length > REVOKED_MAX)
    faults.push(`its user ${user} may do more than read. ${makeReader(database)}`);
  else if (revoked.length > 0)
    faults.push(
      `its user ${user} may do more than read. An administrator of ClickHouse runs ${revoked.join("; ")}, or does so for ` +
        "the role that gives the privilege",
    );
  const missing = [...MIRROR_VIEWS.keys()].filter((view) => !views.has(view));
  if (missing.length > 0)
    faults.push(
      `its user ${user} cannot read ${missing.join(", ")}. An administrator of ClickHouse runs ` +
        grantViews(missing, database, user),
    );
  return faults;
}

/** ClickHouse's codes: a user whose profile lets it only read, and one whose profile limits a setting. */
const READ_ONLY = "164";
const OUT_OF_BOUNDS = "452";

/**
 * What is wrong with a user for whom ClickHouse refuses the settings that queries of people are run with; null if it has
 * refused something else.
 *
 * @param said ClickHouse's message
 */
export function settingsFault({ user }: AnalyticsServer, code: string, said: string): string | null {
  if (code === READ_ONLY)
    return (
      `its user ${user} may not change settings, and queries are run with limits and readonly = 1. An administrator of ` +
      `ClickHouse runs ALTER USER ${user} SETTINGS readonly = 0`
    );
  if (code === OUT_OF_BOUNDS)
    return (
      `its user ${user} may not have the limits of queries (${said}). Start the server with another --sql-memory or ` +
      `--sql-timeout, or an administrator of ClickHouse runs ALTER USER ${user} with other limits in SETTINGS`
    );
  return null;
}

/** How an administrator makes a user who may only read the views of a mirror, and how the server gets it. */
export function makeReader(database: string): string {
  return (
    "An administrator of ClickHouse runs CREATE USER reader IDENTIFIED BY 'password'; " +
    `${grantViews([...MIRROR_VIEWS.keys()], database, "reader")}; and the server is started with --analytics-sql ` +
    `clickhouse://reader:password@host:port/${database}`
  );
}

function grantViews(views: readonly string[], database: string, user: string): string {
  const named = views.map((view) => `${database}.${view}`);
  return `GRANT SELECT ON ${named.join(", SELECT ON ")} TO ${user}`;
}

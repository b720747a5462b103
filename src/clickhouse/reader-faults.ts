import type { AnalyticsServer } from "./analytics-server.ts";
import { identifier } from "./identifier.ts";
import { MIRROR_TABLES, MIRROR_VIEWS } from "./schema.ts";

/** What ClickHouse says of the user who runs queries of people on a mirror. */
interface ReaderRights {
  /** The statements that SHOW GRANTS lists. */
  readonly grants: readonly string[];
  /** The names of the views that the user can see. */
  readonly views: ReadonlySet<string>;
}

/** A line of SHOW GRANTS: privileges on something, which are given, or taken from those of another line. */
interface Grant {
  readonly isGiven: boolean;
  /** Each with its columns, such as `SELECT(id, name)`. */
  readonly privileges: readonly string[];
  /** What they are on, as ClickHouse writes it: `*.*`, `mirror.*`, `mirror.ho*`, or `mirror.hourly`. */
  readonly place: string;
  /** The user, as ClickHouse writes it. */
  readonly user: string;
}

const GRANT = /^(GRANT|REVOKE) (.+) ON (.+?) (?:TO|FROM) (.+?)(?: WITH GRANT OPTION)?$/;

/** Privileges that change nothing and reach no other server. */
const READS = /^(?:SELECT|SHOW|CHECK|dictGet)\b/;

const SELECTS = /^SELECT\b/;

/** A privilege with its columns, among others. */
const PRIVILEGE = /[^,(]+(?:\([^)]*\))?/g;

/** So many statements mend a user; with more of them, a new user is better. */
const REVOKED_MAX = 3;

/**
 * What is wrong with the rights of the user who runs queries of people, each with the statements that mend it; none if
 * nothing is. ClickHouse refuses to change anything in such queries, and the server refuses to read other tables; a user
 * who could not do so either is a second guard.
 */
export function rightsFaults(server: AnalyticsServer, { grants, views }: ReaderRights): string[] {
  const { database, user } = server;
  const lines = grants.flatMap(parseGrant);
  const given = lines.filter(({ isGiven }) => isGiven);
  const written = given.flatMap((grant) => revoke(grant, (privilege) => !READS.test(privilege)));
  const reading = grantsOfTables(lines, database);
  const revoked = reading.flatMap((grant) => revoke(grant, isSelect));
  if (written.length + revoked.length > REVOKED_MAX)
    return [`its user ${user} may do more than read the views. ${makeReader(database)}`];
  const faults = [];
  if (written.length > 0) faults.push(`its user ${user} may do more than read. ${runs(written)}${OR_ROLE}`);
  if (revoked.length > 0) {
    const areViews = reading.some(({ place }) => [...MIRROR_VIEWS.keys()].some(isIn(place, database)));
    const again = areViews ? [grantViews([...MIRROR_VIEWS.keys()], database, user)] : [];
    faults.push(
      `its user ${user} may read the tables below the views, with replaced and removed rows. ` +
        `${runs([...revoked, ...again])}${OR_ROLE}`,
    );
  }
  const missing = [...MIRROR_VIEWS.keys()].filter((view) => !views.has(view));
  if (missing.length > 0)
    faults.push(
      `its user ${user} cannot read ${missing.join(", ")}. ${runs([grantViews(missing, database, user)])}`,
    );
  return faults;
}

function runs(statements: readonly string[]): string {
  return `An administrator of ClickHouse runs ${statements.join("; ")}`;
}

const OR_ROLE = ", or does so for the role that gives the privilege";

function parseGrant(line: string): Grant[] {
  const [, verb, privileges = "", place = "", user = ""] = GRANT.exec(line) ?? [];
  if (verb === undefined) return [];
  const each = privileges.match(PRIVILEGE) ?? [];
  return [{ isGiven: verb === "GRANT", privileges: each.map((text) => text.trim()), place, user }];
}

/** The statement that takes some privileges of a grant; none if it has none of them. */
function revoke({ privileges, place, user }: Grant, isTaken: (privilege: string) => boolean): string[] {
  const taken = privileges.filter(isTaken);
  return taken.length === 0 ? [] : [`REVOKE ${taken.join(", ")} ON ${place} FROM ${user}`];
}

function isSelect(privilege: string): boolean {
  return SELECTS.test(privilege);
}

/** The grants with which the tables below the views can be read. */
function grantsOfTables(lines: readonly Grant[], database: string): Grant[] {
  const isTaken = (table: string) =>
    lines.some(
      (line) => !line.isGiven && line.privileges.includes("SELECT") && isIn(line.place, database)(table),
    );
  const tables = MIRROR_TABLES.filter((table) => !isTaken(table));
  return lines.filter(
    ({ isGiven, privileges, place }) =>
      isGiven && privileges.some(isSelect) && tables.some(isIn(place, database)),
  );
}

/** Whether a grant on something is also one on a table or a view of a database. */
function isIn(place: string, database: string): (table: string) => boolean {
  const [ofDatabase = "", ofTable = ""] = place.replaceAll("`", "").split(".");
  return (table) => isLike(database, ofDatabase) && isLike(table, ofTable);
}

/** Whether a name is the one that a grant is on, or begins like it if that one ends with `*`. */
function isLike(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
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
  // ALTER USER … SETTINGS would also remove all other settings of the user.
  const modify = `an administrator of ClickHouse runs ALTER USER ${identifier(user)} MODIFY SETTING`;
  if (code === READ_ONLY)
    return (
      `its user ${user} may not change settings, and queries are run with limits and readonly = 1; ` +
      `${modify} readonly = 0`
    );
  if (code === OUT_OF_BOUNDS)
    return (
      `its user ${user} may not have the limits of queries (${said}). Start the server with another --sql-memory or ` +
      `--sql-timeout, or ${modify} with other bounds, or changes the user's profile`
    );
  return null;
}

/** How an administrator makes a user who may only read the views of a mirror, and how the server gets it. */
export function makeReader(database: string): string {
  const grant = grantViews([...MIRROR_VIEWS.keys()], database, "reader");
  return (
    `An administrator of ClickHouse runs CREATE USER reader IDENTIFIED BY 'password'; ${grant}; and the server is ` +
    `started with --analytics-sql clickhouse://reader:password@host:port/${database}`
  );
}

function grantViews(views: readonly string[], database: string, user: string): string {
  const named = views.map((view) => `${identifier(database)}.${view}`);
  return `GRANT SELECT ON ${named.join(", SELECT ON ")} TO ${identifier(user)}`;
}

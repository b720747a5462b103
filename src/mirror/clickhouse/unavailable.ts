import { ClickHouseError } from "@clickhouse/client";
import type { AnalyticsServer } from "./analytics-server.ts";

/** What it means that a server answers with some of ClickHouse's codes: it may carry out the same statement later. */
const SERVER_STATES = byCode({
  "lacks a table that it had a moment ago": "60 218",
  "lacks the database that it had a moment ago": "81",
  "has taken too long": "159",
  "lets this user only read": "164",
  "has too little memory": "173 241",
  "refuses the user or its password": "192 516",
  "asks for a password: set CLICKHOUSE_PASSWORD, or CLICKHOUSE_PASSWORD_FILE": "194",
  "lets this user not connect from here": "195",
  "only reads this table": "242",
  "has too little disk space": "243",
  "has too many parts that it has not merged yet": "252",
});

/** Other codes of what passes: too many statements, no free connection, a server that stops, Keeper, storage. */
const PASSING: readonly string[] = [
  ..."160 202 203 209 210 225 236 279 285 319 364 394".split(" "),
  ..."439 499 500 745 749 762 777 778 999".split(" "),
];

/**
 * Codes of a statement that exceeds a limit or a quota, or sets what a constraint forbids: all set by ClickHouse's
 * administrator, who can change them.
 */
const LIMITS: readonly string[] = [
  ..."158 161 162 165 166 167 168 191 201 229 290 307 396".split(" "),
  ..."446 452 469 472 495 496 620 692 700 712 724 725 776".split(" "),
];

const QUOTA = "201";

/** The code of a statement for which its user lacks a privilege. */
const ACCESS_DENIED = "497";

/** Codes of a server that is set up otherwise than the address says, or refuses the user. */
const REFUSALS: readonly string[] = ["EPROTO", "164", "192", "194", "195", ACCESS_DENIED, "516"];

/** Rows of too many months in one insert have the code of too many parts, and are refused each time. */
const TOO_MANY_PARTITIONS = /too many partitions/i;

const CONNECTION_ERRORS = byCode({
  "cannot be reached: nothing listens there": "ECONNREFUSED",
  "has closed the connection": "ECONNRESET EPIPE ERR_STREAM_PREMATURE_CLOSE",
  "cannot be reached with TLS at this port": "EPROTO",
  "cannot be reached: its host name is unknown": "ENOTFOUND",
  "cannot be reached: its host name cannot be looked up now": "EAI_AGAIN",
  "cannot be reached: it does not answer": "ETIMEDOUT",
  "cannot be reached: there is no way to it": "EHOSTUNREACH ENETUNREACH",
});

/** Meanings by code. @param codes of each meaning, between spaces */
function byCode(codes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(codes).flatMap(([meaning, list]) => list.split(" ").map((code) => [code, meaning])),
  );
}

const SHOWN_CHARACTERS = 200;

/** Whether ClickHouse refuses a statement as it is set up: its user, or a limit. */
export function isLasting(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return REFUSALS.includes(code) || (LIMITS.includes(code) && code !== QUOTA);
}

/**
 * Why a server is not available, after its name, and what an administrator can do about it; null if it has refused a
 * statement.
 */
export function unavailableReason(error: unknown, server: AnalyticsServer): string | null {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (error instanceof ClickHouseError && code === ACCESS_DENIED) {
    const lacking = LACKING.exec(message)?.[1] ?? "a privilege";
    return `refuses its user ${server.user}, who lacks ${lacking}; ${mirrorAdvice(server)}`;
  }
  const reason = error instanceof ClickHouseError ? stateOf(error) : connectionError(code, message);
  return reason !== null && isLasting(error)
    ? `${reason}; its administrator has to allow it, or correct --analytics`
    : reason;
}

function stateOf({ code, message }: ClickHouseError): string | null {
  if (TOO_MANY_PARTITIONS.test(message)) return null;
  if (LIMITS.includes(code)) return `refuses a statement by a limit that is set there: ${shown(message)}`;
  return SERVER_STATES.get(code) ?? (PASSING.includes(code) ? `cannot do it now: ${shown(message)}` : null);
}

function connectionError(code: string, message: string): string {
  return (
    CONNECTION_ERRORS.get(code) ??
    `cannot be used: ${shown(message) || code || "it answers nothing that can be read"}`
  );
}

function shown(message: string): string {
  const [line = ""] = message.trim().split("\n");
  return line.slice(0, SHOWN_CHARACTERS);
}

/** ClickHouse's words for a privilege that a user lacks, such as `INSERT ON mirror.*`. */
const LACKING = /necessary to have the grant (.+? ON \S+?)[.,]?(?:\s|$)/;

/** What the user of a mirror needs in its database: replacing a view also drops it, for some versions as a table. */
const OF_MIRROR = "SELECT, INSERT, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW";

/** What an administrator does so that the user of a mirror has all privileges that it needs. */
function mirrorAdvice({ database, user }: AnalyticsServer): string {
  const grant = `GRANT ${OF_MIRROR} ON ${identifier(database)}.* TO ${identifier(user)}`;
  return `an administrator can create the database and ${grant}, and CREATE TEMPORARY TABLE ON *.*, which files need`;
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** The name of a user or a database as statements have it: quoted if it has to be. */
function identifier(name: string): string {
  return PLAIN_NAME.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, "\\$&")}\``;
}

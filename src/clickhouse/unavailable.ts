import { ClickHouseError } from "@clickhouse/client";

/** What it means that a server answers with some of ClickHouse's codes: it may carry out the same statement later. */
const SERVER_STATES: Readonly<Record<string, string>> = {
  "159": "has taken too long",
  "160": "is too slow",
  "164": "lets this user only read",
  "192": "refuses the user or its password",
  "194": "asks for a password: set CLICKHOUSE_PASSWORD, or CLICKHOUSE_PASSWORD_FILE",
  "202": "has too many statements at once",
  "203": "has no free connection",
  "209": "has lost a connection of its own",
  "210": "cannot reach another server",
  "225": "cannot reach its Keeper",
  "236": "is being stopped",
  "241": "has too little memory",
  "242": "only reads this table",
  "243": "has too little disk space",
  "252": "has too many parts that it has not merged yet",
  "279": "cannot reach other servers",
  "285": "has too few live replicas",
  "319": "does not know whether the insert was carried out",
  "394": "has cancelled the statement",
  "439": "has no free thread",
  "516": "refuses the user or its password",
  "745": "is overloaded",
  "999": "cannot use its Keeper",
};

/** Rows of too many months in one insert have the code of too many parts, and are refused each time. */
const TOO_MANY_PARTITIONS = /too many partitions/i;

/** What the errors of the operating system mean. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "cannot be reached: nothing listens there",
  ECONNRESET: "has closed the connection",
  EPIPE: "has closed the connection",
  EPROTO: "cannot be reached with TLS at this port",
  ERR_STREAM_PREMATURE_CLOSE: "has closed the connection",
  ENOTFOUND: "cannot be reached: its host name is unknown",
  EAI_AGAIN: "cannot be reached: its host name cannot be looked up now",
  ETIMEDOUT: "cannot be reached: it does not answer",
  EHOSTUNREACH: "cannot be reached: there is no way to it",
  ENETUNREACH: "cannot be reached: there is no way to it",
};

const SHOWN_CHARACTERS = 200;

/**
 * Why a server is not available, after its name; null if it has refused a statement.
 *
 * @param error what ClickHouse's client has thrown
 */
export function unavailableReason(error: unknown): string | null {
  if (error instanceof ClickHouseError)
    return TOO_MANY_PARTITIONS.test(error.message) ? null : (SERVER_STATES[error.code] ?? null);
  const { code = "", message } = error as NodeJS.ErrnoException;
  const [line = ""] = message.trim().split("\n");
  return (
    CONNECTION_ERRORS[code] ??
    `cannot be used: ${line.slice(0, SHOWN_CHARACTERS) || code || "it answers nothing that can be read"}`
  );
}

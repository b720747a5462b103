import { readFileSync } from "node:fs";
import { invalid } from "../../domain/errors.ts";

/** A ClickHouse server for analysts, and a database there. */
export type AnalyticsServer = Readonly<ReturnType<typeof analyticsServer>>;

type PasswordSource = Readonly<
  Partial<Record<"CLICKHOUSE_PASSWORD" | "CLICKHOUSE_PASSWORD_FILE", string | undefined>>
>;

const SCHEME = "clickhouse:";
const HTTP_PORT = "8123";
const HTTPS_PORT = "8443";
const DATABASE = "headcount";
/** The user that each ClickHouse server has. */
const USER = "default";

const DATABASE_NAME = /^[A-Za-z_][\w-]*$/;

/** A misread address may have the password in any of its parts: only what looks like a name is shown. */
const SHOWN_NAME = /^\w+$/;

/**
 * Reads the address of a ClickHouse server and a database there: `clickhouse://user:password@host:port/database`. The
 * port is that of its HTTP interface; with `?secure=true` it is one with TLS. Without a password in the address, it is
 * that in CLICKHOUSE_PASSWORD or in the file CLICKHOUSE_PASSWORD_FILE, or none.
 *
 * @throws HeadcountError `invalid`, without the password
 */
export function analyticsServer(address: string, environment: PasswordSource = {}) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== SCHEME || url.hostname === "" || url.hash !== "") throw notAnAddress();
  const isSecure = readSecure(url.searchParams);
  const database = decoded(url.pathname.slice(1)) || DATABASE;
  if (!DATABASE_NAME.test(database)) throw notAnAddress();
  const host = `${url.hostname.toLowerCase()}:${url.port || (isSecure ? HTTPS_PORT : HTTP_PORT)}`;
  const inAddress = decoded(url.password);
  const password = inAddress === "" ? environmentPassword(environment) : inAddress;
  return {
    /** Where its HTTP interface is, without user and password. */
    url: `${isSecure ? "https" : "http"}://${host}`,
    database,
    user: decoded(url.username) || USER,
    /** A function, so that no log and no error that shows this object shows the password. */
    password: () => password,
    /** The address for messages. */
    shown: `${host}/${database}`,
  };
}

function readSecure(parameters: URLSearchParams): boolean {
  for (const name of parameters.keys()) {
    if (name === "secure") continue;
    if (!SHOWN_NAME.test(name)) throw notAnAddress();
    throw invalid("analytics", `${JSON.stringify(name)} is not a known parameter; secure is the only one`);
  }
  const [value = "false", ...more] = parameters.getAll("secure");
  if (more.length > 0 || !["true", "false"].includes(value))
    throw invalid("analytics", "secure must be true or false");
  return value === "true";
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notAnAddress();
  }
}

function environmentPassword({
  CLICKHOUSE_PASSWORD: password = "",
  CLICKHOUSE_PASSWORD_FILE: file = "",
}: PasswordSource): string {
  if (password !== "" || file === "") return password;
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw invalid("CLICKHOUSE_PASSWORD_FILE", `cannot be read: ${(error as Error).message}`);
  }
}

function notAnAddress(): Error {
  return invalid(
    "analytics",
    "is not an address such as clickhouse://user@host:8123/database; special characters of a password are percent-encoded",
  );
}

import { invalid } from "../domain/errors.ts";

/** The servers of a database: how to connect to each, and its address without user and password. */
export type DatabaseServers = ReturnType<typeof databaseServers>;

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(\?[^#]*)?$/;

/**
 * Reads the address of a database with one server or several: `postgres://user@host:port,host:port/name`. The password
 * may be in it, in PGPASSWORD, or in the file PGPASSFILE; `sslmode` and `sslrootcert` are parameters, and `host` can be,
 * such as the folder of a socket: `postgres://user@/name?host=/run/postgresql`.
 *
 * @throws HeadcountError `invalid`, without the password
 */
export function databaseServers(address: string) {
  const [, start = "", hosts = "", name = "/", parameters = ""] = FORM.exec(address) ?? [];
  const given = new URLSearchParams(parameters);
  const all = given.get("host") || hosts;
  if (all === "" || name === "/")
    throw invalid("database", "is not an address such as postgres://user@host:5432/name");
  const addressOf = (host: string) => {
    if (!given.has("host")) return `${start}${host}${name}${parameters}`;
    given.set("host", host);
    return `${start}${hosts}${name}?${given}`;
  };
  const list = all.split(",").map((host) => ({ config: { connectionString: addressOf(host) }, shown: host }));
  return {
    /** In the order in which they are tried. */
    list,
    /** The one that was the primary last, which is tried first: another one may have gone, and answer nothing. */
    last: null as (typeof list)[number] | null,
    /** The address without user and password. */
    shown: `postgres://${all}${name}`,
  };
}

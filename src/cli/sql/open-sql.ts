import { HeadcountError } from "../../domain/errors.ts";
import type { AdHocSql } from "../../engine/ports/ad-hoc-sql.ts";
import { say } from "../console.ts";
import { servedAddress, withAddress } from "../open-engine.ts";
import { RemoteServer } from "../remote-server.ts";
import type { Target } from "../target.ts";

/** Where queries are run, and how to let go of it. */
export interface OpenSql {
  readonly sql: AdHocSql;
  close(): Promise<void>;
}

/**
 * Opens a data directory that nobody holds, or goes through a server: the one that was named, or, where a
 * token is given, the one that holds the directory.
 */
export async function openSql(target: Target, token: string | undefined): Promise<OpenSql> {
  if (target.kind === "server") return openRemote(target.server);
  const { directory } = target;
  try {
    const { openDirectorySql } = await import("../../analysis/directory-sql.ts");
    const sql = await openDirectorySql(directory, { now: () => Date.now() });
    return { sql, close: () => sql.close() };
  } catch (error) {
    const isHeld = error instanceof HeadcountError && error.kind === "store-held";
    const address = isHeld ? servedAddress(directory) : null;
    if (address === null || token === undefined) throw withAddress(directory, error);
    say(`${directory} is served at ${address}; the queries go there`);
    return openRemote(new RemoteServer(address, token));
  }
}

async function openRemote(server: RemoteServer): Promise<OpenSql> {
  const { RemoteSql } = await import("./remote-sql.ts");
  return { sql: await RemoteSql.open(server), close: async () => {} };
}

import { HeadcountError } from "../../domain/errors.ts";
import type { AdHocSql } from "../../engine/ports/ad-hoc-sql.ts";
import { info } from "../console.ts";
import { servedAddress, withAddress } from "../open-engine.ts";
import { RemoteServer } from "../remote-server.ts";
import { systemClock } from "../system.ts";
import type { Target } from "../target.ts";

/** Runs queries, until it is closed. */
export interface OpenSql {
  readonly sql: AdHocSql;
  close(): Promise<void>;
}

/**
 * Opens a data directory, or connects to a server: the one that was named or, given a token, the one that has the
 * directory open.
 */
export async function openSql(target: Target, token: string | undefined): Promise<OpenSql> {
  if (target.kind === "server") return openRemote(target.server);
  const { directory } = target;
  try {
    const { openDirectorySql } = await import("../../analysis/directory-sql.ts");
    const sql = await openDirectorySql(directory, systemClock);
    return { sql, close: () => sql.close() };
  } catch (error) {
    const isHeld = error instanceof HeadcountError && error.kind === "store-held";
    const address = isHeld ? servedAddress(directory) : null;
    if (address === null || token === undefined) throw withAddress(directory, error);
    info(`${directory} is served at ${address}; using that server`);
    return openRemote(new RemoteServer(address, token));
  }
}

async function openRemote(server: RemoteServer): Promise<OpenSql> {
  const { RemoteSql } = await import("./remote-sql.ts");
  return { sql: await RemoteSql.open(server), close: async () => {} };
}

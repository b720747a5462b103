import { createHash } from "node:crypto";
import { HeadcountError } from "../domain/errors.ts";
import { SOCKET_CODES_MAX } from "../domain/limits.ts";
import type { SocketCodeStore, StoredGrant } from "../engine/live/socket-codes.ts";
import { PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";

/** A row of the statement `socket-code`. */
type CodeRow = { readonly token_id: string; readonly space_ids: string[] | null; readonly expires: number };

/** The codes of all nodes of a cluster: a socket may be opened on another node than the one that made its code. */
export class PostgresSocketCodes implements SocketCodeStore {
  readonly #connection: PostgresConnection;

  constructor(servers: DatabaseServers) {
    this.#connection = new PostgresConnection(servers, "sockets");
  }

  async add(code: string, { tokenId, spaceIds, expires }: StoredGrant, now: number): Promise<void> {
    await this.#connection.ask("forget-socket-codes", [now]);
    const spaces = spaceIds === null ? null : `{${[...spaceIds].join(",")}}`;
    const values = [hashOf(code), tokenId, spaces, expires, SOCKET_CODES_MAX];
    const { rowCount } = await this.#connection.ask("add-socket-code", values);
    if (rowCount === 0)
      throw new HeadcountError("unavailable", "too many codes have not been used yet; try again later");
  }

  async find(code: string): Promise<StoredGrant | null> {
    const { rows } = await this.#connection.ask<CodeRow>("socket-code", [hashOf(code)]);
    const [row] = rows;
    if (row === undefined) return null;
    const spaceIds = row.space_ids === null ? null : new Set(row.space_ids.map(BigInt));
    return { tokenId: BigInt(row.token_id), spaceIds, expires: row.expires };
  }

  async remove(code: string): Promise<boolean> {
    return (await this.#connection.ask("remove-socket-code", [hashOf(code)])).rowCount === 1;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** The database has no codes that could be used. */
function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

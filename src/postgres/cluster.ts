import { randomBytes } from "node:crypto";
import { HeadcountError } from "../domain/errors.ts";
import { type DutyLeases, LEASE_MS } from "../engine/journal/duty.ts";
import {
  ALIVE_SECONDS,
  type ListedNode,
  type LogDatabase,
  type NodeReport,
} from "../engine/ports/cluster.ts";
import { MIRRORS_DUTY } from "../engine/ports/mirrors.ts";
import { PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** The nodes of a cluster and their duties, in PostgreSQL. */
export class PostgresCluster implements DutyLeases {
  readonly #node: string;
  /** Identifies this process: one that is started again does not have the duties of the one before it. */
  readonly #holder: string;
  readonly #connection: PostgresConnection;
  /** The number of nodes that are there, as of this node's last report. */
  alive = 1;

  constructor(servers: DatabaseServers, node: string) {
    this.#node = node;
    this.#holder = `${node}.${randomBytes(6).toString("hex")}`;
    this.#connection = new PostgresConnection(servers, "duties");
  }

  async take(duty: string): Promise<boolean> {
    const values = [duty, this.#holder, this.#node, LEASE_MS];
    return (await this.#connection.ask("take-duty", values)).rowCount === 1;
  }

  async give(duty: string): Promise<void> {
    await this.#connection.ask("give-duty", [duty, this.#holder]);
  }

  /** Lists this node, or says that it is still there. */
  async report({ address, release, recordFormat, position, mirrors }: NodeReport): Promise<void> {
    const listed = JSON.stringify(mirrors);
    const values = [this.#node, address, release, SCHEMA_VERSION, recordFormat, position, listed];
    await this.#connection.ask("set-node", values);
    const { alive } = await this.#connection.row<{ alive: number }>("alive-nodes", [ALIVE_SECONDS]);
    this.alive = Math.max(1, alive);
  }

  /**
   * Removes a node from the list.
   *
   * @returns whether it was there
   * @throws HeadcountError `conflict` if it is alive
   */
  async forget(node: string): Promise<boolean> {
    const values = [node, ALIVE_SECONDS];
    if ((await this.#connection.ask("remove-node", values)).rowCount === 1) return true;
    const found = (await this.nodes()).find((listed) => listed.node === node);
    if (found === undefined) return false;
    const seconds = Math.round(found.seenSecondsAgo);
    throw new HeadcountError(
      "conflict",
      `the node ${node} is alive: it was seen ${seconds} s ago; stop it, and try again ${ALIVE_SECONDS} s later`,
    );
  }

  async nodes(): Promise<ListedNode[]> {
    const { rows } = await this.#connection.ask<Omit<ListedNode, "position"> & { position: string }>("nodes");
    return rows.map(({ mirrors, position, ...row }) => ({
      ...row,
      // A node that ended without notice still lists those that another one keeps up to date now.
      mirrors: row.duties.includes(MIRRORS_DUTY) ? mirrors : [],
      position: BigInt(position),
    }));
  }

  async database(): Promise<LogDatabase> {
    const [log, last, row] = await Promise.all([
      this.#connection.row<{ oldest: string; last: string; bytes: string }>("log-size"),
      this.#connection.row<{ record_format: number }>("record-format"),
      this.#connection.row<Omit<LogDatabase, "oldestPosition" | "lastPosition" | "recordFormat" | "bytes">>(
        "replication",
      ),
    ]);
    return {
      ...row,
      oldestPosition: BigInt(log.oldest),
      lastPosition: BigInt(log.last),
      recordFormat: last.record_format,
      bytes: Number(log.bytes),
    };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

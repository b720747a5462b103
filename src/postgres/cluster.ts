import { randomBytes } from "node:crypto";
import { must } from "../domain/errors.ts";
import {
  ALIVE_SECONDS,
  type ListedNode,
  type LogDatabase,
  type NodeReport,
} from "../engine/ports/cluster.ts";
import { MIRRORS_DUTY, type MirrorProgress } from "../engine/ports/mirrors.ts";
import type { DutyLeases } from "../engine/replication/duty.ts";
import { LEASE_MS } from "../engine/replication/duty.ts";
import { PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";
import { available } from "./postgres-log.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** The nodes of a cluster and their duties, in PostgreSQL. */
export class PostgresCluster implements DutyLeases {
  readonly #node: string;
  /** Of this process: one that is started again does not have the duties of the one before it. */
  readonly #holder: string;
  readonly #connection: PostgresConnection;
  #alive = 1;

  constructor(servers: DatabaseServers, node: string) {
    this.#node = node;
    this.#holder = `${node}.${randomBytes(6).toString("hex")}`;
    this.#connection = new PostgresConnection(servers, "duties");
  }

  async take(duty: string): Promise<boolean> {
    const values = [duty, this.#holder, this.#node, LEASE_MS];
    return (await available(() => this.#connection.run("take-duty", values))).rowCount === 1;
  }

  async give(duty: string): Promise<void> {
    await available(() => this.#connection.run("give-duty", [duty, this.#holder]));
  }

  /** Lists this node, or says that it is still there. */
  async report({ address, release, recordFormat, position, mirrors }: NodeReport): Promise<void> {
    const listed = JSON.stringify(mirrors);
    const values = [this.#node, address, release, SCHEMA_VERSION, recordFormat, position, listed];
    await available(() => this.#connection.run("set-node", values));
    const { rows } = await available(() =>
      this.#connection.run<{ alive: number }>("alive-nodes", [ALIVE_SECONDS]),
    );
    this.#alive = Math.max(1, rows[0]?.alive ?? 1);
  }

  /** The number of nodes that are there, as of this node's last report. */
  get alive(): number {
    return this.#alive;
  }

  /** Removes a node from the list. @returns whether it was there */
  async forget(node: string): Promise<boolean> {
    return (await available(() => this.#connection.run("remove-node", [node]))).rowCount === 1;
  }

  async nodes(): Promise<ListedNode[]> {
    const { rows } = await available(() =>
      this.#connection.run<{
        node: string;
        address: string | null;
        release: string;
        record_format: number;
        position: string;
        mirrors: MirrorProgress[];
        seen_seconds_ago: number;
        duties: string[];
      }>("nodes"),
    );
    return rows.map(({ mirrors, position, record_format, seen_seconds_ago, ...row }) => ({
      ...row,
      // A node that ended without notice still lists those that another one keeps up to date now.
      mirrors: row.duties.includes(MIRRORS_DUTY) ? mirrors : [],
      recordFormat: record_format,
      position: BigInt(position),
      seenSecondsAgo: seen_seconds_ago,
    }));
  }

  async database(): Promise<LogDatabase> {
    const [size, last, server] = await Promise.all([
      available(() => this.#connection.run<{ oldest: string; last: string; bytes: string }>("log-size")),
      available(() => this.#connection.run<{ record_format: number }>("record-format")),
      available(() =>
        this.#connection.run<{
          version: string;
          fsync: string;
          synchronous_commit: string;
          synchronous_standby_names: string;
          standbys: number;
          slots: number;
          oldest_snapshot_seconds: number | null;
        }>("replication"),
      ),
    ]);
    const { oldest, last: lastPosition, bytes } = must(size.rows[0], "size of the log");
    const row = must(server.rows[0], "settings of PostgreSQL");
    return {
      version: row.version,
      fsync: row.fsync === "on",
      synchronousCommit: row.synchronous_commit,
      synchronousStandbyNames: row.synchronous_standby_names,
      standbys: row.standbys,
      slots: row.slots,
      oldestSnapshotSeconds: row.oldest_snapshot_seconds,
      oldestPosition: BigInt(oldest),
      lastPosition: BigInt(lastPosition),
      recordFormat: must(last.rows[0], "last record").record_format,
      bytes: Number(bytes),
    };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

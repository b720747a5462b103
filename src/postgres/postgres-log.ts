import pg from "pg";
import { HeadcountError, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { recordWriter } from "../engine/journal/chain.ts";
import type { LoggedRecord, LogHead, LogPosition, SharedLog } from "../engine/ports.ts";
import { AnswerLost, LOCK_TIMEOUT, PostgresConnection, refused } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";
import type { LogIdentity } from "./schema.ts";

/** How long an append is repeated whose answer was lost, in ms. */
const SETTLE_MS = 5 * SECOND_MS;

const REPEAT_MS = 100;

/** How often an engine shows that it does not stand still while it has the log locked, in ms. */
const KEEPING_MS = 250;

/** A log in PostgreSQL, which orders and keeps the records. It uses a connection for each purpose. */
export class PostgresLog implements SharedLog {
  readonly id: string;
  readonly node: string;
  readonly start: LogPosition;
  readonly next: SharedLog["next"];
  readonly #appends: PostgresConnection;
  readonly #reads: PostgresConnection;
  readonly #heads: PostgresConnection;
  #isClosed = false;

  constructor(servers: DatabaseServers, identity: LogIdentity, node: string) {
    this.id = identity.id;
    this.node = node;
    this.start = { position: 0n, chain: identity.startChain };
    this.next = recordWriter(node);
    // A time-out of the statement would cancel the wait for a synchronous standby: then others see a record that a
    // failover loses. What waits behind it, waits for a lock.
    this.#appends = new PostgresConnection(servers, "append", { statementMs: 0 });
    this.#reads = new PostgresConnection(servers, "follow");
    this.#heads = new PostgresConnection(servers, "barrier");
  }

  /**
   * If the answer is lost, appends the record again until the position is taken: looking for it would be too early while
   * the lost statement may still be carried out.
   */
  async append(after: LogPosition, record: LoggedRecord): Promise<boolean> {
    const until = performance.now() + SETTLE_MS;
    const { at, writer, bytes } = record;
    const values = [after.position, after.chain, at.chain, writer, bytes];
    let isUnknown = false;
    for (;;) {
      try {
        if ((await this.#appends.run("append", values)).rowCount === 1) return true;
        if (!isUnknown) return false;
        const { rows } = await this.#appends.run<{ chain: string }>("chain-at", [at.position]);
        if (rows[0]?.chain !== at.chain) return false;
        // It is there; a standby may not have it before a later commit has waited for it.
        await this.#appends.run("touch-log");
        return true;
      } catch (error) {
        isUnknown ||= error instanceof AnswerLost;
        const isOver = this.#isClosed || performance.now() > until;
        // An engine that has the lock may stand still, which ends soon.
        const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT;
        if (!isUnknown && (isOver || !isLocked)) throw refused(error);
        if (isOver)
          throw new HeadcountError(
            "unavailable",
            "the log of the cluster does not answer: it is not known whether the change has been made; a repetition " +
              "with the same event_id or Idempotency-Key is safe",
            { cause: error },
          );
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      }
    }
  }

  async read(after: LogPosition): Promise<readonly LoggedRecord[]> {
    const { rows } = await this.#reads.ask<{
      position: string;
      chain: string;
      writer: string;
      record: string | null;
    }>("records-from", [after.position]);
    const [first, ...next] = rows;
    if (first !== undefined && BigInt(first.position) > after.position)
      throw new HeadcountError(
        "log-truncated",
        `the log of the cluster does not have the records after position ${after.position} any more; a server that is ` +
          "started loads a snapshot",
      );
    if (first?.chain !== after.chain)
      throw new HeadcountError(
        "log-diverged",
        `this data directory has a record ${after.position} that the log of the cluster does not have: PostgreSQL has ` +
          "been restored from an older backup, or a standby without the last records was promoted. Stop all servers of " +
          "the cluster, and decide which data is right. If it is the log's, headcount cluster rejoin saves what only " +
          "this directory has, and replaces the directory; headcount cluster leave makes it independent",
      );
    return next.map(({ position, chain, writer, record }) => ({
      at: { position: BigInt(position), chain },
      writer,
      bytes: Buffer.from(must(record, "record"), "base64"),
    }));
  }

  async head(): Promise<LogHead> {
    const { position, chain, now, in_recovery } = await this.#heads.row<{
      position: string;
      chain: string;
      now: number;
      in_recovery: boolean;
    }>("head");
    if (in_recovery) throw new HeadcountError("unavailable", "the log of the cluster is on a standby");
    return { position: BigInt(position), chain, now };
  }

  async format(): Promise<number> {
    return (await this.#reads.row<{ record_format: number }>("record-format")).record_format;
  }

  /** The position of the oldest record that has been kept. */
  async oldest(): Promise<bigint> {
    return BigInt((await this.#reads.row<{ position: string }>("oldest-position")).position);
  }

  async lock(): Promise<() => Promise<void>> {
    await this.#appends.ask("lock-appends");
    return async () => {
      // If the session has ended meanwhile, it has no lock any more.
      await this.#appends.run("unlock-appends").catch(() => undefined);
    };
  }

  keepLock(): () => void {
    const timer = setInterval(() => void this.#appends.run("keep-lock").catch(() => undefined), KEEPING_MS);
    return () => clearInterval(timer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const connections = [this.#appends, this.#reads, this.#heads];
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

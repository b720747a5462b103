import pg from "pg";
import { HeadcountError, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import type { LoggedRecord, LogHead, LogPosition, SharedLog } from "../engine/ports.ts";
import { RecordWriter } from "../engine/replication/chain.ts";
import { AnswerLost, PostgresConnection } from "./connection.ts";
import type { DatabaseServers } from "./database-servers.ts";
import type { LogIdentity } from "./schema.ts";

/** SQLSTATE of a statement that has waited for a lock for too long. */
const LOCK_TIMEOUT = "55P03";

/** How long an append is repeated whose answer was lost, in ms. */
const SETTLE_MS = 5 * SECOND_MS;

/** The pause between these repetitions, in ms. */
const REPEAT_MS = 100;

/** A log in PostgreSQL, which orders and keeps the records. It uses a connection for each purpose. */
export class PostgresLog implements SharedLog {
  readonly id: string;
  readonly node: string;
  readonly start: LogPosition;
  readonly #writer: RecordWriter;
  readonly #appends: PostgresConnection;
  readonly #reads: PostgresConnection;
  readonly #heads: PostgresConnection;
  #isClosed = false;

  constructor(servers: DatabaseServers, identity: LogIdentity, node: string) {
    this.id = identity.id;
    this.node = node;
    this.start = { position: 0n, chain: identity.startChain };
    this.#writer = new RecordWriter(node);
    // A time-out of the statement would cancel the wait for a synchronous standby: then others see a record that a
    // failover loses. What waits behind it, waits for a lock.
    this.#appends = new PostgresConnection(servers, "append", { statementMs: 0 });
    this.#reads = new PostgresConnection(servers, "follow");
    this.#heads = new PostgresConnection(servers, "barrier");
  }

  next(after: LogPosition, bytes: Buffer): LoggedRecord {
    return this.#writer.next(after, bytes);
  }

  /**
   * If the answer is lost, appends the record again until the position is taken: looking for it would be too early while
   * the lost statement may still be carried out.
   */
  async append(after: LogPosition, record: LoggedRecord): Promise<boolean> {
    const until = performance.now() + SETTLE_MS;
    let isUnknown = false;
    for (;;) {
      try {
        if (await this.#insert(after, record)) return true;
        if (!isUnknown || (await this.#chainAt(record.at.position)) !== record.at.chain) return false;
        // It is there; a standby may not have it before a later commit has waited for it.
        await this.#appends.run("touch-log");
        return true;
      } catch (error) {
        isUnknown ||= error instanceof AnswerLost;
        const isOver = this.#isClosed || performance.now() > until;
        if (!isUnknown && (isOver || !isLocked(error))) throw refused(error);
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
    const { rows } = await available(() =>
      this.#reads.run<{ position: string; chain: string; writer: string; record: Buffer | null }>(
        "records-from",
        [after.position],
      ),
    );
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
      bytes: must(record, "record"),
    }));
  }

  async head(): Promise<LogHead> {
    const { rows } = await available(() =>
      this.#heads.run<{ position: string; chain: string; now: number; in_recovery: boolean }>("head"),
    );
    const { position, chain, now, in_recovery } = must(rows[0], "head");
    if (in_recovery) throw new HeadcountError("unavailable", "the log of the cluster is on a standby");
    return { position: BigInt(position), chain, now };
  }

  async format(): Promise<number> {
    const { rows } = await available(() => this.#reads.run<{ record_format: number }>("record-format"));
    return must(rows[0], "last record").record_format;
  }

  /** The position of the oldest record that has been kept. */
  async oldest(): Promise<bigint> {
    const { rows } = await available(() => this.#reads.run<{ position: string }>("oldest-position"));
    return BigInt(must(rows[0], "oldest record").position);
  }

  async lock(): Promise<() => Promise<void>> {
    await available(() => this.#appends.run("lock-appends"));
    return async () => {
      // If the session has ended meanwhile, it has no lock any more.
      await this.#appends.run("unlock-appends").catch(() => undefined);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const connections = [this.#appends, this.#reads, this.#heads];
    await Promise.all(connections.map((connection) => connection.close()));
  }

  async #insert(after: LogPosition, { at, writer, bytes }: LoggedRecord): Promise<boolean> {
    const values = [after.position, after.chain, at.chain, writer, bytes];
    const { rowCount } = await this.#appends.run("append", values);
    return rowCount === 1;
  }

  async #chainAt(position: bigint): Promise<string | undefined> {
    const { rows } = await this.#appends.run<{ chain: string }>("chain-at", [position]);
    return rows[0]?.chain;
  }
}

/** Whether a statement has waited for a lock in vain: the engine that has it may stand still, which ends soon. */
function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT;
}

/** Runs a statement that changes nothing. @throws HeadcountError `unavailable` if there is no answer */
export async function available<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw refused(error);
  }
}

/** The error of a statement that has changed nothing. */
function refused(error: unknown): HeadcountError {
  if (error instanceof HeadcountError) return error;
  const isRefusal = error instanceof pg.DatabaseError || error instanceof AnswerLost;
  if (!isRefusal) throw error;
  const message = `the log of the cluster cannot be used: ${error.message}; nothing has been changed`;
  return new HeadcountError("unavailable", message, { cause: error });
}

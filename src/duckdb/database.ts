import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { HeadcountError } from "../domain/errors.ts";
import { READS_WAITING_MAX } from "../domain/limits.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import { Connection, type Explain } from "./connection.ts";
import { databaseFailure } from "./failures.ts";

/** Connections that read at the same time; further readers wait. */
const READERS_MAX = 8;

/** What records the commits of a database, so that a missing one is detected. */
export interface CommitLog {
  /** Runs some work as a transaction with a number. @param addsEvents whether it adds events, whose ids number it */
  commit<T>(writer: Connection, work: () => Promise<T>, addsEvents: boolean): Promise<T>;
  record(): void;
  isCheckpointDue(): boolean;
  checkpoint(writer: Connection): Promise<void>;
  close(): Promise<void>;
}

export class Writer extends Connection {
  readonly #recorder: CommitLog | null;

  constructor(raw: DuckDBConnection, explain: Explain, recorder: CommitLog | null) {
    super(raw, explain);
    this.#recorder = recorder;
  }

  /**
   * Runs some work as one transaction, with a number by which its loss is detected.
   *
   * @param addsEvents whether it adds events, whose ids number it
   */
  commit<T>(work: () => Promise<T>, addsEvents = false): Promise<T> {
    return this.#recorder?.commit(this, work, addsEvents) ?? this.transaction(work);
  }
}

/** What runs reads, each with a connection of its own. */
export interface DatabaseReader {
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/**
 * A DuckDB instance with one writer, which runs one transaction at a time, and a few readers. After a fatal error of
 * DuckDB, as when it could not write a checkpoint, every call fails with that error.
 */
export class Database implements DatabaseReader {
  /** Resolves after a fatal error of DuckDB, with its message. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves when its file has been found damaged, with the message; undamaged data can still be read. */
  readonly damaged: Promise<HeadcountError>;
  readonly #instance: DuckDBInstance;
  readonly #writer: Writer;
  readonly #recorder: CommitLog | null;
  readonly #idle: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  #reads = 0;
  #closing = false;
  #allReturned: (() => void) | null = null;
  readonly #writes = new SerialQueue();
  #failure: HeadcountError | null = null;
  #fail: (failure: HeadcountError) => void = () => {};
  #noteDamage: (damage: HeadcountError) => void = () => {};

  private constructor(instance: DuckDBInstance, writer: DuckDBConnection, recorder: CommitLog | null) {
    this.#instance = instance;
    this.#writer = new Writer(writer, (error) => this.#explain(error, true), recorder);
    this.#recorder = recorder;
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
    this.damaged = new Promise((resolve) => {
      this.#noteDamage = resolve;
    });
  }

  static async over(instance: DuckDBInstance, recorder: CommitLog | null = null): Promise<Database> {
    return new Database(instance, await instance.connect(), recorder);
  }

  /**
   * Returns the error for callers. Records damage, and fatal errors of the writer: a reader's error may concern a file
   * that it has attached.
   */
  #explain(error: unknown, isWriting: boolean): unknown {
    const failure = databaseFailure(error);
    if (failure?.isDamage) this.#noteDamage(failure.error);
    if (failure?.isFinal && isWriting) {
      this.#failure ??= failure.error;
      this.#fail(this.#failure);
      return this.#failure;
    }
    return failure?.isDamage ? failure.error : error;
  }

  /**
   * Runs work with the writer, after the work of earlier calls. Its commits are recorded before this resolves.
   *
   * @throws HeadcountError `unavailable` if the files cannot be written, `store-damaged` if they are damaged
   */
  async write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    const value = await this.#writes.run(() => this.#write(work));
    if (this.#recorder?.isCheckpointDue()) {
      // Several writes may find that a checkpoint is due. One that fails for good makes the next write fail.
      const checkpoint = async () => (this.#recorder?.isCheckpointDue() ? this.#checkpoint() : undefined);
      void this.#writes.run(checkpoint).catch(() => undefined);
    }
    return value;
  }

  async #write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    if (this.#failure !== null) throw this.#failure;
    try {
      const value = await work(this.#writer);
      this.#recorder?.record();
      return value;
    } catch (error) {
      const explained = this.#explain(error, true);
      throw databaseFailure(explained)?.error ?? explained;
    }
  }

  /** Runs a transaction after the earlier ones; if it throws, all of it is rolled back. */
  transaction<T>(work: (writer: Connection) => Promise<T>): Promise<T> {
    return this.write((writer) => writer.commit(() => work(writer)));
  }

  async read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const reader = await this.#acquire();
    try {
      return await work(reader);
    } finally {
      this.#release(reader);
    }
  }

  /** Passes on what a connection reads, batch by batch; it is held until all has been read. */
  async *stream<T>(work: (reader: Connection) => AsyncIterable<T>): AsyncGenerator<T> {
    const reader = await this.#acquire();
    try {
      yield* work(reader);
    } finally {
      this.#release(reader);
    }
  }

  async #acquire(): Promise<Connection> {
    if (this.#failure !== null) throw this.#failure;
    if (this.#closing) throw new HeadcountError("unavailable", "the data is being closed");
    if (this.#reads >= READERS_MAX + READS_WAITING_MAX)
      throw new HeadcountError("unavailable", "too many requests are waiting for the data; try again later");
    if (this.#reads++ >= READERS_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const idle = this.#idle.pop();
      if (idle !== undefined) return idle;
      return new Connection(await this.#instance.connect(), (error) => this.#explain(error, false));
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  #release(reader: Connection): void {
    this.#idle.push(reader);
    this.#leave();
  }

  /** Passes the place of a read that has ended on. */
  #leave(): void {
    this.#reads--;
    this.#waiting.shift()?.();
    if (this.#reads === 0) this.#allReturned?.();
  }

  /** Writes all data into the file itself. */
  async checkpoint(): Promise<void> {
    await this.write(() => this.#checkpoint());
  }

  async #checkpoint(): Promise<void> {
    await (this.#recorder?.checkpoint(this.#writer) ?? this.#writer.run("CHECKPOINT"));
  }

  /**
   * Waits for the current transactions and reads, writes all data into the file and closes it. An open connection would
   * keep the file open, undetected by the next opening in this process.
   */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#reads > 0) {
      await new Promise<void>((resolve) => {
        this.#allReturned = resolve;
      });
    }
    try {
      await this.checkpoint();
    } finally {
      for (const reader of this.#idle) reader.close();
      this.#writer.close();
      this.#instance.closeSync();
      await this.#recorder?.close();
    }
  }
}

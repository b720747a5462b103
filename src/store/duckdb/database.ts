import { HeadcountError } from "../../domain/errors.ts";
import { READS_WAITING_MAX } from "../../domain/limits.ts";
import { type ColumnData, chunksOf, slicesOf } from "./columns.ts";
import type { CommitRecorder } from "./commit-recorder.ts";
import {
  BIGINT,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
} from "./duckdb-api.ts";
import { storeFailure } from "./failures.ts";
import { quoteIdentifier, statement, statementWith } from "./statements.ts";

export type SqlValues = Record<string, DuckDBValue>;
export type SqlTypes = Record<string, DuckDBType>;
export type SqlRow = Readonly<Record<string, DuckDBValue>>;

/** Connections that read at the same time; further readers wait. */
const READERS_MAX = 8;

/** Interval between reads of a running statement's progress, in ms. */
const PROGRESS_MS = 100;

type Explain = (error: unknown) => unknown;

/**
 * A connection. A statement is planned each time it runs: the plan of a prepared one depends on the tables' content
 * when it was prepared, and gives wrong results when they have more rows (duckdb/duckdb#23704).
 */
export class Connection {
  readonly raw: DuckDBConnection;
  readonly #explain: Explain;

  constructor(raw: DuckDBConnection, explain: Explain = (error) => error) {
    this.raw = raw;
    this.#explain = explain;
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Runs a statement; returns the number of changed rows. */
  async run(sql: string, values?: SqlValues, types?: SqlTypes): Promise<number> {
    const result = await this.#explained(() => this.raw.run(sql, values, types));
    return result.rowsChanged;
  }

  /** All rows of a query with few rows. */
  async rows(sql: string, values?: SqlValues, types?: SqlTypes): Promise<SqlRow[]> {
    const reader = await this.#explained(() => this.raw.runAndReadAll(sql, values, types));
    return reader.getRowObjects();
  }

  /** The row of a query with exactly one. */
  async row(sql: string, values?: SqlValues, types?: SqlTypes): Promise<SqlRow> {
    const [row] = await this.rows(sql, values, types);
    if (row === undefined) throw new Error(`no row from: ${sql}`);
    return row;
  }

  /** The chunks of a query's result, fetched while they are read. */
  async *chunks(sql: string, values?: SqlValues, types?: SqlTypes): AsyncGenerator<DuckDBDataChunk> {
    const result = await this.#explained(() => this.raw.stream(sql, values, types));
    const next = async () => {
      const chunk = await this.#explained(() => result.fetchChunk());
      return chunk === null || chunk.rowCount === 0 ? null : chunk;
    };
    let chunk = await next();
    try {
      for (; chunk !== null; chunk = await next()) yield chunk;
    } finally {
      // Without this, a result that has not been read to its end would keep the database open.
      if (chunk !== null) {
        this.raw.interrupt();
        while ((await next().catch(() => null)) !== null);
      }
    }
  }

  /** The chunks of a query's result, all fetched before the first is returned: the connection can be used meanwhile. */
  async *wholeChunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    const result = await this.#explained(() => this.raw.run(sql));
    for (let index = 0; index < result.chunkCount; index++) yield result.getChunk(index);
  }

  /** Appends rows, by column or in chunks, in the table's order of columns within the current transaction. */
  async append(
    table: string,
    rows: readonly ColumnData[] | AsyncGenerator<DuckDBDataChunk>,
    catalog: string | null = null,
    schema: string | null = null,
  ): Promise<void> {
    if ("length" in rows && !rows[0]?.values.length) return;
    const chunks = "length" in rows ? chunksOf(rows) : rows;
    const appender = await this.raw.createAppender(table, schema, catalog);
    try {
      for await (const chunk of chunks) appender.appendDataChunk(chunk);
      appender.closeSync();
    } catch (error) {
      // Otherwise the appender would append its rows in a separate transaction when it is disposed of.
      appender.clear();
      throw error;
    }
  }

  /** Deletes the rows of a table that have one of some ids. */
  async removeRows(table: string, ids: readonly bigint[], idColumn = "id"): Promise<void> {
    const words = { table: quoteIdentifier(table), column: quoteIdentifier(idColumn) };
    for await (const slice of slicesOf(ids)) {
      const values = { ids: listValue([...slice]) };
      await this.run(statementWith("database/remove-rows", words), values, { ids: LIST(BIGINT) });
    }
  }

  /** Runs some work as one transaction; if it throws, nothing is changed. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run("BEGIN");
    try {
      const value = await work();
      await this.run("COMMIT");
      return value;
    } catch (error) {
      // If the commit itself failed, there is nothing to roll back.
      await this.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  /**
   * Reports the progress of the running statement during some work. Not to be called within a transaction: a failed one
   * accepts no statement, and the setting would remain.
   *
   * @param onProgress receives the fraction from 0 to 1, or null if DuckDB does not know it
   * @throws the work's error
   */
  async watchProgress<T>(onProgress: (fraction: number | null) => void, work: () => Promise<T>): Promise<T> {
    await this.run(statement("database/track-progress"));
    const timer = setInterval(() => {
      const { percentage } = this.raw.progress;
      onProgress(percentage < 0 ? null : percentage / 100);
    }, PROGRESS_MS);
    const untrack = () => this.run(statement("database/untrack-progress"));
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // After a fatal error of DuckDB, the work's own error has the cause.
      await untrack().catch(() => undefined);
      throw error;
    } finally {
      clearInterval(timer);
    }
    await untrack();
    return result;
  }

  close(): void {
    this.raw.closeSync();
  }
}

/** The connection that writes. */
export class Writer extends Connection {
  readonly #recorder: CommitRecorder | null;

  constructor(raw: DuckDBConnection, explain: Explain, recorder: CommitRecorder | null) {
    super(raw, explain);
    this.#recorder = recorder;
  }

  /**
   * Runs some work as one transaction, with a number by which its loss is detected.
   *
   * @param addsEvents whether it adds events, whose ids number it
   */
  async commit<T>(work: () => Promise<T>, addsEvents = false): Promise<T> {
    let committed: (() => void) | undefined;
    const value = await this.transaction(async () => {
      const value = await work();
      committed = await this.#recorder?.number(this, addsEvents);
      return value;
    });
    committed?.();
    return value;
  }
}

/** Opens an instance with one connection, for a temporary database or to read a file. */
export async function openInstance(path?: string, settings: Readonly<Record<string, string>> = {}) {
  const instance = await DuckDBInstance.create(path, settings);
  const connection = new Connection(await instance.connect());
  const close = () => {
    connection.close();
    instance.closeSync();
  };
  return { connection, close };
}

/**
 * A DuckDB instance with one writer, which runs one transaction at a time, and a few readers. After a fatal error of
 * DuckDB, as when it could not write a checkpoint, every call fails with that error.
 */
export class Database {
  /** Resolves after a fatal error of DuckDB, with its message. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves when its file has been found damaged, with the message; undamaged data can still be read. */
  readonly damaged: Promise<HeadcountError>;
  readonly #instance: DuckDBInstance;
  readonly #writer: Writer;
  /** Records each commit, before its caller gets the result. */
  readonly #recorder: CommitRecorder | null;
  readonly #idle: Connection[] = [];
  readonly #waiting: { resolve(reader: Connection): void; reject(error: unknown): void }[] = [];
  #readers = 0;
  #closing = false;
  #allReturned: (() => void) | null = null;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #failure: HeadcountError | null = null;
  #fail: (failure: HeadcountError) => void = () => {};
  #noteDamage: (damage: HeadcountError) => void = () => {};

  private constructor(instance: DuckDBInstance, writer: DuckDBConnection, recorder: CommitRecorder | null) {
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

  static async over(instance: DuckDBInstance, recorder: CommitRecorder | null = null): Promise<Database> {
    return new Database(instance, await instance.connect(), recorder);
  }

  /**
   * Returns the error for callers. Records damage, and fatal errors of the writer: a reader's error may concern a file
   * that it has attached.
   */
  #explain(error: unknown, isWriting: boolean): unknown {
    const failure = storeFailure(error);
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
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(() => this.#write(work));
    // A checkpoint that fails for good makes the next write fail.
    this.#lastWrite = result
      .then(() => (this.#recorder?.isCheckpointDue() ? this.#checkpoint() : undefined))
      .catch(() => undefined);
    return result;
  }

  async #write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    if (this.#failure !== null) throw this.#failure;
    try {
      const value = await work(this.#writer);
      this.#recorder?.note();
      return value;
    } catch (error) {
      const explained = this.#explain(error, true);
      throw storeFailure(explained)?.error ?? explained;
    }
  }

  /** Runs a transaction after the earlier ones; if it throws, all of it is rolled back. */
  transaction<T>(work: (writer: Connection) => Promise<T>): Promise<T> {
    return this.write((writer) => writer.commit(() => work(writer)));
  }

  /** Runs work with a connection for reading. */
  async read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const reader = await this.acquire();
    try {
      return await work(reader);
    } finally {
      this.release(reader);
    }
  }

  /** A connection for reading, which must be released. */
  async acquire(): Promise<Connection> {
    if (this.#failure !== null) throw this.#failure;
    if (this.#closing) throw new HeadcountError("unavailable", "the data is being closed");
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#readers === READERS_MAX) {
      if (this.#waiting.length >= READS_WAITING_MAX)
        throw new HeadcountError(
          "unavailable",
          "too many requests are waiting for the data; try again later",
        );
      return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
    }
    this.#readers++;
    try {
      return new Connection(await this.#instance.connect(), (error) => this.#explain(error, false));
    } catch (error) {
      this.#readers--;
      // Without a reader, no call of `release` would end their wait.
      if (this.#readers === 0) for (const { reject } of this.#waiting.splice(0)) reject(error);
      this.#noteReturned();
      throw error;
    }
  }

  release(reader: Connection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(reader);
    else next.resolve(reader);
    this.#noteReturned();
  }

  #noteReturned(): void {
    if (this.#idle.length === this.#readers) this.#allReturned?.();
  }

  /** Writes all data into the file itself. */
  async checkpoint(): Promise<void> {
    await this.write(() => this.#checkpoint());
  }

  async #checkpoint(): Promise<void> {
    const checkpoint = () => this.#writer.run("CHECKPOINT");
    await (this.#recorder === null ? checkpoint() : this.#recorder.checkpointing(checkpoint));
  }

  /**
   * Waits for the current transactions and reads, writes all data into the file and closes it. An open connection would
   * keep the file open, undetected by the next opening in this process.
   */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#idle.length < this.#readers) {
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

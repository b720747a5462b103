import { statSync } from "node:fs";
import type { Connection } from "./database.ts";

/**
 * How large the log of changes grows until it is written into the file, in bytes. The smaller, the more work for
 * each event; the larger, the longer its commits wait for their table, and a start after a kill for the log: half a
 * second.
 */
const LOG_BYTES_DEFAULT = 32 * 2 ** 20;

/**
 * What DuckDB is told to let the log of changes grow to until it writes it into the file itself, which holds up the
 * commit that finds it as large: that is to happen only where nothing else has come to it.
 */
export const LOG_BYTES_LAST_RESORT = 2 ** 29;

/** What DuckDB says where writes under way are in the way of a checkpoint. */
const BUSY = /Cannot CHECKPOINT/;

/** A database's file, and how large its log of changes may grow, in bytes. */
export interface LoggedFile {
  readonly path: string;
  readonly logBytes?: number | undefined;
}

/**
 * Has what a database's log of changes holds written into its file, beside the commits: they go on meanwhile,
 * and have a log of their own that takes the other's place. They wait only while their own table is written.
 */
export class Checkpoints {
  readonly #connection: Connection;
  readonly #logFile: string;
  readonly #logBytes: number;
  readonly #onFailure: (error: unknown) => void;
  #running: Promise<void> | null = null;

  /**
   * @param connection one that nobody else uses
   * @param onFailure is told why one could not be written
   */
  constructor(
    connection: Connection,
    { path, logBytes = LOG_BYTES_DEFAULT }: LoggedFile,
    onFailure: (error: unknown) => void,
  ) {
    this.#connection = connection;
    this.#logFile = `${path}.wal`;
    this.#logBytes = logBytes;
    this.#onFailure = onFailure;
  }

  /** Begins one where the log has grown enough. To be called after each commit. */
  beginIfDue(): void {
    this.#running ??= this.#writeIfDue().finally(() => {
      this.#running = null;
    });
  }

  async #writeIfDue(): Promise<void> {
    try {
      const grown = statSync(this.#logFile, { throwIfNoEntry: false })?.size ?? 0;
      if (grown >= this.#logBytes) await this.#connection.run("CHECKPOINT");
    } catch (error) {
      // It is tried again after the next commit.
      if (!(error instanceof Error && BUSY.test(error.message))) this.#onFailure(error);
    }
  }

  /** Waits for one that is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** To be called when nothing is under way. */
  close(): void {
    this.#connection.close();
  }
}

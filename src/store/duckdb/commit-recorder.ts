import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { BIGINT } from "@duckdb/node-api";
import { flushToDisk } from "../../disk.ts";
import { DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statement, statementWith } from "../../duckdb/statements.ts";
import {
  type HighestIds,
  type LastCommit,
  openLastCommit,
  readLastCommit,
  writeLastCommit,
} from "./last-commit.ts";

/** Maximum time that a commit may be noted in the system's memory only, in ms: if the machine stops, it may be lost. */
const SYNC_MS = 1_000;

/** The highest ids of an open data directory that have been assigned. */
export class AssignedIds {
  #ids: HighestIds = { eventId: 0n, nextId: 0n, deliveryId: 0n };

  get ids(): HighestIds {
    return this.#ids;
  }

  /** @throws HeadcountError `unavailable` if the log is too full for a number of further events */
  requireRoom(events: bigint): void {
    if (this.#ids.eventId + events > BigInt(EVENTS_MAX))
      throw new HeadcountError("unavailable", "the data directory has reached the maximum number of events");
  }

  /** Raises the highest assigned ids, before the writer is released. Lower ids change nothing. */
  raise(ids: { readonly [Name in keyof HighestIds]?: bigint | undefined }): void {
    for (const name of ["eventId", "nextId", "deliveryId"] as const) {
      const id = ids[name];
      if (id !== undefined && id > this.#ids[name]) this.#ids = { ...this.#ids, [name]: id };
    }
  }
}

/** A log of changes: a row of the table `change_log`. */
export interface ChangeLog extends Pick<LastCommit, "log" | "identity" | "commits"> {
  /** The identity of the log before. */
  readonly previous: bigint;
}

/** Adds the log of changes that follows another one to a table of them. */
export async function addLog(
  connection: Connection,
  last: ChangeLog,
  logs = "change_log",
): Promise<ChangeLog> {
  const identity = randomBytes(8).readBigUInt64BE() >> 1n;
  const next = { log: last.log + 1n, identity, previous: last.identity };
  await connection.run(statementWith("database/insert-change-log", { logs }), next);
  return { ...next, commits: 0n };
}

/** The size of a data directory's log of changes, in bytes; 0 if there is none. */
export function logBytes(directory: string): number {
  return statSync(join(directory, DATABASE_LOG_FILE), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Numbers commits, and notes the last one in the file `last-commit` before its caller gets the result, so that opening
 * detects missing commits. The file is in the system's memory at once, which outlives the process, and on disk within a
 * second: if the machine stops before that, the file is behind the database, which is harmless.
 */
export class CommitRecorder {
  readonly given = new AssignedIds();
  readonly #directory: string;
  readonly #logBytesMax: number;
  readonly #notify: (message: string) => void;
  /** The last log of changes, and the file; null before `begin`. */
  #log: ChangeLog | null = null;
  #file: FileHandle | null = null;
  /** Whether the next commit begins another log. */
  #isEnded = true;
  /** The number of the last log whose commits are in the database's file. */
  #stored = 0n;
  #timer: NodeJS.Timeout | null = null;
  #hasFailed = false;

  /** @param logBytesMax the size of the log of changes from which on a checkpoint is due */
  constructor(directory: string, logBytesMax: number, notify: (message: string) => void) {
    this.#directory = directory;
    this.#logBytesMax = logBytesMax;
    this.#notify = notify;
  }

  /** Notes the commits so far, and each commit from then on. @param last the last log of changes */
  async begin(last: ChangeLog): Promise<void> {
    this.#log = last;
    const noted = readLastCommit(this.#directory)?.stored ?? 0n;
    this.#stored = logBytes(this.#directory) === 0 ? last.log : noted;
    this.#file = await openLastCommit(this.#directory);
    this.record();
    await this.#sync();
    await flushToDisk(this.#directory);
  }

  /**
   * Runs some work as a transaction with a number.
   *
   * @param addsEvents whether it adds events: then their ids number it
   */
  async commit<T>(writer: Connection, work: () => Promise<T>, addsEvents: boolean): Promise<T> {
    if (this.#log === null) return writer.transaction(work);
    if (this.#isEnded) {
      this.#log = await addLog(writer, this.#log);
      this.#isEnded = false;
      await writer.run(statement("database/remove-counted-commits"), { log: this.#log.log });
    }
    const log = this.#log;
    if (addsEvents) return writer.transaction(work);
    const value = await writer.transaction(async () => {
      const value = await work();
      await writer.append("change_log_commit", [{ type: BIGINT, values: [log.log] }]);
      return value;
    });
    this.#log = { ...log, commits: log.commits + 1n };
    return value;
  }

  /** Notes the commits so far. To be called with the writer, after its commit. */
  record(): void {
    if (this.#log === null || this.#file === null) return;
    try {
      const isEnded = this.#isEnded ? 1n : 0n;
      writeLastCommit(this.#file, { ...this.#log, isEnded, stored: this.#stored, ...this.given.ids });
      this.#timer ??= setTimeout(() => void this.#sync(), SYNC_MS).unref();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Whether the log of changes is so large that a checkpoint is due. */
  isCheckpointDue(): boolean {
    return this.#file !== null && logBytes(this.#directory) >= this.#logBytesMax;
  }

  /**
   * Writes a checkpoint, which ends the log of changes. The file is on disk before, so that it is never older than a
   * database without a log, and after it, so that the next log continues it.
   */
  async checkpoint(writer: Connection): Promise<void> {
    await this.#sync();
    await writer.run("CHECKPOINT");
    if (this.#log === null) return;
    this.#isEnded = true;
    this.#stored = this.#log.log;
    this.record();
    await this.#sync();
  }

  /** What has been noted is on disk when this resolves. */
  async #sync(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    await this.#file?.datasync().catch((error: unknown) => this.#fail(error));
  }

  /** A failure to note a commit does not undo it. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const { message } = error as Error;
    this.#notify(`cannot record the last commit; if it is lost, the loss will not be detected (${message})`);
  }

  /** Closes the file; it is on disk when this resolves. */
  async close(): Promise<void> {
    await this.#sync();
    await this.#file?.close();
    this.#file = null;
  }
}

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { type HighestIds, type LastCommit, LastCommitFile, writeLastCommit } from "./last-commit.ts";
import { statement, statementWith } from "./statements.ts";

/** Maximum time that a commit may be noted in the system's memory only, in ms: if the machine stops, it may be lost. */
const SYNC_MS = 1_000;

/** The highest ids of an open data directory that have been assigned. */
export class AssignedIds {
  #ids: HighestIds = { eventId: 0n, nextId: 0n, callId: 0n };

  get ids(): HighestIds {
    return this.#ids;
  }

  /** Raises the highest assigned ids, before the writer is released. Lower ids change nothing. */
  raise(ids: { readonly [Name in keyof HighestIds]?: bigint | undefined }): void {
    for (const name of ["eventId", "nextId", "callId"] as const) {
      const id = ids[name];
      if (id !== undefined && id > this.#ids[name]) this.#ids = { ...this.#ids, [name]: id };
    }
  }
}

/** The last log of changes: a row of the table `change_log`. */
export type ChangeLog = Pick<LastCommit, "log" | "identity" | "commits">;

/** The connection on which a commit is made. */
interface Committing {
  run(sql: string, values?: Readonly<Record<string, bigint>>): Promise<unknown>;
}

type Position = Omit<LastCommit, keyof HighestIds>;

/** A random identity of a log of changes. */
export function newIdentity(): bigint {
  return randomBytes(8).readBigUInt64BE() >> 1n;
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
  /** Null before `begin`. */
  #position: Position | null = null;
  /** The position and ids that have been noted last. */
  #noted: { readonly position: Position; readonly ids: HighestIds } | null = null;
  #file: LastCommitFile | null = null;
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  /** @param logBytesMax the size of the log of changes from which on a checkpoint is due */
  constructor(directory: string, logBytesMax: number, notify: (message: string) => void) {
    this.#directory = directory;
    this.#logBytesMax = logBytesMax;
    this.#notify = notify;
  }

  /**
   * Notes the commits so far in a new file, and each commit from then on.
   *
   * @param stored the last log whose commits were in the database's file when the directory was opened
   */
  async begin(last: ChangeLog, stored: bigint): Promise<void> {
    const isStored = logBytes(this.#directory) === 0;
    this.#position = { ...last, isEnded: 1n, stored: isStored ? last.log : stored };
    this.#noted = { position: this.#position, ids: this.given.ids };
    await writeLastCommit(this.#directory, { ...this.#position, ...this.given.ids });
    this.#file = new LastCommitFile(this.#directory);
  }

  /**
   * Numbers a commit, at the end of its transaction.
   *
   * @param addsEvents whether it adds events: then their ids number it
   * @returns to be called once it is committed
   */
  async number(connection: Committing, addsEvents: boolean): Promise<() => void> {
    const position = this.#position;
    if (position === null) return () => {};
    if (position.isEnded === 0n) {
      if (addsEvents) return () => {};
      await connection.run(statement("database/count-commit"));
      return () => {
        this.#position = { ...position, commits: position.commits + 1n };
      };
    }
    const begun = { log: position.log + 1n, identity: newIdentity(), commits: addsEvents ? 0n : 1n };
    const insert = statementWith("database/insert-change-log", { logs: "change_log" });
    await connection.run(insert, { ...begun, previous: position.identity });
    return () => {
      this.#position = { ...position, ...begun, isEnded: 0n };
    };
  }

  /** Notes the commits since the last call. To be called with the writer, after its commit. */
  note(): void {
    const [position, ids] = [this.#position, this.given.ids];
    if (position === null || this.#file === null) return;
    if (position === this.#noted?.position && ids === this.#noted.ids) return;
    this.#noted = { position, ids };
    try {
      this.#file.write({ ...position, ...ids });
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
  async checkpointing(checkpoint: () => Promise<unknown>): Promise<void> {
    await this.#sync();
    await checkpoint();
    if (this.#position === null) return;
    this.#position = { ...this.#position, isEnded: 1n, stored: this.#position.log };
    this.note();
    await this.#sync();
  }

  /** What has been noted is on disk when this resolves. */
  #sync(): Promise<void> {
    if (this.#timer === null) return this.#syncing;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#syncing = this.#syncing.then(() => this.#file?.sync()).catch((error: unknown) => this.#fail(error));
    return this.#syncing;
  }

  /** A failure to note a commit does not undo it. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const { message } = error as Error;
    this.#notify(`the last commit cannot be noted: a loss of it would not be detected (${message})`);
  }

  /** Closes the file; it is on disk when this resolves. */
  async close(): Promise<void> {
    await this.#sync();
    this.#file?.close();
    this.#file = null;
  }
}

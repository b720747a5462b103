import { randomBytes } from "node:crypto";
import { constants, existsSync, readFileSync, statSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { BIGINT } from "@duckdb/node-api";
import { flushToDisk } from "../../disk.ts";
import { DATABASE_LOG_FILE, LAST_COMMIT_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { type Row, statement, statementWith } from "../../duckdb/statements.ts";
import type { LogPlace } from "../../engine/ports.ts";

/** The fields of the file `last-commit`, in their order. */
const FIELDS = [
  /** The number and identity of the log of changes that has the last commit, as in the table `change_log`. */
  "log",
  "identity",
  /** The commits of this log, other than those of events, which are numbered by their event ids. */
  "commits",
  /** 1 if the log has no further commits: the next one begins another log. */
  "isEnded",
  /** The number of the last log whose commits are in the database's file. */
  "stored",
  /** The highest ids that have been assigned: of events, in the catalog (the next one), and of deliveries. */
  "eventId",
  "nextId",
  "deliveryId",
] as const;

/** The last commit whose caller has got its result, in whole numbers of at most 63 bits. */
export type LastCommit = { readonly [Field in (typeof FIELDS)[number]]: bigint };

/** The line of the file: a word, which names the format, the fields, and a CRC-32 of these. */
const LINE_BYTES = 256;
const LINE = /^(headcount-commit-2((?: \d+)+)) ([\da-f]+) *\n/;

/** Reads the last commit of a data directory; null if the file is missing or damaged. */
export function readLastCommit(directory: string): LastCommit | null {
  const path = join(directory, LAST_COMMIT_FILE);
  const line = existsSync(path) ? readFileSync(path, "latin1") : "";
  const [, text = "", numbers = "", checksum] = LINE.exec(line) ?? [];
  if (crc32(text).toString(16) !== checksum) return null;
  const values = numbers.trim().split(" ").map(BigInt);
  return Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as LastCommit;
}

/** Opens the file of a data directory, which is overwritten at each commit, and creates it if it is missing. */
export function openLastCommit(directory: string): Promise<FileHandle> {
  return open(join(directory, LAST_COMMIT_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
}

/** Writes the last commit. It survives the process at once, and a power cut once the file has been synced. */
export function writeLastCommit(file: FileHandle, commit: LastCommit): void {
  const text = `headcount-commit-2 ${FIELDS.map((field) => commit[field]).join(" ")}`;
  const line = `${text} ${crc32(text).toString(16)}`.padEnd(LINE_BYTES - 1);
  writeSync(file.fd, `${line}\n`, 0, "latin1");
}

/** The highest ids of an open data directory that have been assigned, so that none is assigned twice. */
export class AssignedIds {
  ids = { eventId: 0n, nextId: 0n, deliveryId: 0n };

  /** @throws HeadcountError `unavailable` if the log is too full for a number of further events */
  requireRoom(events: bigint): void {
    if (this.ids.eventId + events > BigInt(EVENTS_MAX))
      throw new HeadcountError("unavailable", "the data directory has reached the maximum number of events");
  }

  /** Raises the highest assigned ids, before the writer is released. Lower ids change nothing. */
  raise(ids: { readonly [Name in keyof AssignedIds["ids"]]?: bigint | undefined }): void {
    for (const name of ["eventId", "nextId", "deliveryId"] as const)
      if ((ids[name] ?? 0n) > this.ids[name]) this.ids = { ...this.ids, [name]: ids[name] };
  }
}

/** The last log of changes, and whether each one continues the one before: a row of `database/last-change-log`. */
export type ChangeLog = Row<"database/last-change-log">;

/** Before the first log of changes. */
const NO_LOG: ChangeLog = { log: 0n, identity: 0n, previous: 0n, commits: 0n, is_continuous: true };

/** Reads the last log of changes of a database; its number is 0 if there has been none. */
export async function readChangeLog(connection: Connection | null): Promise<ChangeLog> {
  const [log = NO_LOG] = (await connection?.rows(statement("database/last-change-log"))) ?? [];
  return log;
}

/** Adds the log of changes that follows another one to a table of them. */
export async function addLog(connection: Connection, last: ChangeLog, logs = "change_log") {
  const identity = randomBytes(8).readBigUInt64BE() >> 1n;
  const row = { log: last.log + 1n, identity, previous: last.identity };
  await connection.run(statementWith("database/insert-change-log", { logs }), row);
  return { ...NO_LOG, ...row };
}

/** The size of a data directory's log of changes, in bytes; 0 if there is none. */
export function logBytes(directory: string): number {
  return statSync(join(directory, DATABASE_LOG_FILE), { throwIfNoEntry: false })?.size ?? 0;
}

/** Maximum time that a commit may be noted in the system's memory only, in ms: if the machine stops, it may be lost. */
const SYNC_MS = 1_000;

/**
 * Numbers commits, and notes the last one in the file `last-commit` before its caller gets the result, so that opening
 * detects missing commits. The file is in the system's memory at once, which outlives the process, and on disk within a
 * second: if the machine stops before that, the file is behind the database, which is harmless.
 */
export class CommitRecorder {
  readonly given = new AssignedIds();
  readonly #directory: string;
  readonly #logBytesMax: number;
  /** Called with the first failure to note a commit, which does not undo it. */
  #notify: (message: string) => void;
  /** What has been begun: the last log of changes, and the file. */
  #begun: { log: ChangeLog; readonly file: FileHandle } | null = null;
  #isEnded = true;
  /** The number of the last log whose commits are in the database's file. */
  #stored = 0n;
  #timer: NodeJS.Timeout | null = null;

  /** @param logBytesMax the size of the log of changes from which on a checkpoint is due */
  constructor(directory: string, logBytesMax: number, notify: (message: string) => void) {
    this.#directory = directory;
    this.#logBytesMax = logBytesMax;
    this.#notify = notify;
  }

  /** Notes the commits so far, and each commit from then on. @param log the last log of changes */
  async begin(log: ChangeLog): Promise<void> {
    this.#stored =
      logBytes(this.#directory) === 0 ? log.log : (readLastCommit(this.#directory)?.stored ?? 0n);
    this.#begun = { log, file: await openLastCommit(this.#directory) };
    this.record();
    await this.#sync();
    await flushToDisk(this.#directory);
  }

  async commit<T>(writer: Connection, work: () => Promise<T>, addsEvents: boolean): Promise<T> {
    const begun = this.#begun;
    if (begun === null) return writer.transaction(work);
    let { log } = begun;
    const value = await writer.transaction(async () => {
      if (this.#isEnded) {
        log = await addLog(writer, log);
        await writer.run(statement("database/remove-counted-commits"), { log: log.log });
      }
      const value = await work();
      if (addsEvents) return value;
      await writer.append("change_log_commit", [{ type: BIGINT, values: [log.log] }]);
      log = { ...log, commits: log.commits + 1n };
      return value;
    });
    this.#isEnded = false;
    begun.log = log;
    return value;
  }

  /** Notes the commits so far. To be called with the writer, after its commit. */
  record(): void {
    if (this.#begun === null) return;
    const { log, file } = this.#begun;
    try {
      const isEnded = this.#isEnded ? 1n : 0n;
      writeLastCommit(file, { ...log, isEnded, stored: this.#stored, ...this.given.ids });
      this.#timer ??= setTimeout(() => void this.#sync(), SYNC_MS).unref();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Whether the log of changes is so large that a checkpoint is due. */
  isCheckpointDue(): boolean {
    return this.#begun !== null && logBytes(this.#directory) >= this.#logBytesMax;
  }

  /**
   * Writes a checkpoint, which ends the log of changes. The file is on disk before, so that it is never older than a
   * database without a log, and after it, so that the next log continues it.
   */
  async checkpoint(writer: Connection): Promise<void> {
    await this.#sync();
    await writer.run("CHECKPOINT");
    if (this.#begun === null) return;
    this.#isEnded = true;
    this.#stored = this.#begun.log.log;
    this.record();
    await this.#sync();
  }

  /** What has been noted is on disk when this resolves. */
  async #sync(): Promise<void> {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    await this.#begun?.file.datasync().catch((error: Error) => this.#fail(error));
  }

  #fail({ message }: Error): void {
    this.#notify(`cannot record the last commit; if it is lost, the loss will not be detected (${message})`);
    this.#notify = () => {};
  }

  async close(): Promise<void> {
    await this.#sync();
    await this.#begun?.file.close();
    this.#begun = null;
  }
}

/** How far the directory has followed a log that it shares with other servers; null if it follows none. */
export async function readLogPosition(connection: Connection): Promise<LogPlace | null> {
  const [row] = await connection.rows(statement("database/log-position"));
  return row === undefined
    ? null
    : { log: row.log, node: row.node, at: { position: row.position, chain: row.chain } };
}

/** Stores with the records of a transaction how far the log has been followed. */
export async function writeLogPosition(connection: Connection, { log, node, at }: LogPlace): Promise<void> {
  const values = { node, position: at.position, chain: at.chain };
  const moved = await connection.run(statement("database/move-log-position"), values);
  if (moved === 0) await connection.run(statement("database/insert-log-position"), { log, ...values });
}

/** Ends that the directory follows a log. */
export async function removeLogPosition(connection: Connection): Promise<void> {
  await connection.run(statement("database/remove-log-position"));
}

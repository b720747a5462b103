import { closeSync, fdatasync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import {
  type CommitRecord,
  type DatabasePosition,
  type HighestIds,
  RecordFile,
  writeRecord,
} from "./commit-record.ts";

/** Maximum time that a record may be in the system's memory only, in ms: if the machine stops, it may be lost. */
const SYNC_MS = 1_000;

const sync = promisify(fdatasync);

/** Writes the record of a database that no process has open. */
export async function writeRecordOf(directory: string, identity: bigint, ids: HighestIds): Promise<void> {
  const reader = new PositionReader(directory);
  try {
    await reader.look();
    await writeRecord(directory, { identity, replacement: null, position: reader.position, ids });
  } finally {
    reader.close();
  }
}

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

/**
 * Records after every commit, before its caller gets the result, the positions of the database's file and its log of
 * changes, so that opening detects missing or changed files. A record is in the system's memory at once, which outlives
 * the process, and on disk within a second: if the machine stops before that, it is older than the database, which is
 * harmless.
 */
export class CommitRecorder {
  readonly given = new AssignedIds();
  readonly #directory: string;
  readonly #notify: (message: string) => void;
  readonly #reader: PositionReader;
  #identity: bigint | null = null;
  #file: RecordFile | null = null;
  #noted: HighestIds | null = null;
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  /** Begins to follow a database that DuckDB has open already; nothing is recorded before `begin`. */
  constructor(directory: string, notify: (message: string) => void) {
    this.#directory = directory;
    this.#notify = notify;
    this.#reader = new PositionReader(directory);
  }

  /** Records all commits so far in a new file, and each commit from then on. */
  async begin(identity: bigint): Promise<void> {
    this.#identity = identity;
    await this.#reader.look();
    await writeRecord(this.#directory, this.#record());
    this.#noted = this.given.ids;
    this.#file = new RecordFile(this.#directory);
  }

  /** Records the commits since the last call. To be called with the writer, after its commit. */
  async note(): Promise<void> {
    if (this.#file === null) return;
    try {
      if (!(await this.#reader.look()) && this.#noted === this.given.ids) return;
      this.#file.write(this.#record());
      this.#noted = this.given.ids;
      this.#timer ??= setTimeout(() => this.#sync(), SYNC_MS).unref();
    } catch (error) {
      this.#fail(error);
    }
  }

  #record(): CommitRecord {
    return {
      identity: this.#identity,
      replacement: null,
      position: this.#reader.position,
      ids: this.given.ids,
    };
  }

  #sync(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const descriptor = this.#file?.descriptor;
    if (descriptor === undefined) return;
    this.#syncing = this.#syncing.then(() => sync(descriptor)).catch((error: unknown) => this.#fail(error));
  }

  /** A failure to record a commit does not undo it. */
  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    const { message } = error as Error;
    this.#notify(
      `what has been committed last cannot be noted: a loss of it would not be noticed (${message})`,
    );
  }

  /** Closes the files; the last record is on disk when this resolves. To be called after DuckDB has closed. */
  async close(): Promise<void> {
    await this.note();
    this.#sync();
    await this.#syncing;
    this.#file?.close();
    this.#file = null;
    this.#reader.close();
  }
}

/**
 * DuckDB's file has two headers, of the last checkpoint and the one before: 4 KiB each. The first 8 bytes are a
 * checksum of the others, and the next 8 the number of checkpoints.
 */
const HEADERS_START = 4096;
const HEADER_BYTES = 4096;
const CHECKPOINT_OFFSET = 8;

/** Bytes of the log of changes that are read at a time, at first and if there are more; then yields to other work. */
const READ_BYTES_MIN = 2 ** 14;
const READ_BYTES_MAX = 2 ** 20;

/**
 * Follows the positions of the database's file and its log of changes. It reads newly written bytes itself, not through
 * DuckDB. Closing the file ends DuckDB's lock on it in this process, so it must be closed after DuckDB.
 */
export class PositionReader {
  readonly #database: number;
  readonly #logPath: string;
  #log: number | null = null;
  #checkpoint = -1n;
  #header = 0n;
  #logBytes = 0;
  #logChecksum = 0;
  #fileBytes = 0;
  readonly #headers = Buffer.alloc(HEADER_BYTES + 2 * CHECKPOINT_OFFSET);
  #buffer = Buffer.alloc(READ_BYTES_MIN);

  constructor(directory: string) {
    this.#database = openSync(join(directory, DATABASE_FILE), "r");
    this.#logPath = join(directory, DATABASE_LOG_FILE);
  }

  /**
   * Reads the current position.
   *
   * @param logBytesMax maximum number of bytes of the log that are read
   * @returns whether the position has changed since the last call
   */
  async look(logBytesMax = Infinity): Promise<boolean> {
    const isCheckpoint = this.#readHeader();
    if (isCheckpoint) this.#forgetLog();
    const before = this.#logBytes;
    let hasGrown = await this.#follow(logBytesMax);
    if (!hasGrown && this.#isLogGone()) {
      this.#forgetLog();
      hasGrown = await this.#follow(logBytesMax);
    }
    return isCheckpoint || hasGrown || this.#logBytes !== before;
  }

  /** The position when it was last read. */
  get position(): DatabasePosition {
    return {
      checkpoint: this.#checkpoint,
      header: this.#header,
      fileBytes: this.#fileBytes,
      logBytes: this.#logBytes,
      logChecksum: this.#logChecksum,
    };
  }

  /** Reads the last checkpoint; returns whether it is a new one. */
  #readHeader(): boolean {
    const headers = this.#headers;
    readSync(this.#database, headers, 0, headers.length, HEADERS_START);
    const [first, second] = [
      headers.readBigUInt64LE(CHECKPOINT_OFFSET),
      headers.readBigUInt64LE(HEADER_BYTES + CHECKPOINT_OFFSET),
    ];
    const [start, checkpoint] = first >= second ? [0, first] : [HEADER_BYTES, second];
    if (checkpoint === this.#checkpoint) return false;
    this.#checkpoint = checkpoint;
    this.#header = headers.readBigUInt64LE(start);
    this.#fileBytes = fstatSync(this.#database).size;
    return true;
  }

  /** Reads the rest of the log; returns whether it has grown. */
  async #follow(logBytesMax: number): Promise<boolean> {
    this.#log ??= openIfThere(this.#logPath);
    if (this.#log === null) return false;
    const before = this.#logBytes;
    for (;;) {
      const wanted = Math.min(logBytesMax - this.#logBytes, this.#buffer.length);
      const read = wanted > 0 ? readSync(this.#log, this.#buffer, 0, wanted, this.#logBytes) : 0;
      if (read === 0) return this.#logBytes > before;
      this.#logChecksum = crc32(this.#buffer.subarray(0, read), this.#logChecksum);
      this.#logBytes += read;
      if (read < this.#buffer.length) return true;
      if (read < READ_BYTES_MAX) this.#buffer = Buffer.alloc(READ_BYTES_MAX);
      else await setImmediate();
    }
  }

  /** Whether the log was deleted or truncated. */
  #isLogGone(): boolean {
    if (this.#log === null) return false;
    const { size, nlink } = fstatSync(this.#log);
    return nlink === 0 || size < this.#logBytes;
  }

  /** After a checkpoint there is a new log, or none. */
  #forgetLog(): void {
    if (this.#log !== null) closeSync(this.#log);
    this.#log = null;
    this.#logBytes = 0;
    this.#logChecksum = 0;
  }

  close(): void {
    this.#forgetLog();
    closeSync(this.#database);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

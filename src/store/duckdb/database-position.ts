import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import type { DatabasePosition } from "./commit-record.ts";

/**
 * DuckDB's file has two headers, the last checkpoint's and the one's before: 4 KiB each, of which the first 8 bytes
 * are a checksum of the others, and the next 8 how many checkpoints there have been.
 */
const HEADERS_START = 4096;
const HEADER_BYTES = 4096;
const CHECKPOINT_OFFSET = 8;

/** Bytes of the log of changes that are read at a time, at first and where there are more; others have their turn. */
const READ_BYTES_MIN = 2 ** 14;
const READ_BYTES_MAX = 2 ** 20;

/**
 * Follows where the database's file and its log of changes stand. It reads what has been written since it last
 * looked, past DuckDB. To close the file ends DuckDB's lock on it in this process, so it is to be closed after DuckDB.
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
   * Looks where they stand.
   *
   * @param logBytesMax how much of the log is looked at, in bytes
   * @returns whether anything has changed since this was last called
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

  /** Where they stood when they were last looked at. */
  get position(): DatabasePosition {
    return {
      checkpoint: this.#checkpoint,
      header: this.#header,
      fileBytes: this.#fileBytes,
      logBytes: this.#logBytes,
      logChecksum: this.#logChecksum,
    };
  }

  /** Reads which checkpoint there is, and whether it is another than the last time. */
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

  /** Reads what there is of the log beyond what has been read, and whether there is any. */
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

  /** Whether the log that has been read is there no more, or has been cut. */
  #isLogGone(): boolean {
    if (this.#log === null) return false;
    const { size, nlink } = fstatSync(this.#log);
    return nlink === 0 || size < this.#logBytes;
  }

  /** After a checkpoint there is another log, or none. */
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

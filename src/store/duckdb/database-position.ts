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

/** Bytes of the log of changes that are read at a time; others have their turn in between. */
const READ_BYTES = 2 ** 20;

/**
 * Follows where the database's file and its log of changes stand. It reads what has been written since it last
 * looked, past DuckDB. To close the file ends DuckDB's lock on it in this process, so it is to be closed after DuckDB.
 */
export class PositionReader {
  readonly #database: number;
  readonly #logPath: string;
  #log: number | null = null;
  #checkpoint = -1n;
  #header = "";
  #logBytes = 0;
  #logChecksum = 0;
  #databaseBytes = 0;
  readonly #headers = Buffer.alloc(2 * HEADER_BYTES);
  #buffer = Buffer.alloc(2 ** 14);

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
    const { checkpoint, header } = this.#readHeader();
    const isCheckpoint = checkpoint !== this.#checkpoint;
    if (isCheckpoint) {
      this.#forgetLog();
      this.#checkpoint = checkpoint;
      this.#header = header;
    }
    const before = this.#logBytes;
    const size = this.#sizeOfLog();
    if (size > this.#logBytes) await this.#follow(Math.min(size, logBytesMax));
    if (!isCheckpoint && this.#logBytes === before) return false;
    this.#databaseBytes = fstatSync(this.#database).size;
    return true;
  }

  /** Where they stood when they were last looked at. */
  get position(): DatabasePosition {
    return {
      checkpoint: this.#checkpoint,
      header: this.#header,
      fileBytes: this.#databaseBytes,
      logBytes: this.#logBytes,
      logChecksum: this.#logChecksum,
    };
  }

  #readHeader(): { readonly checkpoint: bigint; readonly header: string } {
    const headers = this.#headers;
    readSync(this.#database, headers, 0, headers.length, HEADERS_START);
    const [first, second] = [
      headers.readBigUInt64LE(CHECKPOINT_OFFSET),
      headers.readBigUInt64LE(HEADER_BYTES + CHECKPOINT_OFFSET),
    ];
    const start = first >= second ? 0 : HEADER_BYTES;
    const checkpoint = first >= second ? first : second;
    if (checkpoint === this.#checkpoint) return { checkpoint, header: this.#header };
    return { checkpoint, header: headers.toString("hex", start, start + 8) };
  }

  /** The length of the log, which is opened where there is one; one that has been taken away or cut is begun again. */
  #sizeOfLog(): number {
    if (this.#log !== null) {
      const { size, nlink } = fstatSync(this.#log);
      if (nlink > 0 && size >= this.#logBytes) return size;
      this.#forgetLog();
    }
    this.#log = openIfThere(this.#logPath);
    return this.#log === null ? 0 : fstatSync(this.#log).size;
  }

  async #follow(size: number): Promise<void> {
    const log = this.#log as number;
    while (this.#logBytes < size) {
      const wanted = Math.min(size - this.#logBytes, READ_BYTES);
      if (wanted > this.#buffer.length) this.#buffer = Buffer.alloc(READ_BYTES);
      const read = readSync(log, this.#buffer, 0, wanted, this.#logBytes);
      if (read === 0) return;
      this.#logChecksum = crc32(this.#buffer.subarray(0, read), this.#logChecksum);
      this.#logBytes += read;
      if (read === READ_BYTES) await setImmediate();
    }
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

import { fdatasync } from "node:fs";
import { promisify } from "node:util";
import {
  type CommitRecord,
  type HighestIds,
  PositionReader,
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
export class GivenIds {
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
export class CommitMark {
  readonly given = new GivenIds();
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

import { type FileHandle, open, unlink } from "node:fs/promises";
import { DAY_ROWS_SIZE, effectOf, ROW, rollUp } from "../../series/quarters.ts";
import {
  checksumOf,
  directoryBytes,
  directoryOver,
  type IndexedSpace,
  padded,
  writeIndex,
} from "./format.ts";

/** Bytes that are gathered before they are written. */
const BUFFER_BYTES = 2 ** 20;

/** A run as it goes into a file. */
export interface WrittenRun {
  readonly spaceId: bigint;
  /** A UTC day, since the epoch. */
  readonly day: number;
  /** In their order (D6); none where the run is no more. */
  readonly changes: Uint32Array;
  /** Of its roll-up; none where it has changes but is not rolled up. */
  readonly rows: Uint16Array;
  readonly net: number;
  readonly base: number;
  readonly generation: number;
}

const dayRows = new Uint16Array(DAY_ROWS_SIZE);

/** A run with its roll-up, which can be used until the next one is made. */
export function rolledUp(spaceId: bigint, day: number, changes: Uint32Array, generation: number): WrittenRun {
  const rows = dayRows.subarray(0, Math.max(0, rollUp(changes, dayRows)) * ROW);
  return { spaceId, day, changes, rows, generation, ...effectOf(changes) };
}

/** Writes a file of runs. */
export class RunWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #buffered = 0;
  #written = 0;
  readonly #spaces: IndexedSpace[] = [];
  /** The space whose runs are being written, where its block began, and what comes behind its changes. */
  #spaceId: bigint | null = null;
  #offset = 0;
  #changes = 0;
  #runs: Omit<WrittenRun, "spaceId" | "changes">[] = [];
  #changeCounts: number[] = [];
  #changeChecksums: number[] = [];

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws what the file system says where the file exists or cannot be made */
  static async create(path: string): Promise<RunWriter> {
    return new RunWriter(path, await open(path, "wx"));
  }

  /** Adds a run. Runs ascend by space, then by day. */
  async add(run: WrittenRun): Promise<void> {
    if (run.spaceId !== this.#spaceId) {
      await this.#endSpace();
      this.#spaceId = run.spaceId;
      this.#offset = this.#position;
    }
    const { changes, rows, ...rest } = run;
    await this.#put(changes);
    this.#changes += changes.length;
    this.#changeCounts.push(changes.length);
    this.#changeChecksums.push(checksumOf(changes));
    this.#runs.push({ ...rest, rows: rows.slice() });
  }

  /** Ends the file; what was added is on disk when this resolves. Gives back whether there was anything. */
  async finish(): Promise<void> {
    await this.#endSpace();
    await this.#put(writeIndex(this.#spaces));
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
  }

  /** Gives the file up, and takes it away. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await unlink(this.#path).catch(() => undefined);
  }

  get #position(): number {
    return this.#written + this.#buffered;
  }

  async #endSpace(): Promise<void> {
    const runs = this.#runs;
    const [first] = runs;
    const last = runs.at(-1);
    if (this.#spaceId === null || first === undefined || last === undefined) return;
    await this.#pad();
    let rows = 0;
    for (const run of runs) {
      await this.#put(run.rows);
      rows += run.rows.length / ROW;
    }
    await this.#pad();
    const bytes = new Uint8Array(directoryBytes(runs.length));
    const directory = directoryOver(bytes, runs.length);
    directory.days.set(runs.map((run) => run.day));
    directory.generations.set(runs.map((run) => run.generation));
    directory.changeCounts.set(this.#changeCounts);
    directory.rowCounts.set(runs.map((run) => run.rows.length / ROW));
    directory.nets.set(runs.map((run) => run.net));
    directory.bases.set(runs.map((run) => run.base));
    directory.changeChecksums.set(this.#changeChecksums);
    directory.rowChecksums.set(runs.map((run) => checksumOf(run.rows)));
    await this.#put(bytes);
    this.#spaces.push({
      spaceId: this.#spaceId,
      offset: this.#offset,
      changes: this.#changes,
      rows,
      runs: runs.length,
      firstDay: first.day,
      lastDay: last.day,
      checksum: checksumOf(bytes),
    });
    this.#changes = 0;
    this.#runs = [];
    this.#changeCounts = [];
    this.#changeChecksums = [];
  }

  async #pad(): Promise<void> {
    const length = padded(this.#position) - this.#position;
    if (length > 0) await this.#put(new Uint8Array(length));
  }

  async #put({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array): Promise<void> {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let from = 0; from < byteLength; ) {
      const part = bytes.subarray(from, from + BUFFER_BYTES - this.#buffered);
      this.#buffer.set(part, this.#buffered);
      this.#buffered += part.length;
      from += part.length;
      if (this.#buffered === BUFFER_BYTES) await this.#flush();
    }
  }

  async #flush(): Promise<void> {
    for (let from = 0; from < this.#buffered; ) {
      const { bytesWritten } = await this.#file.write(this.#buffer, from, this.#buffered - from);
      from += bytesWritten;
      this.#written += bytesWritten;
    }
    this.#buffered = 0;
  }
}

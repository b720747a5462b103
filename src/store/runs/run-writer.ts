import { type FileHandle, open, unlink } from "node:fs/promises";
import { BLOCK_PARTS, type PartNumbers, type RolledUpRun } from "../../series/run-block.ts";
import {
  type ByPart,
  byPart,
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  type IndexedSpace,
  isChained,
  padded,
  writeIndex,
} from "./format.ts";

/** Bytes that are gathered before they are written, about. */
const BUFFER_BYTES = 2 ** 20;

/** A run that is to go into a file; without changes where it is no more. */
export interface FiledRun {
  readonly spaceId: bigint;
  /** A UTC day, since the epoch. */
  readonly day: number;
  readonly changes: Uint32Array;
  readonly generation: number;
}

/** Runs that ascend by space, then by day, some at a time: what a batch has is used before the next one is asked for. */
export type RunBatches = AsyncIterable<Iterable<FiledRun>> | Iterable<Iterable<FiledRun>>;

/** What the directory has of a run. */
interface ListedRun extends Pick<RolledUpRun, "day" | "net" | "base"> {
  readonly generation: number;
  readonly counts: ByPart<number>;
  readonly checksums: ByPart<number>;
}

/** Writes a file of runs. What is added is gathered, without waiting, until there is enough to be written. */
export class RunWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isRolledUp: boolean;
  #buffer = new Uint8Array(2 * BUFFER_BYTES);
  #buffered = 0;
  #written = 0;
  readonly #spaces: IndexedSpace[] = [];
  /** The space whose runs are being written, where its block began, and what comes behind its changes. */
  #spaceId: bigint | null = null;
  #offset = 0;
  #runs: ListedRun[] = [];
  #behind: Omit<PartNumbers, "changes">[] = [];

  private constructor(path: string, file: FileHandle, isRolledUp: boolean) {
    this.#path = path;
    this.#file = file;
    this.#isRolledUp = isRolledUp;
  }

  /**
   * @param isRolledUp whether the runs will be, as far as it pays
   * @throws what the file system says where the file exists or cannot be made
   */
  static async create(path: string, isRolledUp: boolean): Promise<RunWriter> {
    return new RunWriter(path, await open(path, "wx"), isRolledUp);
  }

  /**
   * Adds a run. Runs ascend by space, then by day.
   *
   * @returns undefined where nothing has to be waited for
   */
  add(run: RolledUpRun & PartNumbers, generation: number): Promise<void> | undefined {
    if (run.spaceId !== this.#spaceId) {
      this.#endSpace();
      this.#spaceId = run.spaceId;
      this.#offset = this.#position;
    }
    const { day, net, base, changes, excerpts } = run;
    const parts = {
      changes,
      excerpts,
      quarters: ownRows(run.quarters),
      hours: ownRows(run.hours),
      dayParts: ownRows(run.dayParts),
    };
    const before = this.#runs.at(-1)?.checksums;
    this.#put(changes);
    this.#behind.push(parts);
    const counts = byPart((part) => parts[part].byteLength / elementBytes(part));
    this.#runs.push({
      day,
      net,
      base,
      generation,
      counts,
      checksums: byPart((part) => checksumOf(parts[part], isChained(part) ? before?.[part] : 0)),
    });
    return this.#buffered < BUFFER_BYTES ? undefined : this.#flush();
  }

  /** Ends the file; what was added is on disk when this resolves. Gives back whether there was anything. */
  async finish(): Promise<void> {
    this.#endSpace();
    this.#put(writeIndex(this.#spaces, this.#isRolledUp));
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

  #endSpace(): void {
    const runs = this.#runs;
    const [first] = runs;
    const last = runs.at(-1);
    if (this.#spaceId === null || first === undefined || last === undefined) return;
    for (const part of BLOCK_PARTS) {
      if (part !== "changes") for (const parts of this.#behind) this.#put(parts[part]);
      this.#pad();
    }
    const bytes = new Uint8Array(directoryBytes(runs.length));
    const directory = directoryOver(bytes, runs.length);
    directory.days.set(runs.map((run) => run.day));
    directory.generations.set(runs.map((run) => run.generation));
    directory.nets.set(runs.map((run) => run.net));
    directory.bases.set(runs.map((run) => run.base));
    for (const part of BLOCK_PARTS) {
      directory.counts[part].set(runs.map((run) => run.counts[part]));
      directory.checksums[part].set(runs.map((run) => run.checksums[part]));
    }
    this.#put(bytes);
    this.#spaces.push({
      spaceId: this.#spaceId,
      offset: this.#offset,
      counts: byPart((part) => directory.counts[part].reduce((sum, count) => sum + count, 0)),
      runs: runs.length,
      firstDay: first.day,
      lastDay: last.day,
      checksum: checksumOf(bytes),
    });
    this.#runs = [];
    this.#behind = [];
  }

  #pad(): void {
    const length = padded(this.#position) - this.#position;
    if (length > 0) this.#put(new Uint8Array(length));
  }

  #put({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): void {
    if (byteLength === 0) return;
    const needed = this.#buffered + byteLength;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#buffer.subarray(0, this.#buffered));
      this.#buffer = larger;
    }
    this.#buffer.set(new Uint8Array(buffer, byteOffset, byteLength), this.#buffered);
    this.#buffered = needed;
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

/** A copy of rows that can be used until others are made, unless there are none. */
function ownRows(rows: Uint16Array): Uint16Array {
  return rows.length === 0 ? rows : rows.slice();
}

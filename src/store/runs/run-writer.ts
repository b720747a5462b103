import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { HeadcountError } from "../../domain/errors.ts";
import { Roller, type RollUpHintsOf } from "../../series/roller.ts";
import { BLOCK_PARTS, notRolledUp, type PartNumbers, type RolledUpRun } from "../../series/run-block.ts";
import {
  type ByPart,
  byPart,
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  type IndexedSpace,
  padded,
  writeIndex,
} from "./run-file-format.ts";

/** About how many bytes are buffered before they are written. */
const BUFFER_BYTES = 2 ** 20;

/** A run to be written; without changes if an older version in another file is outdated. */
export interface FiledRun {
  readonly spaceId: bigint;
  /** A UTC day, since the epoch. */
  readonly day: number;
  readonly changes: Uint32Array;
  readonly generation: number;
}

/** Batches of runs that ascend by space, then by day. A batch is used before the next one is requested. */
export type RunBatches = AsyncIterable<Iterable<FiledRun>> | Iterable<Iterable<FiledRun>>;

/** The entry of a run in the directory. */
interface ListedRun extends Pick<RolledUpRun, "day" | "net" | "base"> {
  readonly generation: number;
  readonly counts: ByPart<number>;
  readonly checksums: ByPart<number>;
}

/** Writes a run file. Added runs are buffered, without waiting, until there are enough to be written. */
class RunWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isRolledUp: boolean;
  #buffer = new Uint8Array(2 * BUFFER_BYTES);
  #buffered = 0;
  #written = 0;
  readonly #spaces: IndexedSpace[] = [];
  /** The space whose runs are being written, the offset of its block, and the parts that follow its changes. */
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
   * Creates the file, and its folder if needed.
   *
   * @param isRolledUp whether the runs have roll-ups, if these pay
   * @throws the file system's error if the file exists or cannot be created
   */
  static async create(path: string, isRolledUp: boolean): Promise<RunWriter> {
    await mkdir(dirname(path), { recursive: true });
    return new RunWriter(path, await open(path, "wx"), isRolledUp);
  }

  /**
   * Adds a run. Runs ascend by space, then by day.
   *
   * @returns undefined if there is nothing to wait for
   */
  add(run: RolledUpRun, generation: number): Promise<void> | undefined {
    if (run.spaceId !== this.#spaceId) {
      this.#endSpace();
      this.#spaceId = run.spaceId;
      this.#offset = this.#position;
    }
    const { day, net, base, changes } = run;
    const parts = {
      changes,
      quarters: ownRows(run.quarters),
      hours: ownRows(run.hours),
      dayParts: ownRows(run.dayParts),
    };
    this.#put(changes);
    this.#behind.push(parts);
    const counts = byPart((part) => parts[part].byteLength / elementBytes(part));
    this.#runs.push({
      day,
      net,
      base,
      generation,
      counts,
      checksums: byPart((part) => checksumOf(parts[part])),
    });
    return this.#buffered < BUFFER_BYTES ? undefined : this.#flush();
  }

  /** Ends the file; all added runs are on disk when this resolves. */
  async finish(): Promise<void> {
    this.#endSpace();
    this.#put(writeIndex(this.#spaces, this.#isRolledUp));
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
  }

  /** Closes and deletes the file. */
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

/** A copy of rows, which the roller overwrites with the next ones. */
function ownRows(rows: Uint16Array): Uint16Array {
  return rows.length === 0 ? rows : rows.slice();
}

/** Runs that are rolled up and written before the event loop continues with other work. */
const RUNS_AT_ONCE = 64;

/**
 * Writes runs to a file, which is on disk when this resolves.
 *
 * @param hintsOf how the runs of each space are rolled up; null writes them without roll-ups
 * @returns false if there are no runs, and then no file
 * @throws HeadcountError `unavailable` if the file cannot be written, as when the disk is full
 */
export async function writeRunFile(
  path: string,
  batches: RunBatches,
  hintsOf: RollUpHintsOf | null,
): Promise<boolean> {
  let writer: RunWriter | null = null;
  let added = 0;
  const roller = hintsOf === null ? null : new Roller(hintsOf);
  const roll = roller === null ? notRolledUp : roller.roll.bind(roller);
  try {
    for await (const batch of batches) {
      for (const { spaceId, day, changes, generation } of batch) {
        if (++added % RUNS_AT_ONCE === 0) await setImmediate();
        writer ??= await RunWriter.create(path, roller !== null);
        const adding = writer.add(roll(spaceId, day, changes), generation);
        // Most calls return nothing to wait for, and waiting would take as long as the call.
        if (adding !== undefined) await adding;
      }
    }
    await writer?.finish();
    return writer !== null;
  } catch (error) {
    await writer?.abandon();
    throw explainWriting(error);
  }
}

/** Messages about files that cannot be written for a reason that an administrator can remove. */
export const UNWRITABLE = /permission denied|read-only file system|no space left|file too large|disk quota/i;

/** The error for callers if a run file cannot be written, as when the disk is full; other errors as they are. */
function explainWriting(error: unknown): unknown {
  if (!(error instanceof Error) || !UNWRITABLE.test(error.message)) return error;
  return new HeadcountError("unavailable", `the data cannot be written (${error.message})`, { cause: error });
}

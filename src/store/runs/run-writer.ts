import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { notWritten, UNWRITABLE } from "../../disk.ts";
import { Pacer } from "../../engine/yielding.ts";
import { type ResetHistoryOf, Roller } from "../../series/roller.ts";
import { BLOCK_PARTS, notRolledUp, type RolledUpRun } from "../../series/run-block.ts";
import type { RunSnapshot } from "./in-memory-runs.ts";
import {
  byPart,
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  type IndexedSpace,
  padded,
  writeIndex,
} from "./run-file-format.ts";

/** Bytes of spaces that are collected before they are written, at least. */
const BUFFER_BYTES = 2 ** 20;

/** A run to be written; without changes if an older version in another file is outdated. */
export interface FiledRun extends RunSnapshot {
  readonly generation: number;
}

/** Batches of runs that ascend by space, then by day. The changes of a run must not be changed afterwards. */
export type RunBatches = AsyncIterable<Iterable<FiledRun>> | Iterable<Iterable<FiledRun>>;

class RunWriter {
  readonly #file: FileHandle;
  /** Bytes that have not been written yet, how many they are, and the bytes written before them. */
  #pieces: Uint8Array[] = [];
  #collected = 0;
  #written = 0;
  readonly #spaces: IndexedSpace[] = [];
  #runs: RolledUpRun[] = [];
  #generations: number[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds a run. Runs ascend by space, then by day. */
  async add(run: RolledUpRun, generation: number): Promise<void> {
    const [first] = this.#runs;
    if (first !== undefined && first.spaceId !== run.spaceId) {
      this.#endSpace();
      if (this.#collected >= BUFFER_BYTES) await this.#flush();
    }
    this.#runs.push(run);
    this.#generations.push(generation);
  }

  /** Ends the file; all added runs are on disk when this resolves. @param isRolledUp whether they have roll-ups */
  async finish(isRolledUp: boolean): Promise<void> {
    this.#endSpace();
    this.#put(writeIndex(this.#spaces, isRolledUp));
    await this.#flush();
    await this.#file.sync();
    await this.#file.close();
  }

  get #position(): number {
    return this.#written + this.#collected;
  }

  #endSpace(): void {
    const runs = this.#runs;
    const [first] = runs;
    const last = runs.at(-1);
    if (first === undefined || last === undefined) return;
    const offset = this.#position;
    for (const part of BLOCK_PARTS) {
      for (const run of runs) this.#put(run[part]);
      this.#put(new Uint8Array(padded(this.#position) - this.#position));
    }
    const bytes = new Uint8Array(directoryBytes(runs.length));
    const directory = directoryOver(bytes, runs.length);
    directory.days.set(runs.map((run) => run.day));
    directory.generations.set(this.#generations);
    directory.nets.set(runs.map((run) => run.net));
    directory.bases.set(runs.map((run) => run.base));
    for (const part of BLOCK_PARTS) {
      directory.counts[part].set(runs.map((run) => run[part].byteLength / elementBytes(part)));
      directory.checksums[part].set(runs.map((run) => checksumOf(run[part])));
    }
    this.#put(bytes);
    this.#spaces.push({
      spaceId: first.spaceId,
      offset,
      counts: byPart((part) => directory.counts[part].reduce((sum, count) => sum + count, 0)),
      runs: runs.length,
      firstDay: first.day,
      lastDay: last.day,
      checksum: checksumOf(bytes),
    });
    this.#runs = [];
    this.#generations = [];
  }

  #put({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): void {
    if (byteLength === 0) return;
    this.#pieces.push(new Uint8Array(buffer, byteOffset, byteLength));
    this.#collected += byteLength;
  }

  async #flush(): Promise<void> {
    await this.#file.writeFile(Buffer.concat(this.#pieces));
    this.#written += this.#collected;
    this.#pieces = [];
    this.#collected = 0;
  }
}

/**
 * Writes runs to a file, which is on disk when this resolves.
 *
 * @param historyOf how the runs of each space are rolled up; null writes them without roll-ups
 * @returns false if there are no runs, and then no file
 * @throws HeadcountError `unavailable` if the file cannot be written, as when the disk is full
 */
export async function writeRunFile(
  path: string,
  batches: RunBatches,
  historyOf: ResetHistoryOf | null,
): Promise<boolean> {
  let file: FileHandle | null = null;
  let writer: RunWriter | null = null;
  const pacer = new Pacer();
  const roller = historyOf === null ? null : new Roller(historyOf);
  const roll = roller === null ? notRolledUp : roller.roll.bind(roller);
  try {
    for await (const batch of batches) {
      for (const { spaceId, day, changes, generation } of batch) {
        await pacer.step();
        file ??= await newFile(path);
        writer ??= new RunWriter(file);
        await writer.add(roll(spaceId, day, changes), generation);
      }
    }
    await writer?.finish(roller !== null);
    return writer !== null;
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (file !== null) await unlink(path).catch(() => undefined);
    if (!(error instanceof Error) || !UNWRITABLE.test(error.message)) throw error;
    throw notWritten(`the data cannot be written (${error.message})`, error);
  }
}

/** Creates a file, and its folder if needed. @throws the file system's error if the file exists or cannot be created */
async function newFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  return open(path, "wx");
}

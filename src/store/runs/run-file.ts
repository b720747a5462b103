import * as fs from "node:fs";
import { unlink } from "node:fs/promises";
import { promisify } from "node:util";
import { BLOCK_PARTS, type BlockPart } from "../../series/run-block.ts";
import {
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  padded,
  readIndex,
  readTail,
  type SpaceIndex,
  type StoredDirectory,
  TAIL_BYTES,
} from "./format.ts";
import { SCRATCH_BYTES } from "./scratch.ts";

// Descriptors, not handles: those are closed when nothing refers to them.
const openFile = promisify(fs.open);
const statFile = promisify(fs.fstat);
const readBytes = promisify(fs.read);

/**
 * So many bytes are read at once, without waiting: they are mostly in the system's cache, from where they come
 * sooner than another thread could be woken up to fetch them, and from a disk in well under a millisecond.
 */
const AT_ONCE_BYTES = SCRATCH_BYTES;

/** A file of runs that is not what was written. */
export class DamagedRunFile extends Error {
  /** The day, since the epoch, of the run that it concerns; null where that cannot be told. */
  readonly day: number | null;
  /** The file, where it is one that is open. */
  readonly file: RunFile | null;

  constructor(message: string, day: number | null = null, file: RunFile | null = null) {
    super(message);
    this.day = day;
    this.file = file;
  }
}

/** A file of runs, open for reading until nobody uses it. */
export class RunFile {
  readonly id: number;
  readonly bytes: number;
  readonly spaces: SpaceIndex;
  /** Whether its runs have been rolled up, where that pays. */
  readonly isRolledUp: boolean;
  readonly #path: string;
  readonly #descriptor: number;
  #users = 1;

  private constructor(
    id: number,
    path: string,
    opened: Pick<RunFile, "bytes" | "spaces" | "isRolledUp"> & { readonly descriptor: number },
  ) {
    this.id = id;
    this.#path = path;
    this.#descriptor = opened.descriptor;
    this.bytes = opened.bytes;
    this.spaces = opened.spaces;
    this.isRolledUp = opened.isRolledUp;
  }

  /** @throws DamagedRunFile where the file is not whole; what the file system says where it cannot be read */
  static async open(id: number, path: string): Promise<RunFile> {
    const descriptor = await openFile(path, "r");
    try {
      const { size } = await statFile(descriptor);
      const end = new Uint8Array(TAIL_BYTES);
      await readBytes(descriptor, end, 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
      const tail = readTail(end);
      if (tail === null || tail.length + TAIL_BYTES > size) throw new DamagedRunFile(`${path} has no end`);
      const bytes = new Uint8Array(tail.length);
      await readBytes(descriptor, bytes, 0, tail.length, size - TAIL_BYTES - tail.length);
      const spaces = readIndex(bytes, tail);
      if (spaces === null) throw new DamagedRunFile(`the index of ${path} is damaged`);
      return new RunFile(id, path, { descriptor, bytes: size, spaces, isRolledUp: tail.isRolledUp });
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
  }

  /** Keeps the file open until it is released as often. */
  retain(): void {
    this.#users++;
  }

  release(): void {
    this.#users--;
    if (this.#users === 0) fs.closeSync(this.#descriptor);
  }

  /** Takes the file away; those who use it go on reading. */
  async remove(): Promise<void> {
    this.release();
    await unlink(this.#path).catch(() => undefined);
  }

  /** Where a space stands in the index; -1 where it has no runs here. */
  indexOf(spaceId: bigint): number {
    const { spaceIds } = this.spaces;
    let low = 0;
    let high = spaceIds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spaceIds[middle] as bigint) < spaceId) low = middle + 1;
      else high = middle;
    }
    return spaceIds[low] === spaceId ? low : -1;
  }

  /** The directory of the space at a place in the index. */
  directory(index: number): StoredDirectory | Promise<StoredDirectory> {
    const runs = this.spaces.runCounts[index] as number;
    const bytes = new Uint8Array(directoryBytes(runs));
    const over = () => {
      if (checksumOf(bytes) !== this.spaces.checksums[index]) throw this.damage("a directory in it");
      return directoryOver(bytes, runs);
    };
    const filling = this.#fill(bytes, this.#startOf(null, index));
    return filling === undefined ? over() : filling.then(over);
  }

  /** Fills an array with some of a part of a space's runs, from an element on, counted from its first. */
  fill(
    target: NodeJS.ArrayBufferView,
    part: BlockPart,
    index: number,
    first: number,
  ): Promise<void> | undefined {
    return this.#fill(bytesOf(target), this.#startOf(part, index) + first * elementBytes(part));
  }

  /** Where a part of a space begins; null for its directory, which is behind them. */
  #startOf(wanted: BlockPart | null, index: number): number {
    const { offsets, counts } = this.spaces;
    let start = offsets[index] as number;
    for (const part of BLOCK_PARTS) {
      if (part === wanted) break;
      start = padded(start + (counts[part][index] as number) * elementBytes(part));
    }
    return start;
  }

  /** Fills some memory from the file, at once where it is little. */
  #fill(bytes: Uint8Array, position: number): Promise<void> | undefined {
    if (bytes.length > AT_ONCE_BYTES) return this.#fillSlowly(bytes, position);
    for (let done = 0; done < bytes.length; )
      done += this.#progress(
        fs.readSync(this.#descriptor, bytes, done, bytes.length - done, position + done),
      );
    return undefined;
  }

  async #fillSlowly(bytes: Uint8Array, position: number): Promise<void> {
    const { length } = bytes;
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readBytes(this.#descriptor, bytes, done, length - done, position + done);
      done += this.#progress(bytesRead);
    }
  }

  /** What is thrown where something in the file is not what was written. */
  damage(what: string, day: number | null = null): DamagedRunFile {
    return new DamagedRunFile(`${what} is not what was written to ${this.#path}`, day, this);
  }

  #progress(bytesRead: number): number {
    if (bytesRead === 0) throw new DamagedRunFile(`${this.#path} ends too early`, null, this);
    return bytesRead;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

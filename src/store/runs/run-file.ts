import * as fs from "node:fs";
import { unlink } from "node:fs/promises";
import { promisify } from "node:util";
import { BLOCK_PARTS, type BlockPart } from "../../series/run-block.ts";
import {
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  firstAtLeast,
  padded,
  readIndex,
  readTail,
  type SpaceIndex,
  type StoredDirectory,
  TAIL_BYTES,
} from "./format.ts";
import { BUFFER_BYTES } from "./run-cache.ts";

// Descriptors, not file handles: the garbage collector closes these.
const openFile = promisify(fs.open);
const statFile = promisify(fs.fstat);
const readBytes = promisify(fs.read);

/**
 * Maximum size of synchronous reads: such bytes are mostly in the system's cache, where reading them takes less time
 * than waking another thread, and reading them from a disk takes well under a millisecond.
 */
const SYNC_BYTES_MAX = BUFFER_BYTES;

/** A run file whose content has changed or is incomplete. */
export class DamagedRunFile extends Error {
  /** The day, since the epoch, of the damaged run; null if it is not known. */
  readonly day: number | null;
  /** The file, if it is open; otherwise null. */
  readonly file: RunFile | null;

  constructor(message: string, day: number | null = null, file: RunFile | null = null) {
    super(message);
    this.day = day;
    this.file = file;
  }
}

/** A run file, open for reading until all users have released it. */
export class RunFile {
  readonly id: number;
  readonly bytes: number;
  readonly spaces: SpaceIndex;
  /** Whether it has roll-ups, for the runs that benefit from them. */
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

  /** @throws DamagedRunFile if the file is damaged; the file system's error if it cannot be read */
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

  /** Adds a user: the file stays open until each has released it. */
  retain(): void {
    this.#users++;
  }

  release(): void {
    this.#users--;
    if (this.#users === 0) fs.closeSync(this.#descriptor);
  }

  /** Deletes the file; its other users continue to read it. */
  async remove(): Promise<void> {
    this.release();
    await unlink(this.#path).catch(() => undefined);
  }

  /** The position of a space in the index; -1 if the file has no runs of it. */
  indexOf(spaceId: bigint): number {
    const { spaceIds } = this.spaces;
    const index = firstAtLeast(spaceIds, spaceId);
    return spaceIds[index] === spaceId ? index : -1;
  }

  /** The directory of the space at a position in the index. */
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

  /** Fills an array from a part of a space's runs, starting at an element of the part. */
  fill(
    target: NodeJS.ArrayBufferView,
    part: BlockPart,
    index: number,
    first: number,
  ): Promise<void> | undefined {
    return this.#fill(bytesOf(target), this.#startOf(part, index) + first * elementBytes(part));
  }

  /** The offset of a part of a space, in bytes; of its directory, which follows the parts, for null. */
  #startOf(wanted: BlockPart | null, index: number): number {
    const { offsets, counts } = this.spaces;
    let start = offsets[index] as number;
    for (const part of BLOCK_PARTS) {
      if (part === wanted) break;
      start = padded(start + (counts[part][index] as number) * elementBytes(part));
    }
    return start;
  }

  /** Fills some memory from the file, synchronously if it is small. */
  #fill(bytes: Uint8Array, position: number): Promise<void> | undefined {
    if (bytes.length > SYNC_BYTES_MAX) return this.#fillSlowly(bytes, position);
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

  /** The error for changed data in the file. */
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

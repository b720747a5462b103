import * as fs from "node:fs";
import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { QUARANTINE_FOLDER, RUNS_FOLDER } from "../../domain/data-directory.ts";
import { BLOCK_PARTS, type BlockPart } from "../../series/run-block.ts";
import {
  checksumOf,
  directoryBytes,
  directoryOver,
  elementBytes,
  firstAtLeast,
  indexOver,
  padded,
  readTail,
  type SpaceIndex,
  type StoredDirectory,
  TAIL_BYTES,
} from "./run-file-format.ts";

/** What is damaged in an open file: the runs of a space, or the one of a day. */
export interface Damage {
  readonly file: RunFile;
  readonly spaceId: bigint;
  readonly day: number | null;
}

/** A run file whose content has changed or is incomplete. */
export class DamagedRunFile extends Error {
  /** The day, since the epoch, of the damaged run; null if it is not known. */
  readonly day: number | null;
  /** Null if the file is not open. */
  readonly damage: Damage | null;

  constructor(message: string, day: number | null = null, damage: Damage | null = null) {
    super(message);
    this.day = day;
    this.damage = damage;
  }
}

/** The result of some work on run files, or `otherwise` if one of them is damaged. */
export async function unlessDamaged<T, U>(otherwise: U, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedRunFile) return otherwise;
    throw error;
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

  /** @throws DamagedRunFile if the file is damaged; the file system's error if it cannot be read */
  constructor(id: number, path: string) {
    this.id = id;
    this.#path = path;
    const descriptor = fs.openSync(path, "r");
    this.#descriptor = descriptor;
    try {
      const { size } = fs.fstatSync(descriptor);
      const end = new Uint8Array(TAIL_BYTES);
      fs.readSync(descriptor, end, 0, TAIL_BYTES, Math.max(0, size - TAIL_BYTES));
      const tail = readTail(end);
      if (tail === null || tail.length + TAIL_BYTES > size) throw new DamagedRunFile(`${path} has no end`);
      const index = new Uint8Array(tail.length);
      fs.readSync(descriptor, index, 0, tail.length, size - TAIL_BYTES - tail.length);
      if (checksumOf(index) !== tail.checksum) throw new DamagedRunFile(`the index of ${path} is damaged`);
      this.bytes = size;
      this.spaces = indexOver(index, tail.spaces);
      this.isRolledUp = tail.isRolledUp;
    } catch (error) {
      fs.closeSync(descriptor);
      throw error;
    }
  }

  /** Adds a user: the file stays open until each has released it. */
  acquire(): void {
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

  /** The directory of the space at a position in the index. @throws DamagedRunFile */
  directory(index: number): StoredDirectory {
    const runs = this.spaces.runCounts[index] as number;
    const bytes = new Uint8Array(directoryBytes(runs));
    this.#fill(bytes, index, this.#startOf(null, index));
    if (checksumOf(bytes) !== this.spaces.checksums[index]) throw this.damage("a directory in it", index);
    return directoryOver(bytes, runs);
  }

  /** Fills an array from a part of a space's runs, starting at an element of the part. */
  fill(target: NodeJS.ArrayBufferView, part: BlockPart, index: number, first: number): void {
    const { buffer, byteOffset, byteLength } = target;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    this.#fill(bytes, index, this.#startOf(part, index) + first * elementBytes(part));
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

  /**
   * Fills some memory with runs of a space, synchronously: the bytes are mostly in the system's cache, where reading them takes
   * less time than waking another thread, and reading them from a disk takes well under a millisecond.
   */
  #fill(bytes: Uint8Array, index: number, position: number): void {
    for (let done = 0; done < bytes.length; ) {
      const bytesRead = fs.readSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
      if (bytesRead === 0) throw this.damage("the end of it", index);
      done += bytesRead;
    }
  }

  /** The error for changed data of the space at a position in the index. */
  damage(what: string, index: number, day: number | null = null): DamagedRunFile {
    const damage = { file: this, spaceId: this.spaces.spaceIds[index] as bigint, day };
    return new DamagedRunFile(`${what} is not what was written to ${this.#path}`, day, damage);
  }
}

const EXTENSION = ".runs";
/** Added to the name of a file that cannot be used and that may have the only version of some runs. */
const DAMAGED_EXTENSION = ".damaged";

/** Opens the listed files of a folder. @returns them, and the ids of those that are missing or damaged */
export function openListed(folder: string, listed: readonly number[]) {
  const files: RunFile[] = [];
  const missing: number[] = [];
  for (const id of listed) {
    try {
      files.push(new RunFile(id, join(folder, runFileName(id))));
    } catch (error) {
      if (error instanceof DamagedRunFile || (error as NodeJS.ErrnoException).code === "ENOENT") {
        missing.push(id);
        continue;
      }
      for (const file of files) file.release();
      throw error;
    }
  }
  return { files, missing };
}

/**
 * Removes the files that a crash has left in a folder.
 *
 * @returns the greatest id of a file that is or was there; 0 if there is none
 */
export async function removeUnlisted(folder: string, listed: readonly number[]): Promise<number> {
  const found = (await namesIn(folder)).filter((name) => name.endsWith(EXTENSION));
  const names = new Set(listed.map(runFileName));
  for (const name of found) if (!names.has(name)) await unlink(join(folder, name));
  return Math.max(0, ...listed, ...found.map((name) => Number.parseInt(name, 10) || 0));
}

/** The names in a folder; none if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return fs.existsSync(folder) ? readdir(folder) : [];
}

/** Renames damaged files, so that nothing opens or replaces them. */
export async function keepDamaged(folder: string, ids: readonly number[]): Promise<void> {
  for (const path of ids.map((id) => join(folder, runFileName(id))))
    if (fs.existsSync(path)) await rename(path, `${path}${DAMAGED_EXTENSION}`);
}

/** The path of a run file within its data directory. */
export function runFilePath(id: number): string {
  return `${RUNS_FOLDER}/${runFileName(id)}`;
}

/** The name of a run file within its folder. */
export function runFileName(id: number): string {
  return `${String(id).padStart(10, "0")}${EXTENSION}`;
}

/** Makes a folder for quarantined files within a data directory: `quarantine/1`, `quarantine/2` and so on. */
export async function makeQuarantineFolder(directory: string): Promise<string> {
  const parent = join(directory, QUARANTINE_FOLDER);
  await mkdir(parent, { recursive: true });
  const numbers = (await readdir(parent)).map((name) => Number.parseInt(name, 10) || 0);
  const folder = join(parent, String(Math.max(0, ...numbers) + 1));
  await mkdir(folder);
  return folder;
}

/**
 * Moves the files in the folder of runs that are not listed to the quarantine, where nothing removes them: the
 * database may be older than these files, and some runs may be in them only.
 */
export async function quarantineUnlisted(
  directory: string,
  listed: readonly number[],
  notify: ((message: string) => void) | undefined,
): Promise<void> {
  const runs = join(directory, RUNS_FOLDER);
  const names = new Set(listed.map(runFileName));
  const unlisted = (await namesIn(runs)).filter((name) => !names.has(name));
  if (unlisted.length === 0) return;
  const folder = await makeQuarantineFolder(directory);
  for (const name of unlisted) await rename(join(runs, name), join(folder, name));
  const files = unlisted.length === 1 ? "1 run file" : `${unlisted.length} run files`;
  notify?.(`${files} that the database does not list moved to ${folder}`);
}

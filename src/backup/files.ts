import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { HeadcountError } from "../domain/errors.ts";
import type { BackupFile } from "./manifest.ts";
import { unusable } from "./unusable.ts";

/** Told of bytes that have been dealt with. */
export type OnBytes = (bytes: number) => void;

/** What is in a backup is for its owner alone: it has the hashes of tokens and the secrets of webhooks. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes a folder with its parents, for its owner alone.
 *
 * @throws HeadcountError `unavailable` where that cannot be
 */
export async function makeFolder(folder: string): Promise<void> {
  await usable(folder, () => mkdir(folder, { recursive: true, mode: FOLDER_MODE }));
}

/**
 * Has something made in a folder that does not exist or is empty; what there is of it goes where that fails.
 *
 * @throws HeadcountError `conflict` where there is something in the folder
 */
export async function inEmptyFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder);
  if ((await filesIn(folder)).length > 0)
    throw new HeadcountError("conflict", `${folder} is not empty; give a folder that is, or a new one`);
  try {
    return await work();
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    else for (const name of await filesIn(folder)) await rm(join(folder, name), { recursive: true });
    throw error;
  }
}

/**
 * What is in a folder, which is made where there is none.
 *
 * @throws HeadcountError `unavailable` where it cannot be made or read
 */
export async function filesIn(folder: string): Promise<string[]> {
  await makeFolder(folder);
  return usable(folder, () => readdir(folder));
}

async function usable<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw new HeadcountError("unavailable", `cannot use the folder ${folder}: ${message}`, { cause: error });
  }
}

/** Writes bytes into a new file, with its folder; on disk when this resolves. Says what they were. */
export async function writeFileOf(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  path: string,
  onBytes: OnBytes,
): Promise<BackupFile> {
  const target = join(folder, path);
  await makeFolder(dirname(target));
  const hash = createHash("sha256");
  let length = 0;
  async function* metered() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      length += chunk.length;
      onBytes(chunk.length);
      yield chunk;
    }
  }
  await pipeline(metered, createWriteStream(target, { flags: "wx", mode: FILE_MODE, flush: true }));
  return { path, bytes: length, sha256: hash.digest("hex") };
}

/** The bytes of a file, which is opened when they are asked for: an error before that would have nobody to go to. */
async function* bytesOfFile(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** Copies a file from one folder into another, under the same path. */
export function copyFileOf(from: string, to: string, path: string, onBytes: OnBytes): Promise<BackupFile> {
  return writeFileOf(bytesOfFile(join(from, path)), to, path, onBytes);
}

/** What a file of a folder holds. */
export async function digestOf(folder: string, path: string, onBytes: OnBytes): Promise<BackupFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of bytesOfFile(join(folder, path))) {
    hash.update(chunk);
    bytes += chunk.length;
    onBytes(chunk.length);
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

/** @throws HeadcountError `unreadable-input` where a file is not what a manifest says of it */
export function requireSame(found: BackupFile, expected: BackupFile): void {
  if (found.bytes !== expected.bytes)
    throw unusable(
      `the backup is damaged: its ${expected.path} has ${found.bytes} bytes instead of ${expected.bytes}`,
    );
  if (found.sha256 !== expected.sha256)
    throw unusable(`the backup is damaged: its ${expected.path} is not what was written`);
}

/**
 * Makes sure that there is room for so many bytes.
 *
 * @param what needs it, to begin a sentence with
 * @throws HeadcountError `unavailable` where there is not
 */
export async function requireRoom(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  throw new HeadcountError(
    "unavailable",
    `${what} needs ${megabytes(bytes)} MB, and there are ${megabytes(bavail * bsize)} MB free in ${folder}`,
  );
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1e6).toLocaleString("en");
}

/** Makes sure that the names in a folder are on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

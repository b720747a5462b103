import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "../disk.ts";
import { HeadcountError } from "../domain/errors.ts";
import type { BackupFile } from "./manifest.ts";

/** Called with a number of processed bytes. */
export type OnBytes = (bytes: number) => void;

/** Called with the number of bytes processed so far, and of all bytes. */
export type OnProgress = (bytes: number, total: number) => void;

/** Only the owner may read a backup, which contains hashes of tokens and secrets of webhooks. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Does some work that fills a folder that does not exist or is empty. If the work fails, its files are deleted.
 *
 * @throws HeadcountError `conflict` if the folder is not empty; `unavailable` if it cannot be created or read
 */
export async function inEmptyFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder);
  if ((await filesIn(folder)).length > 0)
    throw new HeadcountError("conflict", `${folder} is not empty; choose an empty or new folder`);
  try {
    return await work();
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    else for (const name of await filesIn(folder)) await rm(join(folder, name), { recursive: true });
    throw error;
  }
}

/** The names in a folder, which is created if it does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  makeFolder(folder, FOLDER_MODE);
  try {
    return await readdir(folder);
  } catch (error) {
    const { message } = error as Error;
    throw new HeadcountError("unavailable", `cannot use the folder ${folder}: ${message}`, { cause: error });
  }
}

/** Writes bytes to a new file, creates its folder, and flushes to disk. Returns size and hash. */
export async function writeFileOf(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  path: string,
  onBytes: OnBytes,
): Promise<BackupFile> {
  const target = join(folder, path);
  makeFolder(dirname(target), FOLDER_MODE);
  const hash = createHash("sha256");
  let length = 0;
  async function* hashed() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      length += chunk.length;
      onBytes(chunk.length);
      yield chunk;
    }
  }
  await pipeline(hashed, createWriteStream(target, { flags: "wx", mode: FILE_MODE, flush: true }));
  return { path, bytes: length, sha256: hash.digest("hex") };
}

/** The bytes of a file. It is opened with the first read, so that no error occurs before. */
async function* bytesOfFile(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>;
}

/** Copies a file to another folder, under the same path. */
export function copyFileOf(from: string, to: string, path: string, onBytes: OnBytes): Promise<BackupFile> {
  return writeFileOf(bytesOfFile(join(from, path)), to, path, onBytes);
}

/** The size and hash of a file. */
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

import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { HeadcountError } from "./domain/errors.ts";

/** Messages about files that cannot be written for a reason that an administrator can remove. */
export const UNWRITABLE = /permission denied|read-only file system|no space left|file too large|disk quota/i;

/** The failure to write that a message tells: permissions do not come back by themselves. */
export function notWritten(message: string, cause: unknown): HeadcountError {
  const isLasting = /permission denied|read-only file system/i.test(message);
  const advice = isLasting ? "; let the server write in its data directory" : "";
  return new HeadcountError("unavailable", `${message}${advice}`, { cause, isLasting });
}

/** Flushes a file, or the names in a folder, to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The user's mask of permissions, if the process creates files for its owner alone and would not by that mask. */
let usersMask: number | null = null;

/** Lets only the owner read what this process creates from now on, with DuckDB and the processes that it starts. */
export function keepPrivate(): void {
  const mask = process.umask(0o077);
  if (mask !== 0o077) usersMask = mask;
}

/** Gives a new file that is not of a data directory the permissions that the user's files have. */
export function shareFile(path: string): void {
  if (usersMask !== null) chmodSync(path, 0o666 & ~usersMask);
}

/**
 * Creates a folder and those above it, if they do not exist. `mkdir` of Node with `recursive` does not return where the
 * file system reports a folder that it cannot create as missing, as `/proc` does.
 *
 * @param mode the permissions of new folders, by default those that the user's folders have
 * @throws HeadcountError `unavailable` if it cannot be created
 */
export function makeFolder(folder: string, mode = 0o777 & ~(usersMask ?? 0)): void {
  const missing: string[] = [];
  let parent = folder;
  for (; !existsSync(parent); parent = dirname(parent)) missing.unshift(parent);
  const cannot = (why: string, cause?: unknown) =>
    new HeadcountError("unavailable", `cannot use the folder ${folder}: ${why}`, { cause });
  if (!statSync(parent).isDirectory()) throw cannot(`${parent} is a file`);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode });
      if (usersMask !== null) chmodSync(each, mode);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process may have created it.
      if (code !== "EEXIST") throw cannot(`no folder can be created in ${dirname(each)} (${code})`, error);
    }
  }
}

/** The free space of a folder's disk that the process may use, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Checks the free disk space.
 *
 * @param what the subject of the message
 * @throws HeadcountError `unavailable` if there is not enough
 */
export async function requireRoom(folder: string, bytes: number, what: string): Promise<void> {
  const free = await freeBytes(folder);
  if (bytes <= free) return;
  throw new HeadcountError(
    "unavailable",
    `${what} needs ${megabytes(bytes)} MB, and there are ${megabytes(free)} MB free in ${folder}`,
  );
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1e6).toLocaleString("en");
}

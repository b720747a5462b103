import { existsSync, mkdirSync, statSync } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { HeadcountError } from "./domain/errors.ts";

/** Messages about files that cannot be written for a reason that an administrator can remove. */
export const UNWRITABLE = /permission denied|read-only file system|no space left|file too large|disk quota/i;

/** Flushes a file, or the names in a folder, to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a folder and those above it, if they do not exist. `mkdir` of Node with `recursive` does not return where the
 * file system reports a folder that it cannot create as missing, as `/proc` does.
 *
 * @param mode the permissions of new folders
 * @throws HeadcountError `unavailable` if it cannot be created
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const missing: string[] = [];
  let parent = folder;
  for (; !existsSync(parent); parent = dirname(parent)) missing.unshift(parent);
  const cannot = (why: string, cause?: unknown) =>
    new HeadcountError("unavailable", `cannot use the folder ${folder}: ${why}`, { cause });
  if (!statSync(parent).isDirectory()) throw cannot(`${parent} is a file`);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode });
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

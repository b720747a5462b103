import { open, statfs } from "node:fs/promises";
import { HeadcountError } from "./domain/errors.ts";

/** Flushes a file, or the names in a folder, to disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
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

import { existsSync } from "node:fs";
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { RUNS_FOLDER, SET_ASIDE_FOLDER } from "../../domain/data-directory.ts";

/** Makes a folder for files that are put aside, within a data directory: `set-aside/1`, `set-aside/2` and so on. */
export async function makeSetAsideFolder(directory: string): Promise<string> {
  const parent = join(directory, SET_ASIDE_FOLDER);
  await mkdir(parent, { recursive: true });
  const numbers = (await readdir(parent)).map((name) => Number.parseInt(name, 10) || 0);
  const folder = join(parent, String(Math.max(0, ...numbers) + 1));
  await mkdir(folder);
  return folder;
}

/**
 * Moves what is in the folder of runs and not listed to where nothing removes it: the database may be older than
 * these files, and they may be all that there is of some runs.
 *
 * @param names of the files that are listed
 * @returns where the files have gone, and how many; null where there are none
 */
export async function setAsideUnlisted(
  directory: string,
  names: ReadonlySet<string>,
): Promise<{ readonly folder: string; readonly files: number } | null> {
  const runs = join(directory, RUNS_FOLDER);
  const unlisted = existsSync(runs) ? (await readdir(runs)).filter((name) => !names.has(name)) : [];
  if (unlisted.length === 0) return null;
  const folder = await makeSetAsideFolder(directory);
  for (const name of unlisted) await rename(join(runs, name), join(folder, name));
  return { folder, files: unlisted.length };
}

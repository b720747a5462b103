import { existsSync } from "node:fs";
import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { QUARANTINE_FOLDER, RUNS_FOLDER } from "../../domain/data-directory.ts";
import { DamagedRunFile, RunFile } from "./run-file.ts";

const EXTENSION = ".runs";
/** Added to the name of a file that cannot be used and that may have the only version of some runs. */
const DAMAGED_EXTENSION = ".damaged";

/** The listed files of a folder. */
export interface OpenedFiles {
  readonly files: readonly RunFile[];
  /** The ids of listed files that are missing or damaged. */
  readonly missing: readonly number[];
}

/** Opens the listed files of a folder. */
export async function openListed(folder: string, listed: readonly number[]): Promise<OpenedFiles> {
  const files: RunFile[] = [];
  const missing: number[] = [];
  for (const id of listed) {
    try {
      files.push(await RunFile.open(id, join(folder, runFileName(id))));
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
  const found = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(EXTENSION)) : [];
  const names = new Set(listed.map(runFileName));
  for (const name of found) if (!names.has(name)) await unlink(join(folder, name));
  return Math.max(0, ...listed, ...found.map((name) => Number.parseInt(name, 10) || 0));
}

/** Renames damaged files, so that nothing opens or replaces them. */
export async function keepDamaged(folder: string, ids: readonly number[]): Promise<void> {
  for (const path of ids.map((id) => join(folder, runFileName(id))))
    if (existsSync(path)) await rename(path, `${path}${DAMAGED_EXTENSION}`);
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
 *
 * @param listed ids of run files
 * @param notify is called with a message if there are any
 */
export async function quarantineUnlisted(
  directory: string,
  listed: readonly number[],
  notify: ((message: string) => void) | undefined,
): Promise<void> {
  const runs = join(directory, RUNS_FOLDER);
  const names = new Set(listed.map(runFileName));
  const unlisted = existsSync(runs) ? (await readdir(runs)).filter((name) => !names.has(name)) : [];
  if (unlisted.length === 0) return;
  const folder = await makeQuarantineFolder(directory);
  for (const name of unlisted) await rename(join(runs, name), join(folder, name));
  const files = unlisted.length === 1 ? "1 file of runs" : `${unlisted.length} files of runs`;
  notify?.(`${files} that the database does not list moved to ${folder}`);
}

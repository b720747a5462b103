import { existsSync } from "node:fs";
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { QUARANTINE_FOLDER, RUNS_FOLDER } from "../../domain/data-directory.ts";
import { runFileName } from "./run-folder.ts";

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

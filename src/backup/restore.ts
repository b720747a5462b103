import { createReadStream, existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { flushToDisk, makeFolder } from "../disk.ts";
import { DATABASE_FILE, LAST_COMMIT_FILE, RESTORING_FOLDER, RUNS_FOLDER } from "../domain/data-directory.ts";
import { packBackup, unpackBackup } from "./archive.ts";
import { FOLDER_MODE, inEmptyFolder, type OnProgress } from "./files.ts";
import { type BackupManifest, MANIFEST_FILE, unusable } from "./manifest.ts";

export interface RestoreOptions {
  /** Throws if this release cannot open data with a version of the schema. */
  readonly requireVersion: (version: number, release: string) => void;
  readonly onProgress: OnProgress;
}

/**
 * Restores a backup, a folder or an archive, to a data directory that does not exist or is empty. The directory cannot
 * be opened before all files are restored and verified.
 *
 * @throws HeadcountError `conflict` if the directory is not empty; `unreadable-input` if the backup is not complete and
 * valid; `unavailable` if there is not enough disk space, or the directory cannot be created; errors of
 * `requireVersion`
 */
export async function restoreBackup(
  backup: string,
  directory: string,
  options: RestoreOptions,
): Promise<BackupManifest> {
  const kind = await stat(backup).catch((error: NodeJS.ErrnoException) => {
    throw unusable(
      `cannot read ${backup}: ${error.code === "ENOENT" ? "no such file or folder" : error.message}`,
      error,
    );
  });
  const archive = () => (kind.isDirectory() ? Readable.from(packBackup(backup)) : createReadStream(backup));
  return restoreArchive(archive, directory, options);
}

/** Restores the archive of a backup, as `restoreBackup` does. @param open begins to read the archive */
export async function restoreArchive(
  open: () => Readable,
  directory: string,
  { requireVersion, onProgress }: RestoreOptions,
): Promise<BackupManifest> {
  await removeUnfinished(directory);
  return inEmptyFolder(directory, async () => {
    const folder = join(directory, RESTORING_FOLDER);
    makeFolder(folder, FOLDER_MODE);
    const manifest = await unpackBackup(open(), folder, onProgress, ({ schema_version, release }) =>
      requireVersion(schema_version, release),
    );
    await rm(join(folder, MANIFEST_FILE));
    await moveIntoPlace(directory);
    return manifest;
  });
}

/** What a restore moves into place, in this order: no command opens a directory without its database. */
const MOVED = [RUNS_FOLDER, LAST_COMMIT_FILE, DATABASE_FILE];

/** Whether a directory has the files of an interrupted restore, and no others. */
export async function isUnfinished(directory: string): Promise<boolean> {
  // A directory that cannot be read is reported when it is used.
  const names = await readdir(directory).catch((): string[] => []);
  const remains = [RESTORING_FOLDER, ...MOVED.slice(0, -1)];
  return names.includes(RESTORING_FOLDER) && names.every((name) => remains.includes(name));
}

/** Deletes the files of an interrupted restore, if there are no others. */
export async function removeUnfinished(directory: string): Promise<void> {
  if (!(await isUnfinished(directory))) return;
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true });
}

/** Moves the data in the folder RESTORING_FOLDER of a directory, which has no other data, into place. */
export async function moveIntoPlace(directory: string): Promise<void> {
  const folder = join(directory, RESTORING_FOLDER);
  for (const name of MOVED) {
    const source = join(folder, name);
    if (!existsSync(source)) {
      if (name === DATABASE_FILE) throw unusable(`the backup is damaged: ${name} is missing`);
      continue;
    }
    if (name === RUNS_FOLDER) await flushToDisk(source);
    await rename(source, join(directory, name));
    await flushToDisk(directory);
  }
  await rm(folder, { recursive: true });
}

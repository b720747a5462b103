import { createReadStream, existsSync } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { flushToDisk } from "../disk.ts";
import { DATABASE_FILE, RESTORING_FOLDER, RUNS_FOLDER } from "../domain/data-directory.ts";
import { packBackup, unpackBackup } from "./archive.ts";
import { inEmptyFolder, makePrivateFolder, type OnProgress } from "./files.ts";
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
  { requireVersion, onProgress }: RestoreOptions,
): Promise<BackupManifest> {
  const kind = await stat(backup).catch((error: NodeJS.ErrnoException) => {
    throw unusable(
      `cannot read ${backup}: ${error.code === "ENOENT" ? "no such file or folder" : error.message}`,
      error,
    );
  });
  await removeUnfinished(directory);
  return inEmptyFolder(directory, async () => {
    const folder = join(directory, RESTORING_FOLDER);
    makePrivateFolder(folder);
    const archive = kind.isDirectory() ? Readable.from(packBackup(backup)) : createReadStream(backup);
    const manifest = await unpackBackup(archive, folder, onProgress);
    requireVersion(manifest.schema_version, manifest.release);
    await moveIntoPlace(folder, directory);
    return manifest;
  });
}

/** Deletes the files of an interrupted restore, if there are no others: the database is the last to be in place. */
async function removeUnfinished(directory: string): Promise<void> {
  // A directory that cannot be read is reported when it is used.
  const names = await readdir(directory).catch((): string[] => []);
  const isUnfinished =
    names.includes(RESTORING_FOLDER) &&
    names.every((name) => name === RESTORING_FOLDER || name === RUNS_FOLDER);
  if (isUnfinished) for (const name of names) await rm(join(directory, name), { recursive: true });
}

/** Moves the files into place. The database is moved last, because no command opens a directory without it. */
async function moveIntoPlace(folder: string, directory: string): Promise<void> {
  await rm(join(folder, MANIFEST_FILE), { force: true });
  for (const name of [RUNS_FOLDER, DATABASE_FILE]) {
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

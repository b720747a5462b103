import { createReadStream, existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk, requireRoom } from "../disk.ts";
import { DATABASE_FILE, RESTORING_FOLDER, RUNS_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { unpackBackup } from "./archive.ts";
import { copyFileOf, filesIn, makePrivateFolder, metered, type OnProgress, requireSame } from "./files.ts";
import { type BackupManifest, bytesOf, MANIFEST_FILE, readManifest, unusable } from "./manifest.ts";

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
  const isNew = !existsSync(directory);
  await requireEmpty(directory);
  const folder = join(directory, RESTORING_FOLDER);
  makePrivateFolder(folder);
  try {
    const manifest = kind.isDirectory()
      ? await copyFolder(backup, folder, options)
      : await unpackBackup(createReadStream(backup), folder, options.onProgress);
    if (!kind.isDirectory()) options.requireVersion(manifest.schema_version, manifest.release);
    await moveIntoPlace(folder, directory);
    return manifest;
  } catch (error) {
    await rm(isNew ? directory : folder, { recursive: true, force: true });
    throw error;
  }
}

/** Checks that a directory is empty, except for the files of an interrupted restore, which are deleted. */
async function requireEmpty(directory: string): Promise<void> {
  const names = await filesIn(directory);
  const isUnfinished = names.includes(RESTORING_FOLDER) && !names.includes(DATABASE_FILE);
  const isLeftOver = (name: string) => isUnfinished && (name === RESTORING_FOLDER || name === RUNS_FOLDER);
  if (!names.every(isLeftOver))
    throw new HeadcountError("conflict", `${directory} is not empty; restore to an empty or new directory`);
  for (const name of names) await rm(join(directory, name), { recursive: true });
}

async function copyFolder(
  backup: string,
  folder: string,
  { requireVersion, onProgress }: RestoreOptions,
): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  requireVersion(manifest.schema_version, manifest.release);
  const total = bytesOf(manifest);
  await requireRoom(folder, total, "the backup");
  const meter = metered(total, onProgress);
  for (const expected of manifest.files) {
    const found = await copyFileOf(backup, folder, expected.path, meter).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT")
          throw unusable(`the backup is damaged: ${expected.path} is missing`, error);
        throw error;
      },
    );
    requireSame(found, expected);
  }
  return manifest;
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

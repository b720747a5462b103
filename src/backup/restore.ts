import { createReadStream, existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE, RESTORING_FOLDER, RUNS_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { unpackBackup } from "./archive.ts";
import { copyFileOf, filesIn, makeFolder, requireRoom, requireSame, syncFolder } from "./files.ts";
import { type BackupManifest, bytesOf, MANIFEST_FILE, readManifest } from "./manifest.ts";
import { unusable } from "./unusable.ts";

export interface RestoreOptions {
  /** Throws where this release cannot open data that a release has written with a version of the schema. */
  readonly requireVersion: (version: number, release: string) => void;
  readonly onProgress: (bytes: number, total: number) => void;
}

/**
 * Restores a backup, a folder or an archive, into a data directory that does not exist or is empty. Nothing
 * of it can be opened before all of it is there and is what was backed up.
 *
 * @throws HeadcountError `conflict` where there is something in the directory; `unreadable-input` where the
 * backup is not whole and sound; `unavailable` where there is no room for it, or the directory cannot be made; what
 * `requireVersion` throws
 */
export async function restoreBackup(
  backup: string,
  directory: string,
  options: RestoreOptions,
): Promise<BackupManifest> {
  const kind = await stat(backup).catch((error: NodeJS.ErrnoException) => {
    throw unusable(
      `cannot read ${backup}: ${error.code === "ENOENT" ? "there is no such file or folder" : error.message}`,
      error,
    );
  });
  const isNew = !existsSync(directory);
  await requireNothingIn(directory);
  const folder = join(directory, RESTORING_FOLDER);
  await makeFolder(folder);
  try {
    const manifest = kind.isDirectory()
      ? await copyFolder(backup, folder, options)
      : await unpackArchive(backup, folder, options);
    await moveIntoPlace(folder, directory);
    return manifest;
  } catch (error) {
    await rm(isNew ? directory : folder, { recursive: true, force: true });
    throw error;
  }
}

/** What an earlier restoring has left that was cut short does not count, and goes. A missing directory is made. */
async function requireNothingIn(directory: string): Promise<void> {
  const names = await filesIn(directory);
  const isUnfinished = names.includes(RESTORING_FOLDER) && !names.includes(DATABASE_FILE);
  const isLeftOver = (name: string) => isUnfinished && (name === RESTORING_FOLDER || name === RUNS_FOLDER);
  if (!names.every(isLeftOver))
    throw new HeadcountError("conflict", `${directory} is not empty; nothing is ever restored over it`);
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
  let done = 0;
  for (const expected of manifest.files) {
    const found = await copyFileOf(backup, folder, expected.path, (bytes) => {
      done += bytes;
      onProgress(done, total);
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw unusable(`the backup is damaged: it lacks ${expected.path}`, error);
      throw error;
    });
    requireSame(found, expected);
  }
  return manifest;
}

async function unpackArchive(
  backup: string,
  folder: string,
  { requireVersion, onProgress }: RestoreOptions,
): Promise<BackupManifest> {
  let total = 0;
  let done = 0;
  const manifest = await unpackBackup(createReadStream(backup), folder, {
    onTotal: (bytes) => {
      total = bytes;
    },
    onBytes: (bytes) => {
      done += bytes;
      onProgress(done, total);
    },
  });
  requireVersion(manifest.schema_version, manifest.release);
  return manifest;
}

/** The database goes last: a directory without it, in which something is being restored, is not opened. */
async function moveIntoPlace(folder: string, directory: string): Promise<void> {
  await rm(join(folder, MANIFEST_FILE), { force: true });
  for (const name of [RUNS_FOLDER, DATABASE_FILE]) {
    const source = join(folder, name);
    if (!existsSync(source)) {
      if (name === DATABASE_FILE) throw unusable(`the backup is damaged: it lacks ${name}`);
      continue;
    }
    if (name === RUNS_FOLDER) await syncFolder(source);
    await rename(source, join(directory, name));
    await syncFolder(directory);
  }
  await rm(folder, { recursive: true });
}

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  ANALYSIS_FOLDER,
  COMPACTING_FOLDER,
  CREATING_FOLDER,
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  LAST_COMMIT_FILE,
  PACKING_FOLDER,
  QUARANTINE_FOLDER,
  RUNS_FOLDER,
} from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { createInstance } from "../../duckdb/connection.ts";
import { NEW_FILE } from "./schema.ts";

/** The files and folders of a data directory that exist only together with its database. */
const BESIDE_DATABASE = [
  DATABASE_LOG_FILE,
  RUNS_FOLDER,
  LAST_COMMIT_FILE,
  COMPACTING_FOLDER,
  PACKING_FOLDER,
  QUARANTINE_FOLDER,
  ANALYSIS_FOLDER,
];

/** The names of files and folders of a data directory whose database is missing; none if it has a database. */
export function orphanedFiles(directory: string): string[] {
  if (existsSync(join(directory, DATABASE_FILE))) return [];
  return BESIDE_DATABASE.filter((name) => existsSync(join(directory, name)));
}

/**
 * Ensures that a directory has no files of a missing database: with a new, empty database, they would be removed as
 * files that do not belong to it.
 *
 * @throws HeadcountError `store-incomplete` if it has
 */
export function requireDatabase(directory: string): void {
  const orphaned = orphanedFiles(directory);
  if (orphaned.length === 0) return;
  const named = orphaned.map((name) => {
    if (name !== RUNS_FOLDER) return name;
    const files = readdirSync(join(directory, name)).length;
    return `${name}/ (${files} ${files === 1 ? "file" : "files"})`;
  });
  throw new HeadcountError(
    "store-incomplete",
    `${directory} has no ${DATABASE_FILE}, but files that belong to one: ${named.join(", ")}. Nothing has been changed: ` +
      `put ${DATABASE_FILE} back, or restore a backup into an empty directory, or give an empty directory`,
  );
}

/**
 * Lets only the owner of a data directory enter it: it may have been created by someone else. A folder that users share,
 * such as /tmp, stays open.
 *
 * @returns why this cannot be done; null if it is
 */
export function makePrivate(directory: string): string | null {
  const { mode, uid } = statSync(directory);
  if (uid !== process.getuid?.() || (mode & 0o1000) !== 0 || (mode & 0o077) === 0) return null;
  try {
    chmodSync(directory, mode & 0o700);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Deletes the data of a directory that is not open; folders of other names stay, and so do the quarantined files. */
export function removeData(directory: string): void {
  // Without its last commit, a database can still be opened; without the database, only the runs may be left.
  const others = BESIDE_DATABASE.filter((name) => name !== RUNS_FOLDER && name !== QUARANTINE_FOLDER);
  for (const name of [...others, DATABASE_FILE, RUNS_FOLDER])
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** Approximate size of the database. Only its metadata is read: opening the file would release its lock. */
export async function databaseBytes(directory: string): Promise<number> {
  let bytes = 0;
  for (const name of [DATABASE_FILE, DATABASE_LOG_FILE])
    bytes += await stat(join(directory, name)).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}

/**
 * Creates an empty database file in a data directory that has none. DuckDB writes a new file in several steps, and
 * cannot open one whose creation was cut short. The file is therefore created in a folder of its own, and then linked
 * to its name, which, unlike renaming, cannot replace the file of a process that starts at the same time.
 */
export async function createDatabase(directory: string): Promise<void> {
  const file = join(directory, DATABASE_FILE);
  if (existsSync(file)) return;
  const folder = mkdtempSync(join(directory, CREATING_FOLDER));
  try {
    const created = join(folder, DATABASE_FILE);
    (await createInstance(created, NEW_FILE)).closeSync();
    try {
      linkSync(created, file);
    } catch {
      // Another process was faster, or the file system has no links.
      if (!existsSync(file)) renameSync(created, file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the folders of creations that were cut short. To be called while this process has the database open. */
export function removeCreating(directory: string): void {
  for (const name of readdirSync(directory)) {
    if (name.startsWith(CREATING_FOLDER)) rmSync(join(directory, name), { recursive: true, force: true });
  }
}

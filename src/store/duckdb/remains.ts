import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  ANALYSIS_FOLDER,
  COMPACTING_FOLDER,
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  LAST_COMMIT_FILE,
  RUNS_FOLDER,
  SET_ASIDE_FOLDER,
  STAGING_FOLDER,
} from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";

/** What is there of a data directory beside its database, and never without one. */
const BESIDE_DATABASE = [
  DATABASE_LOG_FILE,
  RUNS_FOLDER,
  LAST_COMMIT_FILE,
  COMPACTING_FOLDER,
  STAGING_FOLDER,
  SET_ASIDE_FOLDER,
  ANALYSIS_FOLDER,
];

/** The names of what is left of a data directory whose database is gone; none where it has one, or is none. */
export function remainsOf(directory: string): string[] {
  if (existsSync(join(directory, DATABASE_FILE))) return [];
  return BESIDE_DATABASE.filter((name) => existsSync(join(directory, name)));
}

/**
 * Makes sure that a directory is not what is left of one whose database is gone: an empty database made in its place
 * would take what belongs to the lost one for leftovers.
 *
 * @throws HeadcountError `store-incomplete` where it is
 */
export function requireDatabase(directory: string): void {
  const remains = remainsOf(directory);
  if (remains.length === 0) return;
  const named = remains.map((name) => (name === RUNS_FOLDER ? described(directory, name) : name));
  throw new HeadcountError(
    "store-incomplete",
    `${directory} has no ${DATABASE_FILE}, but what belongs to one: ${named.join(", ")}. Nothing has been changed: ` +
      `put ${DATABASE_FILE} back, or restore a backup into an empty directory (headcount restore), or give one that is`,
  );
}

function described(directory: string, folder: string): string {
  const files = readdirSync(join(directory, folder)).length;
  return `${folder}/ (${files} ${files === 1 ? "file" : "files"})`;
}

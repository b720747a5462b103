import { existsSync, linkSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CREATING_FOLDER, DATABASE_FILE } from "../../domain/data-directory.ts";
import { DuckDBInstance } from "./duckdb-api.ts";

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
    (await DuckDBInstance.create(created)).closeSync();
    try {
      linkSync(created, file);
    } catch {
      // Another process was faster, or the file system has no links: DuckDB opens the file, or creates it itself.
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

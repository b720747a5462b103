import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ANALYSIS_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import type { Keep } from "../domain/retention.ts";
import type { OldEvents } from "../engine/retention/retention.ts";
import { withEngine, workOnBackup } from "./open-engine.ts";

/** The result of removing old events from a data directory. */
export interface AppliedRetention extends OldEvents {
  /** The log start in ms since the epoch; 0 if no events have ever been removed. */
  readonly logStart: number;
  /** The size of the directory before and after, in bytes. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Why the database could not be compacted; null if it was, or did not need it. */
  readonly notCompacted: string | null;
}

/**
 * Removes old events from a data directory that no process has open, and releases the disk space.
 *
 * @throws HeadcountError as `removeOldEvents` and `openEngine` do
 */
export async function applyRetention(directory: string, keep: Keep): Promise<AppliedRetention> {
  const { removeOldEvents } = await import("../engine/retention/retention.ts");
  const { compactDatabase } = await import("../store/duckdb/compact-database.ts");
  const { bytesBefore, ...old } = await withEngine(
    directory,
    async (context) => {
      const bytesBefore = await bytesOf(directory);
      // The analysis copy has the same events. It is deleted first, so that an interruption leaves no event in it;
      // the server creates it again.
      await rm(join(directory, ANALYSIS_FOLDER), { recursive: true, force: true });
      const old = await removeOldEvents(context, keep);
      return { ...old, bytesBefore, logStart: context.events.logStart() };
    },
    { advice: workOnBackup },
  );
  let notCompacted: string | null = null;
  try {
    await compactDatabase(directory, old.events > 0);
  } catch (error) {
    if (!(error instanceof HeadcountError)) throw error;
    notCompacted = error.message;
  }
  return { ...old, bytesBefore, bytesAfter: await bytesOf(directory), notCompacted };
}

/** The size of all files in a folder and its subfolders. A file that is deleted meanwhile counts as empty. */
async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += await sizeOf(join(entry.parentPath, entry.name));
  return bytes;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

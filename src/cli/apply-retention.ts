import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ANALYSIS_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import type { Keep } from "../domain/retention.ts";
import type { OldEvents } from "../engine/retention/retention.ts";
import { withEngine, workOnBackup } from "./open-engine.ts";

/** What removing old events from a data directory amounted to. */
export interface AppliedRetention extends OldEvents {
  /** From before this instant, in ms, events have been removed, now or earlier; 0 where none have. */
  readonly logStart: number;
  /** What the directory took before and takes now, in bytes. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Why the database's file could not be written anew; null where it was, or need not be. */
  readonly notCompacted: string | null;
}

/**
 * Removes old events from a data directory that nobody has open, and gives the disk what that makes free.
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
      // The copy that users' SQL reads has the same events: first, so that none is left in it where this is cut short.
      // It is made anew where it is missing.
      await rm(join(directory, ANALYSIS_FOLDER), { recursive: true, force: true });
      const old = await removeOldEvents(context, keep);
      return { ...old, bytesBefore, logStart: context.events.logStart() };
    },
    { instead: workOnBackup },
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

/** What the files of a folder take, with those of the folders in it; one that is merged away meanwhile, nothing. */
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

import { must } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { RetainedRuns } from "./retained-runs.ts";
import { RunFiles } from "./run-files.ts";
import { quarantineUnlisted } from "./run-folder.ts";
import { ALL_DAYS, type RunSource } from "./run-source.ts";
import { RunStore } from "./run-store.ts";

export interface OpenRunsOptions {
  /** Bytes of runs and roll-ups that may be cached. */
  readonly cacheBytes: number;
  /** Receives messages for the administrator. */
  readonly notify?: ((message: string) => void) | undefined;
  /** Whether the store is known to have every commit; otherwise unlisted run files are quarantined, not removed. */
  readonly isComplete: boolean;
  /** Whether commits have been lost: run files may have changes that the log does not have. */
  readonly hasLoss: boolean;
}

/** The runs of an open data directory. */
export interface OpenedRuns {
  readonly runs: RunStore;
  readonly files: RunFiles;
  readonly retained: RetainedRuns;
}

/**
 * Opens the runs of a data directory. If a listed file is missing or damaged, all runs whose events the log has are
 * marked as stale.
 */
export async function openRuns(
  source: RunSource,
  directory: string,
  { cacheBytes, notify, isComplete, hasLoss }: OpenRunsOptions,
): Promise<OpenedRuns> {
  const retained = await RetainedRuns.open(source.retained);
  const { files: listed, isStale } = await source.open();
  if (!isComplete) await quarantineUnlisted(directory, listed, notify);
  const found = await RunFiles.open(directory, listed, cacheBytes, retained);
  if (found === null) {
    notify?.("some files of runs are missing or damaged; the runs are derived again from the log");
    const stale = [{ spaceId: null, ...ALL_DAYS }];
    await source.exclusive((section) => section.commit({ removedFiles: listed, stale }));
    const files = must(await RunFiles.open(directory, [], cacheBytes, retained), "run files");
    return { runs: new RunStore(source, { files, retained }, true), files, retained };
  }
  const { missing } = found;
  const runs = new RunStore(source, { files: found, retained }, isStale);
  if (missing.length > 0) {
    const day = formatInstant(retained.logStart).slice(0, 10);
    notify?.(
      `some files of runs are missing or damaged; the runs from ${day} on are derived again from the log. Earlier ` +
        "events have been removed: lost runs from before that day are in backups only",
    );
    await source.exclusive((section) => section.commit({ removedFiles: missing }));
  }
  // Runs in the other files may be outdated versions of lost runs, or have changes of lost events.
  if (missing.length > 0 || hasLoss)
    await runs.markStale({ spaceId: null, from: retained.logStart, to: Infinity });
  return { runs, files: found, retained };
}

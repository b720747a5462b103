import { setImmediate } from "node:timers/promises";
import { groupBy } from "../../domain/grouping.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import { type RunSlice, runAt } from "../../series/run-block.ts";
import type { RunSnapshot } from "./in-memory-runs.ts";
import { unlessDamaged } from "./mark-stale.ts";
import { lostRun, RetainedRuns } from "./retained-runs.ts";
import { DamagedRunFile } from "./run-file.ts";
import { RunFiles } from "./run-files.ts";
import type { RetainedSource, RunKey } from "./run-source.ts";

/** Spaces whose runs are read before the event loop continues with other work. */
const SPACES_AT_ONCE = 50;

/** Copies the runs of some pieces that have changes: the memory that the pieces are read into is used again. */
export async function copyRuns(spaceId: bigint, pieces: readonly RunSlice[]): Promise<SpaceRun[]> {
  const runs: SpaceRun[] = [];
  for (const { block, from, to } of pieces) {
    await block.load("changes", from, to);
    for (let i = from; i < to; i++) {
      const { dayStart, changes } = runAt(block, i);
      if (changes.length > 0) runs.push({ spaceId, dayStart, changes: changes.slice() });
    }
  }
  return runs;
}

/**
 * Reads all runs whose events have been removed, of a data directory that no process changes, ascending by space,
 * then by day.
 *
 * @param listed ids of its run files
 * @throws HeadcountError `data-lost` if one of them cannot be read
 */
export async function* retainedRunsOf(
  source: RetainedSource,
  directory: string,
  listed: readonly number[],
): AsyncGenerator<SpaceRun> {
  const record = await RetainedRuns.open(source);
  if (record.logStart === 0) return;
  const files = await RunFiles.openForReading(directory, listed, record);
  const days = { firstDay: 0, lastDay: record.firstDay - 1 };
  try {
    for (const spaceId of await record.spaceIds())
      yield* await files.read(spaceId, days, [], (pieces) => copyRuns(spaceId, pieces));
  } catch (error) {
    if (error instanceof DamagedRunFile) throw lostRun(error.day, error);
    throw error;
  } finally {
    files.close();
  }
}

/**
 * Reads runs from files, to be kept in memory; a run that no file has is without changes.
 *
 * @returns none of them if a file is damaged, since they can be derived from the log
 */
export function loadRuns(files: RunFiles, keys: readonly RunKey[]): Promise<RunSnapshot[]> {
  const bySpace = groupBy(keys, ({ spaceId }) => spaceId);
  return unlessDamaged([], async () => {
    const loaded: RunSnapshot[] = [];
    for (const [index, [spaceId, ofSpace]] of [...bySpace].entries()) {
      if (index > 0 && index % SPACES_AT_ONCE === 0) await setImmediate();
      await loadOfSpace(files, spaceId, new Set(ofSpace.map(({ day }) => day)), loaded);
    }
    return loaded;
  });
}

async function loadOfSpace(
  files: RunFiles,
  spaceId: bigint,
  days: Set<number>,
  loaded: RunSnapshot[],
): Promise<void> {
  const span = { firstDay: Math.min(...days), lastDay: Math.max(...days) };
  await files.read(spaceId, span, [], async (pieces) => {
    for (const { block, from, to } of pieces) {
      for (let i = from; i < to; i++) {
        const day = block.days[i] as number;
        if (!days.delete(day)) continue;
        await block.load("changes", i, i + 1);
        // A copy, since the run may stay in memory as long as the process.
        loaded.push({ spaceId, day, changes: runAt(block, i).changes.slice() });
      }
    }
  });
  for (const day of days) loaded.push({ spaceId, day, changes: new Uint32Array(0) });
}

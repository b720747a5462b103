import type { SpaceRun } from "../../engine/ports.ts";
import { type RunPiece, runAt } from "../../series/run-block.ts";
import { lostRun, RetainedRuns } from "./retained-runs.ts";
import { DamagedRunFile } from "./run-file.ts";
import { RunFiles } from "./run-files.ts";
import type { RetainedSource } from "./run-source.ts";

/** Copies the runs of some pieces that have changes: the memory that the pieces are read into is used again. */
export async function copyRuns(spaceId: bigint, pieces: readonly RunPiece[]): Promise<SpaceRun[]> {
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

import { type DayRange, groupBy } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, SpaceRun } from "../../engine/ports.ts";
import { Pacer } from "../../engine/yielding.ts";
import { type RunSlice, runAt } from "../../series/run-block.ts";
import type { RunSnapshot } from "./in-memory-runs.ts";
import type { RunKey, StaleMarks } from "./ports.ts";
import { lostRun, type RetainedRuns } from "./retained-record.ts";
import { DamagedRunFile, type RunFile, unlessDamaged } from "./run-file.ts";
import { RunFiles } from "./run-files.ts";

/*
 * Reads of many runs in files at once: to load them into memory, to mark them as stale, and to copy runs whose events
 * have been removed.
 */

/** Copies the runs of some slices that have changes. */
export async function copyRuns(spaceId: bigint, slices: readonly RunSlice[]): Promise<SpaceRun[]> {
  const runs: SpaceRun[] = [];
  for (const { block, from, to } of slices) {
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
 * @throws HeadcountError `data-lost` if one of them cannot be read
 */
export async function* retainedRunsOf(
  record: RetainedRuns,
  directory: string,
  listed: readonly number[],
): AsyncGenerator<SpaceRun> {
  const files = await RunFiles.openForReading(directory, listed, record);
  const days = { firstDay: 0, lastDay: record.firstDay - 1 };
  try {
    for (const spaceId of await record.source.spaceIds())
      yield* await files.read(spaceId, days, [], (slices) => copyRuns(spaceId, slices));
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
    const pacer = new Pacer();
    for (const [spaceId, ofSpace] of bySpace) {
      await pacer.step();
      const days = new Set(ofSpace.map(({ day }) => day));
      const span = { firstDay: Math.min(...days), lastDay: Math.max(...days) };
      await files.read(spaceId, span, [], async (slices) => {
        for (const { block, from, to } of slices) {
          for (let i = from; i < to; i++) {
            const day = block.days[i] as number;
            if (!days.delete(day)) continue;
            // A copy, since the run may stay in memory as long as the process.
            loaded.push({ spaceId, day, changes: runAt(block, i).changes.slice() });
          }
        }
      });
      for (const day of days) loaded.push({ spaceId, day, changes: new Uint32Array(0) });
    }
    return loaded;
  });
}

const KEYS_AT_ONCE = 10_000;

/** The days that a range of instants, in ms, touches. */
export function daysOf({ from, to }: Pick<RebuildRange, "from" | "to">): DayRange {
  return { firstDay: Math.floor(from / DAY_MS), lastDay: Math.ceil(to / DAY_MS) - 1 };
}

/**
 * The stale marks for a range: its runs in files, and all for which the log may have changes.
 *
 * @param except a file whose runs are left out
 * @throws DamagedRunFile if the directory of a space in another file is damaged
 */
export function* staleMarks(
  files: RunFiles,
  range: Pick<RebuildRange, "spaceId" | "from" | "to">,
  except: RunFile | null = null,
): Generator<StaleMarks> {
  const days = daysOf(range);
  let keys: RunKey[] = [];
  for (const spaceId of range.spaceId === null ? files.spaceIds() : [range.spaceId]) {
    for (const day of files.storedDays(spaceId, days, except)) keys.push({ spaceId, day });
    if (keys.length < KEYS_AT_ONCE) continue;
    yield keys;
    keys = [];
  }
  yield keys;
  yield { spaceId: range.spaceId, ...days };
}

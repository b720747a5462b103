import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange } from "../../engine/ports.ts";
import { DamagedRunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import { ALL_DAYS, type DaySpan, type RunKey, type StaleMarks } from "./run-source.ts";

/** Stale marks that are passed on together. */
const KEYS_AT_ONCE = 10_000;

/** The days that a range of instants, in ms, touches. */
export function daysOf({ from, to }: Pick<RebuildRange, "from" | "to">): DaySpan {
  return { firstDay: Math.floor(from / DAY_MS), lastDay: Math.ceil(to / DAY_MS) - 1 };
}

/**
 * The stale marks for a range: its runs in files, and all for which the log may have changes. If the directory of a
 * space in a file is damaged, all runs of the space are marked, since other files may have outdated versions of runs.
 *
 * @param damaged receives the spaces of which all runs are marked
 */
export async function* staleMarks(
  files: RunFiles,
  range: Pick<RebuildRange, "spaceId" | "from" | "to">,
  damaged: bigint[],
): AsyncGenerator<StaleMarks> {
  const days = daysOf(range);
  let keys: RunKey[] = [];
  for (const spaceId of range.spaceId === null ? files.spaceIds() : [range.spaceId]) {
    // A damaged directory is skipped once it has been found, so the next attempt reads the other files.
    let stored = files.damaged.isLacking(spaceId) ? null : await storedKeys(files, spaceId, days);
    if (stored === null) {
      yield { spaceId, ...ALL_DAYS };
      damaged.push(spaceId);
    }
    while (stored === null) stored = await storedKeys(files, spaceId, ALL_DAYS);
    for (const key of stored) keys.push(key);
    if (keys.length < KEYS_AT_ONCE) continue;
    yield keys;
    keys = [];
  }
  yield keys;
  yield { spaceId: range.spaceId, ...days };
}

/** The keys of a space's runs in files; null if a directory has just been found damaged. */
function storedKeys(files: RunFiles, spaceId: bigint, days: DaySpan): Promise<RunKey[] | null> {
  return unlessDamaged(null, async () =>
    (await files.storedDays(spaceId, days)).map((day) => ({ spaceId, day })),
  );
}

/** The result of some work on run files, or `otherwise` if one of them is damaged. */
export async function unlessDamaged<T, U>(otherwise: U, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedRunFile) return otherwise;
    throw error;
  }
}

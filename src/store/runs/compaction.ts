import { setImmediate } from "node:timers/promises";
import { runAt } from "../../series/run-block.ts";
import { type ExtentBlock, newestPieces, piecesIn, type SourcePiece } from "./pieces.ts";
import { RunCache } from "./run-cache.ts";
import type { RunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import type { FiledRun } from "./run-writer.ts";
import { StoredBlock } from "./stored-runs.ts";

/** From so many files of similar size that share a space on, they are merged: a read of the space opens each. */
export const MERGED_FILES_MIN = 8;
/** The most files that are merged at a time, and about their bytes. */
export const MERGED_FILES_MAX = 128;
const MERGED_BYTES_AT_ONCE = 2 ** 30;

/** The bytes of the smallest class of sizes, and the factor from each class to the next. */
const SMALLEST_BYTES = 2 ** 21;
const SIZE_RATIO = 8;
/** Larger files are not merged. */
const MERGED_BYTES_MAX = 2 ** 29;

/** Files without roll-ups, which merging adds, up to as many as are merged at a time; null if there are none. */
export function filesToRollUp(files: readonly RunFile[]): RunFile[] | null {
  const plain = files.filter(({ isRolledUp }) => !isRolledUp);
  return plain.length === 0 ? null : firstOf(plain);
}

/** The files that are to be merged next; null if there are none. */
export function filesToMerge(files: readonly RunFile[]): RunFile[] | null {
  const bySize = new Map<number, RunFile[]>();
  for (const file of files) {
    if (file.bytes > MERGED_BYTES_MAX) continue;
    const size = Math.max(0, Math.ceil(Math.log(file.bytes / SMALLEST_BYTES) / Math.log(SIZE_RATIO)));
    bySize.set(size, [...(bySize.get(size) ?? []), file]);
  }
  for (const [, alike] of [...bySize].sort(([a], [b]) => a - b)) {
    const sharing = mostSharing(alike);
    if (sharing.length >= MERGED_FILES_MIN) return firstOf(sharing);
  }
  return null;
}

/** The first files, up to as many as are merged at a time. */
function firstOf(files: readonly RunFile[]): RunFile[] {
  let bytes = 0;
  return files.slice(0, MERGED_FILES_MAX).filter((file, i) => {
    bytes += file.bytes;
    return i < MERGED_FILES_MIN || bytes <= MERGED_BYTES_AT_ONCE;
  });
}

/** The most files whose ranges of spaces have one in common, in their order. */
function mostSharing(files: readonly RunFile[]): RunFile[] {
  let most: RunFile[] = [];
  for (const { spaces } of files) {
    const space = spaces.spaceIds[0] as bigint;
    const sharing = files.filter(
      (other) =>
        (other.spaces.spaceIds[0] as bigint) <= space && (other.spaces.spaceIds.at(-1) as bigint) >= space,
    );
    if (sharing.length > most.length) most = sharing;
  }
  return most;
}

/** The files of which less than half of the runs are the newest versions. */
export async function supersededFiles(files: RunFiles): Promise<RunFile[]> {
  const noCache = new RunCache(0);
  const newest = new Map<RunFile, number>();
  for (const [i, spaceId] of files.spaceIds().entries()) {
    if (i % SPACES_AT_ONCE === 0) await setImmediate();
    for (const { source, from, to } of await newestOf(files, noCache, spaceId)) {
      const { file } = source.extent;
      newest.set(file, (newest.get(file) ?? 0) + to - from);
    }
  }
  return files.files.filter((file) => {
    const runs = file.spaces.runCounts.reduce((sum, count) => sum + count, 0);
    return (newest.get(file) ?? 0) < runs / 2;
  });
}

/** Spaces that are examined before the event loop continues with other work. */
const SPACES_AT_ONCE = 100;

/** The newest versions of a space's runs in all files. */
async function newestOf(
  files: RunFiles,
  cache: RunCache,
  spaceId: bigint,
): Promise<SourcePiece<ExtentBlock>[]> {
  const stored: ExtentBlock[] = [];
  for (const extent of files.extentsOf(spaceId)) {
    const { blocks } = await files.directoryOf(extent, cache);
    stored.push(...blocks.map((directory) => ({ extent, directory })));
  }
  return newestPieces(piecesIn(stored, -Infinity, Infinity));
}

/**
 * The runs of some files that are the newest versions, ascending by space, then by day. A run without changes is left
 * out, unless another file may have an older version.
 *
 * @param pause is awaited regularly, so that other work can continue; if it throws, merging ends
 */
export async function* mergedRuns(
  files: RunFiles,
  merged: readonly RunFile[],
  pause: () => Promise<void>,
): AsyncGenerator<readonly FiledRun[]> {
  const noCache = new RunCache(0);
  const spaceIds = new Set(merged.flatMap(({ spaces }) => [...spaces.spaceIds]));
  for (const spaceId of [...spaceIds].sort((a, b) => (a < b ? -1 : 1))) {
    const others = files.extentsOf(spaceId).filter(({ file }) => !merged.includes(file));
    for (const { source, from, to } of await newestOf(files, noCache, spaceId)) {
      const { extent, directory } = source;
      if (!merged.includes(extent.file)) continue;
      const block = new StoredBlock(noCache, extent, directory);
      await pause();
      await block.load("changes", from, to);
      const runs: FiledRun[] = [];
      for (let i = from; i < to; i++) {
        const day = directory.days[i] as number;
        const { changes } = runAt(block, i);
        const isOlderElsewhere = others.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
        if (changes.length === 0 && !isOlderElsewhere) continue;
        runs.push({ spaceId, day, changes, generation: directory.generations[i] as number });
      }
      yield runs;
    }
  }
}

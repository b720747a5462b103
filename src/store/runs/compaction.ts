import { setImmediate } from "node:timers/promises";
import { runAt } from "../../series/run-block.ts";
import { type ExtentBlock, holdingPieces, piecesIn, type SourcePiece } from "./pieces.ts";
import { RunCache } from "./run-cache.ts";
import type { RunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import type { FiledRun } from "./run-writer.ts";
import { StoredBlock } from "./stored-runs.ts";

/** So many files of about the same size that share a space are merged: a read has to look at each. */
export const MERGED_FILES_MIN = 8;
/** The most that are merged at a time, and about their bytes. */
export const MERGED_FILES_MAX = 128;
const MERGED_BYTES_AT_ONCE = 2 ** 30;

/** Files of the smallest size have up to so many bytes, those of each further one so many times more. */
const SMALLEST_BYTES = 2 ** 21;
const SIZE_RATIO = 8;
/** Larger files are left as they are. */
const MERGED_BYTES_MAX = 2 ** 29;

/** The files that have been left to be rolled up when they are merged, as many as are at a time; null where none have. */
export function filesToRollUp(files: readonly RunFile[]): RunFile[] | null {
  const plain = files.filter(({ isRolledUp }) => !isRolledUp);
  return plain.length === 0 ? null : firstOf(plain);
}

/** The files that had best be merged next; null where none need to be. */
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

/** As many of the first files as are merged at a time. */
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

/** The files of whose runs less than half hold: others have newer ones of the same spaces and days. */
export async function supersededFiles(files: RunFiles): Promise<RunFile[]> {
  const noCache = new RunCache(0);
  const holding = new Map<RunFile, number>();
  for (const [i, spaceId] of files.spaceIds().entries()) {
    if (i % SPACES_AT_ONCE === 0) await setImmediate();
    for (const { source, from, to } of await holdingOf(files, noCache, spaceId)) {
      const { file } = source.extent;
      holding.set(file, (holding.get(file) ?? 0) + to - from);
    }
  }
  return files.files.filter((file) => {
    const runs = file.spaces.runCounts.reduce((sum, count) => sum + count, 0);
    return (holding.get(file) ?? 0) < runs / 2;
  });
}

/** Spaces that are looked at before others have their turn. */
const SPACES_AT_ONCE = 100;

/** A space's runs that hold, in whatever files. */
async function holdingOf(
  files: RunFiles,
  cache: RunCache,
  spaceId: bigint,
): Promise<(SourcePiece & { readonly source: ExtentBlock })[]> {
  const stored: ExtentBlock[] = [];
  for (const extent of files.extentsOf(spaceId)) {
    const { blocks } = await files.directoryOf(extent, cache);
    stored.push(...blocks.map((directory) => ({ extent, directory })));
  }
  return holdingPieces(piecesIn(stored, -Infinity, Infinity)).filter(isStored);
}

function isStored(piece: SourcePiece): piece is SourcePiece & { readonly source: ExtentBlock } {
  return "extent" in piece.source;
}

/**
 * The runs of some files that hold, ascending by space, then by day. A note that a run is
 * no more is left out where no other file has an older one.
 *
 * @param pause waited for now and then, so that others have their turn; what was begun is given up where it
 * throws
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
    for (const { source, from, to } of await holdingOf(files, noCache, spaceId)) {
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

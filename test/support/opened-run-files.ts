import { must } from "../../src/domain/errors.ts";
import { BLOCK_PARTS, type RunSlice, runAt } from "../../src/series/run-block.ts";
import type { RunFile } from "../../src/store/runs/run-file.ts";
import { RunFiles } from "../../src/store/runs/run-files.ts";

export const CACHE_BYTES = 2 ** 20;
export const EVER = { firstDay: -Infinity, lastDay: Infinity };

/** A run by its key. */
export interface Run {
  readonly spaceId: bigint;
  readonly day: number;
  readonly changes: Uint32Array;
}

/** Opens some files of runs of a directory. */
export async function openFiles(
  directory: string,
  ids: readonly number[] = [],
  cacheBytes = CACHE_BYTES,
): Promise<RunFiles> {
  return must(await RunFiles.open(directory, ids, cacheBytes), "run files");
}

/** Adds a file with some runs, which hold from then on. */
export async function add(files: RunFiles, runs: readonly Run[]): Promise<RunFile> {
  const id = files.nextId();
  const file = must(await files.write(id, [runs.map((run) => ({ ...run, generation: id }))]), "file");
  await files.publish([file]);
  return file;
}

/** What runs hold: of each its day, its changes, and how many rows of quarters it has. */
export async function contentsOf(pieces: readonly RunSlice[]): Promise<[number, number[], number][]> {
  const runs: [number, number[], number][] = [];
  for (const { block, from, to } of pieces) {
    for (const part of BLOCK_PARTS) await block.load(part);
    for (let i = from; i < to; i++) {
      const { changes } = runAt(block, i);
      const rows = (block.firsts.quarters[i + 1] as number) - (block.firsts.quarters[i] as number);
      if (changes.length > 0) runs.push([block.days[i] as number, [...changes], rows]);
    }
  }
  return runs;
}

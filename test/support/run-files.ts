import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import { must } from "../../src/domain/errors.ts";
import { BLOCK_PARTS, type RunSlice, runAt } from "../../src/series/run-block.ts";
import type { RunFile } from "../../src/store/runs/run-file.ts";
import { RunFiles } from "../../src/store/runs/run-files.ts";
import { runSql } from "./store-directory.ts";
import { type OpenedDirectory, temporaryFolder } from "./store-harness.ts";

export const CACHE_BYTES = 2 ** 20;
export const EVER = { firstDay: -Infinity, lastDay: Infinity };

/** Bytes of a file's end behind its last directory: the index of one space, and the tail. */
const BEHIND_DIRECTORY = 64 + 24;

/** The position of a byte of the directory in a file of one space's runs. */
export function positionInDirectory(bytes: Uint8Array): number {
  return bytes.length - BEHIND_DIRECTORY - 4;
}

/** Changes a run file of a data directory, the oldest or another by its index; null removes it. */
export function damageRunFile(directory: string, damage: (bytes: Buffer) => Buffer | null, index = 0): void {
  const folder = join(directory, RUNS_FOLDER);
  const names = readdirSync(folder).filter((name) => name.endsWith(".runs"));
  const path = join(folder, must(names.sort().at(index), "run file"));
  const bytes = damage(readFileSync(path));
  if (bytes === null) rmSync(path);
  else writeFileSync(path, bytes);
}

/** The bytes with one of them changed. */
export function flipped(bytes: Buffer, position: number): Buffer {
  bytes.writeUInt8((bytes[position] ?? 0) ^ 0x55, position);
  return bytes;
}

/** A run by its key, with its changes as a file holds them. */
export interface Run {
  readonly spaceId: bigint;
  readonly day: number;
  readonly changes: Uint32Array;
}

/** The record if all runs can be derived. */
export const NOTHING_RETAINED = {
  firstDay: -Infinity,
  of: async () => ({ days: new Int32Array(0), checksums: new Uint32Array(0) }),
};

/** Opens some run files of a directory. */
export async function openFiles(
  directory: string,
  ids: readonly number[] = [],
  cacheBytes = CACHE_BYTES,
): Promise<RunFiles> {
  return must(await RunFiles.open(directory, ids, cacheBytes, NOTHING_RETAINED), "run files");
}

/** Adds a file with some runs, which count from then on. */
export async function add(files: RunFiles, runs: readonly Run[]): Promise<RunFile> {
  const file = await writeFile(files, runs);
  await files.publish([file]);
  return file;
}

async function writeFile(files: RunFiles, runs: readonly Run[]): Promise<RunFile> {
  const id = files.nextId();
  return must(await files.write(id, [runs.map((run) => ({ ...run, generation: id }))]), "file");
}

/** The contents of runs: of each its day, its changes, and how many rows of quarters it has. */
export async function contentsOf(pieces: readonly RunSlice[]): Promise<[number, number[], number][]> {
  const runs: [number, number[], number][] = [];
  for (const { block, from, to } of pieces) {
    for (let i = from; i < to; i++) {
      for (const part of BLOCK_PARTS) block.load(part, i);
      const { changes } = runAt(block, i);
      const rows = (block.firsts.quarters[i + 1] as number) - (block.firsts.quarters[i] as number);
      if (changes.length > 0) runs.push([block.days[i] as number, [...changes], rows]);
    }
  }
  return runs;
}

/** The ids of the run files of a data directory that no process has open, by their age. */
async function listedIds(directory: string): Promise<number[]> {
  const rows = await runSql(directory, "SELECT id FROM run_file ORDER BY id");
  return rows.map(([id]) => Number(id));
}

/** The runs in each file of a data directory, which is closed for it, the files by their age. */
export async function filedRuns({ store, directory }: OpenedDirectory): Promise<Run[][]> {
  await store.close();
  const all: Run[][] = [];
  for (const id of await listedIds(directory)) {
    // By itself, in a copy: opening files takes away what is not listed.
    const copy = temporaryFolder();
    cpSync(join(directory, RUNS_FOLDER), join(copy, RUNS_FOLDER), { recursive: true });
    const files = await openFiles(copy, [id], 0);
    const runs: Run[] = [];
    for (const spaceId of files.spaceIds()) {
      const contents = await files.read(spaceId, EVER, [], contentsOf);
      runs.push(...contents.map(([day, changes]) => ({ spaceId, day, changes: Uint32Array.from(changes) })));
    }
    files.close();
    all.push(runs);
  }
  return all;
}

/** Adds a file with some runs to a data directory, which is closed for it: they count from then on. */
export async function fileRuns({ store, directory }: OpenedDirectory, runs: readonly Run[]): Promise<void> {
  await store.close();
  const files = await openFiles(directory, await listedIds(directory), 0);
  const { id } = await writeFile(files, runs);
  files.close();
  await runSql(directory, `INSERT INTO run_file VALUES (${id})`);
}

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import { must } from "../../src/domain/errors.ts";
import { runAt } from "../../src/series/run-block.ts";
import { RunFiles } from "../../src/store/runs/run-files.ts";
import { runSql } from "./store-directory.ts";
import { type OpenedDirectory, temporaryFolder } from "./store-harness.ts";

/** Bytes of a file's end behind its last directory: the index of one space, and the tail. */
const BEHIND_DIRECTORY = 72 + 24;

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
export interface FiledRun {
  readonly spaceId: bigint;
  readonly day: number;
  readonly changes: Uint32Array;
}

/** The ids of the files of runs of a data directory that nobody has open, by their age. */
async function listedIds(directory: string): Promise<number[]> {
  const rows = await runSql(directory, "SELECT id FROM run_file ORDER BY id");
  return rows.map(([id]) => Number(id));
}

async function openFiles(directory: string, ids: readonly number[]): Promise<RunFiles> {
  const files = await RunFiles.open(directory, ids, 0);
  if (files === null) throw new Error("some files of runs are missing");
  return files;
}

/** The runs in each file of a data directory, which is closed for it, the files by their age. */
export async function filedRuns({ store, directory }: OpenedDirectory): Promise<FiledRun[][]> {
  await store.close();
  const all: FiledRun[][] = [];
  for (const id of await listedIds(directory)) {
    // By itself, in a copy: opening files takes away what is not listed.
    const copy = temporaryFolder();
    cpSync(join(directory, RUNS_FOLDER), join(copy, RUNS_FOLDER), { recursive: true });
    const files = await openFiles(copy, [id]);
    const runs: FiledRun[] = [];
    for (const spaceId of files.spaceIds()) runs.push(...(await runsOfSpace(files, spaceId)));
    files.close();
    all.push(runs);
  }
  return all;
}

async function runsOfSpace(files: RunFiles, spaceId: bigint): Promise<FiledRun[]> {
  return files.read(spaceId, { firstDay: -Infinity, lastDay: Infinity }, [], async (pieces) => {
    const runs: FiledRun[] = [];
    for (const { block, from, to } of pieces) {
      await block.load("changes");
      for (let i = from; i < to; i++)
        runs.push({ spaceId, day: block.days[i] as number, changes: runAt(block, i).changes });
    }
    return runs;
  });
}

/** Adds a file with some runs to a data directory, which is closed for it: they hold from then on. */
export async function fileRuns(
  { store, directory }: OpenedDirectory,
  runs: readonly FiledRun[],
): Promise<void> {
  await store.close();
  const files = await openFiles(directory, await listedIds(directory));
  const id = files.nextId();
  await files.write(id, [runs.map((run) => ({ ...run, generation: id }))]);
  files.close();
  await runSql(directory, `INSERT INTO run_file VALUES (${id})`);
}

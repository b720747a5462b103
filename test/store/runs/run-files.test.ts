import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RUNS_FOLDER } from "../../../src/domain/data-directory.ts";
import { must } from "../../../src/domain/errors.ts";
import {
  BLOCK_PARTS,
  type BlockPart,
  blockOf,
  ELEMENT_WIDTHS,
  type RunPiece,
  runAt,
} from "../../../src/series/run-block.ts";
import { mergedRuns } from "../../../src/store/runs/compaction.ts";
import { elementBytes, padded } from "../../../src/store/runs/format.ts";
import { DamagedRunFile, type RunFile } from "../../../src/store/runs/run-file.ts";
import { RunFiles } from "../../../src/store/runs/run-files.ts";
import type { FiledRun } from "../../../src/store/runs/run-writer.ts";
import { BUSY_RUNS, BUSY_WATCH } from "../../support/busy-runs.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

const CACHE_BYTES = 2 ** 20;
const EVER = { firstDay: -Infinity, lastDay: Infinity };

interface Run {
  readonly spaceId: bigint;
  readonly day: number;
  readonly changes: Uint32Array;
}

function written(runs: readonly Run[], id: number): FiledRun[][] {
  return [runs.map((run) => ({ ...run, generation: id }))];
}

async function openFiles(
  directory: string,
  ids: readonly number[] = [],
  cacheBytes = CACHE_BYTES,
): Promise<RunFiles> {
  return must(await RunFiles.open(directory, ids, cacheBytes), "run files");
}

async function add(files: RunFiles, runs: readonly Run[]): Promise<RunFile> {
  const id = files.nextId();
  const file = must(await files.write(id, written(runs, id)), "file");
  await files.publish([file]);
  return file;
}

async function contentsOf(pieces: readonly RunPiece[]): Promise<[number, number[], number][]> {
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

/** One file with the busy days of a space, and its path. */
async function openBusy(directory: string) {
  const files = await openFiles(directory);
  files.watch(() => BUSY_WATCH);
  const file = await add(files, BUSY_RUNS);
  const path = join(directory, RUNS_FOLDER, must(readdirSync(join(directory, RUNS_FOLDER))[0], "file"));
  return { files, file, path };
}

/** A part of each run of some pieces, by itself. */
async function numbersOf(pieces: readonly RunPiece[], part: BlockPart): Promise<number[][]> {
  const read: number[][] = [];
  for (const { block, from, to } of pieces) {
    await block.load(part, from, to);
    const { firsts } = block;
    const at = (run: number) => (firsts[part][run] as number) * ELEMENT_WIDTHS[part];
    for (let run = from; run < to; run++)
      read.push([...must(block.numbers(part), part).subarray(at(run), at(run + 1))]);
  }
  return read;
}

const changesOf = (numbers: readonly number[]) =>
  Uint32Array.from([...numbers].sort((a, b) => (a >>> 1) - (b >>> 1)));
const change = fc.integer({ min: 0, max: 2 * 86_400_000 - 1 });
const run = fc.record({
  spaceId: fc.bigInt({ min: 1n, max: 3n }),
  day: fc.integer({ min: 19_000, max: 19_070 }),
  changes: fc.array(change, { maxLength: 5 }).map(changesOf),
});
const fileOfRuns = fc
  .uniqueArray(run, { minLength: 1, maxLength: 40, selector: ({ spaceId, day }) => `${spaceId} ${day}` })
  .map((runs) => runs.sort((a, b) => Number(a.spaceId - b.spaceId) || a.day - b.day));
/** None, one that is always full, and one that never is. */
const cacheSize = fc.constantFrom(0, 3_000, CACHE_BYTES);
const step = fc.oneof(
  { weight: 4, arbitrary: fileOfRuns.map((runs) => ({ runs })) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 255 }).map((merged) => ({ merged })) },
  { weight: 1, arbitrary: fc.constant({ reopened: true }) },
);

describe("files of runs", () => {
  it("hold of each run what was written last, however they are merged and opened again", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fileOfRuns,
        cacheSize,
        async (steps, hot, cache) => {
          const directory = temporaryFolder();
          let files = await openFiles(directory, [], cache);
          const model = new Map<string, Run>();
          for (const each of steps) {
            if ("runs" in each) {
              await add(files, each.runs);
              for (const one of each.runs) model.set(`${one.spaceId} ${one.day}`, one);
            } else if ("merged" in each) {
              const old = files.files.filter((_, i) => (each.merged >> i) & 1);
              if (old.length === 0) continue;
              const file = await files.write(
                files.nextId(),
                mergedRuns(files, old, async () => undefined),
              );
              await files.publish(file === null ? [] : [file], old);
            } else {
              const ids = files.files.map(({ id }) => id);
              files.close();
              files = await openFiles(directory, ids, cache);
            }
          }
          for (const spaceId of [1n, 2n, 3n]) {
            const memory = hot.filter((each) => each.spaceId === spaceId);
            for (const inMemory of [[], memory]) {
              const expected = new Map(
                [...model.values(), ...inMemory]
                  .filter((each) => each.spaceId === spaceId)
                  .map(({ day, changes }) => [day, [...changes]]),
              );
              const blocks = inMemory.map(({ day, changes }) => blockOf(spaceId, day, changes));
              const read = await files.read(spaceId, EVER, blocks, contentsOf);
              expect(read.map(([day, changes]) => [day, changes])).toEqual(
                [...expected].filter(([, changes]) => changes.length > 0).sort(([a], [b]) => a - b),
              );
              const few = await files.read(spaceId, { firstDay: 19_010, lastDay: 19_030 }, [], contentsOf);
              if (inMemory.length === 0)
                expect(few).toEqual(read.filter(([day]) => day >= 19_010 && day <= 19_030));
            }
          }
          files.close();
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are the same to many that read them at the same time, small and large, with and without a cache", async () => {
    for (const cacheBytes of [0, CACHE_BYTES]) {
      const files = await openFiles(temporaryFolder(), [], cacheBytes);
      // The last ones have more changes than are read at once.
      const runs = [1, 200, 3_000, 70_000, 100_000].map((count, i) => ({
        spaceId: BigInt(i + 1),
        day: 5,
        changes: Uint32Array.from({ length: count }, (_, change) => change * 800 + i),
      }));
      await add(files, runs);
      const readings = Array.from({ length: 40 }, async (_, i) => {
        const { spaceId, changes } = runs[i % runs.length] as Run;
        await files.read(spaceId, EVER, [], async ([piece]) => {
          const { block } = must(piece, "piece");
          await block.load("changes");
          await new Promise(setImmediate);
          expect(
            Buffer.compare(
              new Uint8Array(runAt(block, 0).changes.slice().buffer),
              new Uint8Array(changes.buffer),
            ),
          ).toBe(0);
        });
      });
      await Promise.all(readings);
      files.close();
    }
  });

  it("forget that a run is no more once no older one is left", async () => {
    const files = await openFiles(temporaryFolder());
    const changes = Uint32Array.of(3, 5);
    const first = await add(files, [{ spaceId: 1n, day: 5, changes }]);
    const second = await add(files, [{ spaceId: 1n, day: 5, changes: new Uint32Array(0) }]);
    const third = await add(files, [{ spaceId: 1n, day: 6, changes }]);
    const merge = async (old: readonly RunFile[]) => {
      const file = must(
        await files.write(
          files.nextId(),
          mergedRuns(files, old, async () => undefined),
        ),
        "file",
      );
      await files.publish([file], old);
      return file;
    };
    const later = await merge([second, third]);
    expect([...later.spaces.runCounts]).toEqual([2]);
    const all = await merge([first, later]);
    expect([...all.spaces.runCounts]).toEqual([1]);
    files.close();
  });

  it("are read to the end by who began before they were merged away", async () => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }];
    const old = [await add(files, runs), await add(files, [{ ...(runs[0] as Run), day: 6 }])];
    const read = await files.read(1n, EVER, [], async (pieces) => {
      const merged = await files.write(
        files.nextId(),
        mergedRuns(files, old, async () => undefined),
      );
      await files.publish([must(merged, "file")], old);
      expect(readdirSync(join(directory, RUNS_FOLDER))).toHaveLength(1);
      return contentsOf(pieces);
    });
    expect(read.map(([day]) => day)).toEqual([5, 6]);
    files.close();
  });

  it.each([
    ["is missing", () => null],
    ["is cut short", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["is empty", () => Buffer.alloc(0)],
    ["is of another kind", (bytes: Buffer) => Buffer.from(bytes).fill(7, bytes.length - 4)],
    [
      "has a damaged index",
      (bytes: Buffer) => Buffer.from(bytes).fill(7, bytes.length - 60, bytes.length - 50),
    ],
  ])("are refused together where one %s", async (_, damage) => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }];
    const ids = [(await add(files, runs)).id, (await add(files, runs)).id];
    files.close();
    const path = join(directory, RUNS_FOLDER, must(readdirSync(join(directory, RUNS_FOLDER))[1], "file"));
    const bytes = damage(readFileSync(path));
    if (bytes === null) rmSync(path);
    else writeFileSync(path, bytes);
    expect(await RunFiles.open(directory, ids, CACHE_BYTES)).toBeNull();
    expect(await RunFiles.open(directory, ids.slice(0, 1), CACHE_BYTES)).not.toBeNull();
  });

  it("are never read as something else, whichever of their bytes is damaged", async () => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [1n, 2n].map((spaceId) => ({ spaceId, day: 5, changes: Uint32Array.of(3, 5, 900_001) }));
    const { id } = await add(files, runs);
    const contents = async (from: RunFiles) =>
      [await from.read(1n, EVER, [], contentsOf), await from.read(2n, EVER, [], contentsOf)] as const;
    const sound = await contents(files);
    files.close();
    const path = join(directory, RUNS_FOLDER, must(readdirSync(join(directory, RUNS_FOLDER))[0], "file"));
    const bytes = readFileSync(path);
    const outcomes = { refused: 0, thrown: 0, same: 0 };
    for (let position = 0; position < bytes.length; position++) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8((bytes[position] ?? 0) ^ 0x10, position);
      writeFileSync(path, damaged);
      const opened = await RunFiles.open(directory, [id], 0);
      if (opened === null) {
        outcomes.refused++;
        continue;
      }
      const read = await contents(opened).catch((error: unknown) => error);
      opened.close();
      if (read instanceof DamagedRunFile) outcomes.thrown++;
      else outcomes.same++;
      // Only what fills up to a multiple of 8 bytes may be anything.
      if (!(read instanceof DamagedRunFile)) expect(read).toEqual(sound);
    }
    expect(outcomes.refused).toBeGreaterThan(90);
    expect(outcomes.thrown).toBeGreaterThan(100);
    expect(outcomes.same).toBeLessThan(30);
  });

  it("say which day's run is damaged, in whatever part, and give all others", async () => {
    const directory = temporaryFolder();
    const { files, path, file } = await openBusy(directory);
    const { counts } = await file.directory(0);
    files.close();
    const bytes = readFileSync(path);
    let start = 0;
    for (const part of BLOCK_PARTS) {
      let at = start;
      for (const [run, count] of counts[part].entries()) {
        if (count > 0 && [0, 1, 31, 32, 33, 69].includes(run)) {
          const damaged = Buffer.from(bytes);
          damaged.writeUInt8((bytes[at] ?? 0) ^ 0x10, at);
          writeFileSync(path, damaged);
          const { day } = must(BUSY_RUNS[run], "run");
          const opened = await openFiles(directory, [file.id], 0);
          const partOf = (range: typeof EVER) =>
            opened.read(1n, range, [], (pieces) => numbersOf(pieces, part));
          await expect(partOf(EVER), `${part} of run ${run}`).rejects.toMatchObject({ day });
          const before = await partOf({ firstDay: -Infinity, lastDay: day - 1 });
          const after = await partOf({ firstDay: day + 1, lastDay: Infinity });
          expect(before.length + after.length).toBe(BUSY_RUNS.length - 1);
          opened.close();
        }
        at += count * elementBytes(part);
      }
      start = padded(at);
    }
    writeFileSync(path, bytes);
    const whole = await openFiles(directory, [file.id], 0);
    for (const part of BLOCK_PARTS) {
      const read = await whole.read(1n, EVER, [], (pieces) => numbersOf(pieces, part));
      expect(read.filter((numbers) => numbers.length > 0).length, part).toBeGreaterThan(60);
    }
    whole.close();
  });

  it("of the form before this one are read, and none of what is damaged in them", async () => {
    const directory = temporaryFolder();
    const folder = join(directory, RUNS_FOLDER);
    mkdirSync(folder);
    const old = gunzipSync(readFileSync(new URL("../../fixtures/runs/run4.gz", import.meta.url)));
    const path = join(folder, "0000000001.runs");
    writeFileSync(path, old);
    const [before, now] = [await openFiles(directory, [1], 0), (await openBusy(temporaryFolder())).files];
    for (const part of ["changes", "excerpts", "quarters", "hours"] as const) {
      const [there, here] = await Promise.all(
        [before, now].map((files) => files.read(1n, EVER, [], (pieces) => numbersOf(pieces, part))),
      );
      expect(must(there, "numbers").flat().length, part).toBeGreaterThan(BUSY_RUNS.length);
      expect(there, part).toEqual(here);
    }
    const stretches = await before.read(1n, EVER, [], (pieces) => numbersOf(pieces, "stretches"));
    expect(stretches.flat()).toEqual([]);
    before.close();
    now.close();
    // Somewhere in the rows, which come after the changes and the excerpts.
    const position = Math.floor(old.length * 0.9);
    old.writeUInt8((old[position] ?? 0) ^ 0x10, position);
    writeFileSync(path, old);
    const damaged = await openFiles(directory, [1], 0);
    await expect(damaged.read(1n, EVER, [], contentsOf)).rejects.toBeInstanceOf(DamagedRunFile);
    damaged.close();
  });

  it("that a crash has left unlisted are taken away, and their ids not used again", async () => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }];
    const [first, second] = [await add(files, runs), await add(files, runs)];
    files.close();
    const again = await openFiles(directory, [first.id]);
    expect(readdirSync(join(directory, RUNS_FOLDER))).toHaveLength(1);
    expect(again.nextId()).toBeGreaterThan(second.id);
    again.close();
  });

  it("are taken away where they could not be written to their end", async () => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const failing = async function* () {
      yield [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3), generation: 1 }];
      throw new Error("no more");
    };
    await expect(files.write(files.nextId(), failing())).rejects.toThrow("no more");
    expect(readdirSync(join(directory, RUNS_FOLDER))).toEqual([]);
  });
});

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { RUNS_FOLDER } from "../../../src/domain/data-directory.ts";
import { must } from "../../../src/domain/errors.ts";
import { blockOf } from "../../../src/series/run-block.ts";
import { DamagedRunFile, type RunFile } from "../../../src/store/runs/run-file.ts";
import { RunFiles } from "../../../src/store/runs/run-files.ts";
import { mergedRuns } from "../../../src/store/runs/run-merger.ts";
import { checkProperty } from "../../support/random.ts";
import {
  add,
  CACHE_BYTES,
  contentsOf,
  EVER,
  NOTHING_RETAINED,
  openFiles,
  type Run,
} from "../../support/run-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

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

/** Merges files into one, which replaces them; null if no run is left. */
async function merge(files: RunFiles, old: readonly RunFile[]): Promise<RunFile | null> {
  const runs = mergedRuns(files, old);
  const file = await files.write(files.nextId(), runs);
  await files.publish(file === null ? [] : [file], old);
  return file;
}

describe("files of runs", () => {
  it("hold of each run what was written last, however they are merged and opened again", async () => {
    await checkProperty(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fileOfRuns,
        cacheSize,
        async (steps, loaded, cache) => {
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
              await merge(files, old);
            } else {
              const ids = files.files.map(({ id }) => id);
              files.close();
              files = await openFiles(directory, ids, cache);
            }
          }
          for (const spaceId of [1n, 2n, 3n]) {
            const memory = loaded.filter((each) => each.spaceId === spaceId);
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
      { numRuns: 40 },
    );
  });

  it("forget that a run is no more once no older one is left", async () => {
    const files = await openFiles(temporaryFolder());
    const changes = Uint32Array.of(3, 5);
    const first = await add(files, [{ spaceId: 1n, day: 5, changes }]);
    const second = await add(files, [{ spaceId: 1n, day: 5, changes: new Uint32Array(0) }]);
    const third = await add(files, [{ spaceId: 1n, day: 6, changes }]);
    const later = must(await merge(files, [second, third]), "file");
    expect([...later.spaces.runCounts]).toEqual([2]);
    const all = await merge(files, [first, later]);
    expect([...(all?.spaces.runCounts ?? [])]).toEqual([1]);
    files.close();
  });

  it("are read to the end by a read that began before they were merged", async () => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }];
    const old = [await add(files, runs), await add(files, [{ ...(runs[0] as Run), day: 6 }])];
    const read = await files.read(1n, EVER, [], async (pieces) => {
      await merge(files, old);
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
  ])("are rejected together if one %s", async (_, damage) => {
    const directory = temporaryFolder();
    const files = await openFiles(directory);
    const runs = [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }];
    const ids = [(await add(files, runs)).id, (await add(files, runs)).id];
    files.close();
    const path = join(directory, RUNS_FOLDER, must(readdirSync(join(directory, RUNS_FOLDER))[1], "file"));
    const bytes = damage(readFileSync(path));
    if (bytes === null) rmSync(path);
    else writeFileSync(path, bytes);
    expect(await RunFiles.open(directory, ids, CACHE_BYTES, NOTHING_RETAINED)).toBeNull();
    expect(await RunFiles.open(directory, ids.slice(0, 1), CACHE_BYTES, NOTHING_RETAINED)).not.toBeNull();
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
      const opened = await RunFiles.open(directory, [id], 0, NOTHING_RETAINED);
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

  it("are not taken for damaged if reading them fails once", async () => {
    const files = await openFiles(temporaryFolder());
    const file = await add(files, [{ spaceId: 1n, day: 5, changes: Uint32Array.of(3, 5) }]);
    vi.spyOn(file, "directory").mockImplementationOnce(() => {
      throw Object.assign(new Error("input/output error"), { code: "EIO" });
    });
    await expect(files.read(1n, EVER, [], contentsOf)).rejects.toThrow("input/output error");
    expect((await files.read(1n, EVER, [], contentsOf)).map(([day]) => day)).toEqual([5]);
    files.close();
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

  it("are taken away if they could not be written to their end", async () => {
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

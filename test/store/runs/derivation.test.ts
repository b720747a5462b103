import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DAY_MS } from "../../../src/domain/instant.ts";
import type { SpaceRun } from "../../../src/engine/ports.ts";
import { ALL_DAYS, type RunSource } from "../../../src/store/runs/ports.ts";
import { RetainedRuns } from "../../../src/store/runs/retained-record.ts";
import { RunStore } from "../../../src/store/runs/run-store.ts";
import { openFiles } from "../../support/run-files.ts";
import { duckDbSource } from "../../support/run-sources.ts";
import { temporaryFolder } from "../../support/store-harness.ts";
import { EVER } from "../../support/store-world.ts";

const DAY = 19_849;
const SPACES = [1n, 2n, 3n];
/** Changes that a slice is to have: each space has 4 on each of 3 days. */
const SLICE_CHANGES = 8;
const SLICES = (3 * 3 * 4) / SLICE_CHANGES;

/** Three spaces whose runs are all stale, to be derived in slices. */
async function staleSpaces() {
  const { source, log } = await duckDbSource();
  await log(
    ...[0, 1, 2].flatMap((day) =>
      [10, 11, 12, 13].flatMap((hour) =>
        SPACES.map((spaceId) => ({
          spaceId,
          timestamp: (DAY + day) * DAY_MS + hour * 3_600_000,
          direction: 1 as const,
        })),
      ),
    ),
  );
  const all = { spaceId: null, ...ALL_DAYS };
  const expected: SpaceRun[] = [];
  for await (const batch of source.changesIn(all)) expected.push(...batch);
  await source.exclusive((section) => section.commit({ stale: [all] }));
  const files = await openFiles(temporaryFolder(), [], 0);
  const retained = new RetainedRuns(source.retained, await source.retained.logStart());
  const runs = new RunStore(source, { files, retained }, true, SLICE_CHANGES);
  // Merging in the background ends, so that nothing is written after the test.
  onTestFinished(() => runs.close());
  /** How many runs are stale or being derived. */
  const stale = async () => {
    const { slices } = await source.exclusive((section) => section.takeStale(SLICE_CHANGES));
    return slices.reduce((sum, slice) => sum + slice.runs, 0);
  };
  return { source, files, runs, expected, stale };
}

async function all(runs: RunStore): Promise<SpaceRun[]> {
  const found: SpaceRun[] = [];
  for await (const run of runs.runs(SPACES, -Infinity, Infinity)) found.push(run);
  return found;
}

/** Calls `before` with a number, from 1 on, before each slice is derived. */
function beforeSlices(source: RunSource, before: (slice: number) => void): void {
  const changesOf = source.changesOf.bind(source);
  let slices = 0;
  vi.spyOn(source, "changesOf").mockImplementation((slice) => {
    before(++slices);
    return changesOf(slice);
  });
}

it("the first change of a space is found without a query while no events have been removed", async () => {
  const { source, runs } = await staleSpaces();
  await runs.refresh();
  const asked = vi.spyOn(source.retained, "days");
  const firsts = await runs.firstChanges(new Map(SPACES.map((id) => [id, Infinity])));
  expect([...firsts.keys()]).toEqual(SPACES);
  expect(new Set(firsts.values())).toEqual(new Set([DAY * DAY_MS + 10 * 3_600_000]));
  expect(asked).not.toHaveBeenCalled();
});

describe("the derivation of runs", () => {
  it("derives all stale runs, in slices of limited size", async () => {
    const { source, files, runs, expected, stale } = await staleSpaces();
    let slices = 0;
    beforeSlices(source, (slice) => {
      slices = slice;
    });
    expect(await all(runs)).toEqual(expected);
    expect(slices).toBeGreaterThanOrEqual(SLICES);
    expect(slices).toBeLessThanOrEqual(SLICES + 1);
    expect(await stale()).toBe(0);
    await runs.settle();
    expect(files.files.map(({ isRolledUp }) => isRolledUp)).toEqual([true]);
    expect((await source.open()).files).toEqual(files.files.map(({ id }) => id));
    expect(await all(runs)).toEqual(expected);
  });

  it("keeps the slices before one that fails, and the marks of the others, and goes on from there", async () => {
    const { source, files, runs, expected, stale } = await staleSpaces();
    let failed = false;
    let slices = 0;
    beforeSlices(source, (slice) => {
      slices = slice;
      if (slice !== 3 || failed) return;
      failed = true;
      throw new Error("power cut");
    });
    await expect(all(runs)).rejects.toThrow("power cut");
    const left = await stale();
    expect(left).toBeGreaterThan(0);
    const stored = files.files.flatMap((file) => [...file.spaces.runCounts]);
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(9 - left);
    expect(await all(runs)).toEqual(expected);
    expect(slices).toBeLessThanOrEqual(3 + SLICES);
    expect(await stale()).toBe(0);
  });

  it("replaces runs that are derived again, also on disk", async () => {
    const { files, runs, expected } = await staleSpaces();
    await runs.refresh();
    for (let time = 0; time < 2; time++) {
      expect(await runs.rebuild({ ...EVER, verify: false })).toMatchObject({ runs: 9, events: 36 });
      const stored = files.files.flatMap((file) => [...file.spaces.runCounts]);
      expect(stored.reduce((sum, count) => sum + count, 0)).toBe(9);
    }
    expect((await runs.rebuild({ ...EVER, verify: true })).differences).toEqual([]);
    expect(await all(runs)).toEqual(expected);
  });

  it("lets a read that begins while slices are derived wait for the last of them", async () => {
    const { source, runs, expected } = await staleSpaces();
    const readings: Promise<unknown>[] = [];
    beforeSlices(source, () => readings.push(all(runs)));
    await runs.refresh();
    expect(readings.length).toBeGreaterThanOrEqual(SLICES);
    for (const reading of readings) expect(await reading).toEqual(expected);
  });

  it("adds the changes of committed events to runs in memory, and flushes these to a file", async () => {
    const { source, files, runs, expected, stale } = await staleSpaces();
    await runs.refresh();
    await runs.settle();
    const changes = {
      length: 1,
      spaceIds: [2n],
      spaces: Int32Array.of(0),
      timestamps: Float64Array.of(DAY * DAY_MS),
      directions: Int8Array.of(-1),
    };
    const marks = await runs.prepare(changes);
    expect(marks.stale).toEqual([]);
    await source.exclusive((section) => section.commit({ loaded: marks.loaded }));
    runs.apply(changes, marks, DAY * DAY_MS);
    const late = expected.map((run) =>
      run.spaceId === 2n && run.dayStart === DAY * DAY_MS
        ? { ...run, changes: Uint32Array.of(0, ...run.changes) }
        : run,
    );
    expect(await all(runs)).toEqual(late);
    const before = files.files.length;
    await runs.flush();
    expect(files.files).toHaveLength(before + 1);
    expect(await all(runs)).toEqual(late);
    expect([await source.open(), await stale()]).toMatchObject([{ isStale: false }, 0]);
  });
});

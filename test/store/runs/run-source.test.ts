import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/domain/instant.ts";
import type { SpaceRun } from "../../../src/engine/ports.ts";
import {
  ALL_DAYS,
  type RunCommit,
  type RunKey,
  type RunSource,
  type StaleMarks,
  type StaleSlice,
} from "../../../src/store/runs/ports.ts";
import { checkProperty } from "../../support/random.ts";
import { duckDbSource, type LoggedChange } from "../../support/run-sources.ts";

const DAY = 19_849;
const ALL = { spaceId: null, ...ALL_DAYS };

/** A change of a space, at a number of ms after the start of `DAY`. */
function change(spaceId: bigint, ms: number, direction: 1 | -1 = 1): LoggedChange {
  return { spaceId, timestamp: DAY * DAY_MS + ms, direction };
}

/** A run as [space, days after `DAY`, its changes as ms and direction]. */
function shown({ spaceId, dayStart, changes }: SpaceRun) {
  const pairs = Array.from(changes, (each) => [each >>> 1, (each & 1) === 1 ? 1 : -1]);
  return [spaceId, dayStart / DAY_MS - DAY, pairs];
}

async function collected(runs: AsyncIterable<readonly SpaceRun[]>) {
  const all = [];
  // What a batch has is used before the next one is asked for.
  for await (const batch of runs) all.push(...batch.map(shown));
  return all;
}

const commit = (source: RunSource, changes: RunCommit) =>
  source.exclusive((section) => section.commit(changes));
const markStale = (source: RunSource, ...stale: StaleMarks[]) => commit(source, { stale });
const takeStale = (source: RunSource, changesMax = 1_000) =>
  source.exclusive((section) => section.takeStale(changesMax));
const key = (spaceId: bigint, day = 0): RunKey => ({ spaceId, day: DAY + day });

describe("a source of runs", () => {
  it("commits all changes, or none if the stale marks cannot be read", async () => {
    const { source } = await duckDbSource();
    function* failing() {
      yield [key(1n)];
      throw new Error("unreadable");
    }
    const changes = { addedFiles: [1], loaded: [key(2n)], stale: failing() };
    await expect(commit(source, changes)).rejects.toThrow("unreadable");
    expect(await source.open()).toEqual({ files: [], isStale: false });
  });

  it("takes each stale run once, also without changes, and gives it until it has been derived", async () => {
    const { source, log } = await duckDbSource();
    await log(change(1n, 0), change(2n, 1));
    await markStale(source, [key(2n), key(1n)], [key(2n), key(2n, 1)]);
    const { slices } = await takeStale(source);
    expect(slices).toEqual([{ first: key(1n), last: key(2n, 1), runs: 3, changes: 2 }]);
    expect((await takeStale(source)).slices).toEqual(slices);
    const [slice] = slices as [StaleSlice];
    const runs = [
      [1n, 0, [[0, 1]]],
      [2n, 0, [[1, 1]]],
      [2n, 1, []],
    ];
    expect(await collected(source.changesOf(slice))).toEqual(runs);
    expect(await source.exclusive((section) => collected(section.changesOf(slice)))).toEqual(runs);
    await commit(source, { derived: slice });
    expect((await takeStale(source)).slices).toEqual([]);
    expect(await source.open()).toEqual({ files: [], isStale: false });
  });

  it("takes runs again after a restart that were taken and not derived", async () => {
    const { source } = await duckDbSource();
    await markStale(source, [key(1n), key(2n)]);
    await takeStale(source);
    expect(await source.open()).toEqual({ files: [], isStale: true });
    expect((await takeStale(source)).slices).toMatchObject([{ first: key(1n), last: key(2n), runs: 2 }]);
  });

  it("records which runs are in memory: flushed ones are not, evicted ones are derived", async () => {
    const { source } = await duckDbSource();
    await commit(source, { loaded: [key(1n), key(2n), key(3n)] });
    await commit(source, { flushed: [key(3n)] });
    await markStale(source, [key(2n), key(4n)]);
    const { evicted, slices } = await takeStale(source);
    expect(evicted).toEqual([key(2n)]);
    for (const derived of slices) await commit(source, { derived });
    // As a crash leaves it: the memory is lost.
    expect(await source.open()).toEqual({ files: [], isStale: true });
    expect((await takeStale(source)).slices).toMatchObject([{ first: key(1n), last: key(1n), runs: 1 }]);
  });

  it("splits stale runs into slices that have each run once, in order, and about as many changes", async () => {
    const changes = fc.array(
      fc.record({ spaceId: fc.constantFrom(1n, 2n, 3n), ms: fc.nat(4 * DAY_MS - 1) }),
      { minLength: 1, maxLength: 40 },
    );
    await checkProperty(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: 50 }), async (logged, changesMax) => {
        const { source, log } = await duckDbSource();
        await log(...logged.map(({ spaceId, ms }) => change(spaceId, ms)));
        const expected = await collected(source.changesIn(ALL));
        await markStale(source, ALL);
        const { slices } = await takeStale(source, changesMax);
        const all = [];
        for (const slice of slices) {
          const runs = await collected(source.changesOf(slice));
          const counts = runs.map(([, , pairs]) => (pairs as unknown[]).length);
          const total = counts.reduce((a, b) => a + b, 0);
          expect([slice.runs, slice.changes]).toEqual([runs.length, total]);
          expect(total).toBeLessThan(changesMax + Math.max(...counts));
          all.push(...runs);
        }
        const order = slices.flatMap(({ first, last }) => [first, last]);
        expect(order).toEqual(order.toSorted((a, b) => a.day - b.day || Number(a.spaceId - b.spaceId)));
        expect(all.sort()).toEqual(expected.sort());
      }),
      { numRuns: 15 },
    );
  });
});

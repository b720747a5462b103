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
  it("lists run files in ascending order, and replaces some in one commit", async () => {
    const { source } = await duckDbSource();
    await commit(source, { addedFiles: [7, 3] });
    await commit(source, { addedFiles: [9], removedFiles: [3] });
    expect(await source.open()).toEqual({ files: [7, 9], isStale: false });
  });

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

  it("gives the changes of a span by space, day and time, then by the event's id (D6)", async () => {
    const { source, log } = await duckDbSource();
    await log(
      change(2n, 5, -1),
      change(1n, 5),
      change(1n, 4),
      change(1n, 5, -1),
      change(1n, DAY_MS - 1),
      change(1n, DAY_MS, -1),
      change(2n, 3 * DAY_MS),
    );
    const first = [
      [4, 1],
      [5, 1],
      [5, -1],
      [DAY_MS - 1, 1],
    ];
    expect(await collected(source.changesIn(ALL))).toEqual([
      [1n, 0, first],
      [1n, 1, [[0, -1]]],
      [2n, 0, [[5, -1]]],
      [2n, 3, [[0, 1]]],
    ]);
    const days = { firstDay: DAY + 1, lastDay: DAY + 3 };
    expect(await collected(source.changesIn({ spaceId: null, ...days }))).toEqual([
      [1n, 1, [[0, -1]]],
      [2n, 3, [[0, 1]]],
    ]);
    expect(await collected(source.changesIn({ spaceId: 2n, ...days }))).toEqual([[2n, 3, [[0, 1]]]]);
    expect(await source.exclusive((section) => collected(section.changesIn(ALL)))).toHaveLength(4);
  });

  it("counts the events of each day", async () => {
    const { source, log } = await duckDbSource();
    await log(change(2n, 2 * DAY_MS), change(1n, 0), change(2n, 1), change(1n, 5 * DAY_MS));
    expect(await source.eventsByDay({ firstDay: DAY, lastDay: DAY + 4 })).toEqual([
      { day: DAY, events: 2 },
      { day: DAY + 2, events: 1 },
    ]);
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

  it("marks the runs of a span for which the log has changes", async () => {
    const { source, log } = await duckDbSource();
    await log(change(1n, 0), change(1n, DAY_MS), change(2n, DAY_MS), change(2n, 2 * DAY_MS));
    await markStale(source, { spaceId: 2n, ...ALL_DAYS });
    expect((await takeStale(source)).slices).toMatchObject([
      { first: key(2n, 1), last: key(2n, 2), runs: 2 },
    ]);
    await source.open();
    await markStale(source, { spaceId: null, firstDay: DAY, lastDay: DAY + 1 });
    expect((await takeStale(source)).slices).toMatchObject([{ first: key(1n), last: key(2n, 2), runs: 4 }]);
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

  it("leaves runs from before the log start as they are, unless their space has been removed", async () => {
    const { source, log, removeBefore, removeSpace } = await duckDbSource();
    await log(change(1n, 0), change(2n, 0), change(1n, DAY_MS));
    const retained = { days: Int32Array.of(DAY), checksums: Uint32Array.of(2 ** 32 - 1) };
    await removeBefore(DAY + 1, 1n, retained);
    await removeBefore(DAY + 1, 2n, { days: Int32Array.of(DAY), checksums: Uint32Array.of(5) });
    expect(await source.retained.logStart()).toBe((DAY + 1) * DAY_MS);
    expect(await source.retained.spaceIds()).toEqual([1n, 2n]);
    expect(await source.retained.days(1n)).toEqual(retained);
    await markStale(source, [key(1n), key(1n, 1)]);
    await removeSpace(2n);
    expect((await takeStale(source)).slices).toMatchObject([{ first: key(2n), last: key(1n, 1), runs: 2 }]);
    expect(await source.retained.spaceIds()).toEqual([1n]);
    expect((await source.retained.days(2n)).days).toHaveLength(0);
  });

  it("lets one section work at a time, also after one has failed", async () => {
    const { source } = await duckDbSource();
    const steps: string[] = [];
    const section = (name: string) =>
      source.exclusive(async ({ commit }) => {
        steps.push(`${name} begins`);
        await commit({ addedFiles: [steps.length] });
        steps.push(`${name} ends`);
        if (name === "first") throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([section("first"), section("second")]);
    expect(results).toMatchObject([{ reason: { message: "first" } }, { value: "second" }]);
    expect(steps).toEqual(["first begins", "first ends", "second begins", "second ends"]);
    expect((await source.open()).files).toEqual([1, 3]);
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

import { beforeAll, describe, expect, it } from "vitest";
import type { SpaceRun } from "../../../src/engine/ports.ts";
import { type OpenedStore, opened, type StoreFactory } from "../../support/store-harness.ts";
import { modelRuns } from "../../support/store-model.ts";
import { at } from "../../support/store-reports.ts";
import { runsOf, World } from "../../support/store-world.ts";

const DAY = Math.floor(at("00:00") / 86_400_000);
const FIRST_DAY = 0;
const LAST_DAY = 2_932_896;

/** Half-open ranges of days. */
const RANGES: readonly (readonly [fromDay: number, toDay: number])[] = [
  [-Infinity, Infinity],
  [-Infinity, DAY + 1],
  [DAY, DAY + 1],
  [DAY, DAY],
  [DAY + 1, DAY + 2],
  [DAY + 1, DAY],
  [DAY + 2, Infinity],
  [FIRST_DAY, FIRST_DAY + 1],
  [LAST_DAY, LAST_DAY + 1],
  [-5, FIRST_DAY],
  [LAST_DAY + 1, Infinity],
  [Infinity, Infinity],
  [-Infinity, -Infinity],
  [Infinity, -Infinity],
  [2 ** 40, 2 ** 41],
];

/** Three spaces with events on the first and last days there are, and on some between. */
async function spreadWorld(store: OpenedStore): Promise<{ world: World; spaces: readonly bigint[] }> {
  const world = await World.over(store, at("9999-12-31 23:59:59.999"));
  const spaces = [await world.space("A"), await world.space("B"), await world.space("C")];
  for (const [index, space] of spaces.entries())
    await world.link(space, await world.doorway(`D${index}`, `s${index}`));
  await world.report("s2 2024-05-07T08:00 1", "s0 2024-05-06T08:00 1", "s0 2024-05-08T23:59:59.999 -1");
  await world.report("s0 1970-01-01T00:00 1", "s0 9999-12-31T23:59:59.999 1", "s2 2024-05-06T00:00 -1");
  return { world, spaces };
}

/** The contract of a store for runs: `RunReader` of the ports. */
export function describeRuns(factory: StoreFactory): void {
  describe("runs", () => {
    let spread: Awaited<ReturnType<typeof spreadWorld>>;

    beforeAll(async () => {
      const store = await factory();
      spread = await spreadWorld(store);
      return () => store.dispose();
    });

    it("come by space, then by day, for the requested spaces, in any order", async () => {
      const { world, spaces } = spread;
      const [a = 0n, b = 0n, c = 0n] = spaces;
      const expected = modelRuns(world.events());
      expect(expected.map((run) => run.day)).toEqual([FIRST_DAY, DAY, DAY + 2, LAST_DAY, DAY, DAY + 1]);
      expect(await runsOf(world.context.events, [c, a, b])).toEqual(expected);
      expect(await runsOf(world.context.events, [c, a, c])).toEqual(expected);
      expect(await runsOf(world.context.events, [c, 999n])).toEqual(
        expected.filter((run) => run.spaceId === c),
      );
      expect(await runsOf(world.context.events, [b])).toEqual([]);
      expect(await runsOf(world.context.events, [])).toEqual([]);
    });

    it("come for any range of days, which may be infinite, empty or beyond all time", async () => {
      const { world, spaces } = spread;
      const all = modelRuns(world.events());
      const [first = 0n] = spaces;
      for (const [fromDay, toDay] of RANGES) {
        const expected = all.filter(({ day }) => day >= fromDay && day < toDay);
        const range = `from ${fromDay} to ${toDay}`;
        expect(await runsOf(world.context.events, spaces, fromDay, toDay), range).toEqual(expected);
        expect(await runsOf(world.context.events, [first], fromDay, toDay), range).toEqual(
          expected.filter((run) => run.spaceId === first),
        );
      }
    });

    it("stay valid after later reads and writes", async () => {
      const { world, spaces } = await spreadWorld(await opened(factory));
      const [, , space = 0n] = spaces;
      const days = Array.from({ length: 2500 }, (_, day) => day);
      await world.ingest(
        days.map((day) => ({
          serialNumber: "s2",
          timestamp: day * 86_400_000 + day,
          trajectory: 1,
          eventId: null,
        })),
      );
      const kept: SpaceRun[] = [];
      for await (const run of world.context.events.runs([space], 0, 2500)) kept.push(run);
      await world.report("s2 2024-05-09T08:00 1");
      await world.check();
      await world.reopen();
      expect(kept.map((run) => [run.dayStart / 86_400_000, ...run.changes])).toEqual(
        days.map((day) => [day, day * 2 + 1]),
      );
    });

    it("may be left unread", async () => {
      const { world, spaces } = spread;
      for (let attempt = 0; attempt < 8; attempt++) {
        for await (const run of world.context.events.runs(spaces, -Infinity, Infinity)) {
          expect(run.spaceId).toBe(spaces[0]);
          break;
        }
      }
      await world.check();
    });

    it("hold every event acknowledged before they were asked for, while others are derived", async () => {
      const { world, spaces } = await spreadWorld(await opened(factory));
      const changesIn = (runs: readonly { readonly changes: readonly string[] }[]) =>
        runs.reduce((sum, { changes }) => sum + changes.length, 0);
      const readings: { least: number; actual: ReturnType<typeof runsOf> }[] = [];
      for (let minute = 0; minute < 5; minute++) {
        await world.report(`s1 08:0${minute} 1`);
        const least = changesIn(modelRuns(world.events()));
        // The first reading sets the deriving off; the others come at every stage of it.
        for (let stage = 0; stage < 30; stage++) {
          readings.push({ least, actual: runsOf(world.context.events, spaces) });
          if (stage % 2 === 0) await new Promise(setImmediate);
        }
      }
      for (const { least, actual } of readings) expect(changesIn(await actual)).toBeGreaterThanOrEqual(least);
      await world.check();
    });
  });
}

import { describe, expect, it } from "vitest";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { at } from "../../support/store-reports.ts";
import { EVER, World } from "../../support/store-world.ts";

/** Two spaces; the first has events on three days, the second on the second of them. */
async function site(factory: StoreFactory): Promise<{ world: World; hall: bigint; yard: bigint }> {
  const world = await World.over(await opened(factory));
  const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
  await world.link(hall, await world.doorway("Front", "a"));
  await world.link(yard, await world.doorway("Back", "b"));
  await world.report(
    "a 08:00 1",
    "a 2024-05-07T08:00 1",
    "b 2024-05-07T08:00 1",
    "a 2024-05-08T08:00 -1",
    "a 09:00 1",
  );
  return { world, hall, yard };
}

/** The contract of a store for deriving again: `EventStore.rebuild` of the ports. */
export function describeRebuild(factory: StoreFactory): void {
  describe("rebuilding", () => {
    it("derives stale runs, which the summary counts without deriving it", async () => {
      const { world } = await site(factory);
      const { events } = world.context;
      await events.rebuild({ ...EVER, verify: false });
      expect(await events.summary()).toEqual({ events: 5, removedEvents: 0, staleRuns: 0 });
      await world.report("a 10:00 1", "a 11:00 1");
      const { staleRuns, ...log } = await events.summary();
      expect(log).toEqual({ events: 7, removedEvents: 0 });
      // A store without stored runs never has stale ones.
      expect([0, 1]).toContain(staleRuns);
      await world.check();
      expect(await events.summary()).toMatchObject({ staleRuns: 0 });
    });

    it.each([true, false])("takes the days that a range touches (verify: %s)", async (verify) => {
      const { world, hall, yard } = await site(factory);
      const { events } = world.context;
      const runsIn = async (from: number, to: number, spaceId: bigint | null = null) =>
        (await events.rebuild({ spaceId, from, to, verify })).runs;
      const all = { runs: 4, events: 5, differences: [], sensors: [] };
      expect(await events.rebuild({ ...EVER, verify })).toEqual(all);
      expect(await runsIn(-Infinity, Infinity, hall)).toBe(3);
      expect(await runsIn(-Infinity, Infinity, yard)).toBe(1);
      expect(await runsIn(-Infinity, Infinity, 999n)).toBe(0);
      expect(await runsIn(at("00:00"), at("2024-05-07 00:00"))).toBe(1);
      expect(await runsIn(at("23:59:59.999"), at("2024-05-07 00:00:00.001"))).toBe(3);
      expect(await runsIn(at("2024-05-08 00:00"), Infinity)).toBe(1);
      expect(await runsIn(-Infinity, at("00:00"))).toBe(0);
      await (await world.reopen()).check();
    });
  });
}

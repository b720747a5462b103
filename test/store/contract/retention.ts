import { describe, expect, it } from "vitest";
import { changePlacement, deleteLink } from "../../../src/engine/resources/links.ts";
import { deleteSpace } from "../../../src/engine/resources/spaces.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { at, reportOf } from "../../support/store-reports.ts";
import { EVER, EVERYTHING, runsOf, World } from "../../support/store-world.ts";

const BOUNDARY = at("2024-05-08 00:00");

/** A hall with a front doorway and a yard with a back one, and events on both sides of the boundary. */
async function site(factory: StoreFactory) {
  const world = await World.over(await opened(factory));
  const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
  const [front, back] = [await world.doorway("Front", "a"), await world.doorway("Back", "b")];
  const link = await world.link(hall, front);
  await world.link(yard, back);
  await world.report(
    "a 2024-05-06T08:00 1",
    "a 2024-05-07T23:59:59.999 1",
    "b 2024-05-07T08:00 1 x",
    "a 2024-05-08T00:00 -1",
    "b 2024-05-09T08:00 1",
    // The last to come is an old one: its id must not be given again.
    "a 2024-05-06T09:00 -1",
  );
  return { world, hall, yard, front, back, link };
}

/** The contract of a store for removing old events: `EventStore.removeBefore` of the ports. */
export function describeRetention(factory: StoreFactory): void {
  describe("removing old events", () => {
    it("leaves all runs as they were, and in lists what is left, also when opened again", async () => {
      const { world } = await site(factory);
      expect(world.context.events.logStart()).toBe(0);
      await world.removeBefore(BOUNDARY);
      expect(world.context.events.logStart()).toBe(BOUNDARY);
      await world.check();
      expect((await world.context.events.events({}, EVERYTHING)).total).toBe(2);
      const again = await world.reopen();
      expect(again.context.events.logStart()).toBe(BOUNDARY);
      expect(await again.context.events.summary()).toMatchObject({ events: 2, removedEvents: 4 });
      expect(await again.context.events.position()).toBe(6n);
      await again.check();
      expect(await again.create(reportOf("a 2024-05-10T08:00 1"))).toBe(7n);
      const rebuilt = await again.context.events.rebuild({ ...EVER, verify: false });
      expect(rebuilt).toMatchObject({ runs: 6, events: 7 });
      await again.check();
    });

    it("rejects what comes from before it, new or a repeat, and takes the instant itself (D9)", async () => {
      const { world } = await site(factory);
      await world.removeBefore(BOUNDARY);
      await world.report("a 2024-05-07T23:59:59.999 1", "b 2024-05-07T08:00 1 x", "a 2024-05-08T00:00 1");
      await expect(world.create(reportOf("a 2024-05-07T12:00 1"))).rejects.toMatchObject({
        kind: "unavailable",
      });
      await world.check();
    });

    it("does not erase or turn round a link that ended before it (D5, D22)", async () => {
      const { world, link } = await site(factory);
      const { now } = world;
      world.now = at("2024-05-07 12:00");
      await deleteLink(world.context, link, { erase: false });
      world.now = now;
      await world.removeBefore(BOUNDARY);
      const refused = { kind: "conflict", message: expect.stringContaining("2024-05-08") };
      await expect(deleteLink(world.context, link, { erase: true })).rejects.toMatchObject(refused);
      const turning = changePlacement(world.context, link, -1, "beginning");
      await expect(turning).rejects.toMatchObject(refused);
      await world.check();
    });

    it("keeps nothing of a space that is deleted, nor of voided events (D19)", async () => {
      const { world, hall } = await site(factory);
      await world.void(0);
      await world.removeBefore(BOUNDARY);
      await world.check();
      await deleteSpace(world.context, hall, "Hall");
      expect(await runsOf(world.context.events, [hall])).toEqual([]);
      await world.check();
      const again = await world.reopen();
      expect(await runsOf(again.context.events, [hall])).toEqual([]);
      await again.check();
    });
  });
}

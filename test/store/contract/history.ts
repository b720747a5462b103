import { describe, expect, it } from "vitest";
import { updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { deleteLink } from "../../../src/engine/resources/links.ts";
import { deleteSpace } from "../../../src/engine/resources/spaces.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { at } from "../../support/store-reports.ts";
import { EVERYTHING, runsOf, World } from "../../support/store-world.ts";

/** What a space's runs say, as `day:millisecond direction`, days counted from 6 May 2024. */
async function changesOf(world: World, spaceId: bigint): Promise<string[]> {
  const firstDay = Math.floor(at("00:00") / 86_400_000);
  const runs = await runsOf(world.context.events, [spaceId]);
  return runs.flatMap(({ day, changes }) => changes.map((change) => `${day - firstDay}:${change}`));
}

const HOUR = 3_600_000;

/** The contract of a store for events by the spans of their sensors and doorways (D5). */
export function describeHistory(factory: StoreFactory): void {
  const open = async () => World.over(await opened(factory));

  describe("history", () => {
    it("has late and out-of-order events where they happened, as if they had come in order (D5, D6)", async () => {
      const world = await open();
      const hall = await world.space("Hall");
      await world.link(hall, await world.doorway("Front", "a"));
      await world.report("a 12:00 1", "a 2024-05-08T00:00 -1");
      expect(await changesOf(world, hall)).toEqual([`0:${12 * HOUR} +`, "2:0 -"]);
      await world.report(
        "a 13:00 -1",
        "a 11:00 -1",
        "a 2024-05-05T23:59:59.999 1",
        "a 12:00 -1",
        "a 2024-05-07T00:00 1",
      );
      expect(await changesOf(world, hall)).toEqual([
        "-1:86399999 +",
        `0:${11 * HOUR} -`,
        `0:${12 * HOUR} +`,
        `0:${12 * HOUR} -`,
        `0:${13 * HOUR} -`,
        "1:0 +",
        "2:0 -",
      ]);
      await world.check();
    });

    it("counts events of a sensor that was attached nowhere once a doorway has it, from the beginning (D5, D20)", async () => {
      const world = await open();
      const hall = await world.space("Hall");
      const front = await world.doorway("Front");
      await world.link(hall, front);
      await world.report("a 08:00 1", "b 08:00 1", "a 1970-01-01T00:00 -1");
      expect(await changesOf(world, hall)).toEqual([]);
      await updateDoorway(world.context, front, { sensorSerialNumber: "a" });
      expect(await changesOf(world, hall)).toEqual([expect.stringMatching(/^-\d+:0 -$/), `0:${8 * HOUR} +`]);
      await (await world.reopen()).check();
    });

    it("has spans that hold their first instant and not their last (D5)", async () => {
      const world = await open();
      const hall = await world.space("Hall");
      const front = await world.doorway("Front", "a");
      const back = await world.doorway("Back", "b");
      await world.link(hall, front);
      const link = await world.link(hall, back);
      await world.report("a 08:59:59.999 1", "a 09:00 1", "a 09:00:00.001 1");
      await world.report("b 09:59:59.999 -1", "b 10:00 -1", "b 10:00:00.001 -1");
      await updateDoorway(world.context, front, { sensorSerialNumber: null }, at("09:00"));
      world.now = at("10:00");
      await deleteLink(world.context, link, { erase: false });
      expect(await changesOf(world, hall)).toEqual([`0:${9 * HOUR - 1} +`, `0:${10 * HOUR - 1} -`]);
      await world.check();
      await updateDoorway(world.context, front, { sensorSerialNumber: "a" }, at("09:00"));
      await world.link(hall, back, 1, at("10:00"));
      expect(await changesOf(world, hall)).toEqual([
        ...[9 * HOUR - 1, 9 * HOUR, 9 * HOUR + 1].map((ms) => `0:${ms} +`),
        ...[10 * HOUR - 1, 10 * HOUR, 10 * HOUR + 1].map((ms) => `0:${ms} -`),
      ]);
      await world.check();
    });

    it("loses a deleted space's, and no event of the log (D19)", async () => {
      const world = await open();
      const hall = await world.space("Hall");
      const yard = await world.space("Yard");
      const front = await world.doorway("Front", "a");
      await world.link(hall, front);
      await world.link(yard, front, -1);
      await world.report("a 08:00 1");
      await deleteSpace(world.context, hall, "Hall");
      expect(await runsOf(world.context.events, [hall, yard])).toEqual([
        { spaceId: yard, day: 19849, changes: [`${8 * HOUR} -`] },
      ]);
      expect(await world.context.events.events({}, EVERYTHING)).toMatchObject({ total: 1 });
      await world.check();
    });
  });
}

import { describe, expect, it } from "vitest";
import { updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { deleteLink } from "../../../src/engine/resources/links.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { at } from "../../support/store-reports.ts";
import { runsOf, World } from "../../support/store-world.ts";

/** A hall with a front and a back doorway, whose sensors are a and b. */
interface Hall {
  readonly world: World;
  readonly hall: bigint;
  readonly front: bigint;
  readonly back: bigint;
  readonly backLink: bigint;
}

/** A case: the work on the hall, and the changes of its runs afterwards, as `time direction` on 6 May 2024. */
const CASES: readonly (readonly [what: string, work: (hall: Hall) => Promise<unknown>, changes: string[]])[] =
  [
    [
      "late and out-of-order events where they happened, as if they had come in order (D5, D6)",
      async ({ world }) => {
        await world.report("a 12:00 1", "a 2024-05-08T00:00 -1");
        await world.report("a 13:00 -1", "a 11:00 -1", "a 2024-05-05T23:59:59.999 1", "a 12:00 -1");
      },
      ["-00:00:00.001 +", "11:00 -", "12:00 +", "12:00 -", "13:00 -", "48:00 -"],
    ],
    [
      "events of a sensor that was attached nowhere once a doorway has it, from the beginning (D5, D20)",
      async ({ world, front }) => {
        await world.report("c 08:00 1", "d 08:00 1", "c 2024-05-06T00:00 -1");
        await updateDoorway(world.context, front, { sensorSerialNumber: "c" });
      },
      ["00:00 -", "08:00 +"],
    ],
    [
      "spans that hold their first instant and not their last (D5)",
      async ({ world, front, backLink }) => {
        await world.report("a 08:59:59.999 1", "a 09:00 1", "a 09:00:00.001 1");
        await world.report("b 09:59:59.999 -1", "b 10:00 -1", "b 10:00:00.001 -1");
        await updateDoorway(world.context, front, { sensorSerialNumber: null }, at("09:00"));
        world.now = at("10:00");
        await deleteLink(world.context, backLink, { erase: false });
      },
      ["08:59:59.999 +", "09:59:59.999 -"],
    ],
    [
      "the events of spans that begin where others ended (D5)",
      async ({ world, hall, front, back, backLink }) => {
        await world.report("a 08:59:59.999 1", "a 09:00 1", "b 09:59:59.999 -1", "b 10:00 -1");
        await updateDoorway(world.context, front, { sensorSerialNumber: null }, at("09:00"));
        await updateDoorway(world.context, front, { sensorSerialNumber: "a" }, at("09:00"));
        world.now = at("10:00");
        await deleteLink(world.context, backLink, { erase: false });
        await world.link(hall, back, 1, at("10:00"));
      },
      ["08:59:59.999 +", "09:00 +", "09:59:59.999 -", "10:00 -"],
    ],
  ];

/** The contract of a store for events by the spans of their sensors and doorways (D5). */
export function describeHistory(factory: StoreFactory): void {
  describe("history", () => {
    it.each(CASES)("has %s", async (_, work, changes) => {
      const world = await World.over(await opened(factory));
      const hall = await world.space("Hall");
      const [front, back] = [await world.doorway("Front", "a"), await world.doorway("Back", "b")];
      await world.link(hall, front);
      const backLink = await world.link(hall, back);
      await work({ world, hall, front, back, backLink });
      const runs = await runsOf(world.context.events, [hall]);
      const found = runs.flatMap(({ day, changes: ofDay }) =>
        ofDay.map((change) => {
          const [millisecond = "", direction] = change.split(" ");
          return `${(day - FIRST_DAY) * 86_400_000 + Number(millisecond)} ${direction}`;
        }),
      );
      expect(found).toEqual(changes.map(inMilliseconds));
      await (await world.reopen()).check();
    });
  });
}

const FIRST_DAY = at("00:00") / 86_400_000;

/** Converts `[-]hours:minutes[:seconds] direction` to `milliseconds direction`. */
function inMilliseconds(change: string): string {
  const [, sign, hours, minutes, seconds = "0", direction] =
    /^(-?)(\d+):(\d+)(?::([\d.]+))? ([+-])$/.exec(change) ?? [];
  const length = Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
  return `${sign === "-" ? -length : length} ${direction}`;
}

import { describe, expect, it } from "vitest";
import { deleteLink } from "../../src/engine/resources/links.ts";
import { damageRunFile, flipped, positionInDirectory } from "../support/run-files.ts";
import { EVER, openHall, runsOf } from "../support/store-world.ts";

/** With whether other days than the one that is damaged are lost by it. */
const DAMAGES: readonly (readonly [what: string, positionIn: (bytes: Buffer) => number, others: boolean])[] =
  [
    ["a space's changes", () => 0, false],
    ["a space's directory", positionInDirectory, true],
  ];

/** The day, since the epoch, of the first events of the hall. */
const DAY = Date.UTC(2024, 4, 6) / 86_400_000;

/** A hall with three events, two of them on a day whose runs lie in a file that is damaged. */
async function damagedHall(positionIn: (bytes: Buffer) => number) {
  const { directory, world, hall } = await openHall();
  await world.report("a 08:00 1", "a 09:00 1", "a 2024-05-07T08:00 -1");
  await directory.store.close();
  damageRunFile(directory.directory, (bytes) => flipped(bytes, positionIn(bytes)));
  return { hall, world: await world.reopen() };
}

it("a file that is damaged brings back no people whose link was erased before", async () => {
  const { directory, hall, link, ...before } = await openHall();
  await before.world.report("a 08:00 1", "a 2024-05-07T08:00 1");
  let world = await before.world.reopen();
  await deleteLink(world.context, link, { erase: true });
  expect(await runsOf(world.context.events, [hall])).toEqual([]);
  world = await world.reopen();
  await directory.store.close();
  // The older file has the people, the newer one that there are none.
  damageRunFile(directory.directory, (bytes) => flipped(bytes, positionInDirectory(bytes)), -1);
  world = await world.reopen();
  await expect(runsOf(world.context.events, [hall])).rejects.toMatchObject({ kind: "unavailable" });
  expect(await runsOf(world.context.events, [hall])).toEqual([]);
  world = await world.reopen();
  expect(await runsOf(world.context.events, [hall])).toEqual([]);
});

describe.each(DAMAGES)("runs whose file is damaged in %s", (_, positionIn, others) => {
  it("are derived from the log again, and no count is made of what the file has", async () => {
    const { hall, world } = await damagedHall(positionIn);
    await expect(runsOf(world.context.events, [hall])).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("from the log again"),
    });
    expect((await world.context.events.rebuild({ ...EVER, verify: true })).differences).toEqual([]);
    const again = await world.reopen();
    await expect(runsOf(again.context.events, [hall])).resolves.toHaveLength(2);
    await again.check();
  });

  it("keep no event from being taken in", async () => {
    const { hall, world } = await damagedHall(positionIn);
    await world.report("a 08:30 1");
    // The day that it is of is derived again for it.
    const reading = runsOf(world.context.events, [hall]);
    if (others) await expect(reading).rejects.toMatchObject({ kind: "unavailable" });
    else await expect(reading).resolves.toHaveLength(2);
    await world.check();
  });

  it("differ from the log, as a verification says without mending them", async () => {
    const { hall, world } = await damagedHall(positionIn);
    const { events } = world.context;
    const { differences } = await events.rebuild({ ...EVER, verify: true });
    expect(differences).toContainEqual({ spaceId: hall, day: DAY });
    await events.rebuild({ ...EVER, verify: false });
    await world.check();
  });
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import { RunFiles } from "../../src/store/runs/run-files.ts";
import { filedRuns } from "../support/run-files.ts";
import { at } from "../support/store-reports.ts";
import { openHall } from "../support/store-world.ts";

const DAY = Math.floor(at("00:00") / 86_400_000);

/** A hall behind a doorway with sensor `a`, two events on 6 May 2024, which is the present. */
async function hall() {
  const { directory, world, hall: space } = await openHall(at("2024-05-06 12:00"));
  await world.report("a 08:00 1", "a 09:00 -1");
  const files = () => readdirSync(join(directory.directory, RUNS_FOLDER));
  return { directory, world, space, files };
}

/** Holds up the writing of files until it is let go on; `started` resolves when one has begun. */
function heldWriting() {
  let letGo = () => {};
  let start = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const write = RunFiles.prototype.write;
  const spy = vi.spyOn(RunFiles.prototype, "write").mockImplementation(async function (
    this: RunFiles,
    ...given
  ) {
    start();
    await held;
    return write.apply(this, given);
  });
  onTestFinished(() => spy.mockRestore());
  return { started, letGo };
}

it("runs are stored when their day has been over for a day, while events come for others", async () => {
  const { directory, world, space, files } = await hall();
  world.now = at("2024-05-08 12:00");
  await world.report("a 2024-05-08T08:00 1");
  await expect.poll(files).toHaveLength(1);
  await world.check();
  // The one of the present day followed when the directory was closed.
  const stored = await filedRuns(directory);
  expect(stored.map((runs) => runs.map(({ spaceId, day }) => [spaceId, day - DAY]))).toEqual([
    [[space, 0]],
    [[space, 2]],
  ]);
  await (await world.reopen()).check();
});

it("an event that comes for a run while it is being stored is in it all the same", async () => {
  const { directory, world } = await hall();
  const { started, letGo } = heldWriting();
  world.now = at("2024-05-08 12:00");
  await world.report("a 2024-05-08T08:00 1");
  await started;
  await world.report("a 2024-05-06T08:30 1");
  await world.checkRuns();
  letGo();
  await expect.poll(async () => (await world.context.events.summary()).staleRuns).toBe(0);
  await world.check();
  const last = (await filedRuns(directory)).at(-1) ?? [];
  expect(last.find(({ day }) => day === DAY)?.changes).toHaveLength(3);
  await (await world.reopen()).check();
});

it("a run that is corrected while it is being stored is what the log says afterwards", async () => {
  const { world } = await hall();
  const { started, letGo } = heldWriting();
  world.now = at("2024-05-08 12:00");
  await world.report("a 2024-05-08T08:00 1");
  await started;
  await world.void(0);
  letGo();
  await world.check();
  await (await world.reopen()).check();
});

it("an event months late is in its run at once, and makes nothing else stale", async () => {
  const { directory, world, space } = await hall();
  const reopened = await world.reopen();
  reopened.now = at("2024-08-06 12:00");
  await reopened.report("a 2024-05-06T08:30 1");
  expect((await reopened.context.events.summary()).staleRuns).toBe(0);
  await reopened.check();
  const last = (await filedRuns(directory)).at(-1) ?? [];
  expect(last.map(({ spaceId, day, changes }) => [spaceId, day - DAY, changes.length])).toEqual([
    [space, 0, 3],
  ]);
});

it("if it was killed with runs in memory, they are derived from the log", async () => {
  const { directory, world, space } = await hall();
  await world.check();
  // As a crash leaves it: the note says that what is stored is behind.
  await directory.behind(`INSERT INTO in_memory_run VALUES (${space}, ${DAY})`);
  const again = await world.reopen();
  expect((await again.context.events.summary()).staleRuns).toBe(1);
  await again.check();
});

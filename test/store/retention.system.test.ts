import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMPACTING_FOLDER, DATABASE_FILE, RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import { parseInterval } from "../../src/domain/interval.ts";
import { spaceCounts } from "../../src/engine/counts/count-queries.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { createSpace, deleteSpace } from "../../src/engine/resources/spaces.ts";
import { compactDatabase } from "../../src/store/duckdb/compact-database.ts";
import { casesOf, numbersFrom, numbersOfSeeds, SEEDS } from "../support/random.ts";
import { damageRunFile, fileRuns, flipped, positionInDirectory } from "../support/run-files.ts";
import { openDirectory, renewDirectory } from "../support/store-directory.ts";
import { duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { at } from "../support/store-reports.ts";
import { EVER, EVERYTHING, openHall, runsOf, World } from "../support/store-world.ts";
import { moment, msOf } from "../support/waiting.ts";

const BOUNDARY = at("2024-05-08 00:00");
const DAY = BOUNDARY / DAY_MS;

/** How often a process is killed. */
const KILLS = casesOf(1);

/** A hall with events on four days, of which those of the first two have been removed. */
async function keptHall() {
  const { directory, world, hall } = await openHall();
  const days = ["06", "07", "08", "09"];
  await world.report(...days.flatMap((day) => [`a 2024-05-${day}T08:00 1`, `a 2024-05-${day}T09:00 1`]));
  await world.removeBefore(BOUNDARY);
  const runs = await runsOf(world.context.events, [hall]);
  expect(runs).toHaveLength(4);
  return { directory, world, hall, runs };
}

/** Changes the one file of runs of a directory, which is closed for it, and opens it again. */
async function damaged(
  { directory, world }: Pick<Awaited<ReturnType<typeof openHall>>, "directory" | "world">,
  damage: (bytes: Buffer) => Buffer | null,
) {
  await directory.store.close();
  damageRunFile(directory.directory, damage);
  return world.reopen();
}

const LOST = { kind: "data-lost", message: expect.stringContaining("restore a backup") };

describe("a run that is damaged and whose events have been removed", () => {
  it("is an error, never an empty day; all other days can be read", async () => {
    const kept = await keptHall();
    const { hall, runs } = kept;
    // The second of its changes is the first day's second.
    const world = await damaged(kept, (bytes) => flipped(bytes, 4));
    const { events } = world.context;
    const expectLost = async () => {
      await expect(runsOf(events, [hall])).rejects.toMatchObject({
        ...LOST,
        message: expect.stringContaining("2024-05-06"),
      });
      await expect(runsOf(events, [hall], DAY - 2, DAY - 1)).rejects.toMatchObject(LOST);
      expect(await runsOf(events, [hall], DAY - 1)).toEqual(runs.slice(1));
    };
    await expectLost();
    await expectLost();
    expect((await events.rebuild({ ...EVER, verify: true })).differences).toEqual([
      { spaceId: hall, day: DAY - 2 },
    ]);
    await events.rebuild({ ...EVER, verify: false });
    await expectLost();
    await world.report("a 2024-05-08T07:00 -1");
    expect(await runsOf(events, [hall], DAY, DAY + 1)).toMatchObject([{ changes: { length: 3 } }]);
    const again = await world.reopen();
    await expect(runsOf(again.context.events, [hall])).rejects.toMatchObject(LOST);
  });

  it.each([
    ["is missing", () => null],
    ["is cut short", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["has a damaged directory", (bytes: Buffer) => flipped(bytes, positionInDirectory(bytes))],
  ])("is known to be lost if its file %s, also after a restart", async (_, damage) => {
    const kept = await keptHall();
    const { hall, runs } = kept;
    let world = await damaged(kept, damage);
    for (const _restart of [1, 2]) {
      // A damaged directory shows when it is first read.
      await runsOf(world.context.events, [hall], DAY).catch(() => undefined);
      expect(await runsOf(world.context.events, [hall], DAY)).toEqual(runs.slice(2));
      await expect(runsOf(world.context.events, [hall])).rejects.toMatchObject(LOST);
      await expect(runsOf(world.context.events, [hall], DAY - 1, DAY)).rejects.toMatchObject(LOST);
      const { differences } = await world.context.events.rebuild({ ...EVER, verify: true });
      expect(differences).toEqual([
        { spaceId: hall, day: DAY - 2 },
        { spaceId: hall, day: DAY - 1 },
      ]);
      await world.context.events.rebuild({ ...EVER, verify: false });
      world = await world.reopen();
    }
    await world.report("a 2024-05-10T08:00 1");
    await runsOf(world.context.events, [hall], DAY).catch(() => undefined);
    expect(await runsOf(world.context.events, [hall], DAY)).toHaveLength(3);
    await world.checkEvents();
  });
});

describe("damage to runs whose events have been removed", () => {
  it("keeps no event out, not even of the space whose count it is", async () => {
    const directory = await opened(duckDbStore);
    const world = await World.over(directory);
    const hall = (await createSpace(world.context, { name: "Hall", dailyReset: null })).id;
    await world.link(hall, await world.doorway("Front", "a"));
    const other = await world.space("Other");
    await world.link(other, await world.doorway("Back", "b"));
    await world.report("a 2024-05-06T08:00 1", "b 2024-05-08T08:00 1", "a 2024-05-08T08:00 1");
    await world.removeBefore(BOUNDARY);
    await directory.store.close();
    const folder = join(directory.directory, RUNS_FOLDER);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const { context } = await world.reopen();
    const now = new Date(context.clock.now()).toISOString();
    const taken = ["a", "b"].map((serial) => {
      const rows = [{ sensor_serial_number: serial, timestamp: now, trajectory: 1 }];
      return ingestReports(context, rows, { duplicates: "keep" });
    });
    expect(await Promise.all(taken)).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    await context.notifier.loadAll(() => false);
    expect((await context.notifier.current([other])).get(other)).toBeGreaterThan(0);
    await expect(context.notifier.current([hall])).rejects.toMatchObject(LOST);
  });

  it("to a directory is no hindrance to deleting the space", async () => {
    const kept = await keptHall();
    const world = await damaged(kept, (bytes) => flipped(bytes, positionInDirectory(bytes)));
    await deleteSpace(world.context, kept.hall, "Hall");
    await runsOf(world.context.events, [kept.hall]).catch(() => undefined);
    expect(await runsOf(world.context.events, [kept.hall])).toEqual([]);
  });

  it.each([
    ["changes", () => 0],
    ["directory", positionInDirectory],
  ])("to %s leaves the file in its place while others are merged", async (_, positionIn) => {
    const kept = await keptHall();
    const folder = join(kept.directory.directory, RUNS_FOLDER);
    const world = await damaged(kept, (bytes) => flipped(bytes, positionIn(bytes)));
    const { events } = world.context;
    const [first] = readdirSync(folder);
    for (let day = 10; day < 21; day++) {
      await runsOf(events, [kept.hall]).catch(() => undefined);
      await world.report(`a 2024-05-${day}T08:00 1`);
      // Runs in memory are stored, in a file each time.
      await events.rebuild({ ...EVER, from: at(`2024-05-${day} 00:00`), verify: false });
    }
    await events.rebuild({ ...EVER, verify: true });
    expect(readdirSync(folder)).toContain(first);
    expect(readdirSync(folder).length).toBeLessThan(8);
  });
});

describe("removing events", () => {
  it("is rejected if a run's roll-ups are damaged, which are mended first", async () => {
    const { directory, world, hall } = await openHall();
    await world.report("a 2024-05-06T08:00 1", "a 2024-05-06T09:00 1", "a 2024-05-08T08:00 1");
    const rowsAt = 3 * 4 + 4;
    const again = await damaged({ directory, world }, (bytes) => flipped(bytes, rowsAt));
    await expect(again.removeBefore(BOUNDARY)).rejects.toMatchObject({ kind: "conflict" });
    const counts = () =>
      spaceCounts(again.context, hall, {
        start: at("2024-05-06 00:00"),
        end: at("2024-05-07 00:00"),
        interval: parseInterval("1h", "interval"),
        segments: { ids: undefined, groupIds: undefined, labels: undefined },
      });
    await counts().catch(() => undefined);
    expect((await counts()).metrics.entrances.total).toBe(2);
  });

  it("is rejected if a run is not what the log says, and changes nothing", async () => {
    const { directory, world, hall } = await openHall();
    await world.report("a 2024-05-06T08:00 1", "a 2024-05-09T08:00 1");
    await world.checkRuns();
    const wrong = { spaceId: hall, day: DAY - 2, changes: Uint32Array.of(3) };
    await fileRuns(directory, [wrong]);
    const again = await world.reopen();
    const { events } = again.context;
    await expect(again.removeBefore(BOUNDARY)).rejects.toMatchObject({ kind: "conflict", remedy: "rebuild" });
    expect(events.logStart()).toBe(0);
    expect((await events.events({}, EVERYTHING)).total).toBe(2);
    await events.rebuild({ ...EVER, verify: false });
    await again.removeBefore(BOUNDARY);
    await again.check();
  });

  it("that another engine has decided is not rejected: such a run is derived again before it", async () => {
    const { directory, world, hall } = await openHall();
    await world.report("a 2024-05-06T08:00 1", "a 2024-05-09T08:00 1");
    await world.checkRuns();
    await fileRuns(directory, [{ spaceId: hall, day: DAY - 2, changes: Uint32Array.of(3) }]);
    const store = await directory.reopen();
    const actor = { tokenId: null, name: "another engine" };
    const record = { now: Date.now(), actor, ids: store.journal.nextIds(), logStart: BOUNDARY };
    const place = { log: "log", node: "node", at: { position: 1n, chain: "ab".repeat(32) } };
    await store.journal.append([{ record }], place);
    expect([store.events.logStart(), store.followed]).toEqual([BOUNDARY, null]);
    const runs = await runsOf(store.events, [hall]);
    expect(runs).toHaveLength(2);
    expect(runs).not.toContainEqual(expect.objectContaining({ changes: Uint32Array.of(3) }));
  });

  it("leaves a database that can be compacted, with all that it holds, into a smaller file", async () => {
    const directory = await opened(duckDbStore);
    await directory.behind("CREATE TABLE gone AS SELECT hash(row) AS hash FROM range(400000) AS rows(row)");
    const world = await World.over({ ...directory, store: await directory.reopen() });
    await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
    await world.report("a 2024-05-06T08:00 1 x", "a 2024-05-09T08:00 1");
    await world.removeBefore(BOUNDARY);
    await expect(compactDatabase(directory.directory, true)).rejects.toMatchObject({ kind: "store-held" });
    // What is free in a file before what is not leaves it as large as it was.
    await directory.behind("DROP TABLE gone");
    const file = join(directory.directory, DATABASE_FILE);
    const before = statSync(file);
    expect(await compactDatabase(directory.directory, false)).toBe(true);
    const after = statSync(file);
    expect(after.size).toBeLessThan(before.size - 1_500_000);
    expect(after.mode).toBe(before.mode);
    expect(await compactDatabase(directory.directory, false)).toBe(false);
    await (await world.reopen()).check();
  });
});

/** Events of the directory that a process is killed over, two thirds of them from before the boundary. */
const ROWS = 12_000;
const FIRST = BOUNDARY - 60 * DAY_MS;

/** A data directory with two spaces and events of 90 days. */
async function makeSite(folder: string): Promise<string> {
  const below = numbersFrom(1);
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const instant = FIRST + row * ((90 * DAY_MS) / ROWS) + below(80_000);
    return `s${below(2)},${new Date(instant).toISOString()},${below(2) === 0 ? 1 : -1}`;
  });
  const file = join(folder, "events.csv");
  writeFileSync(file, ["sensor_serial_number,timestamp,trajectory", ...lines, ""].join("\n"));
  const made = await opened(duckDbStore);
  const world = await World.over(made, FIRST + 100 * DAY_MS);
  for (const sensor of [0, 1])
    await world.link(
      await world.space(`Space ${sensor}`),
      await world.doorway(`Doorway ${sensor}`, `s${sensor}`),
    );
  await made.store.close();
  const child = startProcess("load", made.directory, file);
  await child.hears("closed");
  await child.ended();
  return made.directory;
}

/** What a directory holds: events, and all runs. */
async function contentsOf(directory: string) {
  const store = await openDirectory(directory);
  try {
    const { events } = store;
    const spaceIds = (await store.catalog.load()).space.map(({ id }) => id);
    const { differences } = await events.rebuild({ ...EVER, verify: true });
    expect(differences).toEqual([]);
    return {
      events: (await events.summary()).events,
      logStart: events.logStart(),
      runs: JSON.stringify(await runsOf(events, spaceIds), (_, value) => String(value)),
    };
  } finally {
    await store.close();
  }
}

describe("a process that is killed", () => {
  it(`while it removes events leaves all of them or none, and every count (seeds ${SEEDS})`, async () => {
    const folder = temporaryFolder();
    const site = await makeSite(folder);
    const directory = join(folder, "data");
    const renew = () => renewDirectory(directory, site);
    renew();
    const before = await contentsOf(directory);
    expect(before).toMatchObject({ events: ROWS, logStart: 0 });
    let child = startProcess("remove", directory, String(BOUNDARY));
    await child.hears("removing");
    const took = await msOf(() => child.hears("compacted"));
    await child.ended();
    const after = await contentsOf(directory);
    expect(after).toMatchObject({ logStart: BOUNDARY, runs: before.runs });
    expect(after.events).toBeLessThan(ROWS / 2);
    const size = statSync(join(directory, DATABASE_FILE)).size;
    const below = numbersOfSeeds();
    for (let kill = 0; kill < KILLS; kill++) {
      renew();
      child = startProcess("remove", directory, String(BOUNDARY));
      await child.hears("removing");
      await moment((took * (kill + below(1_000) / 1_000)) / KILLS);
      child.kill();
      await child.ended();
      const left = await contentsOf(directory);
      expect([before, after]).toContainEqual(left);
      if (child.said.includes("removed")) expect(left).toEqual(after);
      expect(existsSync(join(directory, COMPACTING_FOLDER))).toBe(false);
      // Done again, it ends.
      child = startProcess("remove", directory, String(BOUNDARY));
      await child.hears("compacted");
      await child.ended();
      expect(await contentsOf(directory)).toEqual(after);
      expect(statSync(join(directory, DATABASE_FILE)).size).toBeLessThan(size * 1.5);
    }
  });

  it("while it compacts the database leaves the old file, and no part of the new one", async () => {
    const { directory, world } = await keptHall();
    await directory.store.close();
    const folder = join(directory.directory, COMPACTING_FOLDER);
    mkdirSync(folder);
    writeFileSync(join(folder, DATABASE_FILE), "half of it");
    await (await world.reopen()).check();
    expect(existsSync(folder)).toBe(false);
  });
});

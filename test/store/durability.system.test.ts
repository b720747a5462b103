import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import { casesOf, numbersFrom, numbersOfSeeds, SEEDS } from "../support/random.ts";
import { openDirectory, renewDirectory } from "../support/store-directory.ts";
import { duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { EVER, EVERYTHING, World } from "../support/store-world.ts";
import { moment, msOf } from "../support/waiting.ts";

/** How often a process is killed. */
const KILLS = casesOf(1);

const ROWS = 45_000;
const SENSORS = 20;

/** A file of events of 20 sensors over 60 days, each event once. */
function backfill(): string {
  const below = numbersFrom(1);
  const start = Date.UTC(2024, 2, 1);
  const lines = ["sensor_serial_number,timestamp,trajectory"];
  for (let row = 0; row < ROWS; row++) {
    // Each row has a stretch of 114 seconds of its own; the rows do not come in order.
    const instant = start + ((row * 7_919) % ROWS) * 114_000 + below(114_000);
    lines.push(`s${below(SENSORS)},${new Date(instant).toISOString()},${below(2) === 0 ? 1 : -1}`);
  }
  return `${lines.join("\n")}\n`;
}

/** A data directory with five spaces, into which most of the sensors' doorways lead. */
async function makeSite(): Promise<string> {
  const made = await opened(duckDbStore);
  const world = await World.over(made);
  const spaces = [];
  for (let space = 0; space < 5; space++) spaces.push(await world.space(`Space ${space}`));
  for (let sensor = 0; sensor < SENSORS - 2; sensor++) {
    const doorway = await world.doorway(`Doorway ${sensor}`, `s${sensor}`);
    await world.link(spaces[sensor % 5] as bigint, doorway, sensor % 2 === 0 ? 1 : -1);
  }
  await made.store.close();
  return made.directory;
}

/** Lets another process load a file into a data directory, and gives back how long that took, in ms. */
async function loadElsewhere(directory: string, file: string): Promise<number> {
  const child = startProcess("load", directory, file);
  await child.hears("loading");
  const took = await msOf(async () => expect(await child.hears("loaded")).toBe(`loaded ${ROWS} 0`));
  await child.hears("closed");
  await child.ended();
  return took;
}

/**
 * Looks at a directory whose process was killed while it loaded a file: it must hold none of it or all, be
 * sound, and take the file again. Gives back how many events there were.
 */
async function examine(directory: string, file: string): Promise<number> {
  const store = await openDirectory(directory);
  const reopened = { store, reopen: async () => store, dispose: async () => {} };
  const { context } = await World.over(reopened);
  const before = (await context.events.events({}, { ...EVERYTHING, limit: 1 })).total;
  expect([0, ROWS]).toContain(before);
  const verify = () => context.events.rebuild({ ...EVER, verify: true });
  const sound = await verify();
  expect(sound.differences).toEqual([]);
  expect(sound.events > 0).toBe(before > 0);
  const again = await loadFile(context, file, {
    layout: PLAIN_LAYOUT,
    acceptsRejects: true,
    duplicateRule: "auto",
    onReject: () => undefined,
    onProgress: () => undefined,
  });
  expect(again).toMatchObject({ rows: ROWS, accepted: ROWS - before, duplicates: before });
  expect(await verify()).toMatchObject({ runs: 5 * 60, differences: [] });
  expect(context.catalog.sensors.all()).toHaveLength(SENSORS);
  await store.close();
  return before;
}

describe("a process that is killed", () => {
  it(`while it loads a file leaves all of it or nothing (seeds ${SEEDS})`, async () => {
    const folder = temporaryFolder();
    const file = join(folder, "backfill.csv");
    writeFileSync(file, backfill());
    const site = await makeSite();
    const directory = join(folder, "data");
    const renew = () => renewDirectory(directory, site);
    renew();
    let took = await loadElsewhere(directory, file);
    expect(await examine(directory, file)).toBe(ROWS);

    const below = numbersOfSeeds();
    const outcomes: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      renew();
      const child = startProcess("load", directory, file);
      // Every third when the events are stored, and their runs about to be derived; else at any moment.
      const isLate = kill % 3 === 2;
      await child.hears(isLate ? "deriving" : "loading");
      const delay = isLate ? below(took / 4) : (took * (kill + below(1_000) / 1_000)) / KILLS;
      await moment(delay);
      child.kill();
      const signal = await child.ended();
      // It came too late: the machine has become faster.
      if (signal === null) took *= 0.8;
      const left = await examine(directory, file);
      if (child.said.some((words) => words.startsWith("loaded"))) expect(left).toBe(ROWS);
      outcomes.push(
        `${Math.round(delay)} ms, last said "${child.said.at(-1)}" (${signal ?? "ended"}): ${left} events`,
      );
    }
    if (KILLS > 1) process.stderr.write(`${outcomes.join("\n")}\n`);
    expect(outcomes).toHaveLength(KILLS);
  });

  it(`while it makes a data directory leaves one that opens (seeds ${SEEDS})`, async () => {
    const folder = temporaryFolder();
    const below = numbersOfSeeds();
    for (let kill = 0; kill < KILLS; kill++) {
      const directory = join(folder, `made ${kill}`);
      mkdirSync(directory);
      const child = startProcess("open", directory);
      await child.hears("opening");
      await moment(below(150));
      child.kill();
      await child.ended();
      const store = await openDirectory(directory);
      expect((await store.catalog.load()).nextId).toBe(1n);
      await store.close();
    }
  });

  it(`while it stores events and writes its log into the file loses none (seeds ${SEEDS})`, async () => {
    const directory = join(temporaryFolder(), "data");
    const below = numbersOfSeeds();
    let [checkpoints, batches] = [0, 0];
    for (let kill = 0; kill < 3 * KILLS; kill++) {
      const sizeOf = () => statSync(join(directory, DATABASE_FILE)).size;
      const child = startProcess("append", directory, "100000");
      await child.hears("appending");
      const before = sizeOf();
      // A checkpoint comes every few batches.
      await child.hears(`batches ${batches + 5 + below(25)}`);
      await moment(below(50));
      child.kill();
      await child.ended();
      if (sizeOf() > before) checkpoints++;
      const said = child.said.filter((words) => words.startsWith("batches")).at(-1) ?? "batches 0";
      const store = await openDirectory(directory);
      const { events } = await store.events.summary();
      expect(events % 500).toBe(0);
      batches = events / 500;
      expect(batches).toBeGreaterThanOrEqual(Number(said.slice("batches ".length)));
      const listed = await store.events.events({}, { ...EVERYTHING, limit: 1 });
      expect(listed.total).toBe(events);
      await store.close();
    }
    expect(checkpoints).toBeGreaterThan(0);
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  LAST_COMMIT_FILE,
  QUARANTINE_FOLDER,
  RUNS_FOLDER,
} from "../../src/domain/data-directory.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import type { TimedReading } from "../../src/domain/reading.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import type { LoggedEvent, Store } from "../../src/engine/ports.ts";
import { Lines } from "../../src/engine/readings/lines.ts";
import { compactDatabase } from "../../src/store/duckdb/compact-database.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { backUp, restore } from "../support/backups.ts";
import { logReports, removeBefore, saveCatalog } from "../support/commits.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { copyOf, duckDbStore, look, opened, temporaryFolder, treeOf } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { directoryWith, expectRefused } from "../support/store-refusals.ts";
import { reportOf } from "../support/store-reports.ts";
import { EVER, World } from "../support/store-world.ts";
import { totalAt } from "../support/timed-readings.ts";

const ACCEPT = { acceptsLoss: true };

/** A data directory with a space, an event in its file and three in its log of changes, as a killed process leaves it. */
let killed: string;

beforeAll(async () => {
  const made = await duckDbStore();
  const world = await World.over(made);
  await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
  await world.report("a 07:00 1");
  const store = await made.reopen();
  for (const time of ["08:00", "08:01", "08:02"]) await logReports(store, [reportOf(`a ${time} 1`)]);
  killed = join(made.directory, "..", "killed");
  cpSync(made.directory, killed, { recursive: true });
  return () => made.dispose();
});

const refusal = (directory: string) => expectRefused(directory, "store-incomplete");

describe("a data directory that lacks acknowledged commits", () => {
  it.each<[string, RegExp, (log: string, bytes: Buffer) => void]>([
    [
      "is deleted",
      /events evt_2 to evt_4 \(3 at most\) .* are missing: headcount\.duckdb\.wal is missing/,
      (log) => rmSync(log),
    ],
    ["is empty", /events evt_2 to evt_4 .* is missing or empty/, (log) => truncateSync(log)],
    [
      "lacks its last byte",
      /event evt_4 that had been acknowledged is missing: headcount\.duckdb\.wal lacks its end/,
      (log, { length }) => truncateSync(log, length - 1),
    ],
    [
      "has another end",
      /headcount\.duckdb\.wal is damaged/,
      (log, bytes) => writeFileSync(log, bytes.fill(0, bytes.length - 60)),
    ],
  ])("is rejected if its log of changes %s, and names the missing commits", async (_, message, damage) => {
    const directory = copyOf(killed);
    const log = join(directory, DATABASE_LOG_FILE);
    damage(log, readFileSync(log));
    const refused = await openDirectory(directory).then(
      async (store) => `opened with ${(await store.events.summary()).events} events`,
      (error: Error) => error.message,
    );
    expect(refused).toMatch(message);
  });

  it("is rejected if a database without tables replaces its own", async () => {
    const directory = copyOf(killed);
    const empty = directoryWith({});
    await runSql(empty, "CHECKPOINT");
    rmSync(join(directory, DATABASE_LOG_FILE));
    cpSync(join(empty, DATABASE_FILE), join(directory, DATABASE_FILE));
    const older = /events evt_1 to evt_4 .* are missing: headcount\.duckdb is an older copy/;
    expect(await refusal(directory)).toMatch(older);
    await expect(openReadOnly(directory, {})).rejects.toMatchObject({ kind: "store-incomplete" });
    const accepted = await openDirectory(directory, ACCEPT);
    expect(await accepted.events.position()).toBe(4n);
    await accepted.close();
  });

  it("is rejected if changes of the catalog alone are missing", async () => {
    const { directory, store } = await opened(duckDbStore);
    await saveCatalog(store, { nextId: 7n });
    const copy = copyOf(directory);
    rmSync(join(copy, DATABASE_LOG_FILE));
    expect(await refusal(copy)).toMatch(/no events, but other changes/);
    // What had been given away is given to nothing else.
    const accepted = await openDirectory(copy, ACCEPT);
    expect((await accepted.catalog.load()).nextId).toBe(7n);
    await accepted.close();
  });

  it("opens if the loss is accepted, notes it, and gives no lost id to anything else", async () => {
    const directory = copyOf(killed);
    rmSync(join(directory, DATABASE_LOG_FILE));
    const { ids, said } = await look(directory, ACCEPT);
    expect(ids).toEqual([1n]);
    expect(said).toMatch(/events evt_2 to evt_4 .* accepted/);
    expect((await look(directory)).said).toBe("");
    const store = await openDirectory(directory);
    expect(await store.events.position()).toBe(4n);
    const world = await World.over({ store, reopen: async () => store, dispose: async () => {} });
    await world.report("a 10:00 1");
    expect(await store.events.position()).toBe(5n);
    const compared = { events: 2, differences: [] };
    expect(await store.events.rebuild({ ...EVER, verify: true })).toMatchObject(compared);
    await store.close();
  });

  it("opens with the lines of the readings that it has: the same readings again count what was lost, once", async () => {
    const made = await opened(duckDbStore);
    const read = ({ context }: World, ...readings: readonly TimedReading[]) =>
      ingestReadings(context, readings);
    await read(await World.over(made), totalAt("08:00", 100), totalAt("09:00", 104));
    const first = await made.reopen();
    const before = (await Lines.open(first.readings)).of(1);
    const lost = [totalAt("10:00", 111), totalAt("11:00", 111), totalAt("12:00", 113)];
    const world = await World.over(made);
    for (const reading of lost) await read(world, reading);
    const events = await first.events.eventsAfter(4n, 100n);
    const directory = copyOf(made.directory);
    rmSync(join(directory, DATABASE_LOG_FILE));
    expect(await refusal(directory)).toMatch(/events evt_5 to evt_13 \(9 at most\)/);

    const store = await openDirectory(directory, ACCEPT);
    expect((await Lines.open(store.readings)).of(1)).toEqual(before);
    const after = await World.over({ store, reopen: async () => store, dispose: async () => {} });
    expect((await read(after, ...lost)).results).toEqual({ counted: 3 });
    // Their ids are not those that were lost, but all else is.
    const withoutId = ({ id: _, ...event }: LoggedEvent) => event;
    const again = await store.events.eventsAfter(13n, 100n);
    expect(again.map(withoutId)).toEqual(events.map(withoutId));
    expect((await read(after, ...lost, totalAt("13:00", 114))).results).toEqual({ duplicate: 3, counted: 1 });
    expect(await store.events.rebuild({ ...EVER, verify: true })).toMatchObject({ differences: [] });
    await store.close();
  });

  it("opens with what comes before the damage if a log that cannot be read is accepted to be lost", async () => {
    const directory = copyOf(killed);
    const log = join(directory, DATABASE_LOG_FILE);
    const bytes = readFileSync(log);
    // Within the second of the three commits, not in the length of an entry.
    const damaged = Buffer.from(bytes);
    const start = Math.floor(bytes.length * 0.8);
    for (let position = start; position < start + 40; position++)
      damaged.writeUInt8((damaged[position] ?? 0) ^ 0x5a, position);
    writeFileSync(log, damaged);
    await expect(openDirectory(directory)).rejects.toThrow(/restore it from a backup|missing/);
    const left = (await look(directory, ACCEPT)).ids;
    expect(left.length).toBeGreaterThan(1);
    expect(left.length).toBeLessThan(4);
    expect(readFileSync(join(directory, QUARANTINE_FOLDER, "1", DATABASE_LOG_FILE))).toEqual(damaged);
    expect((await look(directory)).ids).toEqual(left);
  });
});

describe("a database, a log of changes and a note from different times of a directory", () => {
  /** Stores some events of a day, one each minute. */
  const logDay = (store: Store, day: number, events: number) =>
    logReports(
      store,
      Array.from({ length: events }, (_, minute) => ({
        ...reportOf("a 00:00 1"),
        timestamp: Date.UTC(2024, 4, day) + minute * 60_000,
      })),
    );

  /** The events of each combination that was a state of the directory or of its copy; all others are refused. */
  const EVENTS: Readonly<Record<string, number>> = {
    "killed, killed, killed": 10,
    "closed, -, closed": 10,
    "killed again, killed again, killed again": 25,
    "copied, -, copied": 5,
    // Nothing was committed in between.
    "killed, killed, closed": 10,
    "closed, -, killed": 10,
    // The database's file is the same as when it was closed.
    "killed again, -, closed": 10,
    "killed again, -, killed": 10,
    "closed, killed again, killed again": 25,
    // The log has commits that were not noted yet.
    "killed again, killed again, closed": 25,
    "closed, killed again, closed": 25,
  };

  it("are refused, and one of them is named, or are right: all 48 combinations", async () => {
    const { directory, store, reopen } = await opened(duckDbStore);
    const folder = temporaryFolder();
    const keep = (name: string) => cpSync(directory, join(folder, name), { recursive: true });
    await logDay(store, 1, 10);
    keep("killed");
    await (await reopen()).close();
    keep("closed");
    keep("copied");
    await logDay(await reopen(), 2, 15);
    keep("killed again");
    const copied = await openDirectory(join(folder, "copied"));
    await logDay(copied, 3, 5);
    await removeBefore(copied, Date.UTC(2024, 4, 2), Date.UTC(2024, 6, 1));
    await copied.close();
    expect(await compactDatabase(join(folder, "copied"), true)).toBe(true);
    const found: Record<string, number> = {};
    for (const database of ["killed", "closed", "killed again", "copied"])
      for (const log of ["killed", "killed again", "-"])
        for (const note of ["killed", "closed", "killed again", "copied"]) {
          const combined = copyOf(join(folder, database));
          rmSync(join(combined, DATABASE_LOG_FILE), { force: true });
          if (log !== "-") cpSync(join(folder, log, DATABASE_LOG_FILE), join(combined, DATABASE_LOG_FILE));
          cpSync(join(folder, note, LAST_COMMIT_FILE), join(combined, LAST_COMMIT_FILE));
          const name = [database, log, note].join(", ");
          const before = treeOf(combined);
          try {
            found[name] = (await look(combined)).ids.length;
          } catch (refused) {
            expect(refused, name).toBeInstanceOf(HeadcountError);
            expect((refused as Error).message, name).toMatch(/headcount\.duckdb|last-commit/);
            await expect(openReadOnly(combined, {}), name).rejects.toMatchObject(refused as object);
            expect(treeOf(combined), name).toEqual(before);
          }
        }
    expect(found).toEqual(EVENTS);
  });

  it("are refused if the log is from another copy with as many checkpoints", async () => {
    const { directory, store } = await opened(duckDbStore);
    await logDay(store, 1, 10);
    await store.close();
    const copies = [copyOf(directory), copyOf(directory)] as const;
    for (const copy of copies) {
      const opened = await openDirectory(copy);
      await logDay(opened, 2, 5);
      await opened.close();
      await startProcess("ingest", copy, "a 09:00 1").ended();
    }
    cpSync(join(copies[1], DATABASE_LOG_FILE), join(copies[0], DATABASE_LOG_FILE));
    expect(await refusal(copies[0])).toMatch(/headcount\.duckdb\.wal is from another copy/);
    rmSync(join(copies[0], LAST_COMMIT_FILE));
    expect(await refusal(copies[0])).toMatch(/headcount\.duckdb\.wal is from another copy/);
    expect((await look(copies[0], ACCEPT)).ids).toHaveLength(15);
  });
});

describe("a data directory that lacks nothing", () => {
  it("opens without its note of the last commit, says so, and has it again", async () => {
    const directory = copyOf(killed);
    for (const damage of [
      (file: string) => rmSync(file),
      (file: string) => writeFileSync(file, "noise"),
      (file: string) => truncateSync(file),
    ]) {
      damage(join(directory, LAST_COMMIT_FILE));
      const { ids, said } = await look(directory);
      expect(ids).toHaveLength(4);
      expect(said).toMatch(/^the file last-commit is missing or damaged.*written again/m);
      expect((await look(directory)).said).toBe("");
    }
  });

  it("opens if the database has more than was noted, as after a machine has stopped", async () => {
    const { directory, store } = await opened(duckDbStore);
    const noted = () => readFileSync(join(directory, LAST_COMMIT_FILE));
    const notes = [noted()];
    for (const time of ["08:00", "08:01", "08:02"])
      notes.push(await logReports(store, [reportOf(`a ${time} 1`)]).then(noted));
    for (const note of notes) {
      const copy = copyOf(directory);
      writeFileSync(join(copy, LAST_COMMIT_FILE), note);
      expect((await look(copy)).ids).toHaveLength(3);
    }
  });

  it("opens after its database has been rewritten, also if that was cut short around the rename", async () => {
    const directory = copyOf(killed);
    await look(directory);
    const before = copyOf(directory);
    expect(await compactDatabase(directory, true)).toBe(true);
    const whole = copyOf(directory);
    const cutShort = copyOf(directory);
    cpSync(join(before, LAST_COMMIT_FILE), join(cutShort, LAST_COMMIT_FILE));
    for (const copy of [whole, cutShort])
      expect(await look(copy)).toEqual({ ids: [1n, 2n, 3n, 4n], said: "" });
    // The old file again, which the new one has replaced for good.
    cpSync(join(before, DATABASE_FILE), join(directory, DATABASE_FILE));
    expect(await refusal(directory)).toMatch(/headcount\.duckdb is an older copy/);
  });

  it("opens if a backup is opened, or has been restored", async () => {
    const { directory, store } = await opened(duckDbStore);
    const world = await World.over({ store, reopen: async () => store, dispose: async () => {} });
    await world.report("a 07:00 1");
    const folder = join(temporaryFolder(), "backup");
    await backUp(store.backups, folder);
    const restored = join(temporaryFolder(), "data");
    await restore(folder, restored);
    expect((await look(restored)).ids).toEqual([1n]);
    expect((await look(folder)).ids).toEqual([1n]);
    // In the place of the database that it was taken of, it is another.
    await store.close();
    cpSync(join(folder, DATABASE_FILE), join(directory, DATABASE_FILE));
    expect(await refusal(directory)).toMatch(/headcount\.duckdb is an older copy/);
  });
});

describe("files of runs that the database does not list", () => {
  const orphan = (directory: string) => {
    mkdirSync(join(directory, RUNS_FOLDER), { recursive: true });
    const file = join(directory, RUNS_FOLDER, "0000000900.runs");
    writeFileSync(file, "runs of a later day");
    return file;
  };

  it("go if the database has all that was committed: what wrote them was cut short", async () => {
    const directory = copyOf(killed);
    const file = orphan(directory);
    await look(directory);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(directory, QUARANTINE_FOLDER))).toBe(false);
  });

  it.each([
    ["it lacks something", DATABASE_LOG_FILE],
    ["it is not known to have everything", LAST_COMMIT_FILE],
  ])("are put aside if %s", async (_, missing) => {
    const directory = copyOf(killed);
    const file = orphan(directory);
    rmSync(join(directory, missing));
    const { said } = await look(directory, ACCEPT);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(join(directory, QUARANTINE_FOLDER, "1"))).toContain("0000000900.runs");
    expect(said).toMatch(/\d run files? that the database does not list moved to .*quarantine\/1/);
  });
});

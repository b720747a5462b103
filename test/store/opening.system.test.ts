import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { CREATING_FOLDER, DATABASE_FILE, LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import { runAt } from "../../src/series/run-block.ts";
import { createDatabase } from "../../src/store/duckdb/directory-files.ts";
import { saveCatalog } from "../support/commits.ts";
import { ORGANIZATION_ID, openDirectory } from "../support/store-directory.ts";
import { duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { directoryWith, expectRefused, makeSoundFile } from "../support/store-refusals.ts";
import { EVERYTHING, openHall, runsOf } from "../support/store-world.ts";

/** What a data directory has in it that has been closed, and has no runs. */
const FILES = [DATABASE_FILE, LAST_COMMIT_FILE];

const soundFile = await makeSoundFile();

describe("a data directory that is sound", () => {
  it("is made, with its parents, if there is none", async () => {
    const directory = join(temporaryFolder(), "a", "b c", "d");
    const store = await openDirectory(directory);
    expect(await store.catalog.load()).toMatchObject({ organizationId: ORGANIZATION_ID });
    await store.close();
    expect(readdirSync(directory)).toEqual(FILES);
  });

  it("may lie beside other files, under a name with blanks, quotes and other signs", async () => {
    const directory = join(temporaryFolder(), "da'ta *[x]{}#&$ %20 é");
    mkdirSync(directory);
    writeFileSync(join(directory, "server.json"), "{}");
    await (await openDirectory(directory)).close();
    await (await openDirectory(directory)).close();
    expect(readdirSync(directory).sort()).toEqual([...FILES, "server.json"]);
  });

  it("gets a database file that is complete from the start, and keeps nothing of a creation cut short", async () => {
    const directory = temporaryFolder();
    const cutShort = join(directory, `${CREATING_FOLDER}x`);
    mkdirSync(cutShort);
    writeFileSync(join(cutShort, DATABASE_FILE), "half a header");
    const create = DuckDBInstance.create;
    const sizes: (number | null)[] = [];
    const spy = vi.spyOn(DuckDBInstance, "create").mockImplementation((path, options) => {
      const file = join(directory, DATABASE_FILE);
      if (path === file) sizes.push(existsSync(file) ? statSync(file).size : null);
      return create.call(DuckDBInstance, path, options);
    });
    onTestFinished(() => spy.mockRestore());
    await (await openDirectory(directory)).close();
    // The three headers of a database file.
    expect(sizes).toEqual([3 * 4_096]);
    expect(readdirSync(directory)).toEqual(FILES);
  });

  it("keeps the database file of a process that creates it at the same time", async () => {
    const directory = temporaryFolder();
    const file = join(directory, DATABASE_FILE);
    const create = DuckDBInstance.create;
    const spy = vi.spyOn(DuckDBInstance, "create").mockImplementation((path, options) => {
      // The other process is faster.
      if (path !== file && !existsSync(file)) writeFileSync(file, soundFile);
      return create.call(DuckDBInstance, path, options);
    });
    onTestFinished(() => spy.mockRestore());
    await createDatabase(directory);
    expect(readFileSync(file).equals(soundFile)).toBe(true);
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });

  it("is complete if the process that was making it was killed before it had any table", async () => {
    const directory = directoryWith({});
    (await DuckDBInstance.create(join(directory, DATABASE_FILE))).closeSync();
    expect(existsSync(join(directory, DATABASE_FILE))).toBe(true);
    const store = await openDirectory(directory);
    expect(await store.catalog.load()).toMatchObject({ organizationId: ORGANIZATION_ID, nextId: 1n });
    await store.close();
  });
});

describe("a data directory that is in use", () => {
  it("is not opened a second time in the same process, by any path", async () => {
    const { store, directory } = await opened(duckDbStore);
    const link = join(temporaryFolder(), "link");
    symlinkSync(directory, link);
    for (const path of [directory, `${directory}/`, join(directory, "..", "data"), link]) {
      // Its file is not to be read meanwhile: that would release the lock on it.
      expect(await expectRefused(path, "store-held", () => ({}))).toMatch(/is already open in this process$/);
    }
    await saveCatalog(store, { nextId: 5n });
    await store.close();
    const again = await openDirectory(link);
    expect((await again.catalog.load()).nextId).toBe(5n);
    await again.close();
  });

  it("is not opened twice by two calls at the same time", async () => {
    const directory = join(temporaryFolder(), "data");
    const calls = await Promise.allSettled([openDirectory(directory), openDirectory(directory)]);
    expect(calls.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    for (const call of calls) if (call.status === "fulfilled") await call.value.close();
  });

  it("is not opened while another process holds it, whose number the error names; afterwards it is", async () => {
    const directory = directoryWith({ [DATABASE_FILE]: soundFile });
    const child = startProcess("hold", directory);
    await child.hears("holding");
    expect(await expectRefused(directory, "store-held")).toBe(
      `${directory} is in use by process ${child.pid}`,
    );
    child.kill();
    await child.ended();
    const store = await openDirectory(directory);
    expect(await store.events.events({}, EVERYTHING)).toMatchObject({ total: 2 });
    await store.close();
  });

  it("is released by close, even if a reading of runs was left off", async () => {
    const { directory, world, hall } = await openHall();
    await world.ingest(
      Array.from({ length: 2500 }, (_, day) => ({
        serialNumber: "a",
        timestamp: day * 86_400_000,
        trajectory: 1 as const,
        eventId: null,
      })),
    );
    for await (const run of world.context.events.runs([hall], -Infinity, Infinity)) {
      expect(run.dayStart).toBe(0);
      break;
    }
    await directory.store.close();
    const child = startProcess("open", directory.directory);
    expect(await child.hears("closed")).toBe("closed");
    await child.ended();
  });

  it("is released by close, while a reading of runs goes on to its end; others are rejected", async () => {
    const { directory, world, hall } = await openHall();
    await world.report("a 08:00 1", "a 2024-05-07T08:00 1");
    const reopened = await world.reopen();
    const { events } = reopened.context;
    const changes = await events.read(hall, -Infinity, Infinity, async (pieces) => {
      await directory.dispose();
      const loaded = [];
      for (const { block, from, to } of pieces)
        for (let i = from; i < to; i++) loaded.push(...runAt(block, i).changes);
      return loaded;
    });
    expect(changes).toHaveLength(2);
    await expect(runsOf(events, [hall])).rejects.toThrow("the data is being closed");
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { type FailureKind, HeadcountError } from "../../src/domain/errors.ts";
import { DATABASE_FILE } from "../../src/store/duckdb/open-store.ts";
import { migrationNames } from "../../src/store/duckdb/statements.ts";
import { ORGANIZATION_ID, openDirectory, runSql } from "../support/store-directory.ts";
import { digestsOf, duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { EVERYTHING, runsOf, World } from "../support/store-world.ts";

/** The bytes of a sound data directory's file, with some data in it. */
let soundFile: Buffer;

beforeAll(async () => {
  const openedStore = await duckDbStore();
  const world = await World.over(openedStore);
  await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
  await world.report("a 08:00 1", "a 09:00 -1");
  await world.checkRuns();
  await openedStore.behind("SELECT 1");
  soundFile = readFileSync(join(openedStore.directory, DATABASE_FILE));
  await openedStore.dispose();
});

/** A data directory with these files. */
function directoryWith(files: Readonly<Record<string, Uint8Array>>): string {
  const directory = join(temporaryFolder(), "data");
  mkdirSync(directory);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
  return directory;
}

/** Expects that opening fails in one clear line, and leaves every file as it was; gives back the message. */
async function expectRefused(
  directory: string,
  kind: FailureKind,
  digests = () => digestsOf(directory),
): Promise<string> {
  const before = digests();
  const error = await openDirectory(directory).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HeadcountError);
  const { kind: actual, message } = error as HeadcountError;
  expect(actual, message).toBe(kind);
  expect(message).toContain(directory);
  expect(message).not.toMatch(/[\n\r\0]/);
  expect(digests()).toEqual(before);
  return message;
}

describe("a data directory that is sound", () => {
  it("is made, with its parents, where there is none", async () => {
    const directory = join(temporaryFolder(), "a", "b c", "d");
    const store = await openDirectory(directory);
    expect(await store.catalog.load()).toMatchObject({ organizationId: ORGANIZATION_ID });
    await store.close();
    expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
  });

  it("is opened again after it was closed, as often as one likes", async () => {
    const directory = directoryWith({ [DATABASE_FILE]: soundFile });
    for (let time = 0; time < 3; time++) {
      const store = await openDirectory(directory);
      expect(await store.events.events({}, EVERYTHING)).toMatchObject({ total: 2 });
      await store.close();
      expect(readdirSync(directory)).toEqual([DATABASE_FILE]);
    }
  });

  it("keeps the identity it was made with (D25)", async () => {
    const { reopen } = await opened(duckDbStore);
    expect((await (await reopen()).catalog.load()).organizationId).toBe(ORGANIZATION_ID);
  });

  it("may lie beside other files, under a name with blanks, quotes and other signs", async () => {
    const directory = join(temporaryFolder(), "da'ta *[x]{}#&$ %20 é");
    mkdirSync(directory);
    writeFileSync(join(directory, "server.json"), "{}");
    await (await openDirectory(directory)).close();
    await (await openDirectory(directory)).close();
    expect(readdirSync(directory).sort()).toEqual([DATABASE_FILE, "server.json"]);
  });

  it("is complete where the process that was making it was killed before it had any table", async () => {
    const directory = directoryWith({});
    (await DuckDBInstance.create(join(directory, DATABASE_FILE))).closeSync();
    expect(existsSync(join(directory, DATABASE_FILE))).toBe(true);
    const store = await openDirectory(directory);
    expect(await store.catalog.load()).toMatchObject({ organizationId: ORGANIZATION_ID, nextId: 1n });
    await store.close();
  });

  it("has what a process that was killed had acknowledged, in order, though it never closed", async () => {
    const directory = directoryWith({});
    const child = startProcess("ingest", directory, "a 08:00 1\nb 07:00 -1\na 08:00 -1");
    expect(await child.ended()).toBe("SIGKILL");
    expect(readdirSync(directory).sort()).toEqual([DATABASE_FILE, `${DATABASE_FILE}.wal`]);
    const store = await openDirectory(directory);
    const { items } = await store.events.events({}, EVERYTHING);
    expect(items.map(({ sensorId, trajectory }) => [sensorId, trajectory])).toEqual([
      [2n, -1],
      [1n, 1],
      [1n, -1],
    ]);
    expect((await store.catalog.load()).sensor.map((sensor) => sensor.serialNumber)).toEqual(["a", "b"]);
    await store.close();
  });
});

describe("a data directory that is in use", () => {
  it("is not opened a second time in the same process, by whatever path", async () => {
    const { store, directory } = await opened(duckDbStore);
    const link = join(temporaryFolder(), "link");
    symlinkSync(directory, link);
    for (const path of [directory, `${directory}/`, join(directory, "..", "data"), link]) {
      // Its file is not to be read meanwhile: that would release the lock on it.
      expect(await expectRefused(path, "store-held", () => ({}))).toMatch(/is open in this process already$/);
    }
    await store.catalog.save({ nextId: 5n });
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

  it("is not opened while another process holds it, whose number is told; afterwards it is", async () => {
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

  it("is let go of by close, even where a reading of runs was left off", async () => {
    const openedStore = await opened(duckDbStore);
    const world = await World.over(openedStore);
    const hall = await world.space("Hall");
    await world.link(hall, await world.doorway("Front", "a"));
    await world.ingest(
      Array.from({ length: 5000 }, (_, day) => ({
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
    await openedStore.store.close();
    const child = startProcess("open", openedStore.directory);
    expect(await child.hears("")).toBe("closed");
    await child.ended();
  });

  it("is let go of by close when the readings under way have ended", async () => {
    const openedStore = await opened(duckDbStore);
    const world = await World.over(openedStore);
    const hall = await world.space("Hall");
    await world.link(hall, await world.doorway("Front", "a"));
    await world.report("a 08:00 1", "a 2024-05-07T08:00 1");
    const readings = Array.from({ length: 12 }, () => runsOf(world.context.events, [hall]));
    const reading = world.context.events.runs([hall], -Infinity, Infinity)[Symbol.asyncIterator]();
    expect(await reading.next()).toMatchObject({ done: false });
    let isClosed = false;
    const closing = openedStore.store.close().then(() => {
      isClosed = true;
    });
    for (const runs of await Promise.all(readings)) expect(runs).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isClosed).toBe(false);
    expect(await reading.next()).toMatchObject({ done: false });
    expect(await reading.next()).toMatchObject({ done: true });
    await closing;
  });
});

describe("a data directory that cannot be used", () => {
  it("is refused where its schema is newer, and upgrading is named as the way out", async () => {
    const directory = directoryWith({ [DATABASE_FILE]: soundFile });
    const known = migrationNames().length;
    await runSql(directory, `INSERT INTO schema_version VALUES (${known + 1})`);
    const message = await expectRefused(directory, "store-newer");
    expect(message).toMatch(
      new RegExp(`schema is version ${known + 1}, this release knows ${known}\\); upgrade`),
    );
    // A refusal is not remembered.
    await expectRefused(directory, "store-newer");
  });

  it("is refused where its file format is newer", async () => {
    const bytes = Buffer.from(soundFile);
    // The main header: its checksum, "DUCK", the version.
    expect(bytes.toString("latin1", 8, 12)).toBe("DUCK");
    bytes.writeBigUInt64LE(9_999n, 12);
    bytes.writeBigUInt64LE(checksum(bytes.subarray(8, 4096)), 0);
    const directory = directoryWith({ [DATABASE_FILE]: bytes });
    expect(await expectRefused(directory, "store-newer")).toMatch(/version number 9999/);
  });

  const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i * 31 + i * 7) % 256));
  it.each<[string, () => Uint8Array]>([
    ["is empty", () => Buffer.alloc(0)],
    ["is a short text", () => Buffer.from("not a database")],
    ["is noise", () => noise],
    ["is all zeros", () => Buffer.alloc(100_000)],
    ["is cut off within its first header", () => soundFile.subarray(0, 100)],
    ["is cut off after its headers", () => soundFile.subarray(0, 12_288)],
    ["is cut off in the middle", () => soundFile.subarray(0, soundFile.length >> 1)],
    ["lacks its last byte", () => soundFile.subarray(0, -1)],
  ])("is refused where its file %s", async (_, bytes) => {
    const directory = directoryWith({ [DATABASE_FILE]: bytes() });
    expect(await expectRefused(directory, "store-damaged")).toMatch(/restore it from a backup/);
  });

  it.each([0, 7, 8, 11, 12, 25, 300, 4_095, 4_096, 4_104, 4_150, 8_192, 8_200, 8_300])(
    "is refused where byte %d of its file's headers has flipped",
    async (position) => {
      const bytes = Buffer.from(soundFile);
      bytes.writeUInt8((bytes[position] ?? 0) ^ 0xff, position);
      await expectRefused(directoryWith({ [DATABASE_FILE]: bytes }), "store-damaged");
    },
  );

  it("is refused where what it did last is damaged in the middle, and not just cut off", async () => {
    const directory = directoryWith({});
    await startProcess("ingest", directory, "a 08:00 1\nb 07:00 -1\na 08:00 -1").ended();
    const log = join(directory, `${DATABASE_FILE}.wal`);
    const sound = readFileSync(log);
    const copy = join(temporaryFolder(), "cut");
    cpSync(directory, copy, { recursive: true });
    const bytes = Buffer.from(sound);
    bytes.writeUInt8((bytes[200] ?? 0) ^ 0xff, 200);
    writeFileSync(log, bytes);
    await expectRefused(directory, "store-damaged");
    // The last commit was cut short: it was never acknowledged.
    writeFileSync(join(copy, `${DATABASE_FILE}.wal`), sound.subarray(0, -20));
    const store = await openDirectory(copy);
    expect(await store.events.events({}, EVERYTHING)).toMatchObject({ total: 2 });
    await store.close();
  });

  it("is refused where its catalog is damaged", async () => {
    const damages = [0.6, 0.75, 0.9].map((share) => {
      const bytes = Buffer.from(soundFile);
      const position = Math.floor(bytes.length * share);
      bytes.fill(0xa5, position, position + 2_000);
      return bytes;
    });
    let refused = 0;
    for (const bytes of damages) {
      const directory = directoryWith({ [DATABASE_FILE]: bytes });
      const before = digestsOf(directory);
      const outcome = await openDirectory(directory).catch((error: unknown) => error as HeadcountError);
      if (outcome instanceof HeadcountError) {
        expect(outcome.kind).toBe("store-damaged");
        expect(digestsOf(directory)).toEqual(before);
        refused++;
      } else {
        await outcome.close();
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("is refused where its database is somebody else's", async () => {
    const directory = directoryWith({});
    await runSql(directory, "CREATE TABLE budget (amount INTEGER)");
    await expectRefused(directory, "store-damaged");
  });

  it("is refused under a path with a question mark, which DuckDB would misread", async () => {
    const folder = temporaryFolder();
    await expectRefused(join(folder, "what?", "data"), "unavailable", () => ({}));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["", "/below"])("is refused where the path%s is a file", async (suffix) => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "precious");
    expect(await expectRefused(`${path}${suffix}`, "unavailable", () => ({}))).toMatch(/^cannot use /);
    expect(readFileSync(path, "utf8")).toBe("precious");
  });
});

/** The checksum of DuckDB's headers, whose length is a multiple of eight bytes. */
function checksum(bytes: Buffer): bigint {
  let sum = 5381n;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    sum ^= BigInt.asUintN(64, bytes.readBigUInt64LE(offset) * 0xbf58_476d_1ce4_e5b9n);
  }
  return sum;
}

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE, DATABASE_LOG_FILE, LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { temporaryFolder, treeOf } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";
import { directoryWith, expectRefused, makeSoundFile } from "../support/store-refusals.ts";
import { EVERYTHING } from "../support/store-world.ts";

const soundFile = await makeSoundFile();

describe("a data directory that cannot be used", () => {
  it("is rejected if its schema has no version", async () => {
    const directory = directoryWith({ [DATABASE_FILE]: soundFile });
    await runSql(directory, "DELETE FROM schema_version");
    const before = treeOf(directory);
    for (const options of [{}, { acceptsLoss: true }])
      await expect(openDirectory(directory, options)).rejects.toMatchObject({ kind: "store-damaged" });
    await expect(openReadOnly(directory, {})).rejects.toMatchObject({ kind: "store-damaged" });
    expect(treeOf(directory)).toEqual(before);
  });

  it("is rejected if its file format is newer", async () => {
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
  ])("is rejected if its file %s", async (_, bytes) => {
    const directory = directoryWith({ [DATABASE_FILE]: bytes() });
    expect(await expectRefused(directory, "store-damaged")).toMatch(/restore it from a backup/);
  });

  it.each([0, 7, 8, 11, 12, 25, 300, 4_095, 4_096, 4_104, 4_150, 8_192, 8_200, 8_300])(
    "is rejected if byte %d of its file's headers has flipped",
    async (position) => {
      const bytes = Buffer.from(soundFile);
      bytes.writeUInt8((bytes[position] ?? 0) ^ 0xff, position);
      await expectRefused(directoryWith({ [DATABASE_FILE]: bytes }), "store-damaged");
    },
  );

  it("is rejected if its last log entry is damaged in the middle, not cut off", async () => {
    const directory = directoryWith({});
    await startProcess("ingest", directory, "a 08:00 1\nb 07:00 -1\na 08:00 -1").ended();
    const log = join(directory, DATABASE_LOG_FILE);
    const sound = readFileSync(log);
    const copy = join(temporaryFolder(), "cut");
    cpSync(directory, copy, { recursive: true });
    const bytes = Buffer.from(sound);
    const position = bytes.length - 60;
    bytes.writeUInt8((bytes[position] ?? 0) ^ 0xff, position);
    writeFileSync(log, bytes);
    await expectRefused(directory, "store-damaged");
    // The last commit was cut short, anywhere, before it could be noted: it was never acknowledged.
    rmSync(join(copy, LAST_COMMIT_FILE));
    for (const missing of [1, 8, 20, 75, 150]) {
      const torn = join(temporaryFolder(), "torn");
      cpSync(copy, torn, { recursive: true });
      writeFileSync(join(torn, DATABASE_LOG_FILE), sound.subarray(0, -missing));
      const store = await openDirectory(torn);
      expect(await store.events.events({}, EVERYTHING)).toMatchObject({ total: 2 });
      await store.close();
    }
  });

  it("is rejected if its database is another program's", async () => {
    const directory = directoryWith({});
    await runSql(directory, "CREATE TABLE budget (amount INTEGER)");
    await expectRefused(directory, "store-damaged");
  });

  it("is rejected under a path with a question mark, which DuckDB would misread", async () => {
    const folder = temporaryFolder();
    await expectRefused(join(folder, "what?", "data"), "unavailable", () => ({}));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["", "/below"])("is rejected if the path%s is a file", async (suffix) => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "precious");
    expect(await expectRefused(`${path}${suffix}`, "unavailable", () => ({}))).toMatch(
      /^cannot use .* is a file$/,
    );
    expect(readFileSync(path, "utf8")).toBe("precious");
  });

  it.runIf(existsSync("/proc/self"))("is rejected in a file system without new folders", async () => {
    for (const path of ["/proc/headcount", "/proc/headcount/data", "/sys/headcount"])
      expect(await expectRefused(path, "unavailable", () => ({}))).toMatch(
        /no folder can be created in \/(proc|sys) \(/,
      );
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

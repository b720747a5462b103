import {
  appendFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import { beforeAll, describe, expect, it } from "vitest";
import { DATABASE_FILE, RESTORING_FOLDER, RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import { SCHEMA_VERSION } from "../../src/store/duckdb/schema.ts";
import { backUp, changeManifest, manifestOf, packInto, restore } from "../support/backups.ts";
import { openDirectory } from "../support/store-directory.ts";
import { duckDbStore, temporaryFolder } from "../support/store-harness.ts";
import { EVER, World } from "../support/store-world.ts";

/** A backup of a site with a file of runs. */
let sound: string;

beforeAll(async () => {
  const made = await duckDbStore();
  const world = await World.over(made);
  await world.link(await world.space("Hall"), await world.doorway("Door", "a"));
  await world.report("a 2024-05-20T08:00 1", "a 2024-05-21T08:00 1");
  await world.context.events.rebuild({ ...EVER, verify: false });
  sound = join(made.directory, "..", "backup");
  expect((await backUp(made.store.backups, sound)).files).toHaveLength(2);
  return () => made.dispose();
});

/** A copy of the backup, which a test may damage. */
function soundBackup(): string {
  const folder = join(temporaryFolder(), "backup");
  cpSync(sound, folder, { recursive: true });
  return folder;
}

const target = () => join(temporaryFolder(), "restored");

/** Expects a backup to be rejected, and nothing to be left of the attempt. */
async function expectRefused(backup: string, message: RegExp, kind = "unreadable-input"): Promise<void> {
  const directory = target();
  await expect(restore(backup, directory)).rejects.toMatchObject({
    kind,
    message: expect.stringMatching(message),
  });
  expect(existsSync(directory)).toBe(false);
}

/** Writes an archive of one's own making. */
async function archiveOf(fill: (archive: Pack) => void): Promise<string> {
  const path = join(temporaryFolder(), "backup.tar");
  const archive = pack();
  fill(archive);
  archive.finalize();
  await pipeline(archive, createWriteStream(path));
  return path;
}

describe("a folder", () => {
  it("that was never finished is no backup", async () => {
    const folder = soundBackup();
    rmSync(join(folder, "backup.json"));
    await expectRefused(folder, /is not a complete backup/);
    await expectRefused(join(folder, "nowhere"), /cannot read .*nowhere: no such file or folder/);
  });

  it.each([
    ["a byte is another", /content of headcount.duckdb has changed/, (path: string) => flip(path)],
    ["it is cut short", /has \d+ bytes instead of/, (path: string) => truncateSync(path, 5_000)],
    ["it is longer", /has \d+ bytes instead of/, (path: string) => appendFileSync(path, "x")],
    ["it is missing", /headcount.duckdb is missing/, (path: string) => rmSync(path)],
  ])("is rejected if of its database %s", async (_what, message, damage) => {
    const folder = soundBackup();
    damage(join(folder, DATABASE_FILE));
    await expectRefused(folder, message);
  });

  it("is rejected if its manifest is damaged, of another format, or names what no backup has", async () => {
    const folder = soundBackup();
    const { files } = manifestOf(folder);
    const [database] = files;
    for (const path of ["../evil", "/etc/passwd", "runs/../../evil.runs", "server.json", "runs/1.runs/x"]) {
      changeManifest(folder, { files: [{ ...database, path }] });
      await expectRefused(folder, /backup.json is damaged/);
    }
    changeManifest(folder, { files: [] });
    await expectRefused(folder, /headcount.duckdb is missing/);
    changeManifest(folder, { files, format: 2 });
    await expectRefused(folder, /does not support the format of the backup \(2\)/);
    writeFileSync(join(folder, "backup.json"), "{");
    await expectRefused(folder, /backup.json is damaged/);
  });

  it("is rejected if it has another version of the schema", async () => {
    const folder = soundBackup();
    changeManifest(folder, { schema_version: SCHEMA_VERSION + 1, release: "9.9.9" });
    const newer = /newer release of Headcount \(9\.9\.9; .* is version 2, .* knows 1\); upgrade Headcount/;
    await expectRefused(folder, newer, "store-newer");
  });
});

describe("an archive", () => {
  it("is restored as the folder is that it was made from", async () => {
    const folder = soundBackup();
    const archive = join(temporaryFolder(), "backup.tar");
    await packInto(folder, archive);
    const directory = target();
    expect(await restore(archive, directory)).toEqual(manifestOf(folder));
    const bytes = [folder, directory].map((place) => readFileSync(join(place, DATABASE_FILE)));
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
    expect(readdirSync(directory).includes("backup.json")).toBe(false);
    await (await openDirectory(directory)).close();
  });

  it("is rejected if it is damaged, or cut short at any byte", async () => {
    const folder = soundBackup();
    const archive = join(temporaryFolder(), "backup.tar");
    await packInto(folder, archive);
    const bytes = readFileSync(archive);
    for (const length of [0, 100, 512, 1_024, 1_536, 100_000, bytes.length - 3_000]) {
      writeFileSync(archive, bytes.subarray(0, length));
      await expectRefused(archive, /archive is (damaged|empty|truncated)/);
    }
    writeFileSync(archive, bytes);
    flip(archive);
    await expectRefused(archive, /damaged/);
  });

  it("writes nowhere but where a backup's files belong", async () => {
    const folder = soundBackup();
    const manifest = readFileSync(join(folder, "backup.json"), "utf8");
    for (const name of ["../evil", "/tmp/headcount-evil", "runs/../../evil.runs", "server.json"]) {
      const archive = await archiveOf((tar) => {
        tar.entry({ name: "backup.json" }, manifest);
        tar.entry({ name }, "evil");
      });
      await expectRefused(archive, /does not belong to the backup/);
    }
    const linked = await archiveOf((tar) => {
      tar.entry({ name: "backup.json" }, manifest);
      tar.entry({ name: DATABASE_FILE, type: "symlink", linkname: "/etc/passwd" });
    });
    await expectRefused(linked, /is not a file/);
    const headless = await archiveOf((tar) => tar.entry({ name: DATABASE_FILE }, "x"));
    await expectRefused(headless, /does not begin with backup.json/);
  });
});

describe("a data directory", () => {
  it("that has something in it is left as it is", async () => {
    const folder = soundBackup();
    const directory = temporaryFolder();
    writeFileSync(join(directory, "mine.txt"), "mine");
    await expect(restore(folder, directory)).rejects.toMatchObject({ kind: "conflict" });
    expect(readdirSync(directory)).toEqual(["mine.txt"]);
    const there = target();
    await restore(folder, there);
    await expect(restore(folder, there)).rejects.toMatchObject({ kind: "conflict" });
    await (await openDirectory(there)).close();
  });

  it("that is empty is restored into, such as one that is mounted", async () => {
    const directory = temporaryFolder();
    await restore(soundBackup(), directory);
    expect(readdirSync(directory)).toContain(DATABASE_FILE);
    expect(readdirSync(directory)).not.toContain(RESTORING_FOLDER);
  });

  it("whose restoring was cut short is not opened, and is restored again", async () => {
    const folder = soundBackup();
    const directory = temporaryFolder();
    mkdirSync(join(directory, RESTORING_FOLDER));
    writeFileSync(join(directory, RESTORING_FOLDER, DATABASE_FILE), "half");
    mkdirSync(join(directory, RUNS_FOLDER));
    await expect(openDirectory(directory)).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/was interrupted; restore the backup again/),
    });
    expect(existsSync(join(directory, DATABASE_FILE))).toBe(false);
    const other = join(directory, "notes.txt");
    writeFileSync(other, "mine");
    const names = readdirSync(directory);
    await expect(restore(folder, directory)).rejects.toMatchObject({ kind: "conflict" });
    expect(readdirSync(directory)).toEqual(names);
    rmSync(other);
    await restore(folder, directory);
    await (await openDirectory(directory)).close();
  });
});

/** Changes a byte in the middle of a file. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

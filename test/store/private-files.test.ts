import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeFolder, shareFile } from "../../src/disk.ts";
import { openStore } from "../../src/store/duckdb/open-store.ts";
import { temporaryFolder } from "../support/headcount.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A data directory in an open folder, opened by a process whose files are readable for all. */
async function open(directory = join(temporaryFolder(), "data")) {
  const mask = process.umask(0o002);
  onTestFinished(() => void process.umask(mask));
  const store = await openStore(directory, { newOrganizationId: () => 1n });
  return { directory, store };
}

/** The entries of a folder, and itself, that others can read. */
function readable(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return [".", ...all].filter((name) => (modeOf(join(folder, name)) & 0o077) !== 0);
}

it("a data directory is readable by its owner alone, whatever the umask", async () => {
  const { directory, store } = await open();
  mkdirSync(join(directory, "analysis"));
  writeFileSync(join(directory, "analysis", "copy"), "");
  expect(readable(directory)).toEqual([]);
  await store.close();
  expect(readable(directory)).toEqual([]);
});

it("a data directory that others could enter is closed to them, and nothing beside it", async () => {
  const { directory, store } = await open();
  await store.close();
  process.umask(0o002);
  writeFileSync(join(dirname(directory), "beside"), "");
  chmodSync(directory, 0o755);
  const again = await open(directory);
  await again.store.close();
  expect(readable(directory)).toEqual([]);
  expect(modeOf(join(dirname(directory), "beside"))).toBe(0o664);
});

it("a folder that all share stays open", async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o1777);
  await (await open(folder)).store.close();
  expect(modeOf(folder)).toBe(0o777);
});

it("files that the user asks for have the permissions of the user's files", async () => {
  const { directory, store } = await open();
  const folder = join(dirname(directory), "exports", "may");
  makeFolder(folder);
  writeFileSync(join(folder, "events.csv"), "");
  expect(modeOf(join(folder, "events.csv"))).toBe(0o600);
  shareFile(join(folder, "events.csv"));
  expect([folder, dirname(folder), join(folder, "events.csv")].map(modeOf)).toEqual([0o775, 0o775, 0o664]);
  await store.close();
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { type FailureKind, HeadcountError } from "../../src/domain/errors.ts";
import { openDirectory } from "./store-directory.ts";
import { duckDbStore, temporaryFolder, treeOf } from "./store-harness.ts";
import { World } from "./store-world.ts";

/** The bytes of a sound data directory's file, with two events in it and a run. */
export async function makeSoundFile(): Promise<Buffer> {
  const openedStore = await duckDbStore();
  const world = await World.over(openedStore);
  await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
  await world.report("a 08:00 1", "a 09:00 -1");
  await world.checkRuns();
  await openedStore.store.close();
  const bytes = readFileSync(join(openedStore.directory, DATABASE_FILE));
  await openedStore.dispose();
  return bytes;
}

/** A data directory with these files. */
export function directoryWith(files: Readonly<Record<string, Uint8Array>>): string {
  const directory = join(temporaryFolder(), "data");
  mkdirSync(directory);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
  return directory;
}

/** Expects that opening fails in one clear line, and leaves every file as it was; gives back the message. */
export async function expectRefused(
  directory: string,
  kind: FailureKind,
  digests = () => treeOf(directory),
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

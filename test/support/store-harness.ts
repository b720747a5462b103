import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import type { Store } from "../../src/engine/ports.ts";
import type { OpenOptions } from "../../src/store/duckdb/open-store.ts";
import { memoryStore } from "./memory-store.ts";
import { ORGANIZATION_ID, openDirectory, runSql } from "./store-directory.ts";

/** An open store of whichever kind. */
export interface OpenedStore {
  /** The one that has been opened last. */
  readonly store: Store;
  /** Closes the store and opens what it holds again. */
  reopen(): Promise<Store>;
  /** Closes the store and removes what it has left. */
  dispose(): Promise<void>;
}

export type StoreFactory = () => Promise<OpenedStore>;

/** An open store over a data directory. */
export interface OpenedDirectory extends OpenedStore {
  readonly directory: string;
  /** Closes the store and runs SQL on its file, behind its back; gives back the last statement's rows. */
  behind(sql: string): Promise<unknown[][]>;
}

/** Opens a store, which goes when the test has finished. */
export async function opened<T extends OpenedStore>(factory: () => Promise<T>): Promise<T> {
  const store = await factory();
  onTestFinished(() => store.dispose());
  return store;
}

/** A new data directory of the store that is used. */
export async function duckDbStore(): Promise<OpenedDirectory> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-store-"));
  const directory = join(folder, "data");
  let store = await openDirectory(directory);
  // Closing one that is closed does nothing.
  const close = () => store.close();
  const reopen = async () => {
    await close();
    store = await openDirectory(directory);
    return store;
  };
  return {
    get store() {
      return store;
    },
    directory,
    reopen,
    behind: async (sql) => {
      await close();
      // It would be of another state.
      rmSync(join(directory, LAST_COMMIT_FILE));
      return runSql(directory, sql);
    },
    dispose: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The store of tests that need none on disk. */
async function inMemoryStore(): Promise<OpenedStore> {
  const store = memoryStore(ORGANIZATION_ID);
  return { store, reopen: async () => store, dispose: async () => {} };
}

/** The stores that the contract is checked on, and how many random sequences of changes each gets. */
export const STORES: readonly (readonly [name: string, factory: StoreFactory, sequences: number])[] = [
  ["DuckDB", duckDbStore, 24],
  ["in memory", inMemoryStore, 100],
];

/** A temporary folder that goes when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A digest of each file of a folder and of those in it, by path. Not to be used on an open store: it would lose its lock. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        path,
        entry.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "folder",
      ];
    }),
  );
}

/** A copy of a data directory, which goes when the test has finished. */
export function copyOf(directory: string): string {
  const copy = join(temporaryFolder(), "data");
  cpSync(directory, copy, { recursive: true });
  return copy;
}

/** Opens a directory and closes it; gives back the ids of its events, and what was said meanwhile. */
export async function look(directory: string, options: Partial<OpenOptions> = {}) {
  const said: string[] = [];
  const notify = (message: string) => void said.push(message);
  const store = await openDirectory(directory, { ...options, notify });
  const events = await store.events.eventsAfter(0n, await store.events.position());
  await store.close();
  return { ids: events.map(({ id }) => id), said: said.join("\n") };
}

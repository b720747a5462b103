import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import type { Store } from "../../src/engine/ports.ts";
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
  ["DuckDB", duckDbStore, 6],
  ["in memory", inMemoryStore, 200],
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

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { onTestFinished } from "vitest";
import type { Store } from "../../src/engine/ports.ts";
import { DATABASE_FILE, openStore } from "../../src/store/duckdb/open-store.ts";
import { memoryStore } from "./memory-store.ts";

/** What every new store of these tests is told to call its organization. */
export const ORGANIZATION_ID = 7_777_777_777_777_777_777n;

/** An open store of whichever kind. */
export interface OpenedStore {
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
  /** Closes the store and changes what its file holds, behind its back, with SQL; then opens it again. */
  tamper(sql: string): Promise<Store>;
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
  let store: Store | null = await openDirectory(directory);
  const close = async () => {
    await store?.close();
    store = null;
  };
  const reopen = async () => {
    await close();
    store = await openDirectory(directory);
    return store;
  };
  return {
    store,
    directory,
    reopen,
    tamper: async (sql) => {
      await close();
      await runSql(directory, sql);
      return reopen();
    },
    dispose: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The store of tests that need none on disk. */
export async function inMemoryStore(): Promise<OpenedStore> {
  const store = memoryStore(ORGANIZATION_ID);
  return { store, reopen: async () => store, dispose: async () => {} };
}

/** The stores that the contract is checked on. */
export const STORES: readonly (readonly [name: string, factory: StoreFactory])[] = [
  ["DuckDB", duckDbStore],
  ["in memory", inMemoryStore],
];

/** Opens a data directory as these tests do. */
export function openDirectory(directory: string): Promise<Store> {
  return openStore(directory, { newOrganizationId: () => ORGANIZATION_ID });
}

/** Runs SQL on a data directory that nobody has open; gives back the last statement's rows. */
export async function runSql(directory: string, sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(join(directory, DATABASE_FILE));
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A temporary folder that goes when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A digest of each file of a folder, by name. Not to be used on an open store: it would lose its lock. */
export function digestsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

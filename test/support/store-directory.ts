import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Store } from "../../src/engine/ports.ts";
import { type OpenOptions, openStore } from "../../src/store/duckdb/open-store.ts";
import { TEST_SETTINGS } from "./settings.ts";

/** The organization's name in every new store of these tests. */
export const ORGANIZATION_ID = 7_777_777_777_777_777_777n;

/** Opens a data directory as these tests do. */
export async function openDirectory(directory: string, options: Partial<OpenOptions> = {}): Promise<Store> {
  const store = await openStore(directory, { newOrganizationId: () => ORGANIZATION_ID, ...options });
  // As commands do: an accepted loss is recorded.
  if (store.acceptedLoss !== null) await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => 0 } });
  return store;
}

/** Runs SQL on a data directory that no process has open; returns the last statement's rows. */
export function runSql(directory: string, sql: string): Promise<unknown[][]> {
  const path = join(directory, DATABASE_FILE);
  return withDuckDb(async (connection) => (await connection.runAndReadAll(sql)).getRows(), path);
}

/** Opens a DuckDB for some work: that of a file, or one in memory. */
export async function withDuckDb<T>(
  work: (connection: DuckDBConnection) => Promise<T>,
  path = ":memory:",
): Promise<T> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Makes a data directory a copy of another, which no process has open. */
export function renewDirectory(directory: string, source: string): void {
  rmSync(directory, { recursive: true, force: true });
  cpSync(source, directory, { recursive: true });
}

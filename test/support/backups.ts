import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { packBackup } from "../../src/backup/archive.ts";
import { type BackupManifest, MANIFEST_FILE } from "../../src/backup/manifest.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import type { BackupOrder, BackupSource } from "../../src/engine/ports.ts";
import { requireKnownVersion } from "../../src/store/duckdb/schema.ts";
import { runSql } from "./store-directory.ts";

/** The options of these tests' backups. */
export const ORDER: BackupOrder = { release: "0.0.0", now: 0, onProgress: () => {} };

/** Makes a backup in a folder; gives back what it says of itself. */
export async function backUp(backups: BackupSource, folder: string): Promise<BackupManifest> {
  await backups.write(folder, ORDER);
  return manifestOf(folder);
}

export function manifestOf(folder: string): BackupManifest {
  return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), "utf8")) as BackupManifest;
}

/** Changes what a backup says of itself. */
export function changeManifest(folder: string, changes: object): void {
  writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify({ ...manifestOf(folder), ...changes }));
}

export function restore(backup: string, directory: string): Promise<BackupManifest> {
  return restoreBackup(backup, directory, {
    requireVersion: (version, release) => requireKnownVersion(backup, version, release),
    onProgress: () => {},
  });
}

/** Packs a backup into an archive. */
export async function packInto(folder: string, archive: string): Promise<void> {
  await pipeline(packBackup(folder), createWriteStream(archive));
}

/** Every row of every table of a data directory that no process has open, in order. */
export async function tablesOf(directory: string): Promise<Readonly<Record<string, readonly unknown[][]>>> {
  const names = await runSql(directory, "SELECT table_name FROM duckdb_tables() ORDER BY table_name");
  const tables: Record<string, readonly unknown[][]> = {};
  for (const [name] of names) tables[String(name)] = await runSql(directory, `FROM ${String(name)}`);
  return tables;
}

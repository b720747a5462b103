import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { CatalogRows } from "../../engine/ports.ts";
import { readCatalog } from "./catalog-store.ts";
import { readRecord } from "./commit-record.ts";
import { Connection } from "./database.ts";
import { PositionReader } from "./database-position.ts";
import { DuckDBInstance } from "./duckdb-api.ts";
import { explainOpening } from "./failures.ts";
import { newerSchema } from "./inspect-directory.ts";
import { knownSchemaVersion, schemaVersion } from "./migrations.ts";
import { findLoss, requireNothingMissing } from "./missing-commits.ts";
import { isOpenHere } from "./open-store.ts";
import { requireDatabase } from "./remains.ts";

/** A data directory that is read, by one statement at a time, while nobody changes it. */
export interface ReadOnlyDirectory {
  readonly connection: Connection;
  catalog(): Promise<CatalogRows>;
  close(): void;
}

/**
 * Opens a data directory without changing anything in it; several may at once.
 *
 * @throws HeadcountError `store-held` where this or another process has it open for writing; `store-newer`
 * `store-damaged` or `store-incomplete` as `openStore` does; `unavailable` where there is none, or an older release wrote it
 */
export async function openReadOnly(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<ReadOnlyDirectory> {
  const file = join(directory, DATABASE_FILE);
  requireDatabase(directory);
  if (!existsSync(file)) throw new HeadcountError("unavailable", `${directory} is not a data directory`);
  // DuckDB would not refuse it, and the lock of whoever has it open would be gone with ours.
  if (isOpenHere(realpathSync(directory)))
    throw new HeadcountError("store-held", `${directory} is open in this process already`);
  try {
    return await openFile(directory, file, settings);
  } catch (error) {
    throw explainOpening(directory, error);
  }
}

async function openFile(
  directory: string,
  file: string,
  settings: Readonly<Record<string, string>>,
): Promise<ReadOnlyDirectory> {
  const instance = await DuckDBInstance.create(file, { ...settings, access_mode: "READ_ONLY" });
  const connection = new Connection(await instance.connect());
  const reader = new PositionReader(directory);
  const close = () => {
    connection.close();
    instance.closeSync();
    reader.close();
  };
  try {
    checkVersion(directory, await schemaVersion(connection));
    requireNothingMissing(directory, await findLoss(connection, reader, readRecord(directory)));
  } catch (error) {
    close();
    throw error;
  }
  return { connection, catalog: () => readCatalog(connection), close };
}

function checkVersion(directory: string, version: number): void {
  const known = knownSchemaVersion();
  if (version === known) return;
  if (version > known) throw newerSchema(directory, version);
  const versions = `its schema is version ${version}, this release knows ${known}`;
  throw new HeadcountError(
    "unavailable",
    `${directory} was written by an older release of Headcount (${versions}); open it once with this one, as ` +
      "`headcount serve` or `headcount rebuild --verify` does, which brings it up to date",
  );
}

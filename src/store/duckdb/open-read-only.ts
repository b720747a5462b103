import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { CatalogRows } from "../../engine/ports.ts";
import { readCatalog } from "./catalog-store.ts";
import { PositionReader, readRecord } from "./commit-record.ts";
import { Connection } from "./database.ts";
import { requireDatabase } from "./directory-files.ts";
import { DuckDBInstance } from "./duckdb-api.ts";
import { explainOpening } from "./failures.ts";
import { findLoss, requireNothingMissing } from "./missing-commits.ts";
import { isOpenHere } from "./open-store.ts";
import { OPEN_FOR_WRITING, readSchema, requireKnownVersion, SCHEMA, type Schema } from "./schema.ts";

/** A data directory that is read, by one statement at a time, while nobody changes it. */
export interface ReadOnlyDirectory {
  readonly connection: Connection;
  catalog(): Promise<CatalogRows>;
  close(): void;
}

/**
 * Opens a data directory without changing anything in it; several may at once. Its views and macros may be those of
 * another release, so they are not to be used.
 *
 * @throws HeadcountError `store-held` where this or another process has it open for writing; `store-newer`
 * `store-damaged` or `store-incomplete` as `openStore` does; `unavailable` where there is none, or an older release wrote it
 */
export async function openReadOnly(
  directory: string,
  settings: Readonly<Record<string, string>>,
  schema = SCHEMA,
): Promise<ReadOnlyDirectory> {
  const file = join(directory, DATABASE_FILE);
  requireDatabase(directory);
  if (!existsSync(file)) throw new HeadcountError("unavailable", `${directory} is not a data directory`);
  // DuckDB would not refuse it, and the lock of whoever has it open would be gone with ours.
  if (isOpenHere(realpathSync(directory)))
    throw new HeadcountError("store-held", `${directory} is open in this process already`);
  try {
    return await openFile({ directory, file }, settings, schema);
  } catch (error) {
    throw explainOpening(directory, error);
  }
}

async function openFile(
  { directory, file }: { readonly directory: string; readonly file: string },
  settings: Readonly<Record<string, string>>,
  schema: Schema,
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
    const stored = await readSchema(connection);
    if (stored !== null) requireKnownVersion(directory, stored.version, { schema, isReadOnly: true });
    requireNothingMissing(directory, await findLoss(connection, reader, readRecord(directory)));
    if (stored === null)
      throw new HeadcountError("unavailable", `${directory} has no data yet; ${OPEN_FOR_WRITING}`);
  } catch (error) {
    close();
    throw error;
  }
  return { connection, catalog: () => readCatalog(connection), close };
}

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { CatalogRows } from "../../engine/ports.ts";
import { readCatalog } from "./catalog-store.ts";
import type { Connection } from "./database.ts";
import { requireDatabase } from "./directory-files.ts";
import { explainOpening } from "./failures.ts";
import { openAndCompare, requireNothingMissing } from "./missing-commits.ts";
import { isOpenHere } from "./open-store.ts";
import { OPEN_FOR_WRITING, SCHEMA } from "./schema.ts";

/** A data directory that is read, by one statement at a time, while no process changes it. */
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
  requireDatabase(directory);
  if (!existsSync(join(directory, DATABASE_FILE)))
    throw new HeadcountError("unavailable", `${directory} is not a data directory`);
  // DuckDB would open it a second time, and closing it would release the lock of the first opening.
  if (isOpenHere(realpathSync(directory)))
    throw new HeadcountError("store-held", `${directory} is open in this process already`);
  try {
    const { connection, close, loss, version } = await openAndCompare(directory, settings, {
      schema,
      isReadOnly: true,
    });
    try {
      requireNothingMissing(directory, loss);
      if (version === null)
        throw new HeadcountError("unavailable", `${directory} has no data yet; ${OPEN_FOR_WRITING}`);
    } catch (error) {
      close();
      throw error;
    }
    return { connection, catalog: () => readCatalog(connection), close };
  } catch (error) {
    throw explainOpening(directory, error);
  }
}

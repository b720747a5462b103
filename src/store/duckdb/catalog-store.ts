import type {
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogStore,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventPage,
  PageOf,
} from "../../engine/ports.ts";
import { appendAuditEntries, readAuditLog } from "./audit-log.ts";
import { CATALOG_TABLES, decodeRows, encodeRows, tableName, tableStatement } from "./catalog-tables.ts";
import { type Connection, type Database, slicesOf } from "./database.ts";
import { BIGINT, LIST, listValue } from "./duckdb-api.ts";
import { markChangedBindings } from "./run-marks.ts";
import { statement } from "./statements.ts";

/** The catalog's tables in DuckDB. */
export class DuckDbCatalogStore implements CatalogStore {
  readonly #database: Database;
  readonly #loaded: (rows: CatalogRows) => void;

  /** @param loaded receives the rows whenever they have been loaded */
  constructor(database: Database, loaded: (rows: CatalogRows) => void) {
    this.#database = database;
    this.#loaded = loaded;
  }

  async load(): Promise<CatalogRows> {
    const rows = await this.#database.read(readCatalog);
    this.#loaded(rows);
    return rows;
  }

  audit(filter: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>> {
    return readAuditLog(this.#database, filter, page);
  }
}

/** Reads the whole catalog. */
export async function readCatalog(connection: Connection): Promise<CatalogRows> {
  const directory = await connection.row(statement("catalog/directory"));
  const tables: Partial<Record<CatalogTable, unknown>> = {};
  for (const table of CATALOG_TABLES) {
    const rows = await connection.rows(tableStatement("resources", table));
    tables[table] = decodeRows(table, rows);
  }
  // The loop has set every table to rows of its type.
  return {
    ...(tables as { [T in CatalogTable]: CatalogTables[T][] }),
    organizationId: directory.organization_id as bigint,
    nextId: directory.next_id as bigint,
  };
}

/** Reads the whole catalog and drops the rows: reading fails where the file is damaged. */
export async function readThroughCatalog(connection: Connection): Promise<void> {
  await connection.run(statement("catalog/directory"));
  for (const table of CATALOG_TABLES) await connection.run(tableStatement("resources", table));
}

/** Applies a write to the tables. The caller has begun a transaction. */
export async function writeCatalog(connection: Connection, write: CatalogWrite): Promise<void> {
  for (const table of CATALOG_TABLES) {
    const rows: readonly CatalogTables[CatalogTable][] = write.put?.[table] ?? [];
    const replaced = [...(write.remove?.[table] ?? []), ...rows.map((row) => row.id)];
    for await (const slice of slicesOf(replaced)) await removeRows(connection, table, slice);
    for await (const slice of slicesOf(rows))
      await connection.append(tableName(table), encodeRows(table, slice));
  }
  if (write.changedBindings?.length) await markChangedBindings(connection, write.changedBindings);
  if (write.audit?.length) await appendAuditEntries(connection, write.audit);
  if (write.nextId !== undefined) {
    await connection.run(statement("catalog/set-next-id"), { next_id: write.nextId }, { next_id: BIGINT });
  }
}

function removeRows(connection: Connection, table: CatalogTable, ids: readonly bigint[]): Promise<number> {
  return connection.run(
    tableStatement("remove-resources", table),
    { ids: listValue([...ids]) },
    { ids: LIST(BIGINT) },
  );
}

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
import { CATALOG_TABLES, decodeRows, encodeRows, fileWord } from "./catalog-tables.ts";
import { type Connection, type Database, slicesOf } from "./database.ts";
import { BIGINT, LIST, listValue } from "./duckdb-api.ts";
import { markRebound } from "./rebindings.ts";
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
    const rows = await connection.rows(statement(`catalog/all-${fileWord(table)}`));
    tables[table] = decodeRows(table, rows);
  }
  // The loop has filled every table with rows of its own kind.
  return {
    ...(tables as { [T in CatalogTable]: CatalogTables[T][] }),
    organizationId: directory.organization_id as bigint,
    nextId: directory.next_id as bigint,
  };
}

/** Has the whole catalog read, so that what is damaged of it shows, without making anything of it. */
export async function readThroughCatalog(connection: Connection): Promise<void> {
  for (const name of ["directory", ...CATALOG_TABLES.map((table) => `all-${fileWord(table)}`)])
    await connection.run(statement(`catalog/${name}`));
}

/** Applies a write to the tables, within a transaction of the caller's. */
export async function writeCatalog(connection: Connection, write: CatalogWrite): Promise<void> {
  for (const table of CATALOG_TABLES) {
    const rows: readonly CatalogTables[CatalogTable][] = write.put?.[table] ?? [];
    const replaced = [...(write.remove?.[table] ?? []), ...rows.map((row) => row.id)];
    for await (const slice of slicesOf(replaced)) await removeRows(connection, table, slice);
    const name = fileWord(table).replaceAll("-", "_");
    for await (const slice of slicesOf(rows)) await connection.append(name, encodeRows(table, slice));
  }
  if (write.rebindings?.length) await markRebound(connection, write.rebindings);
  if (write.audit?.length) await appendAuditEntries(connection, write.audit);
  if (write.nextId !== undefined) {
    await connection.run(statement("catalog/set-next-id"), { next_id: write.nextId }, { next_id: BIGINT });
  }
}

function removeRows(connection: Connection, table: CatalogTable, ids: readonly bigint[]): Promise<number> {
  return connection.run(
    statement(`catalog/remove-${fileWord(table)}`),
    { ids: listValue([...ids]) },
    { ids: LIST(BIGINT) },
  );
}

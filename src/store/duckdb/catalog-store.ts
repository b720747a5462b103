import type {
  AuditAction,
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogStore,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventPage,
  NewAuditEntry,
  PageOf,
} from "../../engine/ports.ts";
import { CATALOG_TABLES, decodeRows, encodeRows, tableName, tableStatement } from "./catalog-tables.ts";
import { type Connection, type Database, type SqlRow, slicesOf } from "./database.ts";
import { BIGINT, LIST, listValue, VARCHAR } from "./duckdb-api.ts";
import { rangeOf, readPage } from "./event-rows.ts";
import { markRebound } from "./run-source.ts";
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
  if (write.rebindings?.length) await markRebound(connection, write.rebindings);
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

/** Appends entries with the numbers after the last one. The caller has begun a transaction. */
async function appendAuditEntries(connection: Connection, entries: readonly NewAuditEntry[]): Promise<void> {
  const { id } = await connection.row(statement("audit/last-entry"));
  let lastId = id as bigint;
  for await (const slice of slicesOf(entries)) {
    await appendSlice(connection, slice, lastId);
    lastId += BigInt(slice.length);
  }
}

async function appendSlice(
  connection: Connection,
  entries: readonly NewAuditEntry[],
  lastId: bigint,
): Promise<void> {
  const column = (
    type: typeof BIGINT | typeof VARCHAR,
    read: (entry: NewAuditEntry) => bigint | string | null,
  ) => ({
    type,
    values: entries.map(read),
  });
  await connection.append("audit_entry", [
    { type: BIGINT, values: entries.map((_, index) => lastId + BigInt(index + 1)) },
    column(BIGINT, ({ instant }) => BigInt(instant)),
    column(BIGINT, ({ actor }) => actor.tokenId),
    column(VARCHAR, ({ actor }) => actor.name),
    column(VARCHAR, ({ action }) => action),
    column(VARCHAR, ({ resourceType }) => resourceType),
    column(VARCHAR, ({ resourceId }) => resourceId),
    column(VARCHAR, ({ changes }) => JSON.stringify(changes)),
  ]);
}

/** A page of the audit log, in the order of the entries' creation. */
function readAuditLog(
  database: Database,
  { tokenId, resourceId }: AuditFilter,
  page: EventPage,
): Promise<PageOf<AuditEntry>> {
  const values = { ...rangeOf(page), token_id: tokenId, resource_id: resourceId };
  const types = { token_id: BIGINT, resource_id: VARCHAR };
  const statements = ["audit/count-entries", "audit/list-entries"] as const;
  return database.read((connection) => readPage(connection, statements, { values, types }, page, auditEntry));
}

function auditEntry(row: SqlRow): AuditEntry {
  return {
    id: row.id as bigint,
    instant: Number(row.ts),
    actor: { tokenId: row.token_id as bigint | null, name: String(row.actor) },
    action: row.action as AuditAction,
    resourceType: String(row.resource_type),
    resourceId: String(row.resource_id),
    changes: JSON.parse(String(row.changes)),
  };
}

import { BIGINT, VARCHAR } from "@duckdb/node-api";
import { inSnakeCase } from "../../duckdb/column-names.ts";
import { column, slicesOf } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type {
  AuditAction,
  AuditEntry,
  CatalogRows,
  CatalogStore,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  NewAuditEntry,
} from "../../engine/ports.ts";
import { CATALOG_TABLES, decodeRows, encodeRows, tableStatement } from "./catalog-tables.ts";
import { rangeOf, readPage } from "./event-rows.ts";
import { markChangedBindings } from "./run-source.ts";

export function duckDbCatalogStore(database: Database): CatalogStore {
  return {
    load: () => database.read(readCatalog),
    audit: ({ tokenId = null, resourceType = null, resourceId = null }, page) => {
      const filter = { token_id: tokenId, resource_type: resourceType, resource_id: resourceId };
      const values = { ...rangeOf(page), ...filter };
      const paths = ["catalog/count-audit-entries", "catalog/list-audit-entries"] as const;
      return readPage(database, paths, values, page, auditEntry);
    },
  };
}

/** Reads the whole catalog. Rows are converted as they are read: a million sensors take twice the memory as rows. */
export async function readCatalog(connection: Connection): Promise<CatalogRows> {
  const directory = await connection.row(statement("catalog/directory"));
  const tables: Partial<Record<CatalogTable, unknown>> = {};
  for (const table of CATALOG_TABLES) {
    const resources: CatalogTables[CatalogTable][] = [];
    for await (const rows of connection.batches(tableStatement("catalog/resources", table)))
      resources.push(...decodeRows(table, rows));
    tables[table] = resources;
  }
  // The loop has set every table to rows of its type.
  return {
    ...(tables as { [T in CatalogTable]: CatalogTables[T][] }),
    organizationId: directory.organization_id,
    nextId: directory.next_id,
  };
}

/** Reads the whole catalog and drops the rows: reading fails if the file is damaged. */
export async function readThroughCatalog(connection: Connection): Promise<void> {
  await connection.run(statement("catalog/directory"));
  for (const table of CATALOG_TABLES) await connection.run(tableStatement("catalog/resources", table));
}

/** Applies a write to the tables. The caller has begun a transaction. */
export async function writeCatalog(connection: Connection, write: CatalogWrite): Promise<void> {
  for (const table of CATALOG_TABLES) {
    const rows: readonly CatalogTables[CatalogTable][] = write.put?.[table] ?? [];
    const replaced = [...(write.remove?.[table] ?? []), ...rows.map((row) => row.id)];
    await connection.removeRows(inSnakeCase(table), replaced);
    for await (const slice of slicesOf(rows))
      await connection.append(inSnakeCase(table), encodeRows(table, slice));
  }
  if (write.changedBindings?.length) await markChangedBindings(connection, write.changedBindings);
  if (write.audit?.length) await appendAuditEntries(connection, write.audit);
  if (write.nextId !== undefined)
    await connection.run(statement("catalog/raise-next-id"), { next_id: write.nextId });
}

/** Appends entries with the numbers after the last one. The caller has begun a transaction. */
async function appendAuditEntries(connection: Connection, entries: readonly NewAuditEntry[]): Promise<void> {
  let { id: lastId } = await connection.row(statement("catalog/last-audit-entry"));
  for await (const slice of slicesOf(entries))
    await connection.append("audit_entry", [
      column(BIGINT, slice, () => ++lastId),
      column(BIGINT, slice, ({ instant }) => BigInt(instant)),
      column(BIGINT, slice, ({ actor }) => actor.tokenId),
      column(VARCHAR, slice, ({ actor }) => actor.name),
      column(VARCHAR, slice, ({ action }) => action),
      column(VARCHAR, slice, ({ resourceType }) => resourceType),
      column(VARCHAR, slice, ({ resourceId }) => resourceId),
      column(VARCHAR, slice, ({ changes }) => JSON.stringify(changes)),
    ]);
}

function auditEntry(row: Row<"catalog/list-audit-entries">): AuditEntry {
  const { tokenId, name, action, changes, ...entry } = row;
  return { ...entry, actor: { tokenId, name }, action: action as AuditAction, changes: JSON.parse(changes) };
}

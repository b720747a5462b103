import type {
  AuditAction,
  AuditEntry,
  AuditFilter,
  EventPage,
  NewAuditEntry,
  PageOf,
} from "../../engine/ports.ts";
import { type Connection, type Database, type SqlRow, slicesOf } from "./database.ts";
import { BIGINT, VARCHAR } from "./duckdb-api.ts";
import { rangeOf, readPage } from "./event-rows.ts";
import { statement } from "./statements.ts";

/** Appends entries with the numbers after the last one. The caller has begun a transaction. */
export async function appendAuditEntries(
  connection: Connection,
  entries: readonly NewAuditEntry[],
): Promise<void> {
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
export function readAuditLog(
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

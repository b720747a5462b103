import { must } from "../../domain/errors.ts";
import { DESCRIBED_TABLES, type DescribedChange, describeChange, truncateFields } from "../catalog/audit.ts";
import { Catalog, type CatalogChange } from "../catalog/catalog.ts";
import type { CatalogTable, CatalogTables, CatalogWrite, ChangedBinding, Store } from "../ports.ts";
import { Pacer } from "../yielding.ts";

/** The result of changes made on a copy of the catalog. */
export interface DryRun {
  /** The copy after the changes. */
  readonly after: Catalog;
  /** All changes as one write, without rows that end up unchanged. */
  readonly write: CatalogWrite;
  /** The changed rows, in the order of the audit log. */
  readonly changes: readonly RowChange[];
}

/** A change of one row. */
export interface RowChange {
  readonly table: CatalogTable;
  readonly id: bigint;
  /** With untruncated values. */
  readonly described: DescribedChange;
  /** As written to the audit log. */
  readonly audited: DescribedChange;
}

type Row = CatalogTables[CatalogTable];

/** The final state of each changed row; null if it is deleted. */
type LastRows = Map<CatalogTable, Map<bigint, Row | null>>;

/**
 * Makes changes on a copy of the catalog that saves nothing, all at one instant, and yields to the event loop in
 * between. Intermediate states are not visible to others. Call within `exclusive`, so that the resulting write can be
 * saved.
 */
export async function runOnCopy(
  { catalog, clock, actor }: CatalogChange,
  make: (copied: CatalogChange) => Promise<void>,
): Promise<DryRun> {
  const writes: CatalogWrite[] = [];
  const pacer = new Pacer();
  const after = await Catalog.open(recordingStore(catalog, writes, pacer), false);
  const now = clock.now();
  await make({ catalog: after, clock: { now: () => now }, actor });
  return { after, ...(await mergeWrites(catalog, writes, after.rows().nextId, pacer)) };
}

function recordingStore(
  catalog: Catalog,
  writes: CatalogWrite[],
  pacer: Pacer,
): Pick<Store, "catalog" | "journal"> {
  return {
    catalog: { load: async () => catalog.rows(), audit: async () => ({ total: 0, items: [] }) },
    journal: {
      commit: async (write) => {
        writes.push(must(write.catalog, "catalog write"));
        await pacer.step();
        return { conflict: null, ids: { eventId: 0n, callId: 0n } };
      },
    },
  };
}

/** Merges successive writes into one, without rows that end up unchanged. */
async function mergeWrites(
  before: Catalog,
  writes: readonly CatalogWrite[],
  nextId: bigint,
  pacer: Pacer,
): Promise<Pick<DryRun, "write" | "changes">> {
  const last: LastRows = new Map();
  const changedBindings: ChangedBinding[] = [];
  for (const write of writes) {
    for (const table of tablesOf(write.remove)) {
      for (const id of write.remove?.[table] ?? []) recordRow(last, table, id, null);
    }
    for (const table of tablesOf(write.put)) {
      for (const row of write.put?.[table] ?? []) recordRow(last, table, row.id, row);
    }
    changedBindings.push(...(write.changedBindings ?? []));
    await pacer.step();
  }
  const put: Partial<Record<CatalogTable, Row[]>> = {};
  const remove: Partial<Record<CatalogTable, bigint[]>> = {};
  const changes: RowChange[] = [];
  for (const table of DESCRIBED_TABLES) {
    const [removals, others]: [RowChange[], RowChange[]] = [[], []];
    put[table] = [];
    remove[table] = [];
    for (const [id, row] of last.get(table) ?? []) {
      const described = describeChange(table, before.row(table, id), row ?? undefined);
      await pacer.step();
      if (described === null) continue;
      const audited = { ...described, changes: truncateFields(described.changes) };
      (row === null ? removals : others).push({ table, id, described, audited });
      if (row === null) remove[table].push(id);
      else put[table].push(row);
    }
    changes.push(...removals, ...others);
  }
  // The rows under each table come from writes to that table.
  return {
    write: { put: put as NonNullable<CatalogWrite["put"]>, remove, changedBindings, nextId },
    changes,
  };
}

/** Records the final state of a row, in the order of the last changes. */
function recordRow(last: LastRows, table: CatalogTable, id: bigint, row: Row | null): void {
  const rows = last.get(table) ?? new Map<bigint, Row | null>();
  last.set(table, rows);
  rows.delete(id);
  rows.set(id, row);
}

function tablesOf(rows: CatalogWrite["put"] | CatalogWrite["remove"]): CatalogTable[] {
  return Object.keys(rows ?? {}) as CatalogTable[];
}

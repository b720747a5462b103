import { describeChanges } from "../audit.ts";
import { Catalog } from "../catalog.ts";
import type { EngineContext } from "../context.ts";
import type { CatalogStore, CatalogTable, CatalogTables, CatalogWrite, Rebinding } from "../ports.ts";

/** What came of changes that were made on a copy of the catalog. */
export interface Rehearsal {
  /** The copy, as it is after them. */
  readonly after: Catalog;
  /** All of them in one; what ends as it began is not in it. */
  readonly write: CatalogWrite;
}

type Row = CatalogTables[CatalogTable];

/** What has become of each row; null where it is gone. */
type LastRows = Map<CatalogTable, Map<bigint, Row | null>>;

/**
 * Makes changes on a copy of the catalog, which saves nothing, all of them at one instant. They may leave
 * the catalog on the way in states that nobody is to see. To be called within `exclusive`, so that what
 * they amount to can then be saved.
 */
export async function rehearse(
  context: EngineContext,
  change: (copied: EngineContext) => Promise<void>,
): Promise<Rehearsal> {
  const { catalog, clock } = context;
  const writes: CatalogWrite[] = [];
  const after = await Catalog.open(recordingStore(catalog, writes));
  const now = clock.now();
  await change({ ...context, catalog: after, clock: { now: () => now } });
  return { after, write: unite(catalog, writes, after.rows().nextId) };
}

function recordingStore(catalog: Catalog, writes: CatalogWrite[]): CatalogStore {
  return {
    load: async () => catalog.rows(),
    save: async (write) => void writes.push(write),
    audit: async () => ({ total: 0, items: [] }),
  };
}

/** Writes one after another as one, without the rows that end as they began. */
function unite(before: Catalog, writes: readonly CatalogWrite[], nextId: bigint): CatalogWrite {
  const last: LastRows = new Map();
  const rebindings: Rebinding[] = [];
  for (const write of writes) {
    for (const table of tablesOf(write.remove)) {
      for (const id of write.remove?.[table] ?? []) note(last, table, id, null);
    }
    for (const table of tablesOf(write.put)) {
      for (const row of write.put?.[table] ?? []) note(last, table, row.id, row);
    }
    rebindings.push(...(write.rebindings ?? []));
  }
  const put: Partial<Record<CatalogTable, Row[]>> = {};
  const remove: Partial<Record<CatalogTable, bigint[]>> = {};
  for (const [table, rows] of last) {
    put[table] = [...rows.values()].filter((row) => row !== null && isChanged(before, table, row)) as Row[];
    remove[table] = [...rows.keys()].filter((id) => rows.get(id) === null && before.row(table, id));
  }
  // Each table's rows have come from writes to that table.
  return { put: put as NonNullable<CatalogWrite["put"]>, remove, rebindings, nextId };
}

function isChanged(before: Catalog, table: CatalogTable, row: Row): boolean {
  if (before.row(table, row.id) === undefined) return true;
  const write = { put: { [table]: [row] } } as CatalogWrite;
  return describeChanges(write, (_, id) => before.row(table, id)).length > 0;
}

/** Notes what has become of a row, in the order in which rows came to be as they are in the end. */
function note(last: LastRows, table: CatalogTable, id: bigint, row: Row | null): void {
  const rows = last.get(table) ?? new Map<bigint, Row | null>();
  last.set(table, rows);
  rows.delete(id);
  rows.set(id, row);
}

function tablesOf(rows: CatalogWrite["put"] | CatalogWrite["remove"]): CatalogTable[] {
  return Object.keys(rows ?? {}) as CatalogTable[];
}

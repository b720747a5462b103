import { must } from "../../domain/errors.ts";
import { DESCRIBED_TABLES, type DescribedChange, describeChange, shortenFields } from "../catalog/audit.ts";
import { Catalog, type CatalogChange } from "../catalog/catalog.ts";
import type { CatalogTable, CatalogTables, CatalogWrite, Rebinding, Store } from "../ports.ts";
import { Pacer } from "../yielding.ts";

/** What came of changes that were made on a copy of the catalog. */
export interface Rehearsal {
  /** The copy, as it is after them. */
  readonly after: Catalog;
  /** All of them in one; what ends as it began is not in it. */
  readonly write: CatalogWrite;
  /** What it changes, in the order of the audit log. */
  readonly changes: readonly RowChange[];
}

/** What a write does to one row. */
export interface RowChange {
  readonly table: CatalogTable;
  readonly id: bigint;
  /** With its values whole. */
  readonly described: DescribedChange;
  /** As the audit log notes it. */
  readonly noted: DescribedChange;
}

type Row = CatalogTables[CatalogTable];

/** What has become of each row; null where it is gone. */
type LastRows = Map<CatalogTable, Map<bigint, Row | null>>;

/**
 * Makes changes on a copy of the catalog, which saves nothing, all of them at one instant. They may leave
 * the catalog on the way in states that are never shown. To be called within `exclusive`, so that what
 * they amount to can then be saved. Others have their turn now and then, in which they can read.
 */
export async function rehearse(
  { catalog, clock, actor }: CatalogChange,
  make: (copied: CatalogChange) => Promise<void>,
): Promise<Rehearsal> {
  const writes: CatalogWrite[] = [];
  const pacer = new Pacer();
  const after = await Catalog.open(recordingStore(catalog, writes, pacer), false);
  const now = clock.now();
  await make({ catalog: after, clock: { now: () => now }, actor });
  return { after, ...(await unite(catalog, writes, after.rows().nextId, pacer)) };
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

/** Writes one after another as one, without the rows that end as they began. */
async function unite(
  before: Catalog,
  writes: readonly CatalogWrite[],
  nextId: bigint,
  pacer: Pacer,
): Promise<Pick<Rehearsal, "write" | "changes">> {
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
      const noted = { ...described, changes: shortenFields(described.changes) };
      (row === null ? removals : others).push({ table, id, described, noted });
      if (row === null) remove[table].push(id);
      else put[table].push(row);
    }
    changes.push(...removals, ...others);
  }
  // Each table's rows have come from writes to that table.
  return { write: { put: put as NonNullable<CatalogWrite["put"]>, remove, rebindings, nextId }, changes };
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

import type { Catalog, CatalogChange } from "../catalog/catalog.ts";
import type { CatalogTable, CatalogTables } from "../ports.ts";

/** Runs a change while no other change is made, at the current time in ms. */
export function changeCatalog<T>(
  change: CatalogChange,
  make: (catalog: Catalog, now: number) => Promise<T>,
): Promise<T> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, () => make(catalog, clock.now()));
}

/** Saves a row that `make` checks and makes: a new one, or one that replaces the row with its id. */
export function saveResource<T extends CatalogTable>(
  change: CatalogChange,
  table: T,
  make: (catalog: Catalog, now: number) => CatalogTables[T],
): Promise<CatalogTables[T]> {
  return changeCatalog(change, async (catalog, now) => {
    const row = make(catalog, now);
    await catalog.save({ put: { [table]: [row] } });
    return row;
  });
}

/** The fields that a new resource gets from the catalog. Use within `exclusive`. */
export function created(catalog: Catalog, now: number) {
  return { id: catalog.newId(), createdAt: now, updatedAt: now };
}

/** Deletes a resource that no other one refers to. @throws HeadcountError `not-found` */
export function deleteResource(
  change: CatalogChange,
  table: "timeSegmentGroup" | "token" | "webhook",
  id: bigint,
): Promise<void> {
  return changeCatalog(change, async (catalog) => {
    catalog.find(table, id);
    await catalog.save({ remove: { [table]: [id] } });
  });
}

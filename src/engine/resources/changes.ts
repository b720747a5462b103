import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { CatalogTable, CatalogTables } from "../ports.ts";

export function saveResource<T extends CatalogTable>(
  change: CatalogChange,
  table: T,
  make: (draft: Draft) => CatalogTables[T],
): Promise<CatalogTables[T]> {
  return change.journal.transact(change, (draft) => {
    const row = make(draft);
    draft.save({ put: { [table]: [row] } });
    return row;
  });
}

/** Deletes a resource that no other one refers to. @throws HeadcountError `not-found` */
export function deleteResource(
  change: CatalogChange,
  table: "timeSegmentGroup" | "token" | "webhook",
  id: bigint,
): Promise<void> {
  return change.journal.transact(change, (draft) => {
    draft.catalog.find(table, id);
    draft.save({ remove: { [table]: [id] } });
  });
}

import { TABLES_IN_WRITE_ORDER } from "../../src/engine/catalog/audit.ts";
import type { CatalogStore } from "../../src/engine/ports.ts";
import type { Contents } from "./memory-log.ts";

/** The catalog of a store in memory. */
export function memoryCatalog(contents: Contents): CatalogStore {
  const { tables, audit, organizationId } = contents;
  return {
    load: async () => {
      const rows = TABLES_IN_WRITE_ORDER.map((name) => [name, ascending(tables[name])]);
      return { ...Object.fromEntries(rows), organizationId, nextId: contents.nextId };
    },

    async audit({ tokenId = null, resourceType = null, resourceId = null }, page) {
      const found = audit
        .filter(({ instant }) => instant >= page.start && instant < page.end)
        .filter(({ actor }) => tokenId === null || actor.tokenId === tokenId)
        .filter((entry) => resourceType === null || entry.resourceType === resourceType)
        .filter((entry) => resourceId === null || entry.resourceId === resourceId);
      const ordered = page.order === "ASC" ? found : found.reverse();
      return { total: found.length, items: ordered.slice(page.offset, page.offset + page.limit) };
    },
  };
}

function ascending(table: ReadonlyMap<bigint, { readonly id: bigint }>) {
  return [...table.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

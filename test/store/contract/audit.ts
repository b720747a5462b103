import { describe, expect, it } from "vitest";
import { ID_MAX } from "../../../src/domain/ids.ts";
import {
  type AuditFilter,
  COMMIT_CONFLICTS,
  type EventPage,
  type NewAuditEntry,
  type Store,
} from "../../../src/engine/ports.ts";
import { commitTo, eventsAt, saveCatalog, voidedEvents } from "../../support/commits.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { SAMPLE_ROWS } from "../../support/store-rows.ts";
import { EVERYTHING } from "../../support/store-world.ts";

const ALL: AuditFilter = { tokenId: null, resourceId: null };

function entry(change: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    instant: 1000,
    actor: { tokenId: 1n, name: "one" },
    action: "update",
    resourceType: "space",
    resourceId: "spc_1",
    changes: {},
    ...change,
  };
}

/** Entries of two tokens and the command line on three resources; the clock goes back once. */
const ENTRIES: readonly NewAuditEntry[] = [
  entry({ action: "create", changes: { name: { to: 'it\'s "a" 会議室\n' }, x: { from: null, to: 0.1 } } }),
  entry({ instant: 2000, actor: { tokenId: ID_MAX, name: "" }, resourceId: "spc_2" }),
  entry({ instant: 1999, actor: { tokenId: null, name: "command line" }, action: "void" }),
  entry({ instant: 3000, actor: { tokenId: null, name: "command line" }, resourceId: "evt_3" }),
  entry({
    instant: 3000,
    action: "delete",
    changes: { tags: { from: ["a", "b"] }, meta: { to: { a: [] } } },
  }),
];

const numbered = ENTRIES.map((each, index) => ({ ...each, id: BigInt(index + 1) }));

async function numbers(store: Store, filter: Partial<AuditFilter> = {}, page: Partial<EventPage> = {}) {
  const { total, items } = await store.catalog.audit({ ...ALL, ...filter }, { ...EVERYTHING, ...page });
  return [total, ...items.map(({ id }) => Number(id))];
}

/** The contract of a store's audit log: `CatalogStore.audit` of the ports. */
export function describeAudit(factory: StoreFactory): void {
  describe("the audit log", () => {
    it("numbers entries in the order in which they were made, over a restart, and keeps them", async () => {
      const { store, reopen } = await opened(factory);
      await saveCatalog(store, { nextId: 5n, audit: [] });
      expect(await store.catalog.audit(ALL, EVERYTHING)).toEqual({ total: 0, items: [] });
      await saveCatalog(store, { audit: ENTRIES.slice(0, 2) });
      await saveCatalog(store, { put: { reset: SAMPLE_ROWS.reset }, audit: ENTRIES.slice(2, 3) });
      const again = await reopen();
      await saveCatalog(again, { audit: ENTRIES.slice(3) });
      expect(await again.catalog.audit(ALL, EVERYTHING)).toEqual({ total: 5, items: numbered });
    });

    it("is filtered by token, resource and half-open time, in pages and both orders (D16)", async () => {
      const { store } = await opened(factory);
      await saveCatalog(store, { audit: ENTRIES });
      expect(await numbers(store, { tokenId: 1n })).toEqual([2, 1, 5]);
      expect(await numbers(store, { tokenId: ID_MAX })).toEqual([1, 2]);
      expect(await numbers(store, { tokenId: 2n })).toEqual([0]);
      expect(await numbers(store, { resourceId: "spc_1" })).toEqual([3, 1, 3, 5]);
      expect(await numbers(store, { resourceId: "spc" })).toEqual([0]);
      expect(await numbers(store, { resourceId: "spc_1", tokenId: 1n })).toEqual([2, 1, 5]);
      expect(await numbers(store, {}, { start: 1999, end: 3000 })).toEqual([2, 2, 3]);
      expect(await numbers(store, {}, { start: 3000 })).toEqual([2, 4, 5]);
      expect(await numbers(store, { tokenId: 1n }, { end: 1001 })).toEqual([1, 1]);
      expect(await numbers(store, {}, { start: 2000, end: 2000 })).toEqual([0]);
      expect(await numbers(store, {}, { order: "DESC" })).toEqual([5, 5, 4, 3, 2, 1]);
      expect(await numbers(store, {}, { offset: 1, limit: 2 })).toEqual([5, 2, 3]);
      expect(await numbers(store, {}, { order: "DESC", offset: 3, limit: 9 })).toEqual([5, 2, 1]);
      expect(await numbers(store, { resourceId: "spc_1" }, { offset: 2, limit: 1 })).toEqual([3, 5]);
      expect(await numbers(store, {}, { offset: 5, limit: 1 })).toEqual([5]);
    });

    it("notes the voiding of events, sensors registered by them, and no voiding that failed", async () => {
      const { store, reopen } = await opened(factory);
      const sensor = { id: 1n, key: 1, serialNumber: "a", createdAt: 0 };
      const registration = { put: { sensor: [sensor] }, audit: ENTRIES.slice(0, 1) };
      await commitTo(store.journal, { now: 9, events: eventsAt(1, 5), catalog: registration });
      const voidEvent = (voided: bigint, entry: number) =>
        commitTo(store.journal, {
          now: 9,
          voided: voidedEvents(voided),
          catalog: { audit: ENTRIES.slice(entry, entry + 1) },
        });
      await expect(voidEvent(2n, 1)).rejects.toEqual(COMMIT_CONFLICTS["no-event"]());
      await voidEvent(1n, 2);
      const expected = [ENTRIES[0], ENTRIES[2]].map((each, index) => ({ ...each, id: BigInt(index + 1) }));
      expect((await store.catalog.audit(ALL, EVERYTHING)).items).toEqual(expected);
      expect((await (await reopen()).catalog.audit(ALL, EVERYTHING)).items).toEqual(expected);
    });
  });
}

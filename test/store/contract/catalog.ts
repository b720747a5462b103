import { describe, expect, it } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { ID_MAX } from "../../../src/domain/ids.ts";
import type { CatalogTable, CatalogWrite, NewAuditEntry, Store } from "../../../src/engine/ports.ts";
import { commitTo, eventsAt, saveCatalog, voidedEvents } from "../../support/commits.ts";
import { ORGANIZATION_ID } from "../../support/store-directory.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { SAMPLE_ROWS } from "../../support/store-rows.ts";
import { EVERYTHING } from "../../support/store-world.ts";

export const AUDIT_ENTRY: NewAuditEntry = {
  instant: 0,
  actor: { tokenId: null, name: "" },
  action: "create",
  resourceType: "token",
  resourceId: "tkn_6",
  changes: {},
};
const TABLES = Object.keys(SAMPLE_ROWS) as CatalogTable[];
const NOTHING = Object.fromEntries(TABLES.map((table) => [table, []]));

/** The contract of a store's catalog: `CatalogStore` of the ports. */
export function describeCatalog(factory: StoreFactory): void {
  describe("the catalog", () => {
    it("is empty at first, but for the organization it belongs to (D25)", async () => {
      const { store, reopen } = await opened(factory);
      const empty = { ...NOTHING, organizationId: ORGANIZATION_ID, nextId: 1n };
      expect(await store.catalog.load()).toEqual(empty);
      expect(await (await reopen()).catalog.load()).toEqual(empty);
    });

    it("keeps every field of every row of every table (D20: 63-bit ids)", async () => {
      const { store, reopen } = await opened(factory);
      for (const table of TABLES) await saveCatalog(store, { put: { [table]: SAMPLE_ROWS[table] } });
      await saveCatalog(store, { nextId: ID_MAX });
      for (const rows of [await store.catalog.load(), await (await reopen()).catalog.load()]) {
        for (const table of TABLES) expect(rows[table], table).toStrictEqual(SAMPLE_ROWS[table]);
        expect(rows.nextId).toBe(ID_MAX);
      }
    });

    it("replaces a row by id, and removes it by id, and nothing else, in every table", async () => {
      const { store, reopen } = await opened(factory);
      await saveCatalog(store, { put: SAMPLE_ROWS });
      const expected: Record<string, readonly unknown[]> = { ...SAMPLE_ROWS };
      for (const table of TABLES) {
        const [first, ...others] = SAMPLE_ROWS[table];
        const last = must(others.at(-1), "second row");
        // Sensors have a second identity.
        const replacement = {
          ...last,
          ...(first && "key" in first ? { key: first.key } : {}),
          id: first?.id,
        };
        await saveCatalog(store, { put: { [table]: [replacement] } });
        expected[table] = [replacement, ...others];
      }
      expect(await store.catalog.load()).toMatchObject(expected);
      for (const table of TABLES) {
        await saveCatalog(store, { remove: { [table]: [SAMPLE_ROWS[table][0]?.id ?? 0n, 99n] } });
        expected[table] = expected[table]?.slice(1) ?? [];
      }
      for (const rows of [await store.catalog.load(), await (await reopen()).catalog.load()])
        for (const table of TABLES) expect(rows[table], table).toStrictEqual(expected[table]);
    });

    it("gives each table ascending by id, and puts a row that the same write removes", async () => {
      const { store } = await opened(factory);
      const template = must(SAMPLE_ROWS.reset[0], "row");
      await saveCatalog(store, { nextId: 41n });
      for (const id of [7n, 2n, 2n ** 40n, 3n, 1n])
        await saveCatalog(store, { put: { reset: [{ ...template, id }] } });
      await saveCatalog(store, {
        remove: { reset: [2n] },
        put: { reset: [{ ...template, id: 2n, count: 9 }] },
      });
      const { reset, nextId } = await store.catalog.load();
      expect(reset.map(({ id }) => id)).toEqual([1n, 2n, 3n, 7n, 2n ** 40n]);
      expect(reset[1]).toEqual({ ...template, id: 2n, count: 9 });
      // No write but the first names a next id.
      expect(nextId).toBe(41n);
    });

    it("takes writes at the same time in the order of their calls", async () => {
      const { store } = await opened(factory);
      const reset = must(SAMPLE_ROWS.reset[0], "row");
      const counts = Array.from({ length: 20 }, (_, count) => count);
      await Promise.all(
        counts.map((count) =>
          saveCatalog(store, { put: { reset: [{ ...reset, count }] }, nextId: BigInt(count) }),
        ),
      );
      expect(await store.catalog.load()).toMatchObject({ reset: [{ ...reset, count: 19 }], nextId: 19n });
    });
  });
}

/** That a write happens as a whole or not at all, for stores that can reject one. */
export function describeCatalogAtomicity(factory: StoreFactory, refused: CatalogWrite): void {
  describe("a write that fails", () => {
    it("leaves no entry in the audit log, and no event appended or voided with it", async () => {
      const { store, reopen } = await opened(factory);
      const audit = [AUDIT_ENTRY];
      await saveCatalog(store, { put: { sensor: SAMPLE_ROWS.sensor }, audit });
      const [now, id] = [9, 1n];
      const events = eventsAt(1, 5);
      await commitTo(store.journal, { now, events });
      const catalog = { ...refused, audit };
      await expect(commitTo(store.journal, { now, events, catalog })).rejects.toThrow();
      expect(await store.events.position()).toBe(1n);
      await expect(saveCatalog(store, catalog)).rejects.toThrow();
      await expect(commitTo(store.journal, { now, voided: voidedEvents(id), catalog })).rejects.toThrow();
      const check = async ({ catalog, events }: Store) => {
        expect((await catalog.audit({}, EVERYTHING)).total).toBe(1);
        expect(await events.event(id)).toMatchObject({ id, timestamp: 5 });
        expect(await events.event(2n)).toBeNull();
      };
      await check(store);
      await check(await reopen());
    });

    it("changes nothing, and does not keep later ones from happening", async () => {
      const { store, reopen } = await opened(factory);
      await saveCatalog(store, { put: SAMPLE_ROWS, nextId: 50n });
      const before = await store.catalog.load();
      await expect(saveCatalog(store, refused)).rejects.toThrow();
      expect(await store.catalog.load()).toEqual(before);
      await checkWritable(store);
      expect(await (await reopen()).catalog.load()).toEqual({ ...before, nextId: 51n });
    });
  });
}

async function checkWritable(store: Store): Promise<void> {
  await saveCatalog(store, { nextId: 51n });
  expect((await store.catalog.load()).nextId).toBe(51n);
}

import { describe, expect, it } from "vitest";
import {
  COMMIT_CONFLICTS,
  type IdempotentRequest,
  type ReplayMark,
  type Store,
} from "../../../src/engine/ports.ts";
import { commitTo, eventsAt, type NewRecord, saveCatalog, voidedEvents } from "../../support/commits.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { SAMPLE_ROWS } from "../../support/store-rows.ts";
import { EVERYTHING } from "../../support/store-world.ts";
import { AUDIT_ENTRY } from "./catalog.ts";

const REQUEST: IdempotentRequest = { tokenHash: "t", key: "k", fingerprint: "f", instant: 1000, since: 0 };
const [SENSOR] = SAMPLE_ROWS.sensor;
const KEY = SENSOR?.key ?? 0;

/** Marks of each kind: of the time only, of a pending event and of a reset. */
const MARKS: readonly ReplayMark[] = [null, 1n, { spaceId: 5n, timestamp: 8, count: 3 }].map((sent) => {
  return { instant: 9, isLive: sent !== 1n, nextId: 40n, sent };
});

/** A write that has something of every kind: two events, of which the second is pending and has a request. */
function everything(message = { spaceId: 5n, event: 1, body: "{}" }): NewRecord {
  const call = { webhookId: 1n, sequence: 1, createdAt: 9, message };
  return {
    now: 9,
    events: eventsAt(KEY, 5, 6),
    requests: [{ ...REQUEST, row: 1, answer: "stored" }],
    catalog: { put: { reset: SAMPLE_ROWS.reset }, nextId: 40n, audit: [AUDIT_ENTRY] },
    deliveries: [call, { ...call, webhookId: 2n }],
    notifications: {
      marks: MARKS,
      marksSince: 9,
      ...{ pending: [1], notified: [], unsafe: [{ spaceId: 5n, unsafe: true }] },
    },
  };
}

/** What a store holds of all that `everything` writes. */
async function contents({ catalog, deliveries, events }: Store) {
  const { reset, nextId } = await catalog.load();
  return {
    reset,
    nextId,
    audited: (await catalog.audit({ tokenId: null, resourceId: null }, EVERYTHING)).total,
    eventIds: (await events.events({}, EVERYTHING)).items.map(({ id }) => id),
    requests: await events.requests([REQUEST]),
    live: await events.loadLive(),
    deliveries: [await deliveries.delivery(1n, 1n), await deliveries.delivery(2n, 2n)],
  };
}

async function withSensors(factory: StoreFactory) {
  const openedStore = await opened(factory);
  await saveCatalog(openedStore.store, { put: { sensor: SAMPLE_ROWS.sensor } });
  return openedStore;
}

/** The contract of a store for a commit: `Journal` of the ports. */
export function describeJournal(factory: StoreFactory): void {
  describe("a commit", () => {
    it("stores all parts of a write, and gives back the ids of its first event and call", async () => {
      const { store, reopen } = await withSensors(factory);
      expect((await commitTo(store.journal, everything())).ids).toEqual({ eventId: 1n, deliveryId: 1n });
      const message = { id: 1n, spaceId: 5n, eventId: 2n, body: "{}" };
      const call = { id: 1n, webhookId: 1n, sequence: 1, createdAt: 9, message };
      const expected = {
        reset: SAMPLE_ROWS.reset,
        nextId: 40n,
        audited: 1,
        eventIds: [1n, 2n],
        requests: [{ fingerprint: "f", eventId: 2n, answer: "stored" }],
        live: {
          pending: [{ id: 2n, timestamp: 6, sensorKey: KEY, trajectory: 1, eventId: null }],
          unsafe: [5n],
          marks: MARKS.map((mark) => ({ ...mark, position: 0n })),
        },
        deliveries: [call, { ...call, id: 2n, webhookId: 2n }],
      };
      expect(await contents(store)).toMatchObject(expected);
      expect(await contents(await reopen())).toMatchObject(expected);
    });

    it("gives ids that follow those of the commit before, also when opened again (D20)", async () => {
      const { store, reopen } = await withSensors(factory);
      await commitTo(store.journal, everything());
      const next = { ...everything(), requests: [] };
      const ids = { eventId: 3n, deliveryId: 3n };
      expect((await commitTo(store.journal, { now: 9, answers: [] })).ids).toEqual(ids);
      expect((await commitTo(store.journal, next)).ids).toEqual(ids);
      const again = await reopen();
      expect((await commitTo(again.journal, next)).ids).toEqual({ eventId: 5n, deliveryId: 5n });
      expect(await again.events.position()).toBe(6n);
    });

    it("adds the parts of a load to the log when the load is closed, also when opened again (D6, D9)", async () => {
      const { store, reopen } = await withSensors(factory);
      const part = (rows: readonly number[]) => ({
        rows: Int32Array.from(rows),
        columns: eventsAt(KEY, ...rows.map((row) => 10 + row)).columns,
      });
      await commitTo(store.journal, { now: 9, part: part([0, 2]) });
      const again = await reopen();
      expect(await contents(again)).toMatchObject({ eventIds: [] });
      await commitTo(again.journal, { now: 9, part: part([3]) });
      await commitTo(again.journal, { now: 9, load: { events: 3, rows: 4 } });
      expect(await contents(again)).toMatchObject({ eventIds: [1n, 3n, 4n] });
      expect((await commitTo(again.journal, { now: 9, load: { events: 0, rows: 0 } })).ids).toMatchObject({
        eventId: 5n,
      });
      expect(await contents(again)).toMatchObject({ eventIds: [1n, 3n, 4n] });
    });

    it("assigns no id again that an accepted loss has had, also when opened again (D20)", async () => {
      const { store, reopen } = await withSensors(factory);
      const ids = { eventId: 8n, deliveryId: 5n };
      const acceptedLoss = { keptEventId: 0n, nextId: 40n, reason: "the log lacks its end" };
      const record = {
        now: 9,
        actor: { tokenId: null, name: "test" },
        ids,
        catalog: { nextId: 40n },
        acceptedLoss,
      };
      await store.journal.append([{ record }]);
      expect(store.journal.nextIds()).toEqual(ids);
      const again = await reopen();
      expect((await commitTo(again.journal, everything())).ids).toEqual(ids);
      expect(await contents(again)).toMatchObject({ eventIds: [8n, 9n], nextId: 40n });
    });

    it("refers to events that are stored already by their ids", async () => {
      const { store } = await withSensors(factory);
      await commitTo(store.journal, { ...everything(), deliveries: [] });
      const message = { spaceId: 5n, event: 2n, body: "{}" };
      const calls = [{ webhookId: 1n, sequence: 1, createdAt: 9, message }];
      const [mark] = MARKS;
      const notifications = {
        marks: [{ ...mark, instant: 10 } as ReplayMark],
        marksSince: 10,
        ...{ pending: [], notified: [2n], unsafe: [{ spaceId: 5n, unsafe: false }] },
      };
      await commitTo(store.journal, { now: 9, deliveries: calls, notifications });
      expect((await store.deliveries.delivery(1n, 1n))?.message).toEqual({
        id: 1n,
        spaceId: 5n,
        eventId: 2n,
        body: "{}",
      });
      const marks = [{ ...mark, instant: 10, position: 2n }];
      expect(await store.events.loadLive()).toEqual({ pending: [], unsafe: [], marks });
      const event = { id: 2n, timestamp: 6, sensorKey: KEY, trajectory: 1, eventId: null };
      expect(await store.events.eventsAfter(1n, 9n)).toEqual([event]);
    });
  });

  it("forgets that a space is unsafe when the space is deleted (D19)", async () => {
    const { store, reopen } = await withSensors(factory);
    await commitTo(store.journal, everything());
    await commitTo(store.journal, { now: 9, catalog: { remove: { space: [5n] } } });
    expect((await store.events.loadLive()).unsafe).toEqual([]);
    expect((await (await reopen()).events.loadLive()).unsafe).toEqual([]);
  });

  describe("a commit that is in conflict with stored data", () => {
    it("stores nothing if other events have got its ids (D9)", async () => {
      const { store, reopen } = await withSensors(factory);
      const events = eventsAt(KEY, 5);
      const stored = async () => [...(await store.events.findStored(events.columns, [{ start: 0, end: 1 }]))];
      expect(await stored()).toEqual([]);
      const { ids, actor } = await commitTo(store.journal, { now: 9, events });
      const before = await contents(store);
      const late = { ...everything(), events: eventsAt(KEY, 5, 6), ids, actor };
      await expect(store.journal.append([{ record: late }])).rejects.toEqual(COMMIT_CONFLICTS["log-moved"]());
      expect(await contents(store)).toEqual(before);
      expect(await stored()).toEqual([0]);
      const fresh = { ...everything(), events: eventsAt(KEY, 6, 7) };
      expect((await commitTo(store.journal, fresh)).ids).toMatchObject({ eventId: 2n });
      expect(await (await reopen()).events.position()).toBe(3n);
    });

    it("stores nothing if the event to void does not exist, or is voided already (D5)", async () => {
      const { store } = await withSensors(factory);
      await commitTo(store.journal, { now: 9, events: eventsAt(KEY, 5) });
      await commitTo(store.journal, { now: 9, voided: voidedEvents(1n) });
      const before = await contents(store);
      const { events, requests, notifications, ...rest } = everything({ spaceId: 5n, event: 0, body: "{}" });
      for (const voided of [1n, 2n])
        await expect(commitTo(store.journal, { ...rest, voided: voidedEvents(voided) })).rejects.toEqual(
          COMMIT_CONFLICTS["no-event"](),
        );
      expect(await contents(store)).toEqual(before);
    });
  });
}

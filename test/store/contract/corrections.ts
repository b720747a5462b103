import { describe, expect, it } from "vitest";
import { EVENTS_MAX } from "../../../src/domain/limits.ts";
import { COMMIT_CONFLICTS, type IdempotentRequest, type Store } from "../../../src/engine/ports.ts";
import { answerRequest, commitTo, logReport, voidedEvents } from "../../support/commits.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { at, reportOf } from "../../support/store-reports.ts";
import { World } from "../../support/store-world.ts";

/** A request of a token at an instant that remembers what came since another. */
function requestOf(change: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return { tokenHash: "t", key: "k", fingerprint: "f", instant: 1000, since: 0, ...change };
}

/** A hall behind a front doorway with sensor `a` and a back one with `b`, which leads to a yard as well. */
async function site(factory: StoreFactory) {
  const world = await World.over(await opened(factory));
  const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
  await world.link(hall, await world.doorway("Front", "a"));
  const back = await world.doorway("Back", "b");
  await world.link(hall, back);
  await world.link(yard, back, -1);
  return { world, hall, yard };
}

/** The contract of a store for events created one by one, and voided ones: `EventStore` of the ports. */
export function describeCorrections(factory: StoreFactory): void {
  describeCreate(factory);
  describeRequests(factory);
  describeVoid(factory);
  describeLastEvents(factory);
}

function describeCreate(factory: StoreFactory): void {
  describe("creating an event", () => {
    it("gives each its own id if several come at the same time, between batches", async () => {
      const { world } = await site(factory);
      const { events } = world.context;
      const times = Array.from({ length: 8 }, (_, i) => `${10 + i}:00`);
      const made = await Promise.all(
        times.map(async (time, index) => {
          const creating = world.create(reportOf(`a ${time} 1`));
          if (index % 2 === 0) void world.ingest([reportOf(`b ${time} 1`)]);
          return { id: await creating, time: at(time) };
        }),
      );
      for (const { id, time } of made) expect(await events.event(id)).toMatchObject({ timestamp: time });
      expect(new Set(made.map(({ id }) => id)).size).toBe(8);
    });
  });
}

function describeRequests(factory: StoreFactory): void {
  const remember = (store: Store, request: IdempotentRequest) =>
    logReport(store, reportOf("a 08:00 1"), request);

  describe("a request with an idempotency key", () => {
    it("is remembered with its event, over a restart, and its first answer stays (D9)", async () => {
      const { store, reopen } = await opened(factory);
      expect((await store.events.requests([requestOf()]))[0]).toBeNull();
      const eventId = await remember(store, requestOf());
      const [found] = await store.events.requests([requestOf({ fingerprint: "other" })]);
      expect(found).toMatchObject({ fingerprint: "f", eventId, answer: null });
      expect(await answerRequest(store, requestOf(), "first")).toBe("first");
      expect(await answerRequest(store, requestOf(), "second")).toBe("first");
      const again = await reopen();
      expect((await again.events.requests([requestOf()]))[0]).toMatchObject({ eventId, answer: "first" });
      expect(await answerRequest(again, requestOf(), "third")).toBe("first");
    });

    it("is one of its token and key alone (D9)", async () => {
      const { store } = await opened(factory);
      const requests = [{}, { tokenHash: "u" }, { key: "l" }, { key: "K" }].map(requestOf);
      for (const request of requests) expect((await store.events.requests([request]))[0]).toBeNull();
      const ids: bigint[] = [];
      for (const request of requests) ids.push(await remember(store, request));
      await answerRequest(store, requests[1] as IdempotentRequest, "of u");
      const remembered = await store.events.requests(requests);
      expect(remembered.map((each) => [each?.eventId, each?.answer])).toEqual(
        ids.map((id, index) => [id, index === 1 ? "of u" : null]),
      );
    });

    it("is forgotten when it is from before the time asked about, and may come again (D9)", async () => {
      const { store } = await opened(factory);
      const first = await remember(store, requestOf());
      await answerRequest(store, requestOf(), "first");
      const found = async (since: number) => (await store.events.requests([requestOf({ since })]))[0];
      expect(await found(1000)).toMatchObject({ eventId: first });
      expect(await found(1001)).toBeNull();
      const later = requestOf({ instant: 2000, since: 1001 });
      const second = await remember(store, later);
      expect((await store.events.requests([later]))[0]).toMatchObject({ eventId: second, answer: null });
      expect(await answerRequest(store, later, "second")).toBe("second");
      expect((await store.events.requests([later]))[0]).toMatchObject({ eventId: second, answer: "second" });
    });
  });
}

function describeVoid(factory: StoreFactory): void {
  describe("a voided event", () => {
    it("is none if there is no such event, or no longer: then nothing is written", async () => {
      const openedStore = await opened(factory);
      const world = await World.over(openedStore);
      const link = await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
      await world.report("a 08:00 1");
      const { events } = world.context;
      const id = await world.void(0);
      const { nextId } = await openedStore.store.catalog.load();
      for (const unknown of [id, 0n, id + 1n, BigInt(EVENTS_MAX)]) {
        expect(await events.event(unknown)).toBeNull();
        const write = {
          now: 5,
          voided: voidedEvents(unknown),
          catalog: { nextId: 999n, remove: { link: [link] } },
        };
        await expect(commitTo(openedStore.store.journal, write)).rejects.toEqual(
          COMMIT_CONFLICTS["no-event"](),
        );
      }
      const again = await world.reopen();
      expect(again.context.catalog.links.has(link)).toBe(true);
      expect(again.context.catalog.nextId).toBe(nextId);
      await again.check();
    });
  });
}

function describeLastEvents(factory: StoreFactory): void {
  describe("the sensors' last events", () => {
    it("are the latest since an instant of each, however late they came, voided or not (D27)", async () => {
      const { world } = await site(factory);
      await world.report("a 09:00 1", "b 08:00 -1", "a 08:30 1", "c 07:00 1");
      await world.void(0);
      const [a, b, c] = ["a", "b", "c"].map((serial) => world.context.catalog.sensorBySerial(serial).id);
      const since = async (time: string) => [...(await world.context.events.lastEvents(at(time)))].sort();
      const all = [a, b, c].map((id, index) => [id, at(`0${9 - index}:00`)]);
      expect(await since("07:00")).toEqual(all.sort());
      expect(await since("08:00:00.001")).toEqual([[a, at("09:00")]]);
      expect(await since("09:00:00.001")).toEqual([]);
    });
  });
}

import { describe, expect, it } from "vitest";
import type { AttemptOutcome, QueuedDelivery, Store } from "../../../src/engine/ports.ts";
import { queueCalls, recordOutcomes, removeSurplus, saveCatalog } from "../../support/commits.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { SAMPLE_ROWS } from "../../support/store-rows.ts";

const [WEBHOOK] = SAMPLE_ROWS.webhook;
const ALL = { offset: 0, limit: 1_000_000, before: Number.MAX_SAFE_INTEGER };

/** A store whose catalog has some webhooks. */
async function withWebhooks(store: Store, ...ids: readonly bigint[]): Promise<Store> {
  if (WEBHOOK === undefined) throw new Error("a webhook is needed");
  await saveCatalog(store, { put: { webhook: ids.map((id) => ({ ...WEBHOOK, id })) } });
  return store;
}

/** A call written as `id webhook space sequence`, or with a fifth number, the id of the message it shares. */
function call(line: string): QueuedDelivery {
  const [id = 0, webhookId = 0, spaceId = 0, sequence = 0, messageId = id] = line.split(" ").map(Number);
  return {
    id: BigInt(id),
    webhookId: BigInt(webhookId),
    sequence,
    createdAt: id * 1000,
    message: {
      id: BigInt(messageId),
      spaceId: BigInt(spaceId),
      eventId: messageId % 2 === 0 ? null : BigInt(messageId),
      body: `{"count":${messageId},"name":"会議室 'a'"}`,
    },
  };
}

function delivered(id: number, attempt = 1): AttemptOutcome {
  const end = {
    deliveryId: BigInt(id),
    webhookId: 1n,
    spaceId: 1n,
    attempt,
    instant: id * 1000 + attempt,
    nextAttemptAt: null,
  };
  return { ...end, status: "delivered", responseStatus: 204, error: null };
}

function failed(id: number, attempt: number, nextAttemptAt: number | null = null): AttemptOutcome {
  const status = nextAttemptAt === null ? "dead" : "retrying";
  return { ...delivered(id, attempt), status, responseStatus: null, error: "refused", nextAttemptAt };
}

async function idsListed({ deliveries }: Store, webhookId: number, newest = 1000, page = ALL) {
  const { total, items } = await deliveries.deliveries(BigInt(webhookId), newest, page);
  return [total, ...items.map((item) => `${item.id} ${item.status}`)];
}

function queued({ deliveries }: Store, queue: string, afterId: number, throughId: number, limit = 9) {
  const [webhookId = 0n, spaceId = 0n] = queue.split(" ").map(BigInt);
  const stretch = { webhookId, spaceId, afterId: BigInt(afterId), throughId: BigInt(throughId), limit };
  return deliveries.queued(stretch);
}

/** The contract of a store for the outbox: `DeliveryStore` of the ports. */
export function describeDeliveries(factory: StoreFactory): void {
  describe("the outbox of webhooks", () => {
    it("is empty at first", async () => {
      const { store } = await opened(factory);
      expect(await store.deliveries.lastDeliveryId()).toBe(0n);
      expect(await store.deliveries.queues()).toEqual([]);
      expect(await idsListed(store, 1)).toEqual([0]);
      expect(await store.deliveries.delivery(1n, 1n)).toBeNull();
      expect(await removeSurplus(store, { delivered: 0, dead: 0 }, 9)).toBe(0);
      await queueCalls(store, []);
    });

    it("keeps calls and shared messages as they were, and gives those of a queue in order", async () => {
      const { store, reopen } = await opened(factory);
      const lines = ["1 1 5 1", "2 2 5 1 1", "3 1 6 1", "4 1 5 2", "5 1 5 3 1", "6 1 5 4"];
      await queueCalls(store, lines.slice(0, 3).map(call));
      await queueCalls(store, lines.slice(3).map(call));
      const check = async (each: Store) => {
        expect(await queued(each, "1 5", 0, 9)).toEqual(
          ["1 1 5 1", "4 1 5 2", "5 1 5 3 1", "6 1 5 4"].map(call),
        );
        expect(await queued(each, "2 5", 0, 9)).toEqual([call("2 2 5 1 1")]);
        expect(await queued(each, "1 5", 1, 5)).toEqual(["4 1 5 2", "5 1 5 3 1"].map(call));
        expect(await queued(each, "1 5", 1, 5, 1)).toEqual([call("4 1 5 2")]);
        expect(await queued(each, "2 6", 0, 9)).toEqual([]);
        expect(await each.deliveries.lastDeliveryId()).toBe(6n);
      };
      await check(store);
      await check(await reopen());
    });

    it("says how far each queue has come, of webhooks that are there", async () => {
      const { store, reopen } = await opened(factory);
      await withWebhooks(store, 1n, 2n);
      const lines = ["1 1 5 1", "2 1 6 1", "3 2 5 7", "4 1 5 2", "5 1 5 3", "6 3 5 1", "7 1 6 2"];
      await queueCalls(store, lines.map(call));
      await recordOutcomes(store, [failed(1, 1, 1500), failed(2, 1, 9000), failed(1, 2, 2500)]);
      await recordOutcomes(store, [failed(2, 2, 9500), delivered(1, 3), failed(4, 1)]);
      const waiting = { finishedId: 0n, attempts: 0, nextAttemptAt: null, pending: 1 };
      const queues = [
        { ...waiting, webhookId: 1n, spaceId: 5n, sequence: 3, finishedId: 4n },
        { ...waiting, webhookId: 1n, spaceId: 6n, sequence: 2, pending: 2, attempts: 2, nextAttemptAt: 9500 },
        { ...waiting, webhookId: 2n, spaceId: 5n, sequence: 7 },
      ];
      expect(await store.deliveries.queues()).toEqual(queues);
      expect(await (await reopen()).deliveries.queues()).toEqual(queues);
    });

    it("gives the latest outcome of a call, and of no other webhook's", async () => {
      const { store } = await opened(factory);
      await queueCalls(store, ["1 1 5 1", "2 2 5 1 1"].map(call));
      await recordOutcomes(store, [{ ...failed(1, 1, 1500), responseStatus: 500 }, failed(1, 2, 2500)]);
      const untried = { attempts: 0, responseStatus: null, error: null, nextAttemptAt: null };
      expect(await store.deliveries.delivery(1n, 1n)).toEqual({
        ...call("1 1 5 1"),
        status: "retrying",
        attempts: 2,
        responseStatus: null,
        error: "refused",
        nextAttemptAt: 2500,
      });
      const second = await store.deliveries.delivery(2n, 2n);
      expect(second).toEqual({ ...call("2 2 5 1 1"), status: "pending", ...untried });
      expect(await store.deliveries.delivery(2n, 1n)).toBeNull();
    });

    it("lists the newest calls of a webhook and all that failed, newest first, in pages", async () => {
      const { store } = await opened(factory);
      const lines = ["1 1 5 1", "2 1 6 1", "3 1 5 2", "4 2 5 1", "5 1 5 3", "6 1 7 1"];
      await queueCalls(store, lines.map(call));
      await recordOutcomes(store, [
        failed(1, 1),
        failed(2, 1, 3000),
        delivered(3),
        delivered(5),
        delivered(4),
      ]);
      const all = ["6 pending", "5 delivered", "3 delivered", "2 retrying", "1 dead"];
      expect(await idsListed(store, 1)).toEqual([5, ...all]);
      expect(await idsListed(store, 1, 2)).toEqual([4, "6 pending", "5 delivered", "2 retrying", "1 dead"]);
      expect(await idsListed(store, 1, 0)).toEqual([2, "2 retrying", "1 dead"]);
      const page = { ...ALL, limit: 2 };
      expect(await idsListed(store, 1, 2, { ...page, offset: 1 })).toEqual([4, "5 delivered", "2 retrying"]);
      expect(await idsListed(store, 1, 2, { ...page, offset: 4 })).toEqual([4]);
      // The newest are those of the calls that were queued before.
      expect(await idsListed(store, 1, 1, { ...ALL, before: 6000 })).toEqual([
        3,
        ...["5 delivered", "2 retrying", "1 dead"],
      ]);
      expect(await idsListed(store, 2)).toEqual([1, "4 delivered"]);
    });

    it("keeps as many finished calls of each webhook as required, and all that wait", async () => {
      const { store } = await opened(factory);
      await withWebhooks(store, 1n, 2n);
      const lines = [
        "1 1 5 1",
        "2 2 5 1 1",
        ...[3, 4, 5, 6, 7].map((id) => `${id} 1 5 ${id - 1}`),
        "8 2 5 2",
      ];
      await queueCalls(store, lines.map(call));
      const dead = [3, 5].map((id) => failed(id, 2));
      await recordOutcomes(store, [delivered(1), failed(3, 1, 3500), delivered(4), ...dead, delivered(6)]);
      await recordOutcomes(store, [failed(7, 1, 7500), delivered(2)]);
      expect(await removeSurplus(store, { delivered: 3, dead: 2 }, 9)).toBe(0);
      expect(await removeSurplus(store, { delivered: 1, dead: 1 }, 2)).toBe(2);
      expect(await removeSurplus(store, { delivered: 1, dead: 1 }, 2)).toBe(1);
      expect(await idsListed(store, 1)).toEqual([3, "7 retrying", "6 delivered", "5 dead"]);
      expect(await queued(store, "2 5", 0, 9)).toEqual(["2 2 5 1 1", "8 2 5 2"].map(call));
    });

    it("keeps all queues and ids after any removal", async () => {
      const { store, reopen } = await opened(factory);
      await withWebhooks(store, 1n, 2n);
      const lines = ["1 1 5 1", "2 1 6 1", "3 1 5 2", "4 2 5 1", "5 2 5 2"];
      await queueCalls(store, lines.map(call));
      await recordOutcomes(
        store,
        [1, 2, 3].map((id) => delivered(id)),
      );
      await saveCatalog(store, { remove: { webhook: [2n] } });
      expect(await removeSurplus(store, { delivered: 0, dead: 0 }, 9)).toBe(2);
      const check = async (each: Store) => {
        expect(await idsListed(each, 1)).toEqual([2, "3 delivered", "2 delivered"]);
        expect(await queued(each, "2 5", 0, 4)).toEqual([]);
        expect(await each.deliveries.lastDeliveryId()).toBe(5n);
        const done = { webhookId: 1n, pending: 0, attempts: 0, nextAttemptAt: null };
        expect(await each.deliveries.queues()).toEqual([
          { ...done, spaceId: 5n, sequence: 2, finishedId: 3n },
          { ...done, spaceId: 6n, sequence: 1, finishedId: 2n },
        ]);
      };
      await check(store);
      await check(await reopen());
    });

    it("counts attempts on when it has forgotten those before the last", async () => {
      const { store } = await opened(factory);
      await withWebhooks(store, 1n);
      await queueCalls(store, [call("1 1 5 1")]);
      await recordOutcomes(store, [failed(1, 1, 1500), failed(1, 2, 2500), failed(1, 3, 3500)]);
      await removeSurplus(store, { delivered: 0, dead: 0 }, 9);
      expect(await store.deliveries.queues()).toMatchObject([
        { pending: 1, attempts: 3, nextAttemptAt: 3500 },
      ]);
    });
  });
}

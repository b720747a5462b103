import { describe, expect, it, vi } from "vitest";
import {
  DEAD_KEPT_MAX,
  DELIVERED_KEPT_MAX,
  DELIVERIES_REMOVED_MAX,
  OUTCOMES_WAITING_MAX,
  QUEUE_DELIVERIES_BUFFERED_MAX,
  Receiver,
  WEBHOOK_BACKLOG_MAX,
  WEBHOOK_CALLS_AT_ONCE_MAX,
  WEBHOOK_DELIVERIES_BUFFERED_MAX,
} from "../../../src/engine/deliveries/delivery-queue.ts";
import { FAILING_AFTER_ATTEMPTS, FAILING_CALL_GAP_MS } from "../../../src/engine/deliveries/dispatcher.ts";
import type { SurplusDeliveries } from "../../../src/engine/ports.ts";
import { count, OK, REFUSED, range, TestOutbox, threshold, webhook } from "../../support/outbox.ts";
import { EVERYTHING } from "../../support/store-world.ts";

/** Records of each later read of the store after which call it begins, and how many it finds. */
function readsOf({ store: { deliveries } }: TestOutbox) {
  const reads: { readonly afterId: number; readonly found: number }[] = [];
  const { queued } = deliveries;
  deliveries.queued = async (stretch) => {
    const found = await queued.call(deliveries, stretch);
    reads.push({ afterId: Number(stretch.afterId), found: found.length });
    return found;
  };
  return reads;
}

it("the calls of a webhook in memory are limited; the others are read when there is room", async () => {
  const queues = WEBHOOK_DELIVERIES_BUFFERED_MAX / QUEUE_DELIVERIES_BUFFERED_MAX;
  for (const more of [0, 1]) {
    const outbox = await TestOutbox.open({ isStopped: true });
    const calls = range(1, WEBHOOK_DELIVERIES_BUFFERED_MAX).map((event) => count(event % queues, event));
    // Each queue may always buffer one call, so two are needed to exceed the limit.
    const others = range(1, 2 * more).map((event) => count(queues, WEBHOOK_DELIVERIES_BUFFERED_MAX + event));
    await outbox.commit(...calls, ...others);
    const reads = readsOf(outbox);
    outbox.start();
    await outbox.pass(1_000);
    expect(outbox.backlog(1)).toBe(0);
    expect(reads.reduce((sum, { found }) => sum + found, 0)).toBe(more);
  }
});

it("no call starts while the maximum number of outcomes waits to be written in one batch", async () => {
  const outbox = await TestOutbox.open();
  const recover = outbox.failOutcomes("disk full");
  await outbox.deliver(...range(1, OUTCOMES_WAITING_MAX + 1).map((event) => count(event % 100, event)));
  await outbox.pass(1_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX);
  recover();
  const appended = vi.spyOn(outbox.store.journal, "append");
  await outbox.pass(5_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX + 1);
  const batches = appended.mock.calls.map(([records]) => records[0]?.record.outcomes?.length);
  expect(batches).toEqual([OUTCOMES_WAITING_MAX, 1]);
});

it("D23: the latest delivered calls of a webhook are kept, up to a limit", async () => {
  const outbox = await TestOutbox.open();
  await outbox.deliver(...range(1, DELIVERED_KEPT_MAX).map((event) => count(5, event)));
  const ids = async () => (await outbox.listed(1)).map(({ id }) => Number(id));
  expect(await ids()).toEqual(range(1, DELIVERED_KEPT_MAX));
  await outbox.deliver(count(5, DELIVERED_KEPT_MAX + 1));
  expect(await ids()).toEqual(range(2, DELIVERED_KEPT_MAX + 1));
});

it("D23: calls are deleted in limited steps, and failed ones are kept up to a limit", async () => {
  const outbox = await TestOutbox.open();
  const asked: unknown[] = [];
  const removed = [DELIVERIES_REMOVED_MAX, DELIVERIES_REMOVED_MAX - 1];
  outbox.store.deliveries.surplus = async (kept, most) => {
    asked.push({ ...kept, most });
    return surplusOf(removed.shift() ?? 0);
  };
  await outbox.stop();
  const restarted = await TestOutbox.open({ before: outbox });
  await restarted.pass(1_000);
  const once = { delivered: DELIVERED_KEPT_MAX, dead: DEAD_KEPT_MAX, most: DELIVERIES_REMOVED_MAX };
  // As many as may be removed at a time may not have been all.
  expect(asked).toEqual([once, once]);
});

describe("a slow or dead receiver", () => {
  it("delays only its own calls", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2), webhook(3)] });
    outbox.sender.answer("1", () => REFUSED);
    outbox.sender.answer("2", () => new Promise(() => undefined));
    const messages = range(1, 200).map((event) => count(event % 50, event));
    await outbox.deliver(...messages);
    expect(await outbox.statuses(3)).toBe(Array(200).fill("delivered").join(" "));
    expect([...outbox.deliveries.receivers()]).toMatchObject([
      { webhook: { id: 1n }, backlog: 200, inFlight: 0 },
      { webhook: { id: 2n }, backlog: 200, inFlight: WEBHOOK_CALLS_AT_ONCE_MAX },
      { webhook: { id: 3n }, backlog: 0, inFlight: 0 },
    ]);
  });

  it("has a limited number of concurrent calls, each for a different space", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2)] });
    const waiting: (() => void)[] = [];
    outbox.sender.answer("1", () => new Promise((resolve) => waiting.push(() => resolve(OK))));
    const spaces = WEBHOOK_CALLS_AT_ONCE_MAX + 1;
    await outbox.deliver(...range(1, 3 * spaces).map((event) => count(event % spaces, event)));
    while (waiting.length > 0) {
      waiting.shift()?.();
      await outbox.pass(1);
    }
    expect(outbox.sender.most.get("1")).toBe(WEBHOOK_CALLS_AT_ONCE_MAX);
    expect(outbox.sender.calls.filter(({ endpoint }) => endpoint === "1")).toHaveLength(3 * spaces);
    expect(outbox.sender.complaints).toEqual([]);
  });
});

describe("receivers that keep failing", () => {
  const spaces = 200;
  const manySpaces = () => range(1, spaces).map((space) => count(space, space));
  const callsTo = (outbox: TestOutbox, ...endpoints: readonly string[]) =>
    outbox.sender.calls.filter(({ endpoint }) => endpoints.includes(endpoint)).length;

  it("share one call per FAILING_CALL_GAP_MS, however many they are, and delay no other receiver", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2), webhook(3)] });
    for (const dead of ["1", "2"]) outbox.sender.answer(dead, () => REFUSED);
    await outbox.commit(...manySpaces());
    await outbox.pass(1_000);
    const begun = callsTo(outbox, "1", "2");
    expect(begun).toBeLessThanOrEqual(2 * (FAILING_AFTER_ATTEMPTS + WEBHOOK_CALLS_AT_ONCE_MAX) + 100);
    expect(callsTo(outbox, "3")).toBe(spaces);
    await outbox.pass(1_000);
    const more = callsTo(outbox, "1", "2") - begun;
    expect(more).toBeGreaterThan(0.9 * (1_000 / FAILING_CALL_GAP_MS));
    expect(more).toBeLessThanOrEqual(1_000 / FAILING_CALL_GAP_MS);
    // In turn.
    expect(callsTo(outbox, "1") / callsTo(outbox, "2")).toBeCloseTo(1, 1);
  });

  it("get all their calls without delay after one succeeds", async () => {
    const outbox = await TestOutbox.open();
    let isDead = true;
    outbox.sender.answer("1", () => (isDead ? REFUSED : OK));
    await outbox.deliver(...manySpaces());
    isDead = false;
    await outbox.pass(3_000);
    expect(outbox.backlog(1)).toBe(0);
  });
});

describe("calls in memory", () => {
  it("of a queue are limited", async () => {
    const outbox = await TestOutbox.open({ isStopped: true });
    await outbox.commit(...range(1, QUEUE_DELIVERIES_BUFFERED_MAX + 1).map((event) => count(5, event)));
    const reads = readsOf(outbox);
    outbox.start();
    await outbox.pass(200);
    expect(reads.map(({ afterId }) => afterId)).toEqual([QUEUE_DELIVERIES_BUFFERED_MAX]);
    expect(outbox.sender.sequences("1", 5n)).toEqual(range(1, QUEUE_DELIVERIES_BUFFERED_MAX + 1));
  });

  it("are read again after a failed read", async () => {
    const outbox = await TestOutbox.open({ bounds: { queueBuffer: 1 }, isStopped: true });
    await outbox.commit(count(5, 1), count(5, 2));
    const { queued } = outbox.store.deliveries;
    outbox.store.deliveries.queued = () => Promise.reject(new Error("no disk"));
    outbox.start();
    await outbox.pass(100);
    expect([outbox.sender.calls.length, outbox.failures]).toEqual([1, [new Error("no disk")]]);
    outbox.store.deliveries.queued = queued;
    await outbox.pass(1_000);
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 2]);
  });
});

it("the calls of all webhooks in memory are limited, too, and each webhook has an equal part", async () => {
  const webhooks = range(1, 4).map((id) => webhook(id));
  const outbox = await TestOutbox.open({ webhooks, bounds: { allBuffers: 8 }, isStopped: true });
  const buffered = () =>
    Array.from(outbox.deliveries.receivers(), (each) => (each instanceof Receiver ? each.buffered : 0));
  await outbox.commit(...range(1, 10).map((event) => count(5, event)));
  expect(buffered()).toEqual([2, 2, 2, 2]);
  const reads = readsOf(outbox);
  outbox.start();
  await outbox.pass(1_000);
  for (const id of ["1", "2", "3", "4"]) expect(outbox.sender.sequences(id, 5n)).toEqual(range(1, 10));
  for (const { found } of reads) expect(found).toBeLessThanOrEqual(2);
});

it("a change that makes too many calls pending is refused", async () => {
  const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2)], bounds: { ofCommit: 6 } });
  const events = range(1, 4).map((event) => count(5, event));
  expect(outbox.callsOf(...events.slice(0, 3))).toHaveLength(6);
  expect(() => outbox.callsOf(...events)).toThrow("too many calls of webhooks at once");
});

describe("D23: a webhook with too many pending deliveries", () => {
  const bounds = { backlog: 5 };

  it("is disabled by the call that exceeds the limit, with a reason; others are not", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2)], bounds });
    outbox.sender.answer("1", () => REFUSED);
    for (const event of range(1, 5)) await outbox.deliver(count(5, event));
    expect([outbox.backlog(1), outbox.catalog.webhooks.get(1n)?.enabled]).toEqual([5, true]);
    await outbox.deliver(count(5, 6), count(5, 7));
    const reason = "it had more than 5 pending deliveries";
    const disabled = { ...webhook(1), enabled: false, disabledReason: reason, updatedAt: expect.any(Number) };
    expect(outbox.disabled).toEqual([disabled]);
    expect((await outbox.store.catalog.load()).webhook[0]).toEqual(disabled);
    const { items } = await outbox.catalog.auditLog({ tokenId: null, resourceId: "whk_1" }, EVERYTHING);
    const changes = { enabled: { from: true, to: false }, disabled_reason: { from: null, to: reason } };
    expect(items).toMatchObject([{ action: "update", actor: { tokenId: null, name: "server" }, changes }]);
    expect([outbox.backlog(1), outbox.backlog(2)]).toEqual([5, 0]);
    expect(outbox.sender.sequences("2", 5n)).toEqual(range(1, 7));
  });

  it("keeps its pending deliveries until it is enabled again", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1, { type: "threshold" })], bounds });
    outbox.sender.answer("1", () => REFUSED);
    for (const event of range(1, 6)) await outbox.deliver(threshold(5, event % 2 === 1));
    const before = outbox.sender.calls.length;
    await outbox.pass(3_600_000);
    expect(outbox.sender.calls).toHaveLength(before);
    outbox.sender.answer("1", () => OK);
    await outbox.put(webhook(1, { type: "threshold" }));
    await outbox.pass(1_000);
    expect(outbox.sender.sequences("1", 5n).slice(before)).toEqual(range(1, 5));
    await outbox.deliver(threshold(5, true));
    expect(outbox.sender.sequences("1", 5n).at(-1)).toBe(6);
  });

  it("has a limit of a million by default", () => {
    expect(WEBHOOK_BACKLOG_MAX).toBe(1_000_000);
  });
});

/** So many calls to be removed. */
function surplusOf(calls: number): SurplusDeliveries {
  return {
    deliveries: Array.from({ length: calls }, (_, index) => BigInt(index)),
    messages: [],
    retried: [],
  };
}

it("a removal of calls stops after the current step, so that the store can be closed", async () => {
  const outbox = await TestOutbox.open({ isStopped: true });
  const steps: (() => void)[] = [];
  outbox.store.deliveries.surplus = () =>
    new Promise((resolve) => steps.push(() => resolve(surplusOf(DELIVERIES_REMOVED_MAX))));
  outbox.start();
  await outbox.pass(1_000);
  let isStopped = false;
  const stopping = outbox.stop().then(() => {
    isStopped = true;
  });
  await outbox.pass(0);
  expect([steps.length, isStopped]).toEqual([1, false]);
  steps[0]?.();
  await stopping;
  expect([steps.length, outbox.failures]).toEqual([1, []]);
});

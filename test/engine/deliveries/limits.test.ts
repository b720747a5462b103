import { expect, it } from "vitest";
import {
  CALLS_REMOVED_MAX,
  DEAD_CALLS_KEPT_MAX,
  DELIVERED_CALLS_KEPT_MAX,
  OUTCOMES_WAITING_MAX,
  QUEUE_CALLS_BUFFERED_MAX,
  WEBHOOK_CALLS_BUFFERED_MAX,
} from "../../../src/domain/limits.ts";
import { count, range, TestOutbox } from "../../support/outbox.ts";

/** Records the number of calls of each later read of the store. */
function readsOf({ store: { deliveries } }: TestOutbox): number[] {
  const reads: number[] = [];
  const { calls } = deliveries;
  deliveries.calls = async (stretch) => {
    const found = await calls.call(deliveries, stretch);
    reads.push(found.length);
    return found;
  };
  return reads;
}

it("the calls of a webhook in memory are limited; the others are read when there is room", async () => {
  const queues = WEBHOOK_CALLS_BUFFERED_MAX / QUEUE_CALLS_BUFFERED_MAX;
  for (const more of [0, 1]) {
    const outbox = await TestOutbox.open({ isStopped: true });
    const calls = range(1, WEBHOOK_CALLS_BUFFERED_MAX).map((event) => count(event % queues, event));
    // Each queue may always buffer one call, so two are needed to exceed the limit.
    const others = range(1, 2 * more).map((event) => count(queues, WEBHOOK_CALLS_BUFFERED_MAX + event));
    await outbox.commit(...calls, ...others);
    const reads = readsOf(outbox);
    outbox.start();
    await outbox.pass(1_000);
    expect(outbox.backlog(1)).toBe(0);
    expect(reads.reduce((sum, read) => sum + read, 0)).toBe(more);
  }
});

it("no call starts while the maximum number of outcomes waits to be written in one batch", async () => {
  const outbox = await TestOutbox.open();
  const { record } = outbox.store.deliveries;
  outbox.store.deliveries.record = () => Promise.reject(new Error("disk full"));
  await outbox.deliver(...range(1, OUTCOMES_WAITING_MAX + 1).map((event) => count(event % 100, event)));
  await outbox.pass(1_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX);
  const batches: number[] = [];
  outbox.store.deliveries.record = (outcomes) => {
    batches.push(outcomes.length);
    return record.call(outbox.store.deliveries, outcomes);
  };
  await outbox.pass(5_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX + 1);
  expect(batches).toEqual([OUTCOMES_WAITING_MAX, 1]);
});

it("D23: the latest delivered calls of a webhook are kept, up to a limit", async () => {
  const outbox = await TestOutbox.open();
  await outbox.deliver(...range(1, DELIVERED_CALLS_KEPT_MAX).map((event) => count(5, event)));
  const ids = async () => (await outbox.listed(1)).map(({ call }) => Number(call.id));
  expect(await ids()).toEqual(range(1, DELIVERED_CALLS_KEPT_MAX));
  await outbox.deliver(count(5, DELIVERED_CALLS_KEPT_MAX + 1));
  expect(await ids()).toEqual(range(2, DELIVERED_CALLS_KEPT_MAX + 1));
});

it("D23: calls are deleted in limited steps, and failed ones are kept up to a limit", async () => {
  const outbox = await TestOutbox.open();
  const asked: unknown[] = [];
  const removed = [CALLS_REMOVED_MAX, CALLS_REMOVED_MAX - 1];
  outbox.store.deliveries.compact = async (kept, most) => {
    asked.push({ ...kept, most });
    return removed.shift() ?? 0;
  };
  await outbox.stop();
  const restarted = await TestOutbox.open({ before: outbox });
  await restarted.pass(1_000);
  const once = { delivered: DELIVERED_CALLS_KEPT_MAX, dead: DEAD_CALLS_KEPT_MAX, most: CALLS_REMOVED_MAX };
  // As many as may be removed at a time may not have been all.
  expect(asked).toEqual([once, once]);
});

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

/** Gives back how many calls each read of the store brings from now on. */
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

it("of a webhook's calls so many are held in memory; those that are one too many are read when there is room", async () => {
  const queues = WEBHOOK_CALLS_BUFFERED_MAX / QUEUE_CALLS_BUFFERED_MAX;
  for (const more of [0, 1]) {
    const outbox = await TestOutbox.open({ isStopped: true });
    const calls = range(1, WEBHOOK_CALLS_BUFFERED_MAX).map((event) => count(event % queues, event));
    // A queue of its own may always hold one: two are needed for one too many.
    const others = range(1, 2 * more).map((event) => count(queues, WEBHOOK_CALLS_BUFFERED_MAX + event));
    await outbox.commit(...calls, ...others);
    const reads = readsOf(outbox);
    outbox.start();
    await outbox.pass(1_000);
    expect(outbox.backlog(1)).toBe(0);
    expect(reads.reduce((sum, read) => sum + read, 0)).toBe(more);
  }
});

it("so many outcomes wait to be written, and no further call is begun", async () => {
  const outbox = await TestOutbox.open();
  const { record } = outbox.store.deliveries;
  outbox.store.deliveries.record = () => Promise.reject(new Error("disk full"));
  await outbox.deliver(...range(1, OUTCOMES_WAITING_MAX + 1).map((event) => count(event % 100, event)));
  await outbox.pass(1_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX);
  outbox.store.deliveries.record = record;
  await outbox.pass(5_000);
  expect(outbox.sender.calls).toHaveLength(OUTCOMES_WAITING_MAX + 1);
});

it("D23: so many delivered calls are kept of a webhook, the latest", async () => {
  const outbox = await TestOutbox.open();
  await outbox.deliver(...range(1, DELIVERED_CALLS_KEPT_MAX).map((event) => count(5, event)));
  expect((await outbox.listed(1)).map(({ call }) => Number(call.id))).toEqual(
    range(1, DELIVERED_CALLS_KEPT_MAX),
  );
  await outbox.deliver(count(5, DELIVERED_CALLS_KEPT_MAX + 1));
  expect((await outbox.listed(1)).map(({ call }) => Number(call.id))).toEqual(
    range(2, DELIVERED_CALLS_KEPT_MAX + 1),
  );
});

it("D23: so many calls are removed at a time, so that so many that failed are kept", async () => {
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

import { expect, it } from "vitest";
import { FEED_AGE_MS_MAX, FEED_MESSAGES_MAX } from "../../../src/domain/limits.ts";
import {
  Distribution,
  type MessageBatch,
  STEPS_AT_ONCE,
  Subscription,
} from "../../../src/engine/live/distribution.ts";
import { RecentMessages } from "../../../src/engine/live/feed.ts";
import { PublishedMessage } from "../../../src/engine/live/notifications.ts";
import { counted } from "../../support/sockets.ts";

const message = (event: number) => new PublishedMessage(counted("spc_1", BigInt(event)), 0);

/** A number of subscriptions, with the events that each received. */
function subscribed(distribution: Distribution, count: number) {
  const taken: (bigint | null)[][] = [];
  const batches: MessageBatch[] = [];
  for (let i = 0; i < count; i++) {
    const own: (bigint | null)[] = [];
    taken.push(own);
    const take = (messages: MessageBatch): undefined => {
      batches.push(messages);
      own.push(...messages.map(({ eventId }) => eventId));
    };
    distribution.add(new Subscription(null, { take, giveUp: () => {} }));
  }
  return { taken, batches };
}

it("hands over to a bounded number at once, and to the others in later rounds, all in order", async () => {
  const distribution = new Distribution();
  // A batch with one message each.
  const atOnce = STEPS_AT_ONCE / 2;
  const { taken } = subscribed(distribution, 2 * atOnce + 1);
  const served = () => taken.filter(({ length }) => length > 0).length;
  distribution.publish([message(1)]);
  expect(served()).toBe(atOnce);
  // Published between two rounds.
  distribution.publish([message(2), message(3)]);
  expect(served()).toBe(atOnce);
  while (served() < taken.length) await new Promise((resolve) => setImmediate(resolve));
  await expect.poll(() => taken.filter(({ length }) => length === 3).length).toBe(taken.length);
  for (const events of taken) expect(events).toEqual([1n, 2n, 3n]);
});

it("has a bounded number of messages encoded at once, however many are published together", async () => {
  const distribution = new Distribution();
  const { taken } = subscribed(distribution, 2);
  const events = Array.from({ length: 5 * STEPS_AT_ONCE }, (_, index) => BigInt(index + 1));
  distribution.publish(events.map((event) => message(Number(event))));
  const lengthOf = (subscription: number) => taken[subscription]?.length ?? 0;
  let before = 0;
  for (; lengthOf(1) < events.length; await new Promise((resolve) => setImmediate(resolve))) {
    // They are encoded for the first subscription.
    expect(lengthOf(0) - before).toBeLessThanOrEqual(STEPS_AT_ONCE);
    before = lengthOf(0);
  }
  expect(taken).toEqual([events, events]);
});

it("gives all of them the same batches, so that each is encoded once", async () => {
  const distribution = new Distribution();
  const { taken, batches } = subscribed(distribution, 3);
  distribution.publish(Array.from({ length: 1_200 }, (_, index) => message(index + 1)));
  await expect.poll(() => taken.map(({ length }) => length)).toEqual([1_200, 1_200, 1_200]);
  expect(new Set(batches).size).toBe(3);
});

const NOW = Date.UTC(2024, 4, 10, 12);
const recentMessage = (eventId: number, instant = NOW) =>
  ({ eventId: BigInt(eventId), instant }) as PublishedMessage;

it(`live messages are kept for ${FEED_AGE_MS_MAX} ms`, () => {
  const recent = new RecentMessages();
  recent.add([
    recentMessage(1, NOW - FEED_AGE_MS_MAX - 1),
    recentMessage(2, NOW - FEED_AGE_MS_MAX),
    recentMessage(3),
  ]);
  expect(recent.trim(NOW)).toBe(true);
  expect(recent.after(0n).map(({ eventId }) => eventId)).toEqual([2n, 3n]);
  expect(recent.trim(NOW)).toBe(false);
});

it(`${FEED_MESSAGES_MAX} live messages are kept, the latest`, () => {
  const recent = new RecentMessages();
  recent.add(Array.from({ length: FEED_MESSAGES_MAX }, (_, index) => recentMessage(index + 1)));
  expect([recent.trim(NOW), recent.length]).toEqual([false, FEED_MESSAGES_MAX]);
  recent.add([recentMessage(FEED_MESSAGES_MAX + 1)]);
  expect([recent.trim(NOW), recent.length]).toEqual([true, FEED_MESSAGES_MAX]);
  expect(recent.after(0n)[0]?.eventId).toBe(2n);
});

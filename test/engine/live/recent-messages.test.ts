import { expect, it } from "vitest";
import { FEED_AGE_MS_MAX, FEED_MESSAGES_MAX } from "../../../src/domain/limits.ts";
import { RecentMessages } from "../../../src/engine/live/feed.ts";
import type { PublishedMessage } from "../../../src/engine/live/notifications.ts";

const NOW = Date.UTC(2024, 4, 10, 12);
const message = (eventId: number, instant = NOW) =>
  ({ eventId: BigInt(eventId), instant }) as PublishedMessage;

it(`live messages are kept for ${FEED_AGE_MS_MAX} ms`, () => {
  const recent = new RecentMessages();
  recent.add([message(1, NOW - FEED_AGE_MS_MAX - 1), message(2, NOW - FEED_AGE_MS_MAX), message(3)]);
  expect(recent.trim(NOW)).toBe(true);
  expect(recent.after(0n).map(({ eventId }) => eventId)).toEqual([2n, 3n]);
  expect(recent.trim(NOW)).toBe(false);
});

it(`${FEED_MESSAGES_MAX} live messages are kept, the latest`, () => {
  const recent = new RecentMessages();
  recent.add(Array.from({ length: FEED_MESSAGES_MAX }, (_, index) => message(index + 1)));
  expect([recent.trim(NOW), recent.length, recent.room]).toEqual([false, FEED_MESSAGES_MAX, 0]);
  recent.add([message(FEED_MESSAGES_MAX + 1)]);
  expect([recent.trim(NOW), recent.length]).toEqual([true, FEED_MESSAGES_MAX]);
  expect(recent.after(0n)[0]?.eventId).toBe(2n);
});

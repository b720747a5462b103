import { describe, expect, it } from "vitest";
import {
  DELIVERY_ERROR_LENGTH_MAX,
  DELIVERY_MS_MAX,
  RETRY_DELAY_MS_FIRST,
  RETRY_DELAY_MS_MAX,
} from "../../../src/domain/limits.ts";
import { retryDelay } from "../../../src/engine/deliveries/dispatcher.ts";
import { count, REFUSED, range, TestOutbox, webhook } from "../../support/outbox.ts";

describe("D23: the retry delay", () => {
  it("is up to a second at first, doubles, and is at most 15 minutes", () => {
    const longest = range(1, 12).map((attempts) => retryDelay(attempts, () => 0.999_999_999));
    expect(longest.slice(0, 10)).toEqual(range(0, 9).map((power) => RETRY_DELAY_MS_FIRST * 2 ** power - 1));
    expect(longest.slice(10)).toEqual([RETRY_DELAY_MS_MAX - 1, RETRY_DELAY_MS_MAX - 1]);
    expect(retryDelay(100_000, () => 0.5)).toBe(RETRY_DELAY_MS_MAX / 2);
  });

  it("has full jitter, from 0", () => {
    expect([0, 0.25, 0.5].map((random) => retryDelay(3, () => random))).toEqual([0, 1000, 2000]);
  });
});

describe("D23: a failed call", () => {
  it("is retried until it succeeds, and delays only its queue", async () => {
    const outbox = await TestOutbox.open();
    let failures = 4;
    outbox.sender.answer("1", ({ body }) => {
      const isHeldUp = body.includes('"spc_5"') && failures-- > 0;
      return isHeldUp ? { responseStatus: 500, error: "answered 500" } : { responseStatus: 200, error: null };
    });
    await outbox.deliver(count(5, 1), count(6, 2), count(5, 3), count(6, 4));
    expect(outbox.sender.sequences("1", 6n)).toEqual([1, 2]);
    expect(await outbox.listed(1)).toMatchObject([
      { status: "retrying", responseStatus: 500, error: "answered 500", nextAttemptAt: expect.any(Number) },
      { status: "delivered", attempts: 1, responseStatus: 200, error: null, nextAttemptAt: null },
      { status: "pending", attempts: 0, responseStatus: null, error: null, nextAttemptAt: null },
      { status: "delivered" },
    ]);
    await outbox.pass(60_000);
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 1, 1, 1, 1, 2]);
    expect(await outbox.listed(1)).toMatchObject([
      { status: "delivered", attempts: 5 },
      {},
      { attempts: 1 },
      {},
    ]);
    expect(new Set(outbox.sender.calls.map(({ id }) => id)).size).toBe(4);
    expect(outbox.sender.complaints).toEqual([]);
  });

  it("is retried if the sender throws, with a short error", async () => {
    const outbox = await TestOutbox.open();
    outbox.sender.answer("1", () => {
      throw new Error("x".repeat(DELIVERY_ERROR_LENGTH_MAX + 1));
    });
    await outbox.deliver(count(5, 1));
    const error = "x".repeat(DELIVERY_ERROR_LENGTH_MAX);
    expect(await outbox.listed(1)).toMatchObject([{ status: "retrying", error, responseStatus: null }]);
  });

  it("is retried until 24 hours after it was queued; then it is dead, and the queue continues", async () => {
    const outbox = await TestOutbox.open();
    outbox.sender.answer("1", () => REFUSED);
    const begun = outbox.time.now();
    await outbox.deliver(count(5, 1));
    await outbox.pass(DELIVERY_MS_MAX / 2);
    await outbox.commit(count(5, 2));
    await outbox.pass(DELIVERY_MS_MAX / 2 - 1 - (outbox.time.now() - begun - DELIVERY_MS_MAX / 2));
    expect(await outbox.statuses(1)).toBe("retrying pending");
    await outbox.pass(1 + 200);
    expect(await outbox.listed(1)).toMatchObject([
      { status: "dead", error: "connection refused", nextAttemptAt: null },
      { status: "retrying", attempts: 1 },
    ]);
    outbox.sender.answer("1", () => ({ responseStatus: 200, error: null }));
    await outbox.pass(RETRY_DELAY_MS_MAX);
    expect(await outbox.statuses(1)).toBe("dead delivered");
    expect(outbox.backlog(1)).toBe(0);
  });

  it("has at least one attempt, however late", async () => {
    const outbox = await TestOutbox.open();
    await outbox.commit(count(5, 1), count(5, 2));
    await outbox.put(webhook(1, { enabled: false }));
    await outbox.pass(2 * DELIVERY_MS_MAX);
    expect(outbox.sender.calls).toEqual([]);
    outbox.sender.answer("1", ({ sequence }) =>
      sequence === 1 ? REFUSED : { responseStatus: 200, error: null },
    );
    await outbox.put(webhook(1));
    await outbox.pass(200);
    expect(await outbox.statuses(1)).toBe("dead delivered");
  });

  it("is observed with its duration, like every attempt", async () => {
    const outbox = await TestOutbox.open();
    let attempts = 0;
    outbox.sender.answer("1", async () => {
      await outbox.time.pass(0);
      return attempts++ === 0 ? REFUSED : { responseStatus: 200, error: null };
    });
    await outbox.deliver(count(5, 1));
    await outbox.pass(2_000);
    expect(outbox.attempts).toEqual([
      { webhookId: 1n, durationMs: 0, status: "retrying" },
      { webhookId: 1n, durationMs: 0, status: "delivered" },
    ]);
  });
});

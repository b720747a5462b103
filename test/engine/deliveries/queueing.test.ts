import { describe, expect, it } from "vitest";
import {
  DELIVERY_ERROR_LENGTH_MAX,
  DELIVERY_MS_MAX,
  RETRY_DELAY_MS_FIRST,
  RETRY_DELAY_MS_MAX,
  retryDelay,
} from "../../../src/engine/deliveries/dispatcher.ts";
import { count, OK, REFUSED, range, TestOutbox, threshold, webhook } from "../../support/outbox.ts";

/** One webhook of each kind, two of the commonest, and one that is disabled. */
const KINDS = [
  webhook(1),
  webhook(2, { version: "v1" }),
  webhook(3, { type: "threshold" }),
  webhook(4, { version: "v1", type: "threshold" }),
  webhook(5, { enabled: false }),
  webhook(6),
];

async function bodies(outbox: TestOutbox): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { endpoint, body } of outbox.sender.calls) {
    found[endpoint] ??= [];
    found[endpoint].push(JSON.parse(body));
  }
  return found;
}

describe("D23: the body of a webhook call", () => {
  it("depends on the version and type of each enabled webhook", async () => {
    const outbox = await TestOutbox.open({ webhooks: KINDS });
    await outbox.deliver({ ...count(5, 3), direction: -1 }, threshold(6, true));
    const common = { space_id: "spc_5", doorway_id: "drw_9", direction: -1, count: 3 };
    const organization = { organization_id: "org_1", organization_name: "Acme" };
    const timestamp = "2024-05-10T12:00:00.000Z";
    const crossing = { type: "threshold", space_id: "spc_6", timestamp, unsafe: true, count: 11, limit: 10 };
    expect(await bodies(outbox)).toEqual({
      1: [{ timestamp, ...common, ...organization }],
      2: [common],
      3: [{ ...crossing, ...organization }],
      4: [{ ...crossing, ...organization }],
      6: [{ timestamp, ...common, ...organization }],
    });
  });

  it("is sent only for the spaces of the webhook, after each change of them and after a restart", async () => {
    const some = webhook(1, { spaceIds: [5n, 7n] });
    const other = webhook(2, { type: "threshold", spaceIds: [6n] });
    const before = await TestOutbox.open({ webhooks: [some, other] });
    await before.deliver(count(5, 1), count(6, 2), threshold(5, true), threshold(6, true));
    const spaces = ({ sender }: TestOutbox) =>
      sender.calls.map(({ endpoint, body }) => `${endpoint} ${JSON.parse(body).space_id}`);
    expect(spaces(before)).toEqual(["1 spc_5", "2 spc_6"]);
    await before.stop();
    const outbox = await TestOutbox.open({ before });
    await outbox.deliver(count(6, 3), count(7, 4));
    await outbox.put({ ...some, spaceIds: [6n] });
    await outbox.deliver(count(6, 5), count(7, 6));
    await outbox.put({ ...some, spaceIds: [] });
    await outbox.deliver(count(7, 7));
    expect(spaces(outbox)).toEqual(["1 spc_7", "1 spc_6", "1 spc_7"]);
  });

  it("is rendered once for all webhooks of a version, and stored once", async () => {
    const outbox = await TestOutbox.open({ webhooks: KINDS, isStopped: true });
    const calls = outbox.callsOf(count(5, 3));
    expect(calls.map(({ webhookId }) => webhookId)).toEqual([2n, 1n, 6n]);
    expect(calls[1]?.message).not.toBe(calls[0]?.message);
    expect(calls[2]?.message).toBe(calls[1]?.message);
    expect(calls[1]?.message).toMatchObject({ event: 3n, spaceId: 5n });
    const [crossing] = outbox.callsOf(threshold(6, true));
    expect(crossing?.message).toMatchObject({ event: null });
  });

  it("is sent with the id, URL, headers, secret and sequence number of the call", async () => {
    const given = webhook(1, { headers: { "X-Key": "k" }, secret: "whsec_x" });
    const outbox = await TestOutbox.open({ webhooks: [given] });
    await outbox.deliver(count(5, 1), count(6, 2), count(5, 3));
    const sent = { endpoint: "1", headers: { "X-Key": "k" }, secret: "whsec_x", body: expect.any(String) };
    expect(outbox.sender.calls).toEqual([
      { id: "dlv_1", sequence: 1, ...sent },
      { id: "dlv_2", sequence: 1, ...sent },
      { id: "dlv_3", sequence: 2, ...sent },
    ]);
  });
});

describe("D23: the state of a webhook", () => {
  it("has the failed attempts of the call that has failed most often, also after a restart", async () => {
    const before = await TestOutbox.open();
    before.sender.answer("1", ({ body }) => (body.includes("spc_5") ? REFUSED : OK));
    await before.deliver(count(5, 1), count(6, 2));
    await before.pass(RETRY_DELAY_MS_FIRST * 4);
    const [failed] = await before.listed(1);
    expect(failed?.attempts).toBeGreaterThan(1);
    expect(before.deliveries.failedAttemptsOf(webhook(1))).toBe(failed?.attempts);
    await before.stop();
    const outbox = await TestOutbox.open({ before, isStopped: true });
    expect(outbox.deliveries.failedAttemptsOf(webhook(1))).toBe(failed?.attempts);
    outbox.start();
    await outbox.pass(RETRY_DELAY_MS_MAX);
    expect(outbox.deliveries.failedAttemptsOf(webhook(1))).toBe(0);
  });
});

describe("D23: the sequence", () => {
  it("continues after all delivered calls have been deleted", async () => {
    const before = await TestOutbox.open({ bounds: { deliveredKept: 0 } });
    await before.deliver(count(5, 1), count(5, 2));
    await before.stop();
    const outbox = await TestOutbox.open({ before });
    await outbox.pass(1);
    expect(await outbox.store.deliveries.delivery(1n, 1n)).toBeNull();
    await outbox.deliver(count(5, 3));
    expect(outbox.sender.calls).toMatchObject([{ id: "dlv_3", sequence: 3 }]);
  });
});

describe("changes of webhooks", () => {
  it("apply from the next message or attempt", async () => {
    const outbox = await TestOutbox.open();
    await outbox.deliver(count(5, 1));
    await outbox.put(webhook(1, { endpoint: "elsewhere", secret: "whsec_2" }), webhook(2));
    await outbox.deliver(count(5, 2));
    await outbox.put(webhook(1, { type: "threshold" }));
    await outbox.deliver(count(5, 3));
    const calls = outbox.sender.calls.map(({ endpoint, sequence }) => `${endpoint} ${sequence}`);
    expect(calls).toEqual(["1 1", "elsewhere 2", "2 1", "2 2"]);
  });

  it("delete the calls of a deleted webhook", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2)] });
    outbox.sender.answer("1", () => new Promise(() => undefined));
    await outbox.deliver(count(5, 1), count(5, 2));
    await outbox.remove(1n);
    await outbox.deliver(count(5, 3));
    expect(outbox.sender.sequences("1", 5n)).toEqual([1]);
    expect(outbox.sender.sequences("2", 5n)).toEqual([1, 2, 3]);
    expect(await outbox.store.deliveries.delivery(1n, 1n)).toBeNull();
    const idle = { webhook: { id: 2n }, backlog: 0, inFlight: 0 };
    expect([...outbox.deliveries.receivers()]).toMatchObject([idle]);
  });
});

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
      return isHeldUp ? { responseStatus: 500, error: "answered 500" } : OK;
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
    const held = { status: "delivered", attempts: 5 };
    expect(await outbox.listed(1)).toMatchObject([held, {}, { attempts: 1 }, {}]);
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
    outbox.sender.answer("1", () => OK);
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
    outbox.sender.answer("1", ({ sequence }) => (sequence === 1 ? REFUSED : OK));
    await outbox.put(webhook(1));
    await outbox.pass(200);
    expect(await outbox.statuses(1)).toBe("dead delivered");
  });

  it("is observed with its duration, like every attempt", async () => {
    const outbox = await TestOutbox.open();
    let attempts = 0;
    outbox.sender.answer("1", async () => {
      await outbox.time.pass(0);
      return attempts++ === 0 ? REFUSED : OK;
    });
    await outbox.deliver(count(5, 1));
    await outbox.pass(2_000);
    expect(outbox.attempts).toEqual([
      { durationMs: 0, status: "retrying" },
      { durationMs: 0, status: "delivered" },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { HeadcountError } from "../../../src/domain/errors.ts";
import { failAppends } from "../../support/commits.ts";
import { CHANGE, count, OK, REFUSED, range, TestOutbox, webhook } from "../../support/outbox.ts";

describe("after a restart", () => {
  it("pending deliveries continue in order, with their attempts, when they are due", async () => {
    const before = await TestOutbox.open();
    before.sender.answer("1", ({ body }) => (body.includes('"spc_5"') ? REFUSED : OK));
    await before.deliver(...range(1, 6).map((event) => count(5 + (event % 2), event)));
    await before.pass(5_000);
    await before.stop();
    const [first] = await before.listed(1).then((all) => all.filter(({ status }) => status === "retrying"));
    const outbox = await TestOutbox.open({ before });
    expect(outbox.backlog(1)).toBe(3);
    const due = (first?.nextAttemptAt ?? 0) - outbox.time.now();
    await outbox.pass(due - 1);
    expect(outbox.sender.calls).toEqual([]);
    await outbox.pass(200);
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 2, 3]);
    expect(outbox.sender.sequences("1", 6n)).toEqual([]);
    const [finished] = await outbox.listed(1).then((all) => all.filter(({ id }) => id === first?.id));
    expect(finished).toMatchObject({ status: "delivered", attempts: (first?.attempts ?? 0) + 1 });
  });
});

describe("stopping", () => {
  it("waits for running calls, writes their outcomes, and starts no others", async () => {
    const outbox = await TestOutbox.open();
    outbox.sender.answer("1", () => new Promise((done) => outbox.time.after(500, () => done(OK))));
    await outbox.deliver(count(5, 1), count(5, 2), count(6, 3));
    await outbox.stop(1_000);
    expect(await outbox.statuses(1)).toBe("delivered pending delivered");
    expect(outbox.sender).toMatchObject({ isClosed: true, complaints: [] });
    await outbox.deliver(count(7, 4));
    expect(outbox.sender.calls).toHaveLength(2);
  });

  it("waits at most the grace period", async () => {
    const outbox = await TestOutbox.open();
    outbox.sender.answer("1", () => new Promise((done) => outbox.time.after(1_001, () => done(OK))));
    await outbox.commit(count(5, 1));
    await outbox.pass(0);
    await outbox.stop(1_000);
    await outbox.pass(500);
    expect(await outbox.statuses(1)).toBe("pending");
  });

  it("does nothing if deliveries were not started", async () => {
    const outbox = await TestOutbox.open({ isStopped: true });
    await outbox.stop();
    expect(outbox.sender.isClosed).toBe(false);
  });
});

describe("D23: a replay", () => {
  const replay = (outbox: TestOutbox, id: bigint, webhookId = 1n) =>
    outbox.deliveries.replay({ ...CHANGE, catalog: outbox.catalog, journal: outbox.journal }, webhookId, id);
  const errorOf = async (replayed: Promise<unknown>) => {
    const error = await replayed.catch((each: unknown) => each);
    return error instanceof HeadcountError ? error.kind : error;
  };

  it("queues the same body as a new call at the end of its queue", async () => {
    const outbox = await TestOutbox.open();
    await outbox.deliver(count(5, 1), count(5, 2), count(6, 3));
    const made = await replay(outbox, 1n);
    await outbox.pass(150);
    expect(made).toMatchObject({ status: "pending", attempts: 0, id: 4n, sequence: 3 });
    const [first] = outbox.sender.calls;
    expect(outbox.sender.calls.at(-1)).toEqual({ ...first, id: "dlv_4", sequence: 3 });
    expect((await outbox.listed(1)).at(-1)).toMatchObject({ id: 4n, message: made.message });
    await outbox.deliver(count(5, 4));
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 2, 3, 4]);
  });

  it("is rejected for an unfinished call or another webhook's call", async () => {
    const outbox = await TestOutbox.open({ webhooks: [webhook(1), webhook(2)] });
    outbox.sender.answer("1", () => REFUSED);
    await outbox.deliver(count(5, 1), count(5, 2));
    for (const [id, webhookId, error] of [
      [1n, 1n, "conflict"],
      [3n, 1n, "conflict"],
      [2n, 1n, "not-found"],
      [9n, 1n, "not-found"],
      [1n, 9n, "not-found"],
    ] as const)
      expect(await errorOf(replay(outbox, id, webhookId))).toBe(error);
    expect(await replay(outbox, 2n, 2n)).toMatchObject({ status: "pending" });
  });

  it("includes a call that has just finished", async () => {
    const outbox = await TestOutbox.open();
    await outbox.commit(count(5, 1));
    await outbox.pass(1);
    expect(await outbox.statuses(1)).toBe("pending");
    expect((await replay(outbox, 1n)).sequence).toBe(2);
  });

  it("is rejected if the webhook is disabled or has too many pending deliveries", async () => {
    const outbox = await TestOutbox.open({ bounds: { backlog: 1 } });
    await outbox.deliver(count(5, 1));
    outbox.sender.answer("1", () => REFUSED);
    await outbox.deliver(count(5, 2));
    expect(await errorOf(replay(outbox, 1n))).toBe("conflict");
    outbox.sender.answer("1", () => OK);
    await outbox.pass(2_000);
    await outbox.put(webhook(1, { enabled: false }));
    expect(await errorOf(replay(outbox, 1n))).toBe("conflict");
  });

  it("uses no sequence number if it cannot be stored", async () => {
    const outbox = await TestOutbox.open();
    await outbox.deliver(count(5, 1));
    const recover = failAppends(outbox.store, "disk full");
    await expect(replay(outbox, 1n)).rejects.toThrow("disk full");
    recover();
    await outbox.deliver(count(5, 2));
    expect(outbox.sender.sequences("1", 5n)).toEqual([1, 2]);
    expect(outbox.backlog(1)).toBe(0);
  });
});

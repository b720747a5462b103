import { describe, expect, it } from "vitest";
import { count, TestOutbox, threshold, webhook } from "../../support/outbox.ts";

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

  it("is rendered once for all webhooks of a version, and stored once", async () => {
    const outbox = await TestOutbox.open({ webhooks: KINDS, isStopped: true });
    const calls = outbox.deliveries.outbox.queue([count(5, 3)], 0);
    expect(calls.map(({ webhookId }) => webhookId)).toEqual([2n, 1n, 6n]);
    expect(calls[1]?.message).not.toBe(calls[0]?.message);
    expect(calls[2]?.message).toBe(calls[1]?.message);
    expect(calls[1]?.message).toMatchObject({ event: 3n, spaceId: 5n });
    const [crossing] = outbox.deliveries.outbox.queue([threshold(6, true)], 0);
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

describe("calls that are committed out of order", () => {
  it("are rejected", async () => {
    const { deliveries } = await TestOutbox.open();
    const first = deliveries.outbox.queue([count(5, 1)], 0);
    const second = deliveries.outbox.queue([count(5, 2)], 0);
    expect(() => deliveries.outbox.abandoned(first)).toThrow("out of order");
    deliveries.outbox.committed(second, 2n);
    expect(() => deliveries.outbox.committed(first, 1n)).toThrow("out of order");
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
    expect(outbox.sender.calls.map(({ endpoint, sequence }) => `${endpoint} ${sequence}`)).toEqual([
      "1 1",
      "elsewhere 2",
      "2 1",
      "2 2",
    ]);
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
    expect(outbox.deliveries.backlogs()).toEqual([{ webhookId: 2n, backlog: 0, inFlight: 0 }]);
  });
});

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { failAppends } from "../../support/commits.ts";
import { at, openAt, pendingBodies, send, site, take } from "../../support/notified-site.ts";
import { turnsDuring } from "../../support/waiting.ts";

describe("the pending calls of webhooks (D23)", () => {
  it("is a call for each event and linked space, with the count when it was queued", async () => {
    const { store, context } = await site();
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v1" });
    await send(context, ["11:58:00 1", "11:50:00 -1"]);
    await send(context, ["11:59:00 1"], false);
    expect(await pendingBodies(store, webhook.id)).toMatchObject([
      { direction: 1, count: 1 },
      { direction: -1, count: 0 },
      { direction: -1, count: 1 },
      { direction: 1, count: 0 },
    ]);
  });

  it("is kept with the event, or neither: an unstored event causes no notification", async () => {
    const { store, context, hall, received } = await site();
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v2" });
    await send(context, ["11:58:00 1"]);
    take(received);
    const recover = failAppends(store, "disk full");
    await expect(send(context, ["11:59:00 1"])).rejects.toThrow("disk full");
    recover();
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
    expect(await pendingBodies(store, webhook.id)).toHaveLength(2);
    await send(context, ["11:59:30 1"]);
    expect(received).toEqual(["count Hall 2 1 @ 11:59:30", "count Yard 0 -1 @ 11:59:30"]);
    const page = { offset: 0, limit: 10, before: Number.MAX_SAFE_INTEGER };
    const { items } = await store.deliveries.deliveries(webhook.id, 10, page);
    expect(items.map(({ sequence }) => sequence)).toEqual([2, 2, 1, 1]);
  });

  it("of a threshold is one call when a space becomes unsafe and one when it is safe again", async () => {
    const { store, context, clock } = await site();
    const endpoint = "https://example.com/";
    const webhook = await createWebhook(context, { endpoint, version: "v2", type: "threshold" });
    const bodies = async () =>
      (await pendingBodies(store, webhook.id)).map((body) => {
        const { unsafe, count, timestamp } = body as Record<string, unknown>;
        return `${unsafe ? "unsafe" : "safe"} ${count} ${String(timestamp).slice(11, 19)}`;
      });
    await send(context, ["11:56:00 1", "11:57:00 1", "11:58:00 1", "11:59:00 1"]);
    expect(await bodies()).toEqual(["unsafe 3 11:58:00"]);
    // Late events cause no notification, nor does what they lead to.
    await send(context, ["11:50:00 1", "11:51:00 -1"]);
    await send(context, ["11:59:10 -1", "11:59:20 -1", "11:59:30 -1"]);
    expect(await bodies()).toEqual(["unsafe 3 11:58:00", "safe 2 11:59:20"]);
    await send(context, ["11:59:40 1", "11:59:50 1"]);
    // The reset falls due while the server is down.
    clock.now = at("13:30:00");
    const again = await openAt(store, clock);
    await again.notifier.loadAll(() => false);
    await again.notifier.tick(again);
    expect(await bodies()).toEqual([
      "unsafe 3 11:58:00",
      "safe 2 11:59:20",
      "unsafe 3 11:59:50",
      "safe 0 13:00:00",
    ]);
    expect((await store.events.loadLive()).unsafe).toEqual([]);
  });

  it("of a threshold is a call for a reset, though an event follows it at once", async () => {
    const { store, context, hall } = await site();
    const endpoint = "https://example.com/";
    const webhook = await createWebhook(context, { endpoint, version: "v2", type: "threshold" });
    await send(context, ["11:56:00 1"]);
    await createReset(context, { spaceId: hall.id, instant: at("11:57:00"), count: 5 });
    await send(context, ["11:57:10 -1"]);
    await createReset(context, { spaceId: hall.id, instant: at("11:58:00"), count: 0 });
    await send(context, ["11:58:10 1"]);
    await context.notifier.tick(context);
    const bodies = (await pendingBodies(store, webhook.id)) as Record<string, unknown>[];
    expect(bodies.map(({ unsafe, count, timestamp }) => [unsafe, count, timestamp])).toEqual([
      [true, 5, "2024-05-06T11:57:00.000Z"],
      [false, 0, "2024-05-06T11:58:00.000Z"],
    ]);
  });

  it("yields to other work while the counts of many spaces are made", async () => {
    const { context } = await site();
    const spaces: bigint[] = [];
    for (let i = 0; i < 25; i++) spaces.push((await createSpace(context, { name: `Room ${i}` })).id);
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => ++time);
    onTestFinished(() => clock.mockRestore());
    const { turns } = await turnsDuring(() => context.notifier.loadAll(() => false));
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(await context.notifier.current(spaces)).toEqual(new Map(spaces.map((id) => [id, 0])));
  });

  it("notifies of an event between the last reset and the changes in memory, beside one before that reset", async () => {
    const { context, clock, received } = await site();
    clock.now = at("22:00:00");
    await context.notifier.tick(context);
    const seconds = (second: number) => new Date(at("14:00:00") + second * 1_000).toISOString().slice(11, 19);
    await send(
      context,
      Array.from({ length: 1_000 }, (_, second) => `${seconds(second)} 1`),
    );
    await context.notifier.tick(context);
    received.length = 0;
    await send(context, ["12:30:00 1", "13:30:00 1"]);
    expect(received.filter((line) => line.includes("Hall"))).toEqual([
      "count Hall 1000 1 @ 12:30:00",
      "count Hall 1001 1 @ 13:30:00",
    ]);
  });
});

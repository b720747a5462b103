import { describe, expect, it, vi } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { COMMIT_DELIVERIES_MAX } from "../../../src/domain/limits.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { voidEvent } from "../../../src/engine/events/event-changes.ts";
import { voidImport } from "../../../src/engine/events/void-events.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import { deleteLink } from "../../../src/engine/resources/links.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { deleteSpace } from "../../../src/engine/resources/spaces.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { at, listen, openAt, pendingBodies, send, site, take } from "../../support/notified-site.ts";

describe("the notifications of sockets (D24)", () => {
  it("is every event that is accepted, with the count it leaves, for each linked space, also if it is late", async () => {
    const { context, received } = await site();
    await send(context, ["11:58:00 1", "11:59:00 1"]);
    expect(take(received)).toEqual([
      "count Hall 1 1 @ 11:58:00",
      "count Yard 0 -1 @ 11:58:00",
      "count Hall 2 1 @ 11:59:00",
      "count Yard 0 -1 @ 11:59:00",
    ]);
    await send(context, ["11:50:00 -1"]);
    expect(take(received)).toEqual(["count Hall 2 -1 @ 11:50:00", "count Yard 0 1 @ 11:50:00"]);
    await context.notifier.tick(context);
    expect(received).toEqual([]);
  });

  it("is a reset if events come with live=false and change a count (D23)", async () => {
    const { context, received } = await site();
    await send(context, ["11:58:00 1"], false);
    expect(received).toEqual([]);
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["reset Hall 1 null @ 12:00:00"]);
  });

  it("is a reset when a daily reset falls due while nothing happens, once (D8)", async () => {
    const { context, received, clock, hall } = await site();
    await send(context, ["11:58:00 1"]);
    take(received);
    clock.now = at("13:00:01");
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["reset Hall 0 null @ 13:00:00"]);
    await context.notifier.tick(context);
    expect(received).toEqual([]);
  });

  it("is a reset if a reset, a voided event or an erased link changes a count (D5)", async () => {
    const { context, received, hall, link } = await site();
    await send(context, ["11:58:00 1", "11:59:00 1"]);
    take(received);
    await createReset(context, { spaceId: hall.id, instant: at("11:58:30"), count: 7 });
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["reset Hall 8 null @ 12:00:00"]);
    await voidEvent(context, 2n);
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["reset Hall 7 null @ 11:58:30"]);
    await deleteLink(context, link.id, { erase: true });
    await context.notifier.tick(context);
    expect(received).toEqual([]);
  });

  it("keeps no state of a space that is deleted (D19)", async () => {
    const { store, context, hall } = await site();
    await send(context, ["11:57:00 1", "11:58:00 1", "11:59:00 1"]);
    expect((await store.events.loadLive()).unsafe).toEqual([hall.id]);
    await deleteSpace(context, hall.id, hall.name);
    expect((await store.events.loadLive()).unsafe).toEqual([]);
    const make = vi.spyOn(context.notifier.counts, "load");
    await context.notifier.tick(context);
    expect(make.mock.calls.flatMap(([ids]) => ids)).not.toContain(hall.id);
  });

  it("is a reset before the event that follows it at once (D8)", async () => {
    const { context, received, clock, hall } = await site();
    await send(context, ["11:58:00 1", "11:59:00 1"]);
    take(received);
    await createReset(context, { spaceId: hall.id, instant: at("11:59:30"), count: 5 });
    await send(context, ["11:59:40 1", "11:59:50 -1"]);
    expect(take(received)).toEqual([
      "reset Hall 5 null @ 11:59:30",
      "count Hall 6 1 @ 11:59:40",
      "count Yard 0 -1 @ 11:59:40",
      "count Hall 5 -1 @ 11:59:50",
      "count Yard 1 1 @ 11:59:50",
    ]);
    clock.now = at("13:00:01");
    await send(context, ["13:00:01 1"]);
    expect(take(received)).toEqual([
      "reset Hall 0 null @ 13:00:00",
      "count Hall 1 1 @ 13:00:01",
      "count Yard 0 -1 @ 13:00:01",
    ]);
    await context.notifier.tick(context);
    expect(received).toEqual([]);
  });

  it("is an event that lies ahead when it falls due, also after a restart (D3)", async () => {
    const { store, context, received, clock, hall } = await site();
    await send(context, ["12:01:00 1", "12:03:00 1"]);
    await context.notifier.tick(context);
    expect(received).toEqual([]);
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    clock.now = at("12:01:00");
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["count Hall 1 1 @ 12:01:00", "count Yard 0 -1 @ 12:01:00"]);
    const again = await openAt(store, clock);
    const receivedAgain = listen(again);
    clock.now = at("12:03:00");
    await again.notifier.tick(again);
    expect(receivedAgain).toEqual(["count Hall 2 1 @ 12:03:00", "count Yard 0 -1 @ 12:03:00"]);
    expect((await store.events.loadLive()).pending).toEqual([]);
  });

  it("is none of an event that lies ahead and is voided before it falls due (D5)", async () => {
    const { store, context, received, clock } = await site();
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v2" });
    await send(context, ["12:01:00 1", "12:02:00 1"]);
    const append = vi.spyOn(store.journal, "append");
    await voidEvent(context, 2n);
    expect(append.mock.lastCall?.[0][0]?.record).toMatchObject({
      voided: { ids: Float64Array.of(2) },
      notifications: { notified: [2n] },
    });
    clock.now = at("12:03:00");
    await context.notifier.tick(context);
    expect(take(received)).toEqual(["count Hall 1 1 @ 12:01:00", "count Yard 0 -1 @ 12:01:00"]);
    expect(await pendingBodies(store, webhook.id)).toHaveLength(2);
  });

  it("is nothing for an event ahead of the clock whose import has been taken back (D5)", async () => {
    const { context, clock, received } = await site();
    const rows = [{ sensor_serial_number: "a", timestamp: "2024-05-06T12:01:00Z", trajectory: 1 }];
    const importOf = { id: null, file: "list.json" };
    const { importId } = await ingestReports(context, rows, { importOf });
    await voidImport(context, must(importId, "import"), false);
    clock.now = at("12:03:00");
    await context.notifier.tick(context);
    expect(received).toEqual([]);
  });

  it("is each event that falls due, in order, also where webhooks allow only a part of them at once", async () => {
    const { context, clock, received } = await site();
    const seconds = Array.from({ length: 6 }, (_, index) => `12:01:0${index}`);
    await send(
      context,
      seconds.map((time) => `${time} 1`),
    );
    clock.now = at("12:03:00");
    // As many as let one message be made for all of them.
    vi.spyOn(context.catalog.webhooks, "all").mockReturnValue(new Array(COMMIT_DELIVERIES_MAX / 2));
    const instants: string[][] = [];
    for (let tick = 0; tick < 7; tick++) {
      await context.notifier.tick(context);
      instants.push([...new Set(take(received).map((line) => line.slice(-8)))]);
    }
    expect(instants).toEqual([...seconds.map((time) => [time]), []]);
  });
});

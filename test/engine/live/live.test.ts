import { describe, expect, it, vi } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { buildEngine, type Engine } from "../../../src/engine/build-engine.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { voidEvent } from "../../../src/engine/events/event-queries.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-reports.ts";
import { reportsOf } from "../../../src/engine/ingest/reports.ts";
import type { Store } from "../../../src/engine/ports.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../../src/engine/resources/links.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { observeCommits } from "../../support/commits.ts";
import { TEST_SETTINGS } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";

const at = (time: string) => parseInstant(`2024-05-06T${time}Z`, "time");

/** An engine at noon with a hall (limit 2, reset at 13:00) and a yard behind one door. */
async function site() {
  const store = memoryStore();
  const clock = { now: at("12:00:00") };
  const context = await openAt(store, clock);
  const hall = await createSpace(context, {
    name: "Hall",
    dailyReset: "13:00",
    safeThresholdMode: "SAFE_CAPACITY",
    safeCapacity: 2,
  });
  const yard = await createSpace(context, { name: "Yard", dailyReset: null });
  const door = await createDoorway(context, { name: "Door", sensorSerialNumber: "a" });
  const link = await createLink(context, { spaceId: hall.id, doorwayId: door.id, sensorPlacement: 1 });
  await createLink(context, { spaceId: yard.id, doorwayId: door.id, sensorPlacement: -1 });
  await context.live.makeAll(() => false);
  await context.live.tick(context);
  return { store, clock, context, hall, yard, link, received: listen(context) };
}

function openAt(store: Store, clock: { now: number }): Promise<Engine> {
  return buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => clock.now } });
}

/** The messages that sockets receive from now on, as `type space count direction @ time`. */
function listen(context: Engine): string[] {
  const received: string[] = [];
  context.feed.subscribe(
    { spaceIds: null, after: null },
    {
      take: (messages): undefined => {
        for (const { bytes } of messages) {
          const { payload } = JSON.parse(bytes.toString());
          const name = context.catalog.space(BigInt(payload.space_id.slice(4))).name;
          const time = payload.timestamp.slice(11, 19);
          received.push(`${payload.type} ${name} ${payload.count} ${payload.direction} @ ${time}`);
        }
      },
      giveUp: () => received.push("given up"),
    },
  );
  return received;
}

async function send(context: Engine, lines: readonly string[], live = true): Promise<void> {
  const rows = lines.map((line) => {
    const [time, trajectory] = line.split(" ");
    return { sensor_serial_number: "a", timestamp: `2024-05-06T${time}Z`, trajectory: Number(trajectory) };
  });
  const { errors, accepted } = await ingestReports(context, rows, { keepDuplicates: false, live });
  expect({ errors, accepted }).toEqual({ errors: [], accepted: rows.length });
}

/** The bodies of the pending calls of webhooks, in order. */
async function pendingBodies(store: Store, webhookId: bigint): Promise<unknown[]> {
  const { items } = await store.deliveries.deliveries(webhookId, 1_000, { offset: 0, limit: 1_000 });
  return items.toReversed().map(({ call }) => JSON.parse(call.message.body));
}

/** Takes the received messages. */
function take(received: string[]): string[] {
  return received.splice(0, received.length);
}

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
    await context.live.tick(context);
    expect(received).toEqual([]);
  });

  it("is a reset if events come with live=false and change a count (D23)", async () => {
    const { context, received } = await site();
    await send(context, ["11:58:00 1"], false);
    expect(received).toEqual([]);
    await context.live.tick(context);
    expect(take(received)).toEqual(["reset Hall 1 null @ 12:00:00"]);
  });

  it("is a reset when a daily reset falls due while nothing happens, once (D8)", async () => {
    const { context, received, clock, hall } = await site();
    await send(context, ["11:58:00 1"]);
    take(received);
    clock.now = at("13:00:01");
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    await context.live.tick(context);
    expect(take(received)).toEqual(["reset Hall 0 null @ 13:00:00"]);
    await context.live.tick(context);
    expect(received).toEqual([]);
  });

  it("is a reset if a reset, a voided event or an erased link changes a count (D5)", async () => {
    const { context, received, hall, link } = await site();
    await send(context, ["11:58:00 1", "11:59:00 1"]);
    take(received);
    await createReset(context, { spaceId: hall.id, instant: at("11:58:30"), count: 7 });
    await context.live.tick(context);
    expect(take(received)).toEqual(["reset Hall 8 null @ 12:00:00"]);
    await voidEvent(context, 2n);
    await context.live.tick(context);
    expect(take(received)).toEqual(["reset Hall 7 null @ 11:58:30"]);
    await deleteLink(context, link.id, { erase: true });
    await context.live.tick(context);
    expect(received).toEqual([]);
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
    await context.live.tick(context);
    expect(received).toEqual([]);
  });

  it("is an event that lies ahead when it falls due, also after a restart (D3)", async () => {
    const { store, context, received, clock, hall } = await site();
    await send(context, ["12:01:00 1", "12:03:00 1"]);
    await context.live.tick(context);
    expect(received).toEqual([]);
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    clock.now = at("12:01:00");
    await context.live.tick(context);
    expect(take(received)).toEqual(["count Hall 1 1 @ 12:01:00", "count Yard 0 -1 @ 12:01:00"]);
    const again = await openAt(store, clock);
    const receivedAgain = listen(again);
    clock.now = at("12:03:00");
    await again.live.tick(again);
    expect(receivedAgain).toEqual(["count Hall 2 1 @ 12:03:00", "count Yard 0 -1 @ 12:03:00"]);
    expect((await store.events.loadLive()).pending).toEqual([]);
  });

  it("is none of an event that lies ahead and is voided before it falls due (D5)", async () => {
    const { store, context, received, clock } = await site();
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v2" });
    await send(context, ["12:01:00 1", "12:02:00 1"]);
    const commit = vi.spyOn(store.journal, "commit");
    await voidEvent(context, 2n);
    expect(commit.mock.lastCall?.[0]).toMatchObject({ voided: 2n, notifications: { notified: [2n] } });
    clock.now = at("12:03:00");
    await context.live.tick(context);
    expect(take(received)).toEqual(["count Hall 1 1 @ 12:01:00", "count Yard 0 -1 @ 12:01:00"]);
    expect(await pendingBodies(store, webhook.id)).toHaveLength(2);
  });
});

it("a count is as it was if the answer to an event fails", async () => {
  const { context, hall } = await site();
  await send(context, ["11:58:00 1"]);
  const report = { serialNumber: "a", timestamp: at("11:59:00"), trajectory: 1, eventId: null } as const;
  const key = { tokenHash: "t", key: "k", fingerprint: "f", instant: 0, since: 0 };
  const part = { change: context, reports: reportsOf([report]), duplicates: "keep", live: true } as const;
  const answer = () => {
    throw new Error("no answer");
  };
  await expect(context.ingest.submit({ ...part, request: { key, answer } })).rejects.toThrow("no answer");
  expect(await spaceCountAt(context, hall.id, null)).toBe(1);
  await send(context, ["11:59:30 1"]);
  expect(await spaceCountAt(context, hall.id, null)).toBe(2);
});

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
    const { journal } = store;
    const commit = journal.commit.bind(journal);
    journal.commit = () => Promise.reject(new Error("disk full"));
    await expect(send(context, ["11:59:00 1"])).rejects.toThrow("disk full");
    journal.commit = commit;
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
    expect(await pendingBodies(store, webhook.id)).toHaveLength(2);
    await send(context, ["11:59:30 1"]);
    expect(received).toEqual(["count Hall 2 1 @ 11:59:30", "count Yard 0 -1 @ 11:59:30"]);
    const { items } = await store.deliveries.deliveries(webhook.id, 10, { offset: 0, limit: 10 });
    expect(items.map(({ call }) => call.sequence)).toEqual([2, 2, 1, 1]);
  });

  it("of a threshold is one call when a space becomes unsafe and one when it is safe again", async () => {
    const { store, context, clock } = await site();
    const webhook = await createWebhook(context, {
      endpoint: "https://example.com/",
      version: "v2",
      type: "threshold",
    });
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
    await again.live.makeAll(() => false);
    await again.live.tick(again);
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
    await context.live.tick(context);
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
    let turns = 0;
    const turn = () => {
      turns++;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await context.live.makeAll(() => false);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(await context.live.current(spaces)).toEqual(new Map(spaces.map((id) => [id, 0])));
  });

  it("notifies of an event however late it is, and of those that come with it (D23)", async () => {
    const { store, context, received } = await site();
    const webhook = await createWebhook(context, { endpoint: "https://example.com/", version: "v1" });
    const rows = ["2024-03-01T10:00:00Z", "2024-05-06T11:00:00Z"].map((timestamp) => {
      return { sensor_serial_number: "a", timestamp, trajectory: -1 };
    });
    await ingestReports(context, rows, { keepDuplicates: false });
    expect(received).toEqual([
      "count Hall 0 -1 @ 10:00:00",
      "count Yard 1 1 @ 10:00:00",
      "count Hall 0 -1 @ 11:00:00",
      "count Yard 2 1 @ 11:00:00",
    ]);
    expect(await pendingBodies(store, webhook.id)).toMatchObject([
      { direction: -1, count: 0 },
      { direction: 1, count: 1 },
      { direction: -1, count: 0 },
      { direction: 1, count: 2 },
    ]);
  });

  it("notifies of an event between the last reset and the changes in memory, beside one before that reset", async () => {
    const { context, clock, received } = await site();
    clock.now = at("22:00:00");
    await context.live.tick(context);
    const seconds = (second: number) => new Date(at("14:00:00") + second * 1_000).toISOString().slice(11, 19);
    await send(
      context,
      Array.from({ length: 1_000 }, (_, second) => `${seconds(second)} 1`),
    );
    await context.live.tick(context);
    received.length = 0;
    await send(context, ["12:30:00 1", "13:30:00 1"]);
    expect(received.filter((line) => line.includes("Hall"))).toEqual([
      "count Hall 1000 1 @ 12:30:00",
      "count Hall 1001 1 @ 13:30:00",
    ]);
  });
});

describe("a count that is read while events are stored", () => {
  /** A hall with one person, and another on the way into the log until `end` is called. */
  async function storing() {
    const { store, clock, context, hall } = await site();
    await send(context, ["11:58:00 1"]);
    let letGo = () => {};
    let sent: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      observeCommits(store, () => {
        begun();
        return new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
      sent = send(context, ["11:59:00 1"]);
    });
    const end = async () => {
      letGo();
      await sent;
    };
    return { clock, end, read: () => spaceCountAt(context, hall.id, null) };
  }

  it.each([
    ["is answered at once, as it was before them", "12:00:00", 1, 2],
    ["is 0 at once where a reset has fallen due meanwhile (D8)", "13:00:00", 0, 0],
  ])("%s", async (_, now, before, after) => {
    const { clock, end, read } = await storing();
    clock.now = at(now);
    expect(await read()).toBe(before);
    await end();
    expect(await read()).toBe(after);
  });
});

import { describe, expect, it } from "vitest";
import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../src/domain/limits.ts";
import { ADMIN, listeningApi, openApi, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { counted, listen, resetTo } from "../support/sockets.ts";

/** `evt_first`, … up to and with `evt_last`. */
function events(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `evt_${first + index}`);
}

async function site(options = {}): Promise<{ api: TestApi; address: string; a: string; b: string }> {
  const api = await testApi(options);
  const { id: a } = await api.create("/v2/spaces/", { name: "A" });
  const { id: b } = await api.create("/v2/spaces/", { name: "B" });
  hearOnce(api);
  return { api, address: await api.listen(), a, b };
}

/** Listens for a moment: messages are kept only with a recent listener. */
function hearOnce({ context }: TestApi): void {
  context.feed.subscribe({ spaceIds: null, after: null }, { take: () => undefined, giveUp: () => {} })();
}

describe("a socket with after=evt_… (D24)", () => {
  it("first gets the messages since that event, as sent, then live ones", async () => {
    const { api, address, a, b } = await site();
    const { feed } = api.context;
    const first = await listen(api, address);
    for (let event = 1n; event <= 9n; event++) feed.publish([counted(event % 2n === 0n ? b : a, event)]);
    feed.publish([resetTo(a, 4)]);
    await first.events(10);
    const all = await listen(api, address, "", "evt_3");
    const onlyA = await listen(api, address, `?space_id=${a}`, "evt_4");
    feed.publish([counted(a, 10n)]);
    expect(await all.events(8)).toEqual([...events(4, 9), "reset", "evt_10"]);
    await first.events(11);
    expect(all.received).toEqual(first.received.slice(3));
    expect(await onlyA.events(5)).toEqual(["evt_5", "evt_7", "evt_9", "reset", "evt_10"]);
  });

  it("goes on after all that an event did to several spaces", async () => {
    const { api, address, a, b } = await site();
    api.context.feed.publish([counted(a, 1n), counted(b, 1n), counted(a, 2n), counted(b, 2n)]);
    const listener = await listen(api, address, "", "evt_1");
    expect(await listener.events(2)).toEqual(["evt_2", "evt_2"]);
    expect(listener.received.map(({ payload }) => payload.space_id)).toEqual([a, b]);
  });

  it("goes by the order of publication: an event that fell due late comes after greater ones", async () => {
    const { api, address, a } = await site();
    api.context.feed.publish([counted(a, 5n), counted(a, 6n), counted(a, 3n), counted(a, 7n)]);
    expect(await (await listen(api, address, "", "evt_6")).events(2)).toEqual(["evt_3", "evt_7"]);
    expect(await (await listen(api, address, "", "evt_3")).events(1)).toEqual(["evt_7"]);
    // No message was ever sent of this one.
    expect(await (await listen(api, address, "", "evt_4")).events(4)).toEqual([
      "evt_5",
      "evt_6",
      "evt_3",
      "evt_7",
    ]);
  });

  it("misses nothing and repeats nothing while messages keep coming", async () => {
    const { api, address, a } = await site();
    const { feed } = api.context;
    let next = 1n;
    const publishing = setInterval(() => {
      for (let i = 0; i < 50; i++) feed.publish([counted(a, next++)]);
    }, 1);
    try {
      const received: (string | null)[] = [];
      for (let round = 0; round < 8; round++) {
        const listener = await listen(api, address, "", received.at(-1) ?? "evt_1");
        const goal = (round + 1) * 300 - received.length;
        received.push(...(await listener.events(goal)));
        listener.socket.terminate();
      }
      expect(received).toEqual(events(2, received.length + 1));
    } finally {
      clearInterval(publishing);
    }
  });

  it("sends all of them at once, also more than may wait for a slow client", async () => {
    const { api, address, a } = await site();
    const count = 2 * SOCKET_BACKLOG_MESSAGES_MAX;
    api.context.feed.publish(Array.from({ length: count }, (_, index) => counted(a, BigInt(index + 1))));
    const whole = await listen(api, address, "", "evt_1");
    expect((await whole.events(count - 1)).at(-1)).toBe(`evt_${count}`);
    expect(whole.socket.readyState).toBe(whole.socket.OPEN);
  });
});

describe("after a restart, what only the log has is replayed, too (D24)", () => {
  /** An API over a log that another process has written, with one event a minute from 10:30 to 11:59. */
  async function restarted(): Promise<{ api: TestApi; address: string; space: string }> {
    const store = memoryStore();
    const before = await openApi({ store, rateLimit: null });
    const { space } = await before.site();
    const start = Date.UTC(2024, 4, 10, 10, 30);
    const lines = Array.from(
      { length: 90 },
      (_, index) => `a ${new Date(start + index * 60_000).toISOString()} ${index % 3 === 2 ? -1 : 1}`,
    );
    await before.report(...lines);
    await before.app.close();
    const api = await testApi({ store, rateLimit: null });
    hearOnce(api);
    return { api, address: await api.listen(), space };
  }

  it("with the count after each event, up to an hour back, then what has been published since", async () => {
    const { api, address, space } = await restarted();
    api.context.feed.publish([counted(space, 91n, 31), resetTo(space, 0)]);
    const listener = await listen(api, address, "", "evt_87");
    api.context.feed.publish([counted(space, 92n, 1)]);
    expect(await listener.events(6)).toEqual(["evt_88", "evt_89", "evt_90", "evt_91", "reset", "evt_92"]);
    const { results } = (await api.get("/v1/events/?page_size=3", { token: ADMIN })).body;
    const logged = results.map(({ spaces }) => (spaces as { count: number }[])[0]?.count).reverse();
    expect(listener.received.slice(0, 3).map(({ payload }) => payload.count)).toEqual(logged);
    expect(listener.received[2]?.payload).toMatchObject({
      event_id: "evt_90",
      direction: -1,
      timestamp: "2024-05-10T11:59:00.000Z",
      space_id: space,
      type: "count",
    });
    // 11:00:00 is an hour ago.
    const long = await listen(api, address, "", "evt_1");
    expect(await long.events(63)).toEqual([...events(31, 91), "reset", "evt_92"]);
    expect((await long.events(63)).length).toBe(63);
  });

  it("to many at once, from any event on", async () => {
    const { api, address, space } = await restarted();
    const known = [85, 89, 90, 70, 85];
    const listeners = await Promise.all(known.map((event) => listen(api, address, "", `evt_${event}`)));
    for (let event = 91n; event <= 100n; event++) api.context.feed.publish([counted(space, event)]);
    for (const [index, listener] of listeners.entries()) {
      const first = (known[index] as number) + 1;
      expect(await listener.events(101 - first)).toEqual(events(first, 100));
    }
  });

  it("is closed with 1011 if the log cannot be read, and the log says so", async () => {
    const store = memoryStore();
    const before = await openApi({ store });
    await before.site();
    await before.report("a 2024-05-10T11:00:00Z 1", "a 2024-05-10T11:30:00Z 1");
    await before.app.close();
    const lines: string[] = [];
    const logger = { level: "warn", stream: { write: (line: string) => lines.push(line) } };
    const { api, address } = await listeningApi({ store, logger });
    Object.assign(store.events, {
      scanEvents: () => {
        throw new Error("torn page");
      },
    });
    const listener = await listen(api, address, "", "evt_1");
    expect(await listener.closed).toBe(1011);
    expect(lines.join("")).toContain("torn page");
  });
});

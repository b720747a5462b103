import { describe, expect, it } from "vitest";
import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../src/domain/limits.ts";
import { listeningApi, openApi, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { counted, listen, publish, resetTo } from "../support/sockets.ts";

/** `evt_first`, … up to and with `evt_last`. */
function events(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `evt_${first + index}`);
}

async function site(options = {}): Promise<{ api: TestApi; address: string; a: string; b: string }> {
  const api = await testApi(options);
  const { id: a } = await api.create("/v2/spaces/", { name: "A" });
  const { id: b } = await api.create("/v2/spaces/", { name: "B" });
  return { api, address: await api.listen(), a, b };
}

describe("a socket with after=evt_… (D24)", () => {
  it("first gets the messages since that event, as sent, then live ones", async () => {
    const { api, address, a, b } = await site();
    const { feed } = api.context;
    const first = await listen(api, address);
    for (let event = 1n; event <= 9n; event++) publish(feed, [counted(event % 2n === 0n ? b : a, event)]);
    publish(feed, [resetTo(a, 4)]);
    await first.events(10);
    const all = await listen(api, address, "", "evt_3");
    const onlyA = await listen(api, address, `?space_id=${a}`, "evt_4");
    publish(feed, [counted(a, 10n)]);
    expect(await all.events(8)).toEqual([...events(4, 9), "reset", "evt_10"]);
    await first.events(11);
    expect(all.received).toEqual(first.received.slice(3));
    expect(await onlyA.events(5)).toEqual(["evt_5", "evt_7", "evt_9", "reset", "evt_10"]);
  });

  it("goes on after all that an event did to several spaces", async () => {
    const { api, address, a, b } = await site();
    publish(api.context.feed, [counted(a, 1n), counted(b, 1n), counted(a, 2n), counted(b, 2n)]);
    const listener = await listen(api, address, "", "evt_1");
    expect(await listener.events(2)).toEqual(["evt_2", "evt_2"]);
    expect(listener.received.map(({ payload }) => payload.space_id)).toEqual([a, b]);
  });

  it("goes by the order of publication: an event that fell due late comes after greater ones", async () => {
    const { api, address, a } = await site();
    publish(api.context.feed, [counted(a, 5n), counted(a, 6n), counted(a, 3n), counted(a, 7n)]);
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
      for (let i = 0; i < 50; i++) publish(feed, [counted(a, next++)]);
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
    publish(
      api.context.feed,
      Array.from({ length: count }, (_, index) => counted(a, BigInt(index + 1))),
    );
    const whole = await listen(api, address, "", "evt_1");
    expect((await whole.events(count - 1)).at(-1)).toBe(`evt_${count}`);
    expect(whole.socket.readyState).toBe(whole.socket.OPEN);
  });
});

describe("after a restart, what only the log has is replayed, too (D24)", () => {
  /** An API over a log that another process has written, without a listener: 90 events at once. */
  async function restarted(options = {}): Promise<{ api: TestApi; address: string }> {
    const store = memoryStore();
    const before = await openApi({ store, rateLimit: null });
    await before.site();
    const start = Date.UTC(2024, 4, 10, 10, 30);
    const lines = Array.from(
      { length: 90 },
      (_, index) => `a ${new Date(start + index * 60_000).toISOString()} ${index % 3 === 2 ? -1 : 1}`,
    );
    await before.report(...lines);
    await before.app.close();
    return listeningApi({ store, rateLimit: null, ...options });
  }

  it("to many at once, from any event on, then what has been sent since", async () => {
    const { api, address } = await restarted();
    const known = [85, 89, 90, 1, 85];
    const listeners = await Promise.all(known.map((event) => listen(api, address, "", `evt_${event}`)));
    await api.report("a 2024-05-10T12:00:00Z 1", "a 2024-05-10T12:00:00Z -1");
    for (const [index, listener] of listeners.entries()) {
      const first = (known[index] as number) + 1;
      expect(await listener.events(93 - first)).toEqual(events(first, 92));
    }
  });

  it("is closed with 1011 if the log cannot be read, and the log says so", async () => {
    const lines: string[] = [];
    const logger = { level: "warn", stream: { write: (line: string) => lines.push(line) } };
    const { api, address } = await restarted({ logger });
    api.context.events.eventsAfter = () => Promise.reject(new Error("torn page"));
    const listener = await listen(api, address, "", "evt_1");
    expect(await listener.closed).toBe(1011);
    expect(lines.join("")).toContain("torn page");
  });
});

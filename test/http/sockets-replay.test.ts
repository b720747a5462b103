import { describe, expect, it } from "vitest";
import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../src/engine/live/distribution.ts";
import { keptLog, listeningApi, openApi, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { counted, listen, publish, resetTo } from "../support/sockets.ts";

/** `evt_first`, … up to and with `evt_last`. */
function events(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `evt_${first + index}`);
}

async function site(): Promise<{ api: TestApi; address: string; a: string; b: string }> {
  const api = await testApi();
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

  it("sends all of them at once, also more than may wait for a slow client", async () => {
    const { api, address, a } = await site();
    const count = 2 * SOCKET_BACKLOG_MESSAGES_MAX;
    const messages = Array.from({ length: count }, (_, index) => counted(a, BigInt(index + 1)));
    publish(api.context.feed, messages);
    const whole = await listen(api, address, "", "evt_1");
    expect((await whole.events(count - 1)).at(-1)).toBe(`evt_${count}`);
    expect(whole.socket.readyState).toBe(whole.socket.OPEN);
  });
});

it("a socket whose log cannot be read is closed with 1011, and the log says so (D24)", async () => {
  const store = memoryStore();
  const before = await openApi({ store });
  await before.site();
  await before.report("a 2024-05-10T10:30:00Z 1", "a 2024-05-10T10:31:00Z 1");
  await before.app.close();
  const log = keptLog("warn");
  const { api, address } = await listeningApi({ ...log, store });
  api.context.events.eventsAfter = () => Promise.reject(new Error("torn page"));
  const listener = await listen(api, address, "", "evt_1");
  expect(await listener.closed).toBe(1011);
  expect(log.text).toContain("torn page");
});

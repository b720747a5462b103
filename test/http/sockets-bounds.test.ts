import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { SOCKET_BUFFER_BYTES_MAX, SOCKET_CODE_MS_MAX, SOCKET_CODES_MAX } from "../../src/domain/limits.ts";
import { SOCKET_BACKLOG_MESSAGES_MAX, Subscription } from "../../src/engine/live/distribution.ts";
import { PublishedMessage } from "../../src/engine/live/notifications.ts";
import { socketCodes } from "../../src/engine/live/socket-codes.ts";
import { OpenSockets, SOCKETS_MAX } from "../../src/http/sockets/open-sockets.ts";
import { testApi, testSite } from "../support/http.ts";
import { counted, listen, publish } from "../support/sockets.ts";

describe("a client that is too slow (D24)", () => {
  it("is closed with 1013, and what waited for it is dropped, while the others go on", async () => {
    const { api, space } = await testSite();
    const address = await api.listen();
    const [slow, fast] = [await listen(api, address), await listen(api, address)];
    slow.socket.pause();
    let published = 0;
    const ended = vi.fn();
    void slow.closed.then(ended);
    for (let round = 0; round < 60; round++) {
      const batch = Array.from({ length: 1_000 }, () => counted(space, BigInt(++published)));
      publish(api.context.feed, batch);
      await fast.events(published);
    }
    expect(ended).not.toHaveBeenCalled();
    slow.socket.resume();
    expect(await slow.closed).toBe(1013);
    // It got the first ones in order, and nothing else.
    const got = slow.received.map(({ payload }) => payload.event_id);
    expect(got).toEqual(Array.from(got, (_, index) => `evt_${index + 1}`));
    expect(got.length).toBeLessThan(published - SOCKET_BACKLOG_MESSAGES_MAX);
    publish(api.context.feed, [counted(space, 100_000n)]);
    expect((await fast.events(published + 1)).at(-1)).toBe("evt_100000");
  });

  it("is one that has more than the backlog waiting; a batch does not count against itself", () => {
    const message = new PublishedMessage(counted("spc_1", 1n), 0);
    const outcomes: string[] = [];
    const listenerOf = (name: string) => ({
      take: () => new Promise<void>(() => {}),
      giveUp: (reason: string) => outcomes.push(`${name} ${reason}`),
    });
    for (const [name, waiting] of [
      ["full", SOCKET_BACKLOG_MESSAGES_MAX],
      ["past", SOCKET_BACKLOG_MESSAGES_MAX + 1],
    ] as const) {
      const subscription = new Subscription(null, listenerOf(name));
      subscription.publish([message]);
      subscription.handOver();
      subscription.publish(Array.from({ length: waiting }, () => message));
      subscription.publish([message]);
    }
    expect(outcomes).toEqual(["past behind"]);
  });
});

/** A websocket that is open, with some bytes under way to its client. */
function fakeSocket(bufferedAmount = 0) {
  const actions = { close: () => {}, ping: () => {}, terminate: () => {} };
  return Object.assign(new EventEmitter(), { bufferedAmount, readyState: 1, ...actions });
}

const NO_FILTER = { spaceIds: null, after: null };

describe("bounds", () => {
  it("on codes that are outstanding", async () => {
    let now = 0;
    let made = 0;
    const tokens = new Map([[1n, {}]]);
    const makeCode = () => `skc_${made++}`;
    const codes = socketCodes({ now: () => now }, { tokens } as never, undefined, makeCode);
    const grant = { tokenId: 1n, spaceIds: null };
    for (let i = 0; i < SOCKET_CODES_MAX; i++) await codes.issue(grant);
    await expect(codes.issue(grant)).rejects.toThrow("too many codes");
    expect(await codes.redeem("skc_0")).toMatchObject(grant);
    await codes.issue(grant);
    await expect(codes.issue(grant)).rejects.toThrow("too many codes");
    now = SOCKET_CODE_MS_MAX;
    for (let i = 0; i < SOCKET_CODES_MAX; i++) await codes.issue(grant);
    expect(await codes.redeem("skc_1")).toBeNull();
  });

  it("on sockets that are open", async () => {
    const { context } = await testApi();
    const sockets = new OpenSockets(context.feed);
    const connection = { write: () => true };
    const log = { warn: () => {} };
    const made: EventEmitter[] = [];
    for (let i = 0; i < SOCKETS_MAX; i++) {
      sockets.requireRoom();
      const socket = fakeSocket();
      made.push(socket);
      sockets.add(socket as never, { connection, log, isAllowed: () => true }, NO_FILTER);
    }
    expect(() => sockets.requireRoom()).toThrow("too many websockets and event streams are open");
    made[0]?.emit("close");
    expect(() => sockets.requireRoom()).not.toThrow();
    for (const socket of made) socket.emit("close");
    sockets.closeAll();
  });

  it.each([
    [SOCKET_BUFFER_BYTES_MAX, 2],
    [SOCKET_BUFFER_BYTES_MAX + 1, 1],
  ])("on bytes under way to a client: with %i bytes, %i of 2 messages go out", async (bytes, expected) => {
    const { context } = await testApi();
    const sockets = new OpenSockets(context.feed);
    let sent = 0;
    const socket = fakeSocket(bytes);
    const connection = { write: () => ++sent > 0 };
    sockets.add(socket as never, { connection, log: { warn: () => {} }, isAllowed: () => true }, NO_FILTER);
    publish(context.feed, [counted("spc_1", 1n)]);
    await Promise.resolve();
    publish(context.feed, [counted("spc_1", 2n)]);
    expect(sent).toBe(expected);
    socket.emit("close");
    sockets.closeAll();
  });
});

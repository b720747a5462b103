import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { readId } from "../../src/domain/ids.ts";
import { SOCKET_BACKLOG_MESSAGES_MAX } from "../../src/engine/live/distribution.ts";
import { deleteResource } from "../../src/engine/resources/changes.ts";
import { ADMIN, expectProblem, pathsOf, testApi } from "../support/http.ts";
import { counted, listen, publish, resetTo } from "../support/sockets.ts";

/** Two spaces, and the address of the server. */
async function site() {
  const api = await testApi();
  const { id: a } = await api.create("/v2/spaces/", { name: "A" });
  const { id: b } = await api.create("/v2/spaces/", { name: "B" });
  return { api, a, b, address: await api.listen(), feed: api.context.feed };
}

/** A client of an event stream, as the standard of server-sent events reads it; it goes when the test has finished. */
async function follow(address: string, query = "", headers: Readonly<Record<string, string>> = {}) {
  const request = get(`${address}/v2/live/${query}`, {
    agent: false,
    headers: { authorization: `Bearer ${ADMIN}`, accept: "text/event-stream", ...headers },
  });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  const chunks = answer.setEncoding("utf8").iterator();
  const received = { events: [] as string[], comments: [] as string[] };
  let rest = "";
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = await chunks.next();
      if (done) throw new Error("the stream has ended");
      const blocks = `${rest}${value}`.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) received[block.startsWith(":") ? "comments" : "events"].push(block);
    }
  };
  return {
    answer,
    stop: () => request.destroy(),
    received,
    /** The events, once there are `count`: the lines of each. */
    async events(count: number): Promise<string[]> {
      await readUntil(() => received.events.length >= count);
      return received.events;
    },
    comments: (count: number) => readUntil(() => received.comments.length >= count),
    /** Reads all that comes, and returns why no more does. */
    ended: () =>
      readUntil(() => false).then(
        () => "",
        (error: Error) => error.message,
      ),
  };
}

function idsOf(events: readonly string[]): string[] {
  return events.map((event) => /^id: (evt_\d+)\n/.exec(event)?.[1] ?? "reset");
}

describe("GET /v2/live/ (D22)", () => {
  it("streams the messages of websockets as server-sent events, each with the id of its event", async () => {
    const { api, a, b, address, feed } = await site();
    const socket = await listen(api, address);
    const all = await follow(address);
    const onlyB = await follow(address, `?space_id=${b}`);
    expect(all.answer.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    publish(feed, [counted(a, 1n), counted(b, 2n), resetTo(b, 4)]);
    const events = await all.events(3);
    expect(idsOf(events)).toEqual(["evt_1", "evt_2", "reset"]);
    await socket.events(3);
    expect(events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null"))).toEqual(
      socket.received,
    );
    expect(idsOf(await onlyB.events(2))).toEqual(["evt_2", "reset"]);
  });

  it.each([
    ["after", "?after=evt_2", {}],
    ["Last-Event-ID", "", { "last-event-id": "evt_2" }],
    ["both, of which the header is newer", "?after=evt_1", { "last-event-id": "evt_2" }],
  ])("goes on after an event by %s", async (_name, query, headers) => {
    const { a, address, feed } = await site();
    const first = await follow(address);
    publish(feed, [counted(a, 1n), counted(a, 2n), counted(a, 3n)]);
    await first.events(3);
    first.stop();
    publish(feed, [counted(a, 4n)]);
    const again = await follow(address, query, headers as Record<string, string>);
    publish(feed, [counted(a, 5n)]);
    expect(idsOf(await again.events(3))).toEqual(["evt_3", "evt_4", "evt_5"]);
  });

  it("is refused without a token that reads, and with a wrong id", async () => {
    const { api } = await site();
    expectProblem(await api.get("/v2/live/", { token: null }), 403);
    expectProblem(await api.get("/v2/live/", { token: await api.token(["ingest"]) }), 403, "read");
    expect(pathsOf(await api.get("/v2/live/?space_id=spc_99"))).toEqual(["space_id"]);
    expect(pathsOf(await api.get("/v2/live/?after=x"))).toEqual(["after"]);
    const headers = { "last-event-id": "x" };
    expect(pathsOf(await api.get("/v2/live/", { headers }))).toEqual(["last-event-id"]);
    expect(await api.send("HEAD", "/v2/live/")).toMatchObject({ status: 200, text: "" });
  });

  it("begins at once, and has a comment every 15 seconds, so that no proxy closes a quiet stream", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { a, address, feed } = await site();
    const stream = await follow(address);
    await stream.comments(1);
    vi.advanceTimersByTime(14_999);
    publish(feed, [counted(a, 1n)]);
    await stream.events(1);
    expect(stream.received.comments).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await stream.comments(2);
    vi.advanceTimersByTime(15_000);
    await stream.comments(3);
    expect(stream.received.comments).toHaveLength(3);
  });

  it("ends when the server stops", async () => {
    const { api, address } = await site();
    const stream = await follow(address);
    await stream.comments(1);
    const closing = api.app.close();
    expect(await stream.ended()).toBe("the stream has ended");
    await closing;
  });

  it("is counted among the open sockets until the client leaves", async () => {
    const { address } = await site();
    const open = async () => {
      const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${ADMIN}` } });
      return /^headcount_open_sockets (\d+)$/m.exec(await metrics.text())?.[1];
    };
    const stream = await follow(address);
    await stream.comments(1);
    expect(await open()).toBe("1");
    stream.stop();
    await expect.poll(open).toBe("0");
  });

  it("ends for a client that is too slow, while the others go on", async () => {
    const { a, address, feed } = await site();
    // Its client reads nothing.
    const slow = await follow(address);
    const fast = await follow(address);
    let published = 0;
    for (let round = 0; round < 80; round++) {
      const batch = Array.from({ length: 1_000 }, () => counted(a, BigInt(++published)));
      publish(feed, batch);
      await fast.events(published);
    }
    expect(await slow.ended()).toMatch(/aborted/);
    const got = idsOf(slow.received.events);
    expect(got).toEqual(Array.from(got, (_, index) => `evt_${index + 1}`));
    expect(got.length).toBeLessThan(published - SOCKET_BACKLOG_MESSAGES_MAX);
  });

  it("ends at the next message when its token was deleted", async () => {
    const { api, a, address, feed } = await site();
    const { id, token } = await api.create("/v2/tokens/", { name: "Wall" });
    const stream = await follow(address, "", { authorization: `Bearer ${token}` });
    publish(feed, [counted(a, 1n)]);
    await stream.events(1);
    await deleteResource(api.context, "token", must(readId("token", id), "id"));
    publish(feed, [counted(a, 2n)]);
    expect(await stream.ended()).toBe("the stream has ended");
    expect(stream.received.events).toHaveLength(1);
  });
});

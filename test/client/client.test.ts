import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  answerOf,
  createClient,
  type HeadcountClient,
  type Interval,
  itemsOf,
  Problem,
  type ProblemType,
  retryingFetch,
} from "../../src/client/index.ts";
import type { SUPPORTED_INTERVALS } from "../../src/domain/interval.ts";
import type { ProblemSlug } from "../../src/http/problems.ts";
import { ADMIN, type TestApi, testApi } from "../support/http.ts";
import { receiverThat } from "../support/receiver.ts";

/** A client of an API that listens. */
async function clientOf(api: TestApi, token = ADMIN): Promise<HeadcountClient> {
  return createClient({ address: `${await api.listen()}/`, token });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe("the client", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("creates, reads, changes and deletes, in both versions", async () => {
    const { v1, v2 } = await clientOf(await testApi());
    const made = await answerOf(v2.POST("/v2/spaces/", { body: { name: "Hall", capacity: 10 } }));
    const path = { space_id: made.id };
    const changed = await answerOf(
      v2.PUT("/v2/spaces/{space_id}/", { params: { path }, body: { capacity: 20 } }),
    );
    expect(changed).toEqual({ ...made, capacity: 20, updated_at: expect.any(String) });
    const seen = await answerOf(v1.GET("/v1/spaces/{space_id}/", { params: { path } }));
    expect(seen).toMatchObject({ id: made.id, name: "Hall", daily_reset: "04:00" });
    const gone = await answerOf(
      v2.DELETE("/v2/spaces/{space_id}/", { params: { path }, body: { name: "Hall" } }),
    );
    expect(gone).toBeUndefined();
    expect(await all(itemsOf((query) => v2.GET("/v2/spaces/", { params: { query } })))).toEqual([]);
  });

  it("follows the pages of a list, also while it grows (D16)", async () => {
    const api = await testApi();
    await api.site();
    await api.report(
      ...Array.from({ length: 1_500 }, (_, second) => {
        return `a ${new Date(Date.UTC(2024, 4, 6) + second * 1_000).toISOString()} 1`;
      }),
    );
    const { v2 } = await clientOf(api);
    const path = { serial_number: "a" };
    const totals: (number | undefined)[] = [];
    const events = await all(
      itemsOf(async (page) => {
        if (page.page > 1) {
          api.at("2024-05-10T12:01:00Z");
          await api.report("a 2024-05-10T12:00:30Z 1");
        }
        const query = { start_time: "2024-05-06", order: "DESC", ...page } as const;
        const outcome = await v2.GET("/v2/sensors/{serial_number}/events/", { params: { path, query } });
        totals.push(outcome.data?.total);
        return outcome;
      }),
    );
    expect(totals).toEqual([1_500, 1_500]);
    expect(events).toHaveLength(1_500);
    expect(new Set(events.map(({ id }) => id)).size).toBe(1_500);
  });

  it("repeats a parameter that takes several values", async () => {
    const api = await testApi();
    const { space } = await api.site();
    const lobby = await api.create("/v2/spaces/", { name: "Lobby" });
    const { v2 } = await clientOf(api);
    const query = { start_time: "2024-05-06", end_time: "2024-05-07", space_id: [space, lobby.id] };
    const { results } = await answerOf(v2.GET("/v2/counts/", { params: { query } }));
    expect(results.map((counts) => counts.space_id)).toEqual([space, lobby.id]);
  });

  it("throws the server's error", async () => {
    const { v2 } = await clientOf(await testApi());
    const wrong = answerOf(v2.POST("/v2/spaces/", { body: { name: "" } }));
    await expect(wrong).rejects.toBeInstanceOf(Problem);
    const type = "/problems/invalid-request" satisfies ProblemType;
    await expect(wrong).rejects.toMatchObject({ status: 400, type, issues: [{ path: "name" }] });
    const missing = answerOf(v2.GET("/v2/tags/{tag_name}/", { params: { path: { tag_name: "a/b" } } }));
    await expect(missing).rejects.toMatchObject({ status: 404, message: expect.stringContaining("a/b") });
  });

  it("has unions for what the API lists: problem types, also of errors, and intervals", async () => {
    expectTypeOf<ProblemType>().toEqualTypeOf<`/problems/${ProblemSlug}`>();
    expectTypeOf<Interval>().toEqualTypeOf<(typeof SUPPORTED_INTERVALS)[number]>();
    const { v2 } = await clientOf(await testApi());
    const params = { path: { space_id: "spc_99" } };
    const { error } = await v2.GET("/v2/spaces/{space_id}/", { params });
    if (error !== undefined) expectTypeOf(error.type).toEqualTypeOf<ProblemType>();
    expect(error).toMatchObject({ type: "/problems/unknown-space", status: 404 });
    expect(Problem.from(502, "<html>")).toMatchObject({ type: null, message: "status 502", issues: [] });
  });

  it("does not repeat a POST with an unknown outcome", async () => {
    const { address, received } = await receiverThat((response) => void response.destroy());
    const { v2 } = createClient({ address, token: ADMIN });
    await expect(answerOf(v2.POST("/v2/spaces/", { body: { name: "Hall" } }))).rejects.toThrow();
    expect(received).toHaveLength(1);
  });

  it("tries again when the server has room", async () => {
    for (const busy of [429, 503]) {
      const statuses: number[] = [];
      const { address } = await receiverThat((response) => {
        statuses.push(statuses.length < 2 ? busy : 201);
        response.writeHead(statuses.at(-1) ?? 0, { "content-type": "application/json", "retry-after": "0" });
        response.end("{}");
      });
      const { v2 } = createClient({ address, token: ADMIN });
      await answerOf(v2.POST("/v2/spaces/", { body: { name: "Hall" } }));
      expect(statuses).toEqual([busy, busy, 201]);
    }
  });

  it("has no timeout of its own for requests that only the server limits", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let answer = (_response: Response): void => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const fetched = retryingFetch({ fetch: () => late, timeout: false })(
      new Request("http://127.0.0.1/v2/sql"),
    );
    await vi.advanceTimersByTimeAsync(3_600_000);
    answer(new Response("late"));
    expect(await (await fetched).text()).toBe("late");
  });

  it("retries a 503 with another fetch function, too, and returns other error responses", async () => {
    const answers = [
      new Response(null, { status: 503, headers: { "retry-after": "0" } }),
      new Response("no", { status: 400 }),
    ];
    const sent: string[] = [];
    const fetched = await retryingFetch({
      fetch: async (input) => {
        sent.push(await new Request(input).text());
        return answers.shift() ?? Response.error();
      },
    })(new Request("http://127.0.0.1/v2/sql", { method: "POST", body: "{}" }));
    expect([fetched.status, await fetched.text(), sent]).toEqual([400, "no", ["{}", "{}"]]);
  });
});

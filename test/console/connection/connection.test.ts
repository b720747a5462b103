import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, retryAfterMs } from "../../../console/src/connection/connection.ts";

describe("Retry-After", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");

  it.each([
    ["7", 7_000],
    ["0", 1_000],
    ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
    ["Fri, 20 Nov 2026 11:00:00 GMT", 1_000],
    ["soon", 10_000],
    [null, 10_000],
  ])("%s is %s ms", (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe("a connection", () => {
  const answers: (() => Promise<Response>)[] = [];
  const sent: string[] = [];
  const reject429 = (seconds: number) => async () =>
    new Response("", { status: 429, headers: { "retry-after": String(seconds) } });
  const answer =
    (status = 200) =>
    async () =>
      new Response("{}", { status });
  const fail = () => Promise.reject(new TypeError("failed to fetch"));
  const request = (method = "GET", signal?: AbortSignal) =>
    new Request("http://headcount.example/v2/spaces/", {
      method,
      ...(signal === undefined ? {} : { signal }),
    });
  let connection: Connection;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (input: Request | string) => {
      sent.push(typeof input === "string" ? input : `${input.method} ${new URL(input.url).pathname}`);
      return (answers.shift() ?? answer())();
    });
    connection = new Connection();
    answers.length = 0;
    sent.length = 0;
  });
  afterEach(() => {
    connection.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it.each(["GET", "POST"])("waits after a 429 and sends a %s again", async (method) => {
    answers.push(reject429(5), answer());
    const answered = connection.fetch(request(method));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(connection.state).toMatchObject({ kind: "rate-limited" });
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await answered).status).toBe(200);
    expect(connection.state).toEqual({ kind: "ok" });
  });

  it("sends nothing else meanwhile, and no aborted requests", async () => {
    answers.push(reject429(5));
    const first = connection.fetch(request());
    await vi.advanceTimersByTimeAsync(0);
    const controller = new AbortController();
    const given = connection.fetch(request("GET", controller.signal));
    const third = connection.fetch(request());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toHaveLength(1);
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(4_000);
    await Promise.all([first, third]);
    expect(sent).toHaveLength(3);
  });

  it("probes a lost server until it is ready, and reports that once", async () => {
    const back = vi.fn();
    connection.onReconnect(back);
    answers.push(fail, fail, answer(503), answer());
    await expect(connection.fetch(request())).rejects.toBeInstanceOf(TypeError);
    expect(connection.state).toMatchObject({ kind: "lost" });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(back).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(back).toHaveBeenCalledTimes(1);
    expect(connection.state).toEqual({ kind: "ok" });
    expect(sent).toEqual(["GET /v2/spaces/", "/readyz", "/readyz", "/readyz"]);
  });

  it("reports a server that was lost during a wait", async () => {
    const back = vi.fn();
    connection.onReconnect(back);
    answers.push(
      reject429(2),
      () => new Promise((_, reject) => setTimeout(() => reject(new TypeError()), 1_500)),
    );
    const waiting = connection.fetch(request());
    const failed = expect(connection.fetch(request())).rejects.toBeInstanceOf(TypeError);
    await vi.advanceTimersByTimeAsync(1_500);
    await failed;
    expect(connection.state).toMatchObject({ kind: "lost" });
    await vi.advanceTimersByTimeAsync(500);
    expect((await waiting).status).toBe(200);
    expect(back).toHaveBeenCalledTimes(1);
    expect(connection.state).toEqual({ kind: "ok" });
  });

  it("treats a timeout as a lost server", async () => {
    vi.stubGlobal(
      "fetch",
      (_input: Request, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const failed = expect(connection.fetch(request())).rejects.toBeInstanceOf(TypeError);
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
    expect(connection.state).toMatchObject({ kind: "lost" });
  });
});
